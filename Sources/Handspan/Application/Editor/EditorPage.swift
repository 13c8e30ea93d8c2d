import GtkSupport

/// Something to choose from that is too long to unfold, and so stands in place of the editor's fields meanwhile.
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
