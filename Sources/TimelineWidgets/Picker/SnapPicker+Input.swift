import CGtk
import GtkSupport
import TimelineInteraction

// Fingers, mouse, wheel and touchpad.
extension SnapPicker {
  /// A press that is not yet over.
  struct Press {
    /// Seconds by which the clock is ahead of the events' times: the two need not count from the same moment.
    let offset: Double
    /// Whether it picks or scrolls what is around a ribbon, once that is known.
    var axis: SwipeAxis
  }

  func installInput() {
    let drag = created(gtk_gesture_drag_new())
    self.drag = drag
    gtk_gesture_single_set_button(drag, 1)
    // Without `exclusive` a second finger would end the drag.
    gtk_gesture_single_set_exclusive(drag, 1)
    onSignal(drag, "drag-begin", numbers: { [weak self] x, y in self?.pressed(at: Point(x: x, y: y)) })
    onSignal(drag, "drag-update", numbers: { [weak self] _, _ in self?.dragged() })
    onSignal(drag, "drag-end", numbers: { [weak self] _, _ in self?.dragEnded() })
    onSequence(drag, "cancel") { [weak self] _ in self?.pressCancelled() }
    gtk_widget_add_controller(pointer, drag)
    scroll = PickerScroll(on: self)
    // No frame comes any more.
    onSignal(pointer.opaque, "unmap") { [weak self] in self?.finish() }
  }

  private var eventTime: Double { Double(gtk_event_controller_get_current_event_time(drag)) / 1_000 }

  private func pressed(at point: Point) {
    let offset = now - eventTime
    press = Press(offset: offset, axis: SwipeAxis(start: point))
    if isVertical {
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      stillAround()
    }
    endTyping()
    // A finger's focus would call up the keyboard on the screen.
    if !isTouch { takeFocus() }
    move { $0.press(at: axis.coordinate(of: point, width: Double(width)), time: eventTime + offset) }
  }

  private func dragged() {
    guard let point = currentPoint(), var press else { return }
    let wasOpen = press.axis.axis == nil
    press.axis.follow(point)
    self.press = press
    if !isVertical, wasOpen {
      switch press.axis.axis {
      case nil: break
      case .horizontal:
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
        stillAround()
      case .vertical:
        gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
        pressCancelled()
        return
      }
    }
    move {
      $0.drag(to: axis.coordinate(of: point, width: Double(width)), time: eventTime + press.offset)
    }
  }

  // drag-end comes on release, after a cancel and when someone else takes the sequence; only an event that lets go
  // of the very sequence is a release.
  private func dragEnded() {
    let type = gtk_event_controller_get_current_event(drag).map { gdk_event_get_event_type($0) }
    guard let ended = press, type == GDK_BUTTON_RELEASE || type == GDK_TOUCH_END else {
      pressCancelled()
      return
    }
    press = nil
    moveAround()
    move { $0.release(time: eventTime + ended.offset) }
  }

  /// The hand was taken away: the picker goes back to where it was.
  func pressCancelled() {
    guard press != nil else { return }
    press = nil
    moveAround()
    move { $0.cancel(time: now) }
  }

  private func currentPoint() -> Point? {
    var (x, y) = (0.0, 0.0)
    let sequence = gtk_gesture_single_get_current_sequence(drag)
    guard gtk_gesture_get_point(drag, sequence, &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  private var isTouch: Bool {
    let device = gtk_event_controller_get_current_event_device(drag)
    return device.map { gdk_device_get_source($0) == GDK_SOURCE_TOUCHSCREEN } ?? false
  }

  // MARK: What is around

  /// Keeps enclosing scrolled windows from taking the drag: they would after a few px, whoever claimed it.
  private func stillAround() {
    guard stilled.isEmpty else { return }
    var ancestor = gtk_widget_get_parent(pointer)
    while let widget = ancestor {
      if g_type_check_instance_is_a(widget.opaque.as(GTypeInstance.self), gtk_scrolled_window_get_type())
        != 0,
        gtk_scrolled_window_get_kinetic_scrolling(widget.opaque) != 0
      {
        gtk_scrolled_window_set_kinetic_scrolling(widget.opaque, 0)
        stilled.append(ObjectReference(widget.opaque))
      }
      ancestor = gtk_widget_get_parent(widget)
    }
  }

  private func moveAround() {
    for window in stilled { gtk_scrolled_window_set_kinetic_scrolling(OpaquePointer(window.pointer), 1) }
    stilled = []
  }
}
