import CGtk

/// Sets the accessible attributes of widgets.
@MainActor
package enum Accessible {
  /// Makes a widget a group with a name, which a screen reader reads before the first of its widgets that gets the focus.
  ///
  /// The role of a radio group would be more precise, but Orca does not read the name of one.
  package static func makeGroup(_ widget: WidgetPointer, named name: String) {
    setRole(widget, GTK_ACCESSIBLE_ROLE_GROUP)
    setLabel(widget, name)
  }

  /// Sets the accessible role of a widget. Call this before the widget is shown.
  package static func setRole(_ widget: WidgetPointer, _ role: GtkAccessibleRole) {
    var value = GValue()
    g_value_init(&value, gtk_accessible_role_get_type())
    g_value_set_enum(&value, Int32(role.rawValue))
    g_object_set_property(
      UnsafeMutableRawPointer(widget).assumingMemoryBound(to: GObject.self), "accessible-role", &value)
    g_value_unset(&value)
  }

  /// Sets a widget's accessible name. The relation to a label that names the widget, which buttons and rows have, is
  /// removed: it would count instead of the name in newer GTK versions, and GTK 4.8 would name an icon button after the
  /// class of the icon's widget.
  package static func setLabel(_ widget: WidgetPointer, _ text: String) {
    gtk_accessible_reset_relation(widget.opaque, GTK_ACCESSIBLE_RELATION_LABELLED_BY)
    g_object_set_data_full(widget.as(GObject.self), labelKey, g_strdup(text), g_free)
    setProperty(widget, GTK_ACCESSIBLE_PROPERTY_LABEL, text)
  }

  // The key under which the name set with `setLabel` is stored with the widget.
  private static let labelKey = "handspan-label"

  /// Reports the name of a widget that is no longer hidden, if it was set with `setLabel`. GTK 4.18 tells a screen reader that a hidden widget has no
  /// name, and does not report its name when the widget is shown; Orca 48 then reads no name until the next change.
  private static func reportLabel(of widget: WidgetPointer) {
    guard gtk_check_version(4, 10, 0) == nil,
      let label = g_object_get_data(widget.as(GObject.self), labelKey)
    else { return }
    // Setting the same name would not be a change.
    gtk_accessible_reset_property(widget.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL)
    setProperty(
      widget, GTK_ACCESSIBLE_PROPERTY_LABEL, String(cString: label.assumingMemoryBound(to: CChar.self)))
  }

  /// Sets the accessible name of a menu button. The button inside it gets the focus, so it also needs the name. GTK describes that
  /// button by the menu button, so a screen reader would read the name once more.
  package static func setLabel(ofMenuButton menuButton: WidgetPointer, _ text: String) {
    setLabel(menuButton, text)
    guard let button = gtk_widget_get_first_child(menuButton) else { return }
    gtk_accessible_reset_relation(button.opaque, GTK_ACCESSIBLE_RELATION_DESCRIBED_BY)
    setLabel(button, text)
  }

  /// Uses the text of a label as the accessible name of a widget, replacing a name set with `setLabel`.
  package static func setName(_ widget: WidgetPointer, from label: WidgetPointer) {
    g_object_set_data(widget.as(GObject.self), labelKey, nil)
    gtk_accessible_reset_property(widget.opaque, GTK_ACCESSIBLE_PROPERTY_LABEL)
    handspan_set_labeled_by(widget, label)
  }

  /// Removes the accessible name of a page of a GtkStack. By default, the name is a class name. GTK ignores
  /// an empty name, so the name is set to a space.
  package static func removeName(ofPage page: OpaquePointer) {
    setProperty(WidgetPointer(page), GTK_ACCESSIBLE_PROPERTY_LABEL, " ")
  }

  /// Names a page of a GtkStack.
  package static func setName(ofPage page: OpaquePointer, _ name: String) {
    setProperty(WidgetPointer(page), GTK_ACCESSIBLE_PROPERTY_LABEL, name)
  }

  /// Sets whether a dialog is modal.
  package static func setModal(_ widget: WidgetPointer, _ isModal: Bool) {
    var property = GTK_ACCESSIBLE_PROPERTY_MODAL
    var value = GValue()
    gtk_accessible_property_init_value(property, &value)
    g_value_set_boolean(&value, isModal.gboolean)
    gtk_accessible_update_property_value(widget.opaque, 1, &property, &value)
    g_value_unset(&value)
  }

  /// Sets the expanded state of a button that shows and hides a part of the window.
  package static func setExpanded(_ widget: WidgetPointer, _ isExpanded: Bool) {
    updateState(of: widget, GTK_ACCESSIBLE_STATE_EXPANDED) { g_value_set_int(&$0, isExpanded ? 1 : 0) }
  }

  /// Sets whether a radio button is the selected one in its group.
  package static func setChecked(_ widget: WidgetPointer, _ isChecked: Bool) {
    handspan_set_checked(widget, isChecked.gboolean)
  }

  /// Makes assistive technology regard a toggle button as a check box. GTK 4.8 reports a toggle button as a button without
  /// a state.
  package static func makeCheckBox(_ toggleButton: WidgetPointer) {
    report(toggleButton, as: GTK_ACCESSIBLE_ROLE_CHECKBOX, setChecked)
  }

  /// Makes assistive technology regard a toggle button as a button that shows and hides a part of the window.
  package static func makeExpander(_ toggleButton: WidgetPointer) {
    report(toggleButton, as: GTK_ACCESSIBLE_ROLE_BUTTON, setExpanded)
  }

  /// Sets the role of a toggle button, and keeps the state of that role the same as the button's.
  private static func report(
    _ toggleButton: WidgetPointer, as role: GtkAccessibleRole,
    _ setState: @escaping @MainActor (WidgetPointer, Bool) -> Void
  ) {
    setRole(toggleButton, role)
    reportWhenShown(toggleButton)
    func update() {
      setState(toggleButton, gtk_toggle_button_get_active(toggleButton.as(GtkToggleButton.self)) != 0)
    }
    update()
    onSignal(toggleButton.opaque, "toggled", update)
  }

  /// Marks a field whose text was rejected, both visually and for assistive technology, or removes the mark.
  package static func setRejected(_ entry: WidgetPointer, _ isRejected: Bool) {
    if isRejected {
      gtk_widget_add_css_class(entry, "error")
    } else {
      gtk_widget_remove_css_class(entry, "error")
    }
    handspan_set_invalid(entry, isRejected.gboolean)
  }

  /// Sets the keys that activate a widget, as text.
  package static func setKeyShortcuts(_ widget: WidgetPointer, _ keys: String) {
    setProperty(widget, GTK_ACCESSIBLE_PROPERTY_KEY_SHORTCUTS, keys)
  }

  /// Sets whether a focusable widget is announced as unavailable.
  package static func setDisabled(_ widget: WidgetPointer, _ isDisabled: Bool) {
    updateState(of: widget, GTK_ACCESSIBLE_STATE_DISABLED) { g_value_set_boolean(&$0, isDisabled.gboolean) }
  }

  /// Sets a widget's accessible description. Screen readers announce changes to the description of the
  /// focused widget.
  package static func setDescription(_ widget: WidgetPointer, _ text: String) {
    // GTK 4.8 begins to report changes of a widget when it gets the focus. Setting the same text again would then report a
    // change from before, and a screen reader would cut the widget's name off for it. A tooltip's text also sets the
    // description, so it may be another one by now.
    guard storedDescription(of: widget) != text || gtk_widget_get_tooltip_text(widget) != nil else { return }
    g_object_set_data_full(widget.as(GObject.self), ownDescriptionKey, g_strdup(text), g_free)
    // A message is read first; the description comes back when it ends.
    if !AnnouncedDescription.isShown(on: widget) { setShownDescription(widget, text) }
  }

  /// Returns the description that a widget has while nothing is announced on its behalf. By default, GTK uses the text of
  /// a tooltip.
  static func ownDescription(of widget: WidgetPointer) -> String {
    storedDescription(of: widget) ?? gtk_widget_get_tooltip_text(widget).map { String(cString: $0) } ?? ""
  }

  private static func storedDescription(of widget: WidgetPointer) -> String? {
    g_object_get_data(widget.as(GObject.self), ownDescriptionKey).map {
      String(cString: $0.assumingMemoryBound(to: CChar.self))
    }
  }

  // The key under which a widget's own description is stored with the widget.
  private static let ownDescriptionKey = "handspan-description"

  /// Sets the description that assistive technology sees.
  static func setShownDescription(_ widget: WidgetPointer, _ text: String) {
    setProperty(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text)
  }

  /// Lets GTK report everything that has been set for a focusable widget as soon as it is shown.
  ///
  /// GTK 4.8 reports nothing of a widget that assistive technology has not seen yet, and reports all of it with the first change
  /// after that. If that is when the widget has the focus, a screen reader reads its state and description again.
  package static func reportWhenShown(_ widget: WidgetPointer) {
    onSignal(widget.opaque, "map") {
      let reference = ObjectReference(widget.opaque)
      afterMilliseconds(0) {
        let widget = reference.pointer.as(GtkWidget.self)
        guard gtk_widget_get_mapped(widget) != 0, gtk_widget_get_focusable(widget) != 0,
          gtk_widget_has_focus(widget) == 0
        else { return false }
        // A change of this property makes the widget known.
        for isFocusable in [gboolean(0), 1] { gtk_widget_set_focusable(widget, isFocusable) }
        setShownDescription(widget, ownDescription(of: widget))
        return false
      }
    }
  }

  /// The time in milliseconds for which a hidden widget that had the focus must still exist. If it were removed at once, a screen
  /// reader might not read the newly focused widget, or read all groups around it.
  package static let removalDelay: UInt32 = 2_000

  /// Hides a widget from assistive technology, or shows it again.
  package static func setHidden(_ widget: WidgetPointer, _ isHidden: Bool) {
    let object = widget.as(GObject.self)
    let isFirst = g_object_get_data(object, requestedStateKey) == nil
    g_object_set_data(
      object, requestedStateKey, UnsafeMutableRawPointer(bitPattern: isHidden ? hiddenState : shownState))
    updateHiddenState(widget, isHidden)
    if !isHidden, !isFirst { reportLabel(of: widget) }
    guard isFirst else { return }
    // When a widget is mapped, GTK 4.18 marks it as not hidden, but only after emitting `map`.
    onSignal(widget.opaque, "map") {
      guard Int(bitPattern: g_object_get_data(object, requestedStateKey)) == hiddenState else { return }
      let reference = ObjectReference(widget.opaque)
      afterMilliseconds(0) {
        if Int(bitPattern: g_object_get_data(reference.pointer, requestedStateKey)) == hiddenState {
          updateHiddenState(widget, true)
        }
        return false
      }
    }
  }

  /// Allows GTK to mark a widget as not hidden when it is mapped. It is hidden from assistive technology until then or
  /// until `setHidden` is called.
  package static func allowShowing(_ widget: WidgetPointer) {
    let object = widget.as(GObject.self)
    guard g_object_get_data(object, requestedStateKey) != nil else { return }
    g_object_set_data(object, requestedStateKey, UnsafeMutableRawPointer(bitPattern: shownState))
  }

  // The key under which the last requested state is stored with the widget. The actual state may differ,
  // because GTK itself changes it.
  private static let requestedStateKey = "handspan-hidden"
  private static let (shownState, hiddenState) = (1, 2)

  private static func updateHiddenState(_ widget: WidgetPointer, _ isHidden: Bool) {
    updateState(of: widget, GTK_ACCESSIBLE_STATE_HIDDEN) { g_value_set_boolean(&$0, isHidden.gboolean) }
  }

  /// Sets whether a list item is selected. Call this only when the selection changes: until an item is first
  /// selected, its state is unknown, and Orca 48 does not say “not selected” after its name.
  package static func setSelected(_ widget: WidgetPointer, _ isSelected: Bool) {
    updateState(of: widget, GTK_ACCESSIBLE_STATE_SELECTED) { g_value_set_int(&$0, isSelected ? 1 : 0) }
  }

  private static func updateState(
    of widget: WidgetPointer, _ state: GtkAccessibleState, _ setValue: (inout GValue) -> Void
  ) {
    var (state, value) = (state, GValue())
    gtk_accessible_state_init_value(state, &value)
    setValue(&value)
    gtk_accessible_update_state_value(widget.opaque, 1, &state, &value)
    g_value_unset(&value)
  }

  /// Called with each message and the widget on whose behalf it is announced. For tests: GTK's accessibility of tests has
  /// no announcements.
  package static var onAnnounce: ((String, WidgetPointer) -> Void)?

  /// Announces a message to screen readers immediately, on behalf of the focused widget.
  ///
  /// GTK supports announcements from version 4.14 on. In older versions, the text is set as the widget's
  /// description and removed at once, so that screen readers are notified of a change.
  package static func announce(_ text: String, on widget: WidgetPointer) {
    onAnnounce?(text, widget)
    guard handspan_announce(widget, text) == 0 else { return }
    AnnouncedDescription.announce(text, on: widget)
  }

  /// Announces a message together with the name of a widget to which `focus` moves the focus.
  ///
  /// Before GTK 4.14, the text is set as the widget's description before the focus moves, so a screen reader
  /// reads it together with the name. If the description changed after the focus had moved, the screen reader
  /// would read it twice.
  ///
  /// - Returns: the result of `focus`.
  package static func announce(
    _ text: String, with widget: WidgetPointer, focusing focus: () -> Bool
  ) -> Bool {
    let canAnnounce = handspan_can_announce(widget) != 0
    if !canAnnounce { AnnouncedDescription.show(text, on: widget) }
    let isFocused = focus()
    if canAnnounce { announce(text, on: widget) }
    return isFocused
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
