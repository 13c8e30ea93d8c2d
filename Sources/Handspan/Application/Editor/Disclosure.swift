import CGtk
import GtkSupport

/// A button that discloses a widget below it. The widget is created when it is first disclosed. The widget is
/// not in a popover, because a compositor may refuse to open a popover after a tap.
@MainActor
final class Disclosure {
  let button = nonNull(gtk_toggle_button_new())
  /// The disclosed widget, to be placed below the button.
  let content = nonNull(gtk_revealer_new())
  /// Creates the disclosed widget.
  var makeContent: () -> WidgetPointer? = { nil }
  /// Called when the widget is disclosed, after it has been created.
  var onOpen: () -> Void = {}

  private var hasContent = false

  init() {
    gtk_widget_set_visible(content, 0)
    Accessible.setExpanded(button, false)
    onSignal(button.opaque, "toggled") { [weak self] in self?.toggled() }
    // Hides the content from Tab and assistive technology once the animation has ended.
    onNotify(content.opaque, "child-revealed") { [weak self] in
      if let self, !self.isOpen { gtk_widget_set_visible(self.content, 0) }
    }
  }

  var isOpen: Bool { gtk_toggle_button_get_active(button.as(GtkToggleButton.self)) != 0 }

  func close() { gtk_toggle_button_set_active(button.as(GtkToggleButton.self), 0) }

  /// Recreates the disclosed widget: immediately if it is visible, otherwise when it is next disclosed.
  func rebuildContent() {
    guard hasContent else { return }
    hasContent = isOpen
    gtk_revealer_set_child(content.opaque, isOpen ? makeContent() : nil)
  }

  /// While the widget is being disclosed, scrolls the fields just far enough to show all of it below its button.
  private func scrollAlong() {
    var height: Int32 = 0
    _ = addTickCallback(content) { [weak self] _ in
      guard let self, self.isOpen else { return false }
      let formerHeight = height
      height = gtk_widget_get_height(self.content)
      self.scrollIntoSight()
      return gtk_revealer_get_child_revealed(self.content.opaque) == 0 || height == 0
        || height != formerHeight
    }
  }

  private func scrollIntoSight() {
    var (top, bottom) = (graphene_rect_t(), graphene_rect_t())
    guard let window = gtk_widget_get_ancestor(content, gtk_scrolled_window_get_type()),
      let viewport = gtk_scrolled_window_get_child(window.opaque),
      let fields = gtk_widget_get_first_child(viewport),
      gtk_widget_compute_bounds(button, fields, &top) != 0,
      gtk_widget_compute_bounds(content, fields, &bottom) != 0
    else { return }
    gtk_adjustment_clamp_page(
      gtk_scrolled_window_get_vadjustment(window.opaque), Double(top.origin.y),
      Double(bottom.origin.y + bottom.size.height))
  }

  private func toggled() {
    Accessible.setExpanded(button, isOpen)
    if isOpen {
      if !hasContent { gtk_revealer_set_child(content.opaque, makeContent()) }
      hasContent = true
      gtk_widget_set_visible(content, 1)
    }
    gtk_revealer_set_reveal_child(content.opaque, isOpen.gboolean)
    // `onOpen` may move the focus into the widget, so it is called after the widget has been made visible: screen
    // readers ignore the focus on a hidden widget.
    if isOpen {
      onOpen()
      scrollAlong()
    }
    if !isOpen, gtk_revealer_get_child_revealed(content.opaque) == 0 { gtk_widget_set_visible(content, 0) }
  }
}
