import CGtk
import GtkSupport
import TimelineInteraction

/// Lets menus and popovers open only while no button is pressed and no finger is on the screen, apart from the
/// press that requests the menu. `HeldInput` contains the rules, and receives the windows' input from this type.
@MainActor
package final class PopoverGate {
  /// The buttons and fingers whose release has not been reported yet.
  private var heldInput = HeldInput()
  /// The surface on which a mouse button was last pressed, used to query the state of the pointer's buttons.
  private var pressedSurface: ObjectReference?
  /// The surfaces on which touches are in progress, by finger.
  private var touchedSurfaces: [Int: ObjectReference] = [:]
  /// The closure that opens a popover once nothing is held.
  private var pendingOpening: (() -> Void)?

  /// Creates a gate that does not watch any window yet.
  package init() {}

  /// Runs `body`, which opens a menu or popover: immediately, once nothing is held, or never.
  package func open(for request: HeldInput.Request, _ body: @escaping @MainActor () -> Void) {
    pendingOpening = nil
    switch currentInput.answer(to: request) {
    case .now: body()
    case .later: pendingOpening = body
    case .never: break
    }
  }

  /// Returns whether a popover may open immediately. Used for popovers that GTK opens by itself, because they cannot
  /// be delayed.
  package func mayOpen(for request: HeldInput.Request) -> Bool { currentInput.answer(to: request) == .now }

  /// Discards a pending request, because another interaction has begun.
  package func discardPendingOpening() { pendingOpening = nil }

  /// Watches all button presses, touches and keys in a window before any widget in it handles them, and stops
  /// those that must not open a popover.
  package func watch(_ window: WidgetPointer) {
    let events = nonNull(gtk_event_controller_legacy_new())
    gtk_event_controller_set_propagation_phase(events, GTK_PHASE_CAPTURE)
    onEvent(events, stopping: { [weak self] event in self?.handle(event, in: window) ?? false })
    gtk_widget_add_controller(window, events)
    let keys = nonNull(gtk_event_controller_key_new())
    gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE)
    onKey(keys) { [weak self] press in
      guard let self, PopoverGate.opensPopover(press, in: window) else { return false }
      return !self.mayOpen(for: .key)
    }
    gtk_widget_add_controller(window, keys)
    // While the window is inactive, the ends of touches are not reported.
    onNotify(window.opaque, "is-active") { [weak self] in
      if !booleanProperty(window.opaque, "is-active") { self?.heldInput.forgetFingers() }
    }
  }

  // MARK: Events

  /// Keeps track of a press, touch or release. Returns whether to stop the event's propagation.
  private func handle(_ event: OpaquePointer, in window: WidgetPointer) -> Bool {
    let isPassedOn: Bool
    switch gdk_event_get_event_type(event) {
    case GDK_BUTTON_PRESS:
      heldInput = currentInput
      // The pointer's state already includes this press; the event's state does not.
      if gdk_event_get_modifier_state(event).rawValue & PopoverGate.anyButton == 0 {
        heldInput.forgetButtons()
      }
      pressedSurface = gdk_event_get_surface(event).map { ObjectReference($0) }
      isPassedOn = heldInput.press(Int(gdk_button_event_get_button(event)))
    case GDK_BUTTON_RELEASE:
      isPassedOn = heldInput.release(Int(gdk_button_event_get_button(event)))
    case GDK_TOUCH_BEGIN:
      guard let finger = PopoverGate.finger(of: event) else { return false }
      heldInput = currentInput
      touchedSurfaces[finger] = gdk_event_get_surface(event).map { ObjectReference($0) }
      isPassedOn = heldInput.touch(
        finger, isAlone: gdk_touch_event_get_emulating_pointer(event) != 0,
        opensMenu: PopoverGate.isOnMenuControl(event, in: window))
    case GDK_TOUCH_UPDATE:
      return PopoverGate.finger(of: event).map { !heldInput.forwardsEvents(of: $0) } ?? false
    case GDK_TOUCH_END, GDK_TOUCH_CANCEL:
      guard let finger = PopoverGate.finger(of: event) else { return false }
      touchedSurfaces[finger] = nil
      isPassedOn = heldInput.lift(finger)
    default: return false
    }
    if heldInput.isEmpty { openPending() }
    return !isPassedOn
  }

  /// Runs the pending closure as soon as the release has been handled, unless there is a new press by then.
  private func openPending() {
    guard pendingOpening != nil else { return }
    afterMilliseconds(0) { [weak self] in
      guard let self, let body = self.pendingOpening, self.currentInput.isEmpty else { return false }
      self.pendingOpening = nil
      body()
      return false
    }
  }

  /// The buttons and fingers that are currently held, without those whose release GTK never reported. GTK
  /// does not report a release if a popover has grabbed all input, or if a drag ends in a different program.
  private var currentInput: HeldInput {
    var currentInput = heldInput
    if !currentInput.buttons.isEmpty, !isAnyButtonDown { currentInput.forgetButtons() }
    for finger in currentInput.fingers where touchedSurfaces[finger].map(PopoverGate.isMapped) != true {
      _ = currentInput.lift(finger)
    }
    return currentInput
  }

  /// Whether any button of the pointer is pressed. It is not possible to determine which one: on Wayland, GDK
  /// sets the right button's bit for the middle button.
  private var isAnyButtonDown: Bool {
    guard let surface = pressedSurface?.pointer.opaque, PopoverGate.isMapped(pressedSurface),
      let seat = gdk_display_get_default_seat(gdk_surface_get_display(surface)),
      let pointer = gdk_seat_get_pointer(seat)
    else { return false }
    var modifiers = GdkModifierType(rawValue: 0)
    gdk_surface_get_device_position(surface, pointer, nil, nil, &modifiers)
    return modifiers.rawValue & PopoverGate.anyButton != 0
  }

  private static let anyButton =
    GDK_BUTTON1_MASK.rawValue | GDK_BUTTON2_MASK.rawValue | GDK_BUTTON3_MASK.rawValue
    | GDK_BUTTON4_MASK.rawValue | GDK_BUTTON5_MASK.rawValue

  private static func isMapped(_ surface: ObjectReference?) -> Bool {
    surface.map { gdk_surface_get_mapped($0.pointer.opaque) != 0 } ?? false
  }

  private static func finger(of event: OpaquePointer) -> Int? {
    gdk_event_get_event_sequence(event).map { Int(bitPattern: $0) }
  }

  // MARK: GTK's own popovers

  private static let activationKeys = [GDK_KEY_space, GDK_KEY_KP_Space, GDK_KEY_Return, GDK_KEY_KP_Enter]

  /// Returns whether a key makes GTK open one of its own popovers: the context menu or the emoji chooser of a text
  /// field, or a drop-down list.
  private static func opensPopover(_ press: KeyEvent, in window: WidgetPointer) -> Bool {
    switch (Int32(press.symbol), press.modifiers) {
    case (GDK_KEY_Menu, _), (GDK_KEY_F10, .shift), (GDK_KEY_period, .control), (GDK_KEY_semicolon, .control):
      return true
    case (let key, []) where activationKeys.contains(key):
      return gtk_window_get_focus(window.as(GtkWindow.self)).map(isInDropDown) ?? false
    default: return false
    }
  }

  private static func isOnMenuControl(_ event: OpaquePointer, in window: WidgetPointer) -> Bool {
    var (x, y, left, top) = (0.0, 0.0, 0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0,
      gdk_event_get_surface(event) == gtk_native_get_surface(window.opaque)
    else { return false }
    gtk_native_get_surface_transform(window.opaque, &left, &top)
    guard let pickedWidget = gtk_widget_pick(window, x - left, y - top, GTK_PICK_DEFAULT) else {
      return false
    }
    return gtk_widget_get_ancestor(pickedWidget, gtk_menu_button_get_type()) != nil
      || isInDropDown(pickedWidget)
  }

  private static func isInDropDown(_ widget: WidgetPointer) -> Bool {
    gtk_widget_get_ancestor(widget, gtk_drop_down_get_type()) != nil
  }
}
