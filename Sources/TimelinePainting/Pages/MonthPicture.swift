import CalendarModel

/// The contents of a picture of a month in whole weeks.
package struct MonthPicture: Sendable {
  package let grid: MonthGrid
  /// The occurrences that overlap the weeks, in reading order.
  package var occurrences: [Occurrence]
  /// The current day; nil to mark none.
  package var today: Day?
  /// The current time; nil to dim no past events.
  package var now: Instant?
  /// The days of the weekend, which are shaded.
  package var weekend = Weekday.defaultWeekend
  package var showsWeekNumbers = false

  package init(_ grid: MonthGrid, occurrences: [Occurrence]) {
    (self.grid, self.occurrences) = (grid, occurrences)
  }

  /// The days of all weeks that contain a day of the month.
  package static func days(of grid: MonthGrid) -> Range<Day> {
    let (first, last) = (grid.days(ofWeek: 0), grid.days(ofWeek: grid.monthWeekCount - 1))
    return first.lowerBound..<last.upperBound
  }
}
