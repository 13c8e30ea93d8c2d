import CGtk
import GtkSupport
import TimelineInteraction

/// Reports a press of one finger or of the primary mouse button on a widget, from press to release or cancel.
@MainActor
package final class PressGesture {
  /// Called when it begins, with the place in the widget.
  package var onPress: (Point) -> Void = { _ in }
  /// Called when the pressed hand has moved, with the place in the widget.
  package var onMove: (Point) -> Void = { _ in }
  /// Called when the hand lets go.
  package var onRelease: () -> Void = {}
  /// Called when the press comes to nothing: it was denied or taken away, or the widget is no longer seen.
  package var onCancel: () -> Void = {}

  /// Whether a press has begun of which neither a release nor a cancel was told.
  package private(set) var isPressed = false

  private let drag: OpaquePointer
  private var longPress: OpaquePointer?

  /// Listens to the presses on a widget.
  ///
  /// - Parameter isFirst: whether it hears of a press before what is in the widget does.
  package init(on widget: WidgetPointer, isFirst: Bool = false) {
    drag = created(gtk_gesture_drag_new())
    if isFirst { gtk_event_controller_set_propagation_phase(drag, GTK_PHASE_CAPTURE) }
    gtk_gesture_single_set_button(drag, 1)
    // Without `exclusive` a second finger would end the drag.
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
        // Where a frame has moved what lies under a pointer at rest, GDK makes up a motion without a time. It is none, and
        // a speed must not be taken from it.
        guard let self, self.isPressed, self.time > 0, let point = self.point else { return }
        self.onMove(point)
      })
    onSignal(drag, "drag-end", numbers: { [weak self] _, _ in self?.ended() })
    onSequence(drag, "cancel") { [weak self] _ in self?.cancel() }
    onSignal(widget.opaque, "unmap") { [weak self] in self?.cancel() }
    gtk_widget_add_controller(widget, drag)
  }

  /// Has a long press told too, after that share of the desktop's time for one.
  package func addLongPress(
    to widget: WidgetPointer, after factor: Double, _ handler: @escaping @MainActor () -> Void
  ) {
    let longPress = created(gtk_gesture_long_press_new())
    gtk_gesture_single_set_button(longPress, 1)
    gtk_gesture_single_set_exclusive(longPress, 1)
    gtk_gesture_long_press_set_delay_factor(longPress, factor)
    gtk_event_controller_set_propagation_phase(longPress, gtk_event_controller_get_propagation_phase(drag))
    onSignal(longPress, "pressed", numbers: { _, _ in handler() })
    gtk_widget_add_controller(widget, longPress)
    gtk_gesture_group(longPress, drag)
    self.longPress = longPress
  }

  /// When the event came that is being told, in seconds of the events' own clock.
  package var time: Double { Double(gtk_event_controller_get_current_event_time(drag)) / 1_000 }

  /// Where the hand is in the widget; nil without one.
  package var point: Point? {
    var (x, y) = (0.0, 0.0)
    let sequence = gtk_gesture_single_get_current_sequence(drag)
    guard gtk_gesture_get_point(drag, sequence, &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  package var isShiftHeld: Bool {
    let state = gtk_event_controller_get_current_event_state(drag)
    return Modifiers(rawValue: state.rawValue).contains(.shift)
  }

  /// The event that is being told, if one is.
  package var event: OpaquePointer? { gtk_event_controller_get_current_event(drag) }

  /// Whether it is a finger on the screen.
  package var isTouch: Bool {
    if let event, gdk_event_get_event_type(event) == GDK_TOUCH_BEGIN { return true }
    let device = gtk_event_controller_get_current_event_device(drag)
    return device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
  }

  /// Keeps the press from everything else that waits for it.
  package func claim() { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Leaves the press to others.
  package func deny() {
    gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    cancel()
  }

  /// Leaves the press to two fingers.
  package func reset() {
    gtk_event_controller_reset(drag)
    if let longPress { gtk_event_controller_reset(longPress) }
  }

  /// Ends the press without a release; what follows of it is ignored.
  package func cancel() {
    guard isPressed else { return }
    isPressed = false
    onCancel()
  }

  // drag-end comes on release, after a cancel and when someone else takes the sequence; only an event that lets go
  // of the very sequence is a release.
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
