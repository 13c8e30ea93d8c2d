/// Gives the periods of a rule that have instances, in order: the places where one is are found by arithmetic, what
/// lies between them costs nothing or a step a month.
struct PeriodSource {
  private enum Periods {
    case days(DayPeriods)
    case clock(ClockPeriods)
  }

  private var periods: Periods

  /// The periods from the one that `lower` lies in to before `upper`, both seconds on the wall.
  init(_ rule: RecurrenceRule, start: WallTime, from lower: Int, to upper: Int) {
    let pattern = DayPattern(rule, start: start.day)
    let first = floorQuotient(lower, WallTime.secondsPerDay)
    let end = max(first, min(floorQuotient(upper - 1, WallTime.secondsPerDay), Day.latest.ordinal) + 1)
    periods =
      rule.frequency.isWithinDay
      ? .clock(ClockPeriods(rule, start: start, pattern: pattern, from: lower, endDay: end))
      : .days(DayPeriods(rule, start: start.day, pattern: pattern, from: first, end: end))
  }

  /// Fills `set` with the next period's instances.
  ///
  /// - Returns: false if there are no more, or the steps are used up.
  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    switch periods {
    case .days(var days):
      defer { periods = .days(days) }
      return days.next(into: &set, steps: &steps)
    case .clock(var clock):
      defer { periods = .clock(clock) }
      return clock.next(into: &set, steps: &steps)
    }
  }

  /// Goes on at once to the period that a second on the wall lies in, if all periods have the same number of
  /// instances.
  ///
  /// - Returns: how many periods were passed, and the days or parts of a day in each.
  mutating func skip(to seconds: Int) -> (periods: Int, bases: Int) {
    switch periods {
    case .days(var days):
      defer { periods = .days(days) }
      return days.skip(to: floorQuotient(seconds, WallTime.secondsPerDay))
    case .clock(var clock):
      defer { periods = .clock(clock) }
      return (clock.skip(to: seconds), 1)
    }
  }
}
