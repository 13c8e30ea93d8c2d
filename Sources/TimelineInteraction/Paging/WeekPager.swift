import CalendarModel

/// The position of the date header among its weeks.
///
/// In week views, the header moves with the page. In other views, the user turns the header separately, and the
/// page follows once the target week is known.
package struct WeekPager: Hashable, Sendable {
  package private(set) var weeks: DayPaging
  /// The visible week, and the fraction of the way to the next.
  package private(set) var position: PagePosition
  private var pager: Pager

  /// Creates a pager at rest on the week of a day, with weeks that start on Monday.
  package init(day: Day) {
    weeks = DayPaging(.week)
    pager = Pager(page: weeks.page(containing: day), in: weeks.pages)
    position = pager.position
  }

  /// Whether the header is moving by itself, so `tick` must be called even while the pages are at rest.
  package var isMoving: Bool { pager.isMoving }

  /// Follows the position of the pages, with weeks that start on `firstWeekday`.
  package mutating func update(from row: PageRow, firstWeekday: Weekday) {
    weeks = DayPaging(.week, firstWeekday: firstWeekday)
    let week = weeks.page(containing: row.selectedDay)
    if row.isWeekly {
      let rowPosition = row.pager.position
      let shownWeek = weeks.page(containing: row.dayPaging.firstDay(ofPage: rowPosition.page))
      position = PagePosition(shownWeek, offset: rowPosition.fraction)
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

  /// Advances to a frame that begins at the given time of the frame clock, in seconds.
  package mutating func tick(frameTime: Double) {
    pager.tick(frameTime: frameTime)
    position = pager.position
  }

  /// Returns the day to which to turn the page: the weekday of `day` in the week to which the user has turned
  /// the header. Returns nil while the header is held, or if its target is the week of `day`.
  package func requestedDay(from day: Day) -> Day? {
    let week = weeks.page(containing: day)
    guard !pager.isHeld, pager.targetPage != week else { return nil }
    let weekdayOffset = day.days(since: weeks.firstDay(ofPage: week))
    return weeks.firstDay(ofPage: pager.targetPage).adding(days: weekdayOffset)
  }
}
