/// The days that a month calendar shows: six whole weeks, which begin with the week of the month's first day.
///
/// There are always six weeks, so the month calendar has the same height for every month.
package struct MonthGrid: Hashable, Sendable {
  package static let weekCount = 6
  package static let dayCount = 7 * weekCount

  package let month: Month
  /// The first day of the first week. It is usually in the previous month.
  package let firstDay: Day

  /// - Parameter firstWeekday: the weekday on which the user's weeks begin.
  package init(_ month: Month, firstWeekday: Weekday) {
    self.month = month
    firstDay = month.day(1).startOfWeek(first: firstWeekday)
  }

  /// The days of all weeks. In the first and last months, some days may be before `Day.earliest` or after
  /// `Day.latest`.
  package var days: Range<Day> { firstDay..<firstDay.adding(days: MonthGrid.dayCount) }

  /// The number of weeks, counted from the first, that contain a day of the month: four to six.
  package var monthWeekCount: Int { (month.day(1).days(since: firstDay) + month.dayCount + 6) / 7 }

  /// The days of a week, counted from the first one, between `Day.earliest` and `Day.latest`.
  package func days(ofWeek index: Int) -> Range<Day> {
    let first = firstDay.adding(days: 7 * index)
    return (first..<first.adding(days: 7)).clamped(to: Day.earliest..<Day.latest.adding(days: 1))
  }

  /// The weekdays of the columns.
  package var weekdays: [Weekday] { (0..<7).map { firstDay.adding(days: $0).weekday } }

  /// Returns the day at a position, counted from the first day, or nil if the day is not between
  /// `Day.earliest` and `Day.latest`.
  package func day(at index: Int) -> Day? {
    let day = firstDay.adding(days: index)
    return (Day.earliest...Day.latest).contains(day) ? day : nil
  }

  /// Returns the position of a day, counted from the first day, or nil if none of the six weeks contains it.
  package func index(of day: Day) -> Int? {
    days.contains(day) ? day.days(since: firstDay) : nil
  }

  /// Returns the ISO 8601 number of the week at a position, counted from the first week. It is the number of the
  /// ISO week that contains the week's Thursday, and therefore most of its days, on whichever weekday the week
  /// begins.
  package func isoWeekNumber(ofWeekAt index: Int) -> Int {
    firstDay.adding(days: 7 * index + 6).startOfWeek(first: .thursday).isoWeek.week
  }
}
