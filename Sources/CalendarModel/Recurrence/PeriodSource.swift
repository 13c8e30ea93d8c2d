/// Supplies the periods of a rule that have instances, in order. It finds them by arithmetic, so periods
/// without instances cost either nothing or one step per month.
struct PeriodSource {
  /// The periods of a DAILY to YEARLY rule; those of other rules are in `clock`.
  private var days: DayPeriods?
  private var clock: ClockPeriods?

  /// Creates the periods from the one that contains `lower` up to, but not including, `upper`. Both are wall
  /// times in seconds.
  init(_ rule: RecurrenceRule, start: WallTime, from lower: Int, to upper: Int) {
    let pattern = DayPattern(rule, start: start.day)
    let first = floorQuotient(lower, WallTime.secondsPerDay)
    let end = max(first, min(floorQuotient(upper - 1, WallTime.secondsPerDay), Day.latest.ordinal) + 1)
    if rule.frequency.isWithinDay {
      clock = ClockPeriods(rule, start: start, pattern: pattern, from: lower, endDay: end)
    } else {
      days = DayPeriods(rule, start: start.day, pattern: pattern, from: first, endDay: end)
    }
  }

  /// Fills `set` with the next period's instances.
  ///
  /// - Returns: false if there are no more periods or the steps are used up.
  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    days?.next(into: &set, steps: &steps) ?? clock?.next(into: &set, steps: &steps) ?? false
  }

  /// Advances directly to the period that contains a wall time in seconds, if all periods have the same
  /// number of instances.
  ///
  /// - Returns: the number of periods passed, and the number of bases in each, as in `InstanceSet.bases`.
  mutating func skip(to seconds: Int) -> (periodCount: Int, basesPerPeriod: Int) {
    days?.skip(to: floorQuotient(seconds, WallTime.secondsPerDay)) ?? (clock?.skip(to: seconds) ?? 0, 1)
  }
}
