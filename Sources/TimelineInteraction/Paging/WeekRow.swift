import CalendarModel

/// Where the dates above the days are in their row of weeks.
///
/// Where a page of days is a week the dates go with it. Beside other views they are turned on their own, and take the
/// days along once it is clear where to.
public struct WeekRow: Hashable, Sendable {
  /// The weeks.
  public private(set) var weeks: PageCalendar
  /// Which week is in sight, and how far the next one has come.
  public private(set) var position: PagePosition
  private var pager: Pager

  /// At rest on the week of a day, with weeks that begin on Mondays.
  public init(day: Day) {
    weeks = PageCalendar(.week)
    pager = Pager(page: weeks.page(containing: day), in: weeks.pages)
    position = pager.position
  }

  /// Whether it needs frames of its own.
  public var isMoving: Bool { pager.isMoving }

  /// The days are there, in weeks that begin with that weekday.
  public mutating func follow(_ row: PageRow, firstWeekday: Weekday) {
    weeks = PageCalendar(.week, firstWeekday: firstWeekday)
    let week = weeks.page(containing: row.day)
    if row.isWeekly {
      let place = row.pager.position
      let shown = weeks.page(containing: row.calendar.firstDay(ofPage: place.page))
      position = PagePosition(shown, offset: place.fraction)
      pager = Pager(page: week, in: weeks.pages)
    } else if !pager.isHeld {
      if pager.pages != weeks.pages { pager = Pager(page: week, in: weeks.pages) }
      if pager.targetPage != week { pager.go(to: week) }
      position = pager.position
    }
    pager.isMotionReduced = row.pager.isMotionReduced
    pager.isRightToLeft = row.pager.isRightToLeft
  }

  /// Takes what fingers and wheels did on weeks of `width` px.
  public mutating func take(_ input: PagerInput, width: Double) {
    pager.take(input, width: width)
    position = pager.position
  }

  /// A frame begins, at that time of the frame clock.
  public mutating func tick(frameTime: Double) {
    pager.tick(frameTime: frameTime)
    position = pager.position
  }

  /// The day that the days are to be turned to: a finger turned to another week than that of the chosen day, and let go.
  public func wantedDay(from day: Day) -> Day? {
    let week = weeks.page(containing: day)
    guard !pager.isHeld, pager.targetPage != week else { return nil }
    let weekday = day.days(since: weeks.firstDay(ofPage: week))
    return weeks.firstDay(ofPage: pager.targetPage).adding(days: weekday)
  }
}
