import CGtk
import GtkSupport

/// The number of a wheel, for the keyboard and assistive technology: a real but invisible spin button. The
/// wheel around it is visible and receives the pointer events.
@MainActor
final class PickerNumber {
  let pointer: WidgetPointer
  /// Called when assistive technology or pasted text sets the number.
  var onSet: (Int) -> Void = { _ in }
  private let text: (Int) -> String
  private let reference: ObjectReference
  private var isUpdating = false

  /// - Parameters:
  ///   - text: formats a number.
  init(name: String, range: ClosedRange<Int>, isCyclic: Bool, text: @escaping (Int) -> String) {
    self.text = text
    pointer = created(gtk_spin_button_new_with_range(Double(range.lowerBound), Double(range.upperBound), 1))
    reference = ObjectReference(pointer.opaque)
    gtk_spin_button_set_wrap(pointer.opaque, isCyclic.gboolean)
    // Text that is not a number changes nothing.
    gtk_spin_button_set_update_policy(pointer.opaque, GTK_UPDATE_IF_VALID)
    gtk_widget_set_opacity(pointer, 0)
    gtk_widget_set_can_target(pointer, 0)
    gtk_widget_add_css_class(pointer, "picker-number")
    hideButtons()
    Accessible.setLabel(pointer, name)
    onRequest(pointer.opaque, "output") { [weak self] in self?.write() ?? false }
    onSignal(pointer.opaque, "value-changed") { [weak self] in
      guard let self, !self.isUpdating else { return }
      self.onSet(self.value)
    }
  }

  var value: Int {
    get { Int(gtk_spin_button_get_value_as_int(pointer.opaque)) }
    set {
      guard newValue != value else { return }
      isUpdating = true
      gtk_spin_button_set_value(pointer.opaque, Double(newValue))
      isUpdating = false
    }
  }

  private func write() -> Bool {
    let shown = text(value)
    // Setting the same text again would announce it again.
    if String(cString: gtk_editable_get_text(pointer.opaque)) != shown {
      gtk_editable_set_text(pointer.opaque, shown)
    }
    return true
  }

  /// Hides the two invisible buttons, which would only be in the way of screen reader users exploring the
  /// window.
  private func hideButtons() {
    var child = gtk_widget_get_first_child(pointer)
    while let widget = child {
      child = gtk_widget_get_next_sibling(widget)
      if g_type_check_instance_is_a(widget.opaque.as(GTypeInstance.self), gtk_button_get_type()) != 0 {
        gtk_widget_set_visible(widget, 0)
      }
    }
  }
}
