import CalendarModel

/// The data of one day that the grid behind the events needs.
package struct GridColumn: Hashable, Sendable {
  /// Whether the day is on the weekend.
  package var isWeekend: Bool
  /// The times that the clocks skip or repeat on this day.
  package var clockChanges: [ClockChange]
  /// The current time in seconds since midnight, if the day is today.
  package var now: Int?

  package init(isWeekend: Bool = false, clockChanges: [ClockChange] = [], now: Int? = nil) {
    self.isWeekend = isWeekend
    self.clockChanges = clockChanges
    self.now = now
  }

  /// - Parameters:
  ///   - zone: the time zone whose wall time is shown.
  ///   - now: the current wall time in that zone, if known.
  package init(_ day: Day, in zone: Zone, now: WallTime?) {
    self.init(
      isWeekend: day.weekday == .saturday || day.weekday == .sunday,
      clockChanges: ClockChange.on(day, in: zone),
      now: now.flatMap { $0.day == day ? $0.secondOfDay : nil })
  }
}
