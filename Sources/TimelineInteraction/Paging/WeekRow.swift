import CalendarModel

/// The position of the date header among its weeks.
///
/// In views of a week, the header moves with the page. In other views it is turned separately, and the page follows
/// once the target is known.
package struct WeekRow: Hashable, Sendable {
  package private(set) var weeks: PageCalendar
  /// Which week is visible, and how far the next one has come.
  package private(set) var position: PagePosition
  private var pager: Pager

  /// At rest on the week of a day, with weeks that begin on Mondays.
  package init(day: Day) {
    weeks = PageCalendar(.week)
    pager = Pager(page: weeks.page(containing: day), in: weeks.pages)
    position = pager.position
  }

  /// Whether it needs frames of its own.
  package var isMoving: Bool { pager.isMoving }

  /// The days are there, in weeks that begin with that weekday.
  package mutating func follow(_ row: PageRow, firstWeekday: Weekday) {
    weeks = PageCalendar(.week, firstWeekday: firstWeekday)
    let week = weeks.page(containing: row.day)
    if row.isWeekly {
      let rowPosition = row.pager.position
      let shown = weeks.page(containing: row.calendar.firstDay(ofPage: rowPosition.page))
      position = PagePosition(shown, offset: rowPosition.fraction)
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
  package mutating func handle(_ input: PagerInput, width: Double) {
    pager.handle(input, width: width)
    position = pager.position
  }

  /// A frame begins, at that time of the frame clock.
  package mutating func tick(frameTime: Double) {
    pager.tick(frameTime: frameTime)
    position = pager.position
  }

  /// The day that the days are to be turned to: a finger turned to another week than that of the chosen day, and let go.
  package func requestedDay(from day: Day) -> Day? {
    let week = weeks.page(containing: day)
    guard !pager.isHeld, pager.targetPage != week else { return nil }
    let weekday = day.days(since: weeks.firstDay(ofPage: week))
    return weeks.firstDay(ofPage: pager.targetPage).adding(days: weekday)
  }
}
