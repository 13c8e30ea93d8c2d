import GtkSupport

/// A page that temporarily replaces the fields of the editor, for a list that is too long to disclose in
/// place.
@MainActor
struct EditorPage {
  /// The page's title, which says what to choose.
  let title: String
  let content: WidgetPointer
  /// Focuses the list.
  let takeFocus: () -> Void
  /// The button that opened the page, and gets the focus when the page closes.
  let button: WidgetPointer
  /// Called when the page closes, before its button gets the focus: a screen reader reads the button's value with its name,
  /// and would cut the name off for a value that changes later.
  var onClose: () -> Void = {}
  /// Boxes that stack their children vertically if there is not enough space.
  var wrappingRows: [WidgetPointer] = []
}
