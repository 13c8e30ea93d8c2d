import CGtk
import GtkSupport
import TimelineInteraction

/// Reports a press on a widget by one finger or the primary mouse button, until it is released or canceled.
@MainActor
package final class PressGesture {
  /// Called when a press begins, with the position in the widget.
  package var onPress: (Point) -> Void = { _ in }
  /// Called when the pointer has moved during the press, with the position in the widget.
  package var onMove: (Point) -> Void = { _ in }
  /// Called when the pointer is released.
  package var onRelease: () -> Void = {}
  /// Called when the press is canceled because it was denied, another gesture claimed it, or the widget was
  /// unmapped.
  package var onCancel: () -> Void = {}

  /// Whether a press is in progress: neither its release nor its cancellation has been reported.
  package private(set) var isPressed = false

  private let drag: OpaquePointer
  private var longPress: OpaquePointer?

  /// Adds the gesture to a widget.
  ///
  /// - Parameter usesCapturePhase: whether the gesture receives a press before the widget's children do.
  package init(on widget: WidgetPointer, usesCapturePhase: Bool = false) {
    drag = nonNull(gtk_gesture_drag_new())
    if usesCapturePhase { gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE) }
    gtk_gesture_single_set_button(drag, 1)
    // Without `exclusive`, a second finger would end the drag.
    gtk_gesture_single_set_exclusive(drag, 1)
    onSignal(
      drag, "drag-begin",
      numbers: { [weak self] x, y in
        self?.isPressed = true
        self?.onPress(Point(x: x, y: y))
      })
    onSignal(
      drag, "drag-update",
      numbers: { [weak self] _, _ in
        // When a frame moves content under a pointer at rest, GDK synthesizes a motion event without a time.
        // This is not a movement of the pointer, so no velocity may be derived from it.
        guard let self, self.isPressed, self.time > 0, let point = self.point else { return }
        self.onMove(point)
      })
    onSignal(drag, "drag-end", numbers: { [weak self] _, _ in self?.ended() })
    onSequence(drag, "cancel") { [weak self] _ in self?.cancel() }
    onSignal(widget.opaque, "unmap") { [weak self] in self?.cancel() }
    gtk_widget_add_controller(widget, drag)
  }

  /// Also reports long presses, after the given multiple of the desktop's long-press delay.
  package func addLongPress(
    to widget: WidgetPointer, after factor: Double, _ handler: @escaping @MainActor () -> Void
  ) {
    let longPress = nonNull(gtk_gesture_long_press_new())
    gtk_gesture_single_set_button(longPress, 1)
    gtk_gesture_single_set_exclusive(longPress, 1)
    gtk_gesture_long_press_set_delay_factor(longPress, factor)
    gtk_event_controller_set_propagation_phase(longPress, gtk_event_controller_get_propagation_phase(drag))
    onSignal(longPress, "pressed", numbers: { _, _ in handler() })
    gtk_widget_add_controller(widget, longPress)
    gtk_gesture_group(longPress, drag)
    self.longPress = longPress
  }

  /// The timestamp of the current event, in seconds.
  package var time: Double { Double(gtk_event_controller_get_current_event_time(drag)) / 1_000 }

  /// The pointer's position in the widget, or nil if there is no press.
  package var point: Point? {
    var (x, y) = (0.0, 0.0)
    let sequence = gtk_gesture_single_get_current_sequence(drag)
    guard gtk_gesture_get_point(drag, sequence, &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  package var isShiftHeld: Bool { modifiers.contains(.shift) }
  package var isControlHeld: Bool { modifiers.contains(.control) }

  private var modifiers: Modifiers {
    Modifiers(rawValue: gtk_event_controller_get_current_event_state(drag).rawValue)
  }

  /// The event that is being handled, if any.
  package var event: OpaquePointer? { gtk_event_controller_get_current_event(drag) }

  /// Whether the press is made on a touchscreen.
  package var isTouch: Bool {
    if let event, gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN { return true }
    let device = gtk_event_controller_get_current_event_device(drag)
    return device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
  }

  /// Claims the press, so that no other gesture receives it.
  package func claim() { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Denies the press and leaves it to other gestures.
  package func deny() {
    gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    cancel()
  }

  /// Abandons the press in favor of a two-finger gesture.
  package func reset() {
    gtk_event_controller_reset(drag)
    if let longPress { gtk_event_controller_reset(longPress) }
  }

  /// Ends the press without a release. Any further events of the press are ignored.
  package func cancel() {
    guard isPressed else { return }
    isPressed = false
    onCancel()
  }

  // `drag-end` is emitted on release, after cancellation, and when another gesture claims the sequence. It is
  // a release only if the current event ends the sequence.
  private func ended() {
    let type = gtk_event_controller_get_current_event(drag).map { gdk_event_get_event_type($0) }
    guard isPressed, type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END else {
      cancel()
      return
    }
    isPressed = false
    onRelease()
  }
}
