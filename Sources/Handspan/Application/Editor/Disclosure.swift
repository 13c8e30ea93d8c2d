import CGtk
import GtkSupport

/// A button that discloses a widget below itself. The widget is created when it is first disclosed. It is not
/// in a popover, which a compositor may refuse to open after a tap.
@MainActor
final class Disclosure {
  let button = created(gtk_toggle_button_new())
  /// The disclosed widget, to be placed below the button.
  let content = created(gtk_revealer_new())
  /// Creates the disclosed widget.
  var makeContent: () -> WidgetPointer? = { nil }
  /// Called when the widget is disclosed, after it was created.
  var onOpen: () -> Void = {}

  private var hasContent = false

  init() {
    gtk_widget_set_visible(content, 0)
    onSignal(button.opaque, "toggled") { [weak self] in self?.toggled() }
    // Hide it from Tab and assistive technology once the animation ends.
    onNotify(content.opaque, "child-revealed") { [weak self] in
      if let self, !self.isOpen { gtk_widget_set_visible(self.content, 0) }
    }
  }

  var isOpen: Bool { gtk_toggle_button_get_active(button.as(GtkToggleButton.self)) != 0 }

  func close() { gtk_toggle_button_set_active(button.as(GtkToggleButton.self), 0) }

  /// Recreates the disclosed widget, at once if it is visible.
  func rebuildContent() {
    guard hasContent else { return }
    hasContent = isOpen
    gtk_revealer_set_child(content.opaque, isOpen ? makeContent() : nil)
  }

  private func toggled() {
    if isOpen {
      if !hasContent { gtk_revealer_set_child(content.opaque, makeContent()) }
      hasContent = true
      gtk_widget_set_visible(content, 1)
      onOpen()
    }
    gtk_revealer_set_reveal_child(content.opaque, isOpen.gboolean)
    if !isOpen, gtk_revealer_get_child_revealed(content.opaque) == 0 { gtk_widget_set_visible(content, 0) }
  }
}
