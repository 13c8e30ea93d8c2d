import CGtk
import CalendarModel
import CalendarText
import GtkSupport

/// The field for the status of an event (confirmed, tentative or cancelled): a group of three toggle buttons.
@MainActor
final class StatusField {
  let pointer = created(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  /// Called with the chosen status.
  var onChoose: (CalendarEvent.Status) -> Void = { _ in }

  private var buttons: [(status: CalendarEvent.Status, widget: WidgetPointer)] = []
  private var isSetting = false

  init(_ t: Translator) {
    gtk_box_set_homogeneous(pointer.as(GtkBox.self), 1)
    gtk_widget_add_css_class(pointer, "linked")
    gtk_widget_add_css_class(pointer, "status")
    // The mnemonic only moves the focus; it does not change the status.
    onMnemonic(pointer) { [weak self] in self?.takeFocus() }
    for (status, name) in [
      (CalendarEvent.Status.confirmed, t.trc("status", "Confirmed")),
      (.tentative, t.trc("status", "Tentative")), (.cancelled, t.trc("status", "Cancelled")),
    ] {
      let button = created(gtk_toggle_button_new())
      let label = created(gtk_label_new(name))
      gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
      gtk_button_set_child(button.as(GtkButton.self), label)
      Accessible.setLabel(button, name)
      if let first = buttons.first {
        gtk_toggle_button_set_group(button.as(GtkToggleButton.self), first.widget.as(GtkToggleButton.self))
      }
      onSignal(button.opaque, "toggled") { [weak self] in
        guard let self, !self.isSetting else { return }
        if gtk_toggle_button_get_active(button.as(GtkToggleButton.self)) != 0 { self.onChoose(status) }
      }
      gtk_box_append(pointer.as(GtkBox.self), button)
      buttons.append((status, button))
    }
  }

  /// Focuses the pressed button.
  private func takeFocus() {
    let pressed = buttons.first { gtk_toggle_button_get_active($0.widget.as(GtkToggleButton.self)) != 0 }
    if let pressed { gtk_widget_grab_focus(pressed.widget) }
  }

  func setStatus(_ status: CalendarEvent.Status) {
    isSetting = true
    defer { isSetting = false }
    for button in buttons where button.status == status {
      gtk_toggle_button_set_active(button.widget.as(GtkToggleButton.self), 1)
    }
  }
}
