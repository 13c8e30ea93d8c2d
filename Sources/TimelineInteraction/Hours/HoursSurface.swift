import CalendarModel

/// The surface of the timeline: days in columns, hours that scroll, and a row of all-day events above them.
package struct HoursSurface: Surface, Hashable {
  /// The width of the viewport, in px.
  package var width: Double
  /// The height of the viewport, in px.
  package var height: Double
  /// The scroll offset, in px.
  package var scroll: Double
  /// The maximum scroll offset, in px.
  package var scrollMax: Double
  /// The vertical axis of the hours.
  package var axis: DayAxis
  /// The columns of the days. A single column makes this a day view, in which a drag can continue on the
  /// adjacent day.
  package var columns: DayColumns
  /// The time zone whose wall time is shown.
  package var zone: Zone
  /// The number of device pixels per px.
  package var scale: Double
  /// The travel that turns a press into a drag, in px.
  package var dragThreshold: Double
  /// Whether dragging with the mouse requires a long press, as it does with a finger.
  package var mouseRequiresLongPress: Bool
  /// The height of the all-day row above the hours, in px; 0 if there is none.
  package var allDayRowHeight: Double
  /// The height of a bar in that row, in px.
  package var barHeight: Double
  /// The upper edge of the first lane in that row, in px from the top of the row.
  package var firstLaneTop: Double
  /// The sidebar beside the timeline, while an event may be dropped on it; nil if there is none.
  package var sidebar: SidebarDropTargets?
  /// The blocks of timed events, grouped by day. Their x coordinates start at the left edge of the columns,
  /// and their y coordinates at the top of the scrolled hours.
  package var blocks: [[BlockFrame]]
  /// The bars of all-day events. Their y coordinates start at the top of the all-day row.
  package var bars: [AllDayBarFrame]

  /// - Precondition: `height` and `scale` are positive, and `scrollMax` is not negative.
  package init(
    width: Double, height: Double, scroll: Double, scrollMax: Double, axis: DayAxis, columns: DayColumns,
    zone: Zone, scale: Double = 1, dragThreshold: Double = Feel.dragThreshold,
    mouseRequiresLongPress: Bool = false, allDayRowHeight: Double = 0, barHeight: Double = 24,
    firstLaneTop: Double = 6, sidebar: SidebarDropTargets? = nil, blocks: [[BlockFrame]] = [],
    bars: [AllDayBarFrame] = []
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
    self.mouseRequiresLongPress = mouseRequiresLongPress
    self.allDayRowHeight = allDayRowHeight
    self.barHeight = barHeight
    self.firstLaneTop = firstLaneTop
    self.sidebar = sidebar
    (self.blocks, self.bars) = (blocks, bars)
  }

  package var days: Range<Day> { columns.days }

  package var place: Place { Place(columns.firstDay, offset: scroll) }

  package func distance(from place: Place) -> Double {
    place.day == columns.firstDay ? abs(scroll - place.offset) : .infinity
  }

  package var contentExtent: ClosedRange<Double> { columns.left...(columns.left + columns.width) }

  package var layout: SurfaceLayout { SurfaceLayout(days: columns.days, unit: axis.pixelsPerHour) }

  /// Whether a single day is shown.
  package var isDayView: Bool { columns.count == 1 }

  /// Returns the grid to which edges snap. `isFine` means that Shift is held.
  package func snapping(isFine: Bool = false) -> Snapping {
    Snapping(step: Snapping.step(pixelsPerHour: axis.pixelsPerHour, isFine: isFine))
  }

  /// Returns the second of the column's day at a y coordinate of the viewport.
  package func second(atY y: Double) -> Double { axis.second(atY: y + scroll) }

  /// Returns the y coordinate, in the viewport, at which a second of a column's day is shown.
  package func y(ofSecond second: Double) -> Double { axis.y(ofSecond: second) - scroll }
}
