import CGtk
import GtkSupport

/// The number of a wheel, as an invisible spin button for the keyboard and assistive technology. The wheel
/// around it is visible and receives the pointer events.
@MainActor
final class PickerNumber {
  let gtkWidget: WidgetPointer
  /// Called when assistive technology or pasted text sets the number.
  var onSet: (Int) -> Void = { _ in }
  private let text: (Int) -> String
  private let reference: ObjectReference
  private var isUpdating = false

  /// - Parameter text: formats a number.
  init(name: String, range: ClosedRange<Int>, isCyclic: Bool, text: @escaping (Int) -> String) {
    self.text = text
    gtkWidget = nonNull(gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), 1))
    reference = ObjectReference(gtkWidget.opaque)
    gtk_spin_button_set_wrap(gtkWidget.opaque, isCyclic.gboolean)
    // Text that is not a number does not change the value.
    gtk_spin_button_set_update_policy(gtkWidget.opaque, GTK_UPDATE_IF_VALID)
    gtk_widget_set_opacity(gtkWidget, 0)
    gtk_widget_set_can_target(gtkWidget, 0)
    gtk_widget_add_css_class(gtkWidget, "picker-number")
    hideButtons()
    Accessible.setLabel(gtkWidget, name)
    onRequest(gtkWidget.opaque, "output") { [weak self] in self?.showFormattedValue() ?? false }
    onSignal(gtkWidget.opaque, "value-changed") { [weak self] in
      guard let self, !self.isUpdating else { return }
      self.onSet(self.value)
    }
  }

  var value: Int {
    get { Int(gtk_spin_button_get_value_as_int(gtkWidget.opaque)) }
    set {
      guard newValue != value else { return }
      isUpdating = true
      gtk_spin_button_set_value(gtkWidget.opaque, Double(newValue))
      isUpdating = false
    }
  }

  /// Focuses the number. Its text is not selected, because a screen reader would report each change of the
  /// selection.
  func grabFocus() -> Bool {
    guard let text = gtk_editable_get_delegate(gtkWidget.opaque) else { return false }
    return gtk_text_grab_focus_without_selecting(text.as(GtkText.self)) != 0
  }

  private func showFormattedValue() -> Bool {
    let formattedValue = text(value)
    // Setting the same text again would make screen readers announce it again.
    if String(cString: gtk_editable_get_text(gtkWidget.opaque)) != formattedValue {
      gtk_editable_set_text(gtkWidget.opaque, formattedValue)
    }
    return true
  }

  /// Hides the spin button's two buttons. They are invisible in any case, and would only get in the way of
  /// screen reader users who explore the window.
  private func hideButtons() {
    var child = gtk_widget_get_first_child(gtkWidget)
    while let widget = child {
      child = gtk_widget_get_next_sibling(widget)
      if g_type_check_instance_is_a(widget.opaque.as(GTypeInstance.self), gtk_button_get_type()) != 0 {
        gtk_widget_set_visible(widget, 0)
      }
    }
  }
}
