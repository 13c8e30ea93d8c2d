import CalendarModel

/// The data for the column of one day in the hour grid.
package struct GridColumn: Hashable, Sendable {
  /// Whether the day is on the weekend.
  package var isWeekend: Bool
  /// The times that the clocks skip or repeat on this day.
  package var clockChanges: [ClockChange]
  /// The current time in seconds since midnight; nil unless the day is today.
  package var currentSecond: Int?

  package init(isWeekend: Bool = false, clockChanges: [ClockChange] = [], currentSecond: Int? = nil) {
    self.isWeekend = isWeekend
    self.clockChanges = clockChanges
    self.currentSecond = currentSecond
  }

  /// Creates the column of a day.
  ///
  /// - Parameters:
  ///   - zone: the time zone whose wall time is shown.
  ///   - weekend: the days of the weekend.
  ///   - now: the current wall time in that zone; nil to omit it.
  package init(
    _ day: Day, in zone: Zone, weekend: Set<Weekday> = Weekday.defaultWeekend, now: WallTime?
  ) {
    self.init(
      isWeekend: weekend.contains(day.weekday),
      clockChanges: ClockChange.changes(on: day, in: zone),
      currentSecond: now.flatMap { $0.day == day ? $0.secondOfDay : nil })
  }
}
