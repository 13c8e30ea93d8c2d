import CalendarModel

/// What the grid behind the events needs to know about one day.
package struct GridColumn: Hashable, Sendable {
  /// Whether the day is one of the weekend.
  package var isWeekend: Bool
  /// What the clocks skip or repeat on this day.
  package var clockChanges: [ClockChange]
  /// The present moment in seconds since the day's midnight, if the day is today.
  package var now: Int?

  package init(isWeekend: Bool = false, clockChanges: [ClockChange] = [], now: Int? = nil) {
    self.isWeekend = isWeekend
    self.clockChanges = clockChanges
    self.now = now
  }

  /// The column of a day.
  ///
  /// - Parameters:
  ///   - day: the day.
  ///   - zone: the zone whose wall clock is shown.
  ///   - now: the present moment as that zone's clocks show it, if known.
  package init(_ day: Day, in zone: Zone, now: WallTime?) {
    self.init(
      isWeekend: day.weekday == .saturday || day.weekday == .sunday,
      clockChanges: ClockChange.on(day, in: zone),
      now: now.flatMap { $0.day == day ? $0.secondOfDay : nil })
  }
}
