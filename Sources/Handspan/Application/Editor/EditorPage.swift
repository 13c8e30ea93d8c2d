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
  /// Called when the page closes, to restore the focus.
  let onClose: () -> Void
  /// Boxes that stack their children vertically if there is not enough space.
  var wrappingRows: [WidgetPointer] = []
}
