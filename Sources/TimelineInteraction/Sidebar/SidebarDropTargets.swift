import CalendarModel

/// The parts of the sidebar over which a lifted event can be held: the calendars, the days of the month calendar,
/// and the buttons that turn months. Positions are in viewport coordinates.
package struct SidebarDropTargets: Hashable, Sendable {
  /// A rectangle, which includes its left and upper edges but not its right and lower ones.
  package struct Area: Hashable, Sendable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    package func contains(_ point: Point) -> Bool {
      point.x >= left && point.x < right && point.y >= top && point.y < bottom
    }

    func movedUp(by distance: Double) -> Area {
      Area(left: left, top: top - distance, right: right, bottom: bottom - distance)
    }
  }

  /// The row of a calendar.
  package struct Row: Hashable, Sendable {
    package var calendar: SidebarCalendar
    package var area: Area

    package init(_ calendar: SidebarCalendar, _ area: Area) { (self.calendar, self.area) = (calendar, area) }
  }

  /// The days of a month calendar.
  package struct MonthDays: Hashable, Sendable {
    /// The days in chronological order; nil for a cell without a day.
    package var cells: [Day?]
    package var area: Area
    package var hasWeekNumbers: Bool
    package var isRightToLeft: Bool

    package init(_ cells: [Day?], _ area: Area, hasWeekNumbers: Bool = false, isRightToLeft: Bool = false) {
      (self.cells, self.area) = (cells, area)
      (self.hasWeekNumbers, self.isRightToLeft) = (hasWeekNumbers, isRightToLeft)
    }

    private var geometry: MonthGeometry {
      MonthGeometry(
        width: area.right - area.left, height: area.bottom - area.top, hasWeekNumbers: hasWeekNumbers,
        isRightToLeft: isRightToLeft)
    }

    func area(of day: Day) -> Area? {
      guard let index = cells.firstIndex(of: day) else { return nil }
      let left = area.left + geometry.x(ofColumn: index % 7)
      let top = area.top + geometry.y(ofRow: index / 7)
      return Area(left: left, top: top, right: left + geometry.columnWidth, bottom: top + geometry.rowHeight)
    }

    func day(at point: Point) -> Day? {
      let index = geometry.dayIndex(at: Point(x: point.x - area.left, y: point.y - area.top))
      return index.flatMap { cells.indices.contains($0) ? cells[$0] : nil }
    }
  }

  /// The whole sidebar.
  package var area: Area
  /// The part of the sidebar in which its contents, which may be scrolled, are visible.
  package var visibleArea: Area
  /// The scroll offset of the contents, in px.
  package var scroll = 0.0
  /// The maximum scroll offset of the contents, in px.
  package var scrollMax = 0.0
  package var rows: [Row] = []
  /// The days; nil while they are not shown.
  package var days: MonthDays?
  /// The button that turns to the previous month.
  package var previousMonthButton: Area?
  /// The button that turns to the next month.
  package var nextMonthButton: Area?

  package init(area: Area, visibleArea: Area? = nil) {
    (self.area, self.visibleArea) = (area, visibleArea ?? area)
  }

  /// Returns the same parts after the contents have been scrolled to an offset.
  func scrolled(to offset: Double) -> SidebarDropTargets {
    let distance = offset - scroll
    var dropTargets = self
    dropTargets.scroll = offset
    for index in rows.indices { dropTargets.rows[index].area = rows[index].area.movedUp(by: distance) }
    dropTargets.days?.area = days.map { $0.area.movedUp(by: distance) } ?? visibleArea
    dropTargets.previousMonthButton = previousMonthButton?.movedUp(by: distance)
    dropTargets.nextMonthButton = nextMonthButton?.movedUp(by: distance)
    return dropTargets
  }

  /// Returns the part at a point; nil if the point is not in the sidebar.
  package func dropTarget(at point: Point) -> SidebarDropTarget? {
    guard area.contains(point) else { return nil }
    guard visibleArea.contains(point) else { return .elsewhere }
    if let row = rows.first(where: { $0.area.contains(point) }) { return .calendar(row.calendar) }
    if previousMonthButton?.contains(point) == true { return .turningMonths(by: -1) }
    if nextMonthButton?.contains(point) == true { return .turningMonths(by: 1) }
    if let days, days.area.contains(point), let day = days.day(at: point) { return .day(day) }
    return .elsewhere
  }

  /// Returns the area of a part; nil if the part is not shown, or for `elsewhere`.
  package func area(of dropTarget: SidebarDropTarget) -> Area? {
    switch dropTarget {
    case .calendar(let calendar): rows.first { $0.calendar.id == calendar.id }?.area
    case .day(let day): days?.area(of: day)
    case .turningMonths(let count): count < 0 ? previousMonthButton : nextMonthButton
    case .elsewhere: nil
    }
  }
}

/// A calendar in the sidebar, to which a lifted event may be moved.
package struct SidebarCalendar: Hashable, Sendable {
  package var id: CalendarID
  package var name: String
  /// Whether the event is in this calendar.
  package var isCurrent: Bool
  /// Why the calendar cannot contain the event, as shown to the user; nil if it can, or already does.
  package var refusal: String?

  package init(_ id: CalendarID, name: String, isCurrent: Bool = false, refusal: String? = nil) {
    (self.id, self.name, self.isCurrent) = (id, name, isCurrent)
    self.refusal = isCurrent ? nil : refusal
  }
}

/// The part of the sidebar that a lifted event is over.
package enum SidebarDropTarget: Hashable, Sendable {
  case calendar(SidebarCalendar)
  case day(Day)
  /// A button that turns the month calendar.
  case turningMonths(by: Int)
  /// Anything else in the sidebar, where events cannot be dropped.
  case elsewhere

  /// What happens to an event that is dropped here.
  package var drop: SidebarDrop {
    switch self {
    case .day(let day): .day(day)
    case .calendar(let calendar):
      if let refusal = calendar.refusal {
        .putBack(because: refusal)
      } else if calendar.isCurrent {
        .putBack(because: nil)
      } else {
        .calendar(calendar.id)
      }
    case .turningMonths, .elsewhere: .putBack(because: nil)
    }
  }

  /// Why an event cannot be dropped on this calendar; nil if it can be, and for all other parts.
  package var refusal: String? {
    if case .calendar(let calendar) = self { calendar.refusal } else { nil }
  }
}

/// What happens to an event that is dropped on the sidebar.
package enum SidebarDrop: Hashable, Sendable {
  /// It moves to a calendar.
  case calendar(CalendarID)
  /// It moves to a day, at the same time of day.
  case day(Day)
  /// It returns to its original position; the reason, if any, is shown to the user.
  case putBack(because: String?)
}
