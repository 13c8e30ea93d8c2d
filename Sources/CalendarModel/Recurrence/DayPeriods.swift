/// The periods of a DAILY, WEEKLY, MONTHLY or YEARLY rule that have instances.
struct DayPeriods {
  private let grid: PeriodGrid
  private var finder: DayFinder
  /// Whether the rule has BYSETPOS, which counts from the beginning of a period even if the period begins
  /// before the window.
  private let needsWholePeriods: Bool
  private let daysInEveryPeriod: Int?
  /// The first day that has not been searched yet.
  private var day: Int
  private let endDay: Int

  /// Creates the periods from a day up to, but not including, `endDay`.
  init(_ rule: RecurrenceRule, start: Day, pattern: DayPattern, from day: Int, endDay: Int) {
    grid = PeriodGrid(rule, start: start, pattern: pattern)
    finder = DayFinder(pattern, from: day)
    needsWholePeriods = !rule.setPositions.isEmpty
    daysInEveryPeriod = pattern.daysInEveryPeriod(of: rule.frequency)
    self.day = day
    self.endDay = endDay
  }

  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    while steps.spendStep(), let selectedDay = finder.firstDay(in: day..<max(day, endDay), steps: &steps) {
      guard let period = grid.period(of: selectedDay) else {
        day = grid.startOfNextPeriod(after: selectedDay)
        continue
      }
      day = period.upperBound
      let includedDays = needsWholePeriods ? period : selectedDay..<min(period.upperBound, endDay)
      set.fill { bases in
        finder.forEachDay(in: includedDays, steps: &steps) { bases.append($0 * WallTime.secondsPerDay) }
      }
      return !steps.isUsedUp
    }
    return false
  }

  mutating func skip(to target: Int) -> (periodCount: Int, basesPerPeriod: Int) {
    guard let daysInEveryPeriod, target > day else { return (0, 0) }
    let (firstDay, periodCount) = grid.skip(from: day, to: target)
    day = firstDay
    return (periodCount, daysInEveryPeriod)
  }
}
