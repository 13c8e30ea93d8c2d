import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

// Fingers and wheels on the strip: told to the host as paging, or as the date that was tapped.
extension WeekStrip {
  /// A press that is not yet over.
  struct Press {
    /// Whether it pages, once that is known.
    var axis: SwipeAxis
    /// Whether it stopped the pages, so that it means none of the dates.
    let stopsMotion: Bool
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
    scrolling = PagingScroll(on: pointer, takesVertical: true) { [weak self] in self?.onPaging($0) }
    onSignal(pointer.opaque, "unmap") { [weak self] in self?.pressCancelled() }
  }

  private var eventTime: Double { Double(gtk_event_controller_get_current_event_time(drag)) / 1_000 }

  private func pressed(at point: Point) {
    press = Press(axis: SwipeAxis(start: point), stopsMotion: position.fraction != 0)
    onPaging(.press(x: point.x, time: eventTime, isTouchpad: false))
  }

  private func dragged() {
    guard let point = currentPoint() else { return }
    press?.axis.follow(point)
    switch press?.axis.axis {
    case nil: break
    case .horizontal:
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_CLAIMED)
      onPaging(.drag(x: point.x, time: eventTime))
    case .vertical:
      gtk_gesture_set_state(drag, GTK_EVENT_SEQUENCE_DENIED)
      pressCancelled()
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
    onPaging(.release(time: eventTime))
    if ended.axis.axis == nil, !ended.stopsMotion, let point = currentPoint(), let day = day(atX: point.x) {
      onSelect(day)
    }
  }

  private func pressCancelled() {
    guard press != nil else { return }
    press = nil
    onPaging(.cancel)
  }

  private func currentPoint() -> Point? {
    var (x, y) = (0.0, 0.0)
    let sequence = gtk_gesture_single_get_current_sequence(drag)
    guard gtk_gesture_get_point(drag, sequence, &x, &y) != 0 else { return nil }
    return Point(x: x, y: y)
  }

  /// The date in sight at px of the strip; nil beside the dates and where the calendar has none.
  func day(atX x: Double) -> Day? {
    let columns = DayColumns(
      first: weeks.firstDay(ofPage: week), count: 7, left: columnsLeft, width: pageWidth,
      isRightToLeft: isRightToLeft)
    guard (0..<7).contains(columns.column(atX: x)) else { return nil }
    let day = columns.day(atX: x)
    return weeks.days(ofPage: week).contains(day) ? day : nil
  }

  private var columnsLeft: Double { isRightToLeft ? endInset : Double(width) - endInset - pageWidth }
}
