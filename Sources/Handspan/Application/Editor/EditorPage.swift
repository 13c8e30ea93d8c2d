import GtkSupport

/// A list that is too long to disclose in place, so that it temporarily replaces the fields of the editor.
@MainActor
struct EditorPage {
  /// The page's title, which names what is chosen.
  let title: String
  let content: WidgetPointer
  /// Focuses the list.
  let takeFocus: () -> Void
  /// Called when the page closes, to restore the focus.
  let onClose: () -> Void
}
