import CGtk
import GtkSupport
import TimelineInteraction

/// One finger, or the mouse's first button, pressed on a widget: told from the press to its end, which is either a
/// release or a cancel.
@MainActor
public final class PressGesture {
  /// Called when it begins, with the place in the widget.
  public var onPress: (Point) -> Void = { _ in }
  /// Called when the pressed hand has moved, with the place in the widget.
  public var onMove: (Point) -> Void = { _ in }
  /// Called when the hand lets go.
  public var onRelease: () -> Void = {}
  /// Called when the press comes to nothing: it was denied or taken away, or the widget is no longer seen.
  public var onCancel: () -> Void = {}

  /// Whether a press has begun of which neither a release nor a cancel was told.
  public private(set) var isPressed = false

  private let drag: OpaquePointer

  /// Listens to the presses on a widget.
  public init(on widget: WidgetPointer) {
    drag = created(gtk_gesture_drag_new())
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

  /// When the event came that is being told, in seconds of the events' own clock.
  public var time: Double { Double(gtk_event_controller_get_current_event_time(drag)) / 1_000 }

  /// Where the hand is in the widget; nil without one.
  public var point: Point? {
    var (x, y) = (0.0, 0.0)
    let sequence = gtk_gesture_single_get_current_sequence(drag)
    guard gtk_gesture_get_point(drag, sequence, &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  /// Whether it is a finger on the screen.
  public var isTouch: Bool {
    let device = gtk_event_controller_get_current_event_device(drag)
    return device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
  }

  /// Keeps the press from everything else that waits for it.
  public func claim() { gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED) }

  /// Leaves the press to others.
  public func deny() {
    gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
    cancel()
  }

  /// Ends the press without a release; what follows of it is ignored.
  public func cancel() {
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
