import CGtk

/// Sets the accessible properties of a widget.
@MainActor
package enum Accessible {
  /// Sets the accessible role of a widget. Call it before the widget is shown.
  package static func setRole(_ widget: WidgetPointer, _ role: GtkAccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, Int32(role.rawValue))
    g_object_set_property(
      UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), "accessible-role", &value)
    g_value_unset(&value)
  }

  /// Sets a widget's accessible name.
  package static func setLabel(_ widget: WidgetPointer, _ text: String) {
    setProperty(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, text)
  }

  /// Sets the longer description. Screen readers announce a change of it on the focused widget.
  package static func setDescription(_ widget: WidgetPointer, _ text: String) {
    setProperty(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
  }

  /// Hides a widget from assistive technology, or shows it again.
  package static func setHidden(_ widget: WidgetPointer, _ isHidden: Bool) {
    let object = widget.as(GObject.self)
    let isFirst = g_object_get_data(object, requestedState) == nil
    g_object_set_data(
      object, requestedState, UnsafeMutableRawPointer(bitPattern: isHidden ? hiddenState : shownState))
    updateHiddenState(widget, isHidden)
    guard isFirst else { return }
    // GTK 4.18 marks every widget that is mapped as not hidden, and does so after the signal.
    onSignal(widget.opaque, "map") {
      let reference = ObjectReference(widget.opaque)
      afterMilliseconds(0) {
        if Int(bitPattern: g_object_get_data(reference.pointer, requestedState)) == hiddenState {
          updateHiddenState(widget, true)
        }
        return false
      }
    }
  }

  // The last requested state, stored with the widget because GTK changes the state itself.
  private static let requestedState = "handspan-hidden"
  private static let (shownState, hiddenState) = (1, 2)

  private static func updateHiddenState(_ widget: WidgetPointer, _ isHidden: Bool) {
    var state = GTK_ACCESSIBLE_STATE_HIDDEN
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    g_value_set_boolean(&value, isHidden.gboolean)
    gtk_accessible_update_state_value(widget.opaque, 1, &state, &value)
    g_value_unset(&value)
  }

  /// Sets whether a list item is the selected one.
  package static func setSelected(_ widget: WidgetPointer, _ isSelected: Bool) {
    var state = GTK_ACCESSIBLE_STATE_SELECTED
    var value = GValue()
    gtk_accessible_state_init_value(state, &value)
    g_value_set_int(&value, isSelected ? 1 : 0)
    gtk_accessible_update_state_value(widget.opaque, 1, &state, &value)
    g_value_unset(&value)
  }

  /// Announces a text immediately, through the focused widget.
  ///
  /// From GTK 4.14 on it uses GTK's announcements. Before, the text becomes the widget's description; the
  /// change sends an event.
  package static func announce(_ text: String, on widget: WidgetPointer) {
    if handspan_announce(widget, text) == 0 { setDescription(widget, text) }
  }

  private static func setProperty(_ widget: WidgetPointer, _ property: GtkAccessibleProperty, _ text: String)
  {
    var property = property
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    g_value_set_string(&value, text)
    gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    g_value_unset(&value)
  }
}
