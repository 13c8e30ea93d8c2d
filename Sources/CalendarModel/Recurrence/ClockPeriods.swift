/// The periods of an HOURLY, MINUTELY or SECONDLY rule that have instances: each is one hour, minute or
/// second.
struct ClockPeriods {
  /// The number of seconds in a period.
  private let unit: Int
  private let interval: Int
  /// The number of DTSTART's period, counted from 1970-01-01. INTERVAL selects the periods whose numbers
  /// differ from this one by a multiple of `interval`.
  private let anchor: Int
  private let limits: ClockLimits
  private let isUnlimited: Bool
  private var finder: DayFinder
  /// The number of the period that is examined next.
  private var nextPeriod: Int
  private let endDay: Int

  /// Creates the periods from the one that contains the second `lower` up to, but not including, the day
  /// `endDay`.
  init(_ rule: RecurrenceRule, start: WallTime, pattern: DayPattern, from lower: Int, endDay: Int) {
    unit = rule.frequency.periodLengthUpToOneDay
    interval = rule.interval
    anchor = floorQuotient(start.seconds, unit)
    limits = ClockLimits(rule)
    isUnlimited = limits.isEmpty && pattern.isEveryDay
    finder = DayFinder(pattern, from: floorQuotient(lower, WallTime.secondsPerDay))
    nextPeriod = floorQuotient(lower, unit)
    let canMatch = limits.areReachable(every: interval * unit, from: start.secondOfDay / unit * unit)
    self.endDay = canMatch ? endDay : Int.min
  }

  mutating func next(into set: inout InstanceSet, steps: inout Steps) -> Bool {
    let unitsPerDay = WallTime.secondsPerDay / unit
    while steps.spendStep() {
      align()
      let today = floorQuotient(nextPeriod, unitsPerDay)
      guard today < endDay, let day = finder.firstDay(in: today..<endDay, steps: &steps) else { return false }
      guard day == today else {
        nextPeriod = day * unitsPerDay
        continue
      }
      let second = (nextPeriod - today * unitsPerDay) * unit
      guard let allowed = limits.next(from: second) else {
        nextPeriod = (today + 1) * unitsPerDay
        continue
      }
      guard allowed == second else {
        nextPeriod = today * unitsPerDay + allowed / unit
        continue
      }
      set.fill { $0.append(nextPeriod * unit) }
      nextPeriod += 1
      return true
    }
    return false
  }

  /// Advances to the last selected period that does not begin after the given second.
  ///
  /// - Returns: the number of periods passed; 0 if the rule has limits, because the periods cannot then be
  ///   counted in one step.
  mutating func skip(to seconds: Int) -> Int {
    guard isUnlimited else { return 0 }
    align()
    let passedCount = max(0, (floorQuotient(seconds, unit) - nextPeriod) / interval)
    nextPeriod += passedCount * interval
    return passedCount
  }

  /// Advances to the next selected period.
  private mutating func align() {
    let excess = floorModulo(nextPeriod - anchor, interval)
    if excess > 0 { nextPeriod += interval - excess }
  }
}

extension RecurrenceRule.Frequency {
  /// The length of a period in seconds if it is shorter than a day, otherwise the length of a day.
  var periodLengthUpToOneDay: Int {
    switch self {
    case .secondly: 1
    case .minutely: 60
    case .hourly: 3600
    case .daily, .weekly, .monthly, .yearly: WallTime.secondsPerDay
    }
  }
}
