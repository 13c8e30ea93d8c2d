/// Supplies the periods of a rule that have instances, in order. They are found by arithmetic; what lies between them
/// costs nothing, or one step per month.
struct PeriodSource {
  /// The periods of a rule of whole days; else they are `clock`.
  private var days: DayPeriods?
  private var clock: ClockPeriods?

  /// The periods from the one that `lower` lies in to before `upper`, both seconds on the wall.
  init(_ rule: RecurrenceRule, start: WallTime, from lower: Int, to upper: Int) {
    let pattern = DayPattern(rule, start: start.day)
    let first = floorQuotient(lower, WallTime.secondsPerDay)
    let end = max(first, min(floorQuotient(upper - 1, WallTime.secondsPerDay), Day.latest.ordinal) + 1)
    if rule.frequency.isWithinDay {
      clock = ClockPeriods(rule, start: start, pattern: pattern, from: lower, endDay: end)
    } else {
      days = DayPeriods(rule, start: start.day, pattern: pattern, from: first, end: end)
    }
  }

  /// Fills `set` with the next period's instances.
  ///
  /// - Returns: false if there are no more, or the steps are used up.
  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    days?.next(into: &set, steps: &steps) ?? clock?.next(into: &set, steps: &steps) ?? false
  }

  /// Goes on at once to the period that a second on the wall lies in, if all periods have the same number of
  /// instances.
  ///
  /// - Returns: how many periods were passed, and the days or parts of a day in each.
  mutating func skip(to seconds: Int) -> (periods: Int, bases: Int) {
    days?.skip(to: floorQuotient(seconds, WallTime.secondsPerDay)) ?? (clock?.skip(to: seconds) ?? 0, 1)
  }
}
