import CGtk
import GtkSupport

/// A button that unfolds something below itself, which is made when it is first asked for. It opens no window of its
/// own, so that it works by touch too.
@MainActor
final class Unfolding {
  let button = created(gtk_toggle_button_new())
  /// What unfolds, to stand below the button.
  let content = created(gtk_revealer_new())
  /// Makes what unfolds.
  var make: () -> WidgetPointer? = { nil }
  /// Called when it unfolds, once what unfolds is there.
  var onOpen: () -> Void = {}

  private var isMade = false

  init() {
    gtk_widget_set_visible(content, 0)
    onSignal(button.opaque, "toggled") { [weak self] in self?.toggled() }
    // Once it is gone to the eye it goes for Tab and assistive technology too.
    onNotify(content.opaque, "child-revealed") { [weak self] in
      if let self, !self.isOpen { gtk_widget_set_visible(self.content, 0) }
    }
  }

  var isOpen: Bool { gtk_toggle_button_get_active(button.as(GtkToggleButton.self)) != 0 }

  func close() { gtk_toggle_button_set_active(button.as(GtkToggleButton.self), 0) }

  /// What unfolds is to be made anew: at once if it is open.
  func remake() {
    guard isMade else { return }
    isMade = isOpen
    gtk_revealer_set_child(content.opaque, isOpen ? make() : nil)
  }

  private func toggled() {
    if isOpen {
      if !isMade { gtk_revealer_set_child(content.opaque, make()) }
      isMade = true
      gtk_widget_set_visible(content, 1)
      onOpen()
    }
    gtk_revealer_set_reveal_child(content.opaque, isOpen.gboolean)
    if !isOpen, gtk_revealer_get_child_revealed(content.opaque) == 0 { gtk_widget_set_visible(content, 0) }
  }
}
