/// Gives the periods of a rule that have instances, in order: the places where one is are found by arithmetic, what
/// lies between them costs nothing or a step a month.
enum PeriodSource {
  /// Periods of a day or longer.
  case days(DayPeriods)
  /// Hours, minutes or seconds.
  case clock(ClockPeriods)

  /// The periods from the one that `lower` lies in to before `upper`, both seconds on the wall.
  init(_ rule: RecurrenceRule, start: WallTime, from lower: Int, to upper: Int) {
    let pattern = DayPattern(rule, start: start.day)
    let first = floorQuotient(lower, WallTime.secondsPerDay)
    let end = min(floorQuotient(upper - 1, WallTime.secondsPerDay), Day.latest.ordinal) + 1
    let finder = DayFinder(pattern, from: first)
    if rule.frequency.isWithinDay {
      self = .clock(ClockPeriods(rule, start: start, from: lower, endDay: end, finder: finder))
    } else {
      let grid = PeriodGrid(rule, start: start.day, pattern: pattern)
      self = .days(
        DayPeriods(
          grid: grid, finder: finder, needsWholePeriods: !rule.setPositions.isEmpty, from: first, end: end))
    }
  }

  /// Fills `set` with the next period's instances.
  ///
  /// - Returns: false if there are no more, or the steps are used up.
  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    switch self {
    case .days(var periods):
      defer { self = .days(periods) }
      return periods.next(into: &set, steps: &steps)
    case .clock(var periods):
      defer { self = .clock(periods) }
      return periods.next(into: &set, steps: &steps)
    }
  }
}

/// The periods of a DAILY, WEEKLY, MONTHLY or YEARLY rule.
struct DayPeriods {
  private let grid: PeriodGrid
  private var finder: DayFinder
  /// BYSETPOS counts from the beginning of a period, though it lie before the window.
  private let needsWholePeriods: Bool
  private var day: Int
  private let end: Int
  private var days: [Int] = []

  init(grid: PeriodGrid, finder: DayFinder, needsWholePeriods: Bool, from day: Int, end: Int) {
    self.grid = grid
    self.finder = finder
    self.needsWholePeriods = needsWholePeriods
    self.day = day
    self.end = end
  }

  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    while steps.take(), let found = finder.first(in: day..<max(day, end), steps: &steps) {
      guard let period = grid.period(of: found) else {
        day = grid.nextPeriod(after: found)
        continue
      }
      day = period.upperBound
      days.removeAll(keepingCapacity: true)
      let shown = needsWholePeriods ? period : found..<min(period.upperBound, end)
      finder.all(in: shown, steps: &steps) { days.append($0 * WallTime.secondsPerDay) }
      set.fill(days)
      return !steps.isUsedUp
    }
    return false
  }
}

/// The periods of an HOURLY, MINUTELY or SECONDLY rule: each is one hour, minute or second.
struct ClockPeriods {
  /// Seconds in a period.
  private let unit: Int
  private let interval: Int
  /// Which periods count: those whose number differs from DTSTART's by a multiple of the interval.
  private let anchor: Int
  private let limits: ClockLimits
  private var finder: DayFinder
  private var number: Int
  private let endDay: Int

  init(_ rule: RecurrenceRule, start: WallTime, from lower: Int, endDay: Int, finder: DayFinder) {
    unit =
      switch rule.frequency {
      case .secondly: 1
      case .minutely: 60
      default: 3600
      }
    interval = rule.interval
    anchor = floorQuotient(start.seconds, unit)
    limits = ClockLimits(rule)
    self.finder = finder
    number = floorQuotient(lower, unit)
    let canMatch = limits.meet(every: interval * unit, from: start.secondOfDay / unit * unit)
    self.endDay = canMatch ? endDay : Int.min
  }

  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    let unitsPerDay = WallTime.secondsPerDay / unit
    while steps.take() {
      let late = floorModulo(number - anchor, interval)
      if late > 0 { number += interval - late }
      let today = floorQuotient(number, unitsPerDay)
      guard today < endDay, let day = finder.first(in: today..<endDay, steps: &steps) else { return false }
      guard day == today else {
        number = day * unitsPerDay
        continue
      }
      let second = (number - today * unitsPerDay) * unit
      guard let allowed = limits.next(from: second) else {
        number = (today + 1) * unitsPerDay
        continue
      }
      guard allowed == second else {
        number = today * unitsPerDay + allowed / unit
        continue
      }
      set.fill(CollectionOfOne(number * unit))
      number += 1
      return true
    }
    return false
  }
}
