import CalendarModel
import GtkSupport
import TimelineInteraction
import WidgetSupport

// Reports input on the date header to the host: swipes and wheel input as paging, and taps as the selection
// of a date.
extension DateHeader {
  func installInput() {
    pressGesture.onPress = { [weak self] in self?.pressed(at: $0) }
    pressGesture.onMove = { [weak self] in self?.dragged(to: $0) }
    pressGesture.onRelease = { [weak self] in self?.released() }
    pressGesture.onCancel = { [weak self] in
      self?.press = nil
      self?.onPaging(.cancel)
    }
    scrolling = PagingScroll(on: gtkWidget, handlesVertical: { true }) { [weak self] in self?.onPaging($0) }
  }

  private func pressed(at point: Point) {
    press = PagingPress(axisDetector: SwipeAxisDetector(start: point), stopsMotion: position.fraction != 0)
    onPaging(.press(x: point.x, time: pressGesture.time, isTouchpad: false))
  }

  private func dragged(to point: Point) {
    press?.axisDetector.track(point)
    switch press?.axisDetector.axis {
    case nil: break
    case .horizontal:
      pressGesture.claim()
      onPaging(.drag(x: point.x, time: pressGesture.time))
    case .vertical: pressGesture.deny()
    }
  }

  private func released() {
    let endedPress = press
    press = nil
    onPaging(.release(time: pressGesture.time))
    guard let endedPress, endedPress.axisDetector.axis == nil, !endedPress.stopsMotion else { return }
    if let point = pressGesture.point, let day = day(atX: point.x) { onSelect(day) }
  }

  /// Returns the visible date at `x` px in the date header; nil outside the dates, and beyond the first and the
  /// last supported day.
  func day(atX x: Double) -> Day? {
    let columns = DayColumns(
      firstDay: weekPaging.firstDay(ofPage: week), count: 7, left: columnsLeft, width: pageWidth,
      isRightToLeft: isRightToLeft)
    guard (0..<7).contains(columns.column(atX: x)) else { return nil }
    let day = columns.day(atX: x)
    return weekPaging.days(ofPage: week).contains(day) ? day : nil
  }

  private var columnsLeft: Double { isRightToLeft ? endInset : Double(width) - endInset - pageWidth }
}
