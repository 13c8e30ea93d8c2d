/// The periods of an HOURLY, MINUTELY or SECONDLY rule that have instances: each is one hour, minute or
/// second.
struct ClockPeriods {
  /// The number of seconds in a period.
  private let unit: Int
  private let interval: Int
  /// The number of DTSTART's period. INTERVAL selects the periods whose number differs from it by a multiple
  /// of `interval`.
  private let anchor: Int
  private let limits: ClockLimits
  private let isUnlimited: Bool
  private var finder: DayFinder
  private var number: Int
  private let endDay: Int

  /// Creates the periods from the one that contains the second `lower` up to, but not including, a day.
  init(_ rule: RecurrenceRule, start: WallTime, pattern: DayPattern, from lower: Int, endDay: Int) {
    unit = rule.frequency.shortestPeriod
    interval = rule.interval
    anchor = floorQuotient(start.seconds, unit)
    limits = ClockLimits(rule)
    isUnlimited = limits.isEmpty && pattern.isEveryDay
    finder = DayFinder(pattern, from: floorQuotient(lower, WallTime.secondsPerDay))
    number = floorQuotient(lower, unit)
    let canMatch = limits.areReachable(every: interval * unit, from: start.secondOfDay / unit * unit)
    self.endDay = canMatch ? endDay : Int.min
  }

  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    let unitsPerDay = WallTime.secondsPerDay / unit
    while steps.spendStep() {
      align()
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
      set.fill { $0.append(number * unit) }
      number += 1
      return true
    }
    return false
  }

  /// Advances to the last selected period that does not begin after a second.
  ///
  /// - Returns: the number of periods passed; 0 if the rule has limits, because the periods cannot be counted
  ///   in one step then.
  mutating func skip(to seconds: Int) -> Int {
    guard isUnlimited else { return 0 }
    align()
    let passed = max(0, (floorQuotient(seconds, unit) - number) / interval)
    number += passed * interval
    return passed
  }

  /// Advances to the next selected period.
  private mutating func align() {
    let late = floorModulo(number - anchor, interval)
    if late > 0 { number += interval - late }
  }
}

extension RecurrenceRule.Frequency {
  /// The length of a period in seconds if it is within a day; otherwise the length of a day.
  var shortestPeriod: Int {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily, .weekly, .monthly, .yearly: WallTime.secondsPerDay
    }
  }
}
