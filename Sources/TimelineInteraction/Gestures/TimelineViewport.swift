import CalendarModel

/// The state of the timeline that a gesture depends on. The host creates a new one for every input event.
package struct TimelineViewport: Hashable, Sendable {
  /// px of the viewport.
  package var width: Double
  /// px of the viewport.
  package var height: Double
  /// px, scroll offset.
  package var scroll: Double
  /// px, maximum scroll offset.
  package var scrollMax: Double
  /// The vertical axis of the hours.
  package var axis: DayAxis
  /// The days. With one column it is a day view, in which days roll over at their ends.
  package var columns: DayColumns
  /// The time zone whose wall time is shown.
  package var zone: Zone
  /// Device px per px.
  package var scale: Int
  /// px of travel that turn a press into a drag.
  package var dragThreshold: Double
  /// Whether the mouse, too, lifts only by a long press ("hold to drag").
  package var holdToDrag: Bool
  /// px, height of the all-day row above the hours; 0 if there is none.
  package var allDayRowHeight: Double
  /// px, height of a bar in that row.
  package var barHeight: Double

  /// - Precondition: `height` and `scale` are positive, `scrollMax` is not negative.
  package init(
    width: Double, height: Double, scroll: Double, scrollMax: Double, axis: DayAxis, columns: DayColumns,
    zone: Zone, scale: Int = 1, dragThreshold: Double = Feel.dragThreshold, holdToDrag: Bool = false,
    allDayRowHeight: Double = 0, barHeight: Double = 24
  ) {
    precondition(height > 0 && scale > 0 && scrollMax >= 0)
    self.width = width
    self.height = height
    self.scroll = scroll
    self.scrollMax = scrollMax
    self.axis = axis
    self.columns = columns
    self.zone = zone
    self.scale = scale
    self.dragThreshold = dragThreshold
    self.holdToDrag = holdToDrag
    self.allDayRowHeight = allDayRowHeight
    self.barHeight = barHeight
  }

  /// Whether one day is shown.
  package var isDayView: Bool { columns.count == 1 }

  /// The grid that edges snap to; `fine` means that Shift is held.
  ///
  /// Every gesture and key uses this method, so that the rules for the grid are in one place.
  package func snapping(fine: Bool = false) -> Snapping {
    Snapping(step: Snapping.step(pixelsPerHour: axis.pixelsPerHour, fine: fine))
  }

  /// The second of the column's day at a viewport y.
  package func second(atY y: Double) -> Double { axis.second(atY: y + scroll) }

  /// The viewport y of a second of a column's day.
  package func y(ofSecond second: Double) -> Double { axis.y(ofSecond: second) - scroll }
}
