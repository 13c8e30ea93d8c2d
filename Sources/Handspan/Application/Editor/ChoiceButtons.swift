import CGtk
import GtkSupport

/// Linked toggle buttons, one of which is chosen: a radio group in a row.
@MainActor
final class ChoiceButtons<Value: Equatable> {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 0))
  /// Called with the value that the user chose.
  var onChoose: (Value) -> Void = { _ in }

  private var buttons: [(value: Value, widget: WidgetPointer)] = []
  private var isUpdating = false

  /// - Parameters:
  ///   - name: the accessible name of the group.
  ///   - choices: the values and the labels of their buttons.
  ///   - isHomogeneous: whether all buttons have the same width.
  init(name: String, _ choices: [(value: Value, name: String)], isHomogeneous: Bool = true) {
    gtk_box_set_homogeneous(gtkWidget.as(GtkBox.self), isHomogeneous.gboolean)
    gtk_widget_add_css_class(gtkWidget, "linked")
    gtk_widget_add_css_class(gtkWidget, "status")
    Accessible.makeGroup(gtkWidget, named: name)
    // The mnemonic only moves the focus; it does not change the choice.
    onMnemonic(gtkWidget) { [weak self] in self?.takeFocus() }
    for choice in choices { add(choice.value, choice.name) }
  }

  private func add(_ value: Value, _ name: String) {
    let button = nonNull(gtk_toggle_button_new())
    Accessible.setRole(button, GTK_ACCESSIBLE_ROLE_RADIO)
    Accessible.setChecked(button, false)
    let label = nonNull(gtk_label_new(name))
    gtk_label_set_ellipsize(label.opaque, PANGO_ELLIPSIZE_END)
    gtk_button_set_child(button.as(GtkButton.self), label)
    Accessible.setLabel(button, name)
    if let first = buttons.first {
      gtk_toggle_button_set_group(button.as(GtkToggleButton.self), first.widget.as(GtkToggleButton.self))
    }
    onSignal(button.opaque, "toggled") { [weak self] in
      let isChosen = gtk_toggle_button_get_active(button.as(GtkToggleButton.self)) != 0
      Accessible.setChecked(button, isChosen)
      guard let self, !self.isUpdating, isChosen else { return }
      self.onChoose(value)
    }
    gtk_widget_set_hexpand(button, 1)
    gtk_box_append(gtkWidget.as(GtkBox.self), button)
    buttons.append((value, button))
  }

  /// Focuses the pressed button.
  func takeFocus() {
    let pressed = buttons.first { gtk_toggle_button_get_active($0.widget.as(GtkToggleButton.self)) != 0 }
    if let pressed { gtk_widget_grab_focus(pressed.widget) }
  }

  func select(_ value: Value) {
    isUpdating = true
    defer { isUpdating = false }
    for button in buttons where button.value == value {
      gtk_toggle_button_set_active(button.widget.as(GtkToggleButton.self), 1)
    }
  }

  /// Enables or disables a button.
  ///
  /// - Parameter reason: the reason why it is disabled; nil to enable it.
  func setDisabled(_ value: Value, because reason: String?) {
    for button in buttons where button.value == value {
      gtk_widget_set_sensitive(button.widget, (reason == nil).gboolean)
      gtk_widget_set_tooltip_text(button.widget, reason)
      Accessible.setDescription(button.widget, reason ?? "")
    }
  }
}
