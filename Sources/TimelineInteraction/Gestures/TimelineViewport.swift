import CalendarModel

/// What a gesture needs to know of the timeline at one moment. The host makes it anew for every event.
public struct TimelineViewport: Hashable, Sendable {
  /// px of the viewport.
  public var width: Double
  /// px of the viewport.
  public var height: Double
  /// px that the timeline is scrolled.
  public var scroll: Double
  /// px that it can be scrolled.
  public var scrollMax: Double
  /// The hours.
  public var axis: DayAxis
  /// The days. One column is a day view, in which days roll over at their ends.
  public var columns: DayColumns
  /// The zone whose wall clock is shown.
  public var zone: Zone
  /// Device px per px.
  public var scale: Int
  /// px of travel that make a press a drag.
  public var dragThreshold: Double
  /// Whether the mouse too lifts by a long press only ("hold to drag").
  public var holdToDrag: Bool
  /// px above the hours in which events of whole days stand; 0 if there is no such row.
  public var stripHeight: Double
  /// px, the height of a bar in that row.
  public var barHeight: Double

  /// - Precondition: `height` and `scale` are positive, `scrollMax` is not negative.
  public init(
    width: Double, height: Double, scroll: Double, scrollMax: Double, axis: DayAxis, columns: DayColumns,
    zone: Zone, scale: Int = 1, dragThreshold: Double = Feel.dragThreshold, holdToDrag: Bool = false,
    stripHeight: Double = 0, barHeight: Double = 24
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
    self.stripHeight = stripHeight
    self.barHeight = barHeight
  }

  /// Whether one day is shown.
  public var isDayView: Bool { columns.count == 1 }

  /// The grid that edges snap to; `fine` is Shift held.
  ///
  /// Every gesture and key asks here, so what else is to decide on the grid is to be known here alone.
  public func snapping(fine: Bool = false) -> Snapping {
    Snapping(step: Snapping.step(pixelsPerHour: axis.pixelsPerHour, fine: fine))
  }

  /// The second of its column's day that a viewport y points at.
  public func second(atY y: Double) -> Double { axis.second(atY: y + scroll) }

  /// The viewport y of a second of a column's day.
  public func y(ofSecond second: Double) -> Double { axis.y(ofSecond: second) - scroll }
}
