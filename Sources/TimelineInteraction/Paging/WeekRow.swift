import CalendarModel

/// The position of the date header among its weeks.
///
/// In week views, the header moves with the page. In other views it is turned separately, and the page
/// follows once the target is known.
package struct WeekRow: Hashable, Sendable {
  package private(set) var weeks: PageCalendar
  /// The visible week, and the fraction of the way to the next.
  package private(set) var position: PagePosition
  private var pager: Pager

  /// At rest on the week of a day, with weeks that start on Monday.
  package init(day: Day) {
    weeks = PageCalendar(.week)
    pager = Pager(page: weeks.page(containing: day), in: weeks.pages)
    position = pager.position
  }

  /// Whether it needs frames of its own.
  package var isMoving: Bool { pager.isMoving }

  /// Follows the position of the pages, in weeks that start on that weekday.
  package mutating func update(from row: PageRow, firstWeekday: Weekday) {
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

  /// Handles input from fingers and wheels, on weeks of `width` px.
  package mutating func handle(_ input: PagerInput, width: Double) {
    pager.handle(input, width: width)
    position = pager.position
  }

  /// A frame begins, at that time of the frame clock.
  package mutating func tick(frameTime: Double) {
    pager.tick(frameTime: frameTime)
    position = pager.position
  }

  /// The day to turn the page to: set when a finger has turned the header to another week than that of the
  /// selected day, and was released.
  package func requestedDay(from day: Day) -> Day? {
    let week = weeks.page(containing: day)
    guard !pager.isHeld, pager.targetPage != week else { return nil }
    let weekday = day.days(since: weeks.firstDay(ofPage: week))
    return weeks.firstDay(ofPage: pager.targetPage).adding(days: weekday)
  }
}
