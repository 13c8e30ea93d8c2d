import CalendarModel

/// The position of the date header among its weeks.
///
/// In week views, the header moves with the page. In other views, the user turns the header separately, and the
/// page follows once the target week is known.
package struct WeekPager: Hashable, Sendable {
  /// The division of the days into weeks.
  package private(set) var weekPaging: DayPaging
  /// The visible week, and the fraction of the way to the next.
  package private(set) var position: PagePosition
  private var pager: Pager

  /// Creates a pager at rest on the week of a day, with weeks that start on Monday.
  package init(day: Day) {
    weekPaging = DayPaging(.week)
    pager = Pager(page: weekPaging.page(containing: day), in: weekPaging.pages)
    position = pager.position
  }

  /// Whether the header is moving by itself, in which case `tick` must be called even while the pages are at rest.
  package var isMoving: Bool { pager.isMoving }

  /// Follows the position of the pages, with weeks that start on `firstWeekday`.
  package mutating func update(from row: PageRow, firstWeekday: Weekday) {
    weekPaging = DayPaging(.week, firstWeekday: firstWeekday)
    let week = weekPaging.page(containing: row.selectedDay)
    if row.isWeekly {
      let rowPosition = row.pager.position
      let shownWeek = weekPaging.page(containing: row.dayPaging.firstDay(ofPage: rowPosition.page))
      position = PagePosition(shownWeek, offset: rowPosition.fraction)
      pager = Pager(page: week, in: weekPaging.pages)
    } else if !pager.isHeld {
      if pager.pages != weekPaging.pages { pager = Pager(page: week, in: weekPaging.pages) }
      if pager.targetPage != week { pager.turn(to: week) }
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
    let week = weekPaging.page(containing: day)
    guard !pager.isHeld, pager.targetPage != week else { return nil }
    let weekdayOffset = day.days(since: weekPaging.firstDay(ofPage: week))
    return weekPaging.firstDay(ofPage: pager.targetPage).adding(days: weekdayOffset)
  }
}
