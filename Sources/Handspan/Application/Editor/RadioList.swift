import CGtk
import GtkSupport

/// A column of radio buttons.
@MainActor
final class RadioList<Value: Equatable> {
  let gtkWidget = nonNull(gtk_box_new(GTK_ORIENTATION_VERTICAL, 0))
  /// Called with the value that the user chose.
  var onChoose: (Value) -> Void = { _ in }

  private var buttons: [(value: Value, widget: WidgetPointer)] = []
  private var isUpdating = false

  init(name: String) {
    Accessible.makeGroup(gtkWidget, named: name)
  }

  /// Shows the given values and selects one of them. The buttons are created again only if the values have
  /// changed.
  func set(_ choices: [(value: Value, name: String)], selected: Value) {
    if choices.map(\.value) != buttons.map(\.value) {
      for button in buttons { gtk_box_remove(gtkWidget.as(GtkBox.self), button.widget) }
      buttons = []
      for choice in choices { add(choice.value, choice.name) }
    }
    isUpdating = true
    defer { isUpdating = false }
    for button in buttons where button.value == selected {
      gtk_check_button_set_active(button.widget.as(GtkCheckButton.self), 1)
    }
  }

  private func add(_ value: Value, _ name: String) {
    let button = nonNull(gtk_check_button_new())
    Accessible.setRole(button, GTK_ACCESSIBLE_ROLE_RADIO)
    EditorForm.setWrappingLabel(name, of: button)
    if let first = buttons.first {
      gtk_check_button_set_group(button.as(GtkCheckButton.self), first.widget.as(GtkCheckButton.self))
    }
    onSignal(button.opaque, "toggled") { [weak self] in
      guard let self, !self.isUpdating, gtk_check_button_get_active(button.as(GtkCheckButton.self)) != 0
      else {
        return
      }
      self.onChoose(value)
    }
    gtk_box_append(gtkWidget.as(GtkBox.self), button)
    buttons.append((value, button))
  }

  /// Focuses the chosen button.
  func takeFocus() {
    let active = buttons.first { gtk_check_button_get_active($0.widget.as(GtkCheckButton.self)) != 0 }
    if let button = active ?? buttons.first { gtk_widget_grab_focus(button.widget) }
  }
}
