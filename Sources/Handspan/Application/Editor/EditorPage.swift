import GtkSupport

/// A list that is too long to disclose in place, so that it temporarily replaces the fields of the editor.
@MainActor
struct EditorPage {
  /// What is chosen.
  let title: String
  let content: WidgetPointer
  /// Lets the keyboard choose.
  let takeFocus: () -> Void
  /// Called when the page closes, for the focus to go on where it was.
  let onClose: () -> Void
}
