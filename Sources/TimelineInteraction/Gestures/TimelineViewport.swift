import CalendarModel

/// What a gesture needs to know about the timeline at one moment. The host creates a new one for every input event.
package struct TimelineViewport: Hashable, Sendable {
  /// px of the viewport.
  package var width: Double
  /// px of the viewport.
  package var height: Double
  /// px that the timeline is scrolled.
  package var scroll: Double
  /// px that it can be scrolled.
  package var scrollMax: Double
  /// The hours.
  package var axis: DayAxis
  /// The days. One column is a day view, in which days roll over at their ends.
  package var columns: DayColumns
  /// The zone whose wall clock is shown.
  package var zone: Zone
  /// Device px per px.
  package var scale: Int
  /// px of travel that make a press a drag.
  package var dragThreshold: Double
  /// Whether the mouse too lifts by a long press only ("hold to drag").
  package var holdToDrag: Bool
  /// px above the hours in which events of whole days stand; 0 if there is no such row.
  package var allDayRowHeight: Double
  /// px, the height of a bar in that row.
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

  /// The grid that edges snap to; `fine` is Shift held.
  ///
  /// Every gesture and key asks here, so what else is to decide on the grid is to be known here alone.
  package func snapping(fine: Bool = false) -> Snapping {
    Snapping(step: Snapping.step(pixelsPerHour: axis.pixelsPerHour, fine: fine))
  }

  /// The second of its column's day that a viewport y points at.
  package func second(atY y: Double) -> Double { axis.second(atY: y + scroll) }

  /// The viewport y of a second of a column's day.
  package func y(ofSecond second: Double) -> Double { axis.y(ofSecond: second) - scroll }
}
