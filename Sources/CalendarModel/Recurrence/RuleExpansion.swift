/// Iterates over the starts that a rule generates, in order, from the beginning of a window.
///
/// The expansion works on wall times only; the event's `Zone` converts them to moments. Wall times in a gap
/// are included; only dates that do not exist are left out (RFC 5545 3.3.10 and 3.3.5).
///
/// DTSTART is among the starts only if the rule generates it; see `Recurrence` for the whole set. The cost
/// depends on the number of starts in the window, not on its distance from DTSTART. Only COUNT requires
/// counting the starts before the window: by arithmetic if all periods of the rule have the same number of
/// instances, otherwise period by period.
package struct RuleExpansion: IteratorProtocol {
  private var source: PeriodSource
  private var set: InstanceSet
  /// The index in `set` of the next instance.
  private var index = 0
  /// DTSTART, and the bounds between which starts are returned, as wall times in seconds.
  private let start: Int
  private let lower: Int
  private let upper: Int
  /// The number of instances that COUNT still allows.
  private var remainingCount: Int?
  private let budget: ExpansionBudget
  private var steps: Steps
  private var returnedCount = 0
  /// The reason why there are no more starts; nil while there may be more.
  package private(set) var end: ExpansionEnd?

  /// The number of steps taken so far, as counted by the budget.
  package var stepsTaken: Int { steps.takenCount }

  /// Creates an expansion of a rule for an event.
  ///
  /// - Parameters:
  ///   - rule: the rule. Its UNTIL is ignored, because it may need a zone: see `through`.
  ///   - start: DTSTART as a wall time in its own zone.
  ///   - isDate: whether DTSTART is a date; BYHOUR, BYMINUTE and BYSECOND are then ignored.
  ///   - window: only starts in it are returned.
  ///   - last: UNTIL as a wall time in the same zone, inclusive; nil if there is none.
  ///   - count: the number of starts that the rule generates from DTSTART on; nil if there is no limit.
  ///   - budget: the limit for the expansion.
  package init(
    _ rule: RecurrenceRule, from start: WallTime, isDate: Bool = false, in window: Range<WallTime>,
    through last: WallTime? = nil, count: Int? = nil, budget: ExpansionBudget = .standard
  ) {
    self.start = start.seconds
    self.budget = budget
    lower = max(window.lowerBound, start).seconds
    let windowEnd = min(window.upperBound, WallTime(Day.latest.adding(days: 1))).seconds
    upper = min(windowEnd, last.map { $0.seconds + 1 } ?? windowEnd)
    steps = Steps(limit: budget.steps)
    let times = ClockTimes(within: rule.frequency, rule, start: start, isDate: isDate)
    // A COUNT that cannot be reached before the window ends need not be tracked.
    let spacing = rule.frequency.periodLengthUpToOneDay * (rule.frequency.isWithinDay ? rule.interval : 1)
    let maximumCount = (max(0, upper - start.seconds) / spacing + 1) * times.count
    remainingCount = count.flatMap { $0 < maximumCount ? $0 : nil }
    set = InstanceSet(times: times, positions: rule.setPositions)
    source = PeriodSource(rule, start: start, from: remainingCount == nil ? lower : self.start, to: upper)
    if let part = RuleExpansion.unsupportedPart(of: rule, isDate: isDate) {
      self.end = .unsupported(part)
    } else if lower >= upper {
      self.end = .complete
    }
  }

  /// Returns the next start, or nil if there are no more. `end` is then the reason.
  package mutating func next() -> WallTime? {
    while end == nil {
      guard index < set.count else {
        advanceToNextPeriod()
        continue
      }
      let seconds = set[index]
      index += 1
      guard seconds < upper, remainingCount != 0 else {
        end = .complete
        break
      }
      guard returnedCount < budget.starts else {
        end = .tooManyStarts(budget.starts)
        break
      }
      returnedCount += 1
      if let count = remainingCount { remainingCount = count - 1 }
      return WallTime(seconds: seconds)
    }
    return nil
  }

  /// Returns the last start that COUNT allows, or nil if the window ends or the budget is used up first. The
  /// search proceeds period by period.
  mutating func last() -> WallTime? {
    guard end == nil, var remainingCount = self.remainingCount, remainingCount > 0 else { return nil }
    while source.next(into: &set, steps: &steps) {
      let first = set.count(before: start)
      if remainingCount <= set.count - first { return WallTime(seconds: set[first + remainingCount - 1]) }
      remainingCount -= set.count - first
    }
    return nil
  }

  /// Advances to the next period, skipping instances before the window.
  private mutating func advanceToNextPeriod() {
    guard source.next(into: &set, steps: &steps) else {
      end = steps.isUsedUp ? .tooManySteps(budget.steps) : .complete
      return
    }
    index = set.count(before: lower)
    if remainingCount != nil { subtractInstancesBeforeWindow() }
  }

  /// Subtracts the instances between DTSTART and the window from COUNT: in one step if every period has the
  /// same number of instances, otherwise period by period.
  private mutating func subtractInstancesBeforeWindow() {
    var passedCount = index - set.count(before: start)
    if index == set.count {
      let (periodCount, basesPerPeriod) = source.skip(to: lower)
      passedCount += periodCount * set.count(withBaseCount: basesPerPeriod)
    }
    let newCount = max(0, (remainingCount ?? 0) - passedCount)
    remainingCount = newCount
    if newCount == 0 { end = .complete }
  }

  private static func unsupportedPart(of rule: RecurrenceRule, isDate: Bool) -> String? {
    if isDate, rule.frequency.isWithinDay { return "FREQ=\(rule.frequency)".uppercased() }
    return rule.unsupported
  }
}

extension RecurrenceRule {
  /// Returns the starts that the rule generates in a window, and whether they are complete.
  ///
  /// COUNT and UNTIL are applied. An UNTIL in UTC is interpreted as a wall time in the event's own zone;
  /// `Recurrence` uses the zone and is exact. DTSTART is included only if the rule generates it.
  ///
  /// - Parameters:
  ///   - start: DTSTART as a wall time in its own zone; midnight for a date.
  ///   - isDate: whether DTSTART is a date.
  ///   - window: wall times in the same zone.
  ///   - budget: the limit for the expansion.
  package func starts(
    from start: WallTime, isDate: Bool = false, in window: Range<WallTime>,
    budget: ExpansionBudget = .standard
  ) -> Expansion<WallTime> {
    let last = until.map { $0.lastWallTime(isDate: isDate) }
    var expansion = RuleExpansion(
      self, from: start, isDate: isDate, in: window, through: last, count: count, budget: budget)
    var starts: [WallTime] = []
    while let next = expansion.next() { starts.append(next) }
    return Expansion(starts: starts, end: expansion.end ?? .complete, steps: expansion.stepsTaken)
  }
}

extension RecurrenceRule.Until {
  /// Returns the last wall time that UNTIL allows. A time in UTC is interpreted as one in the event's own
  /// zone. A date allows its whole day.
  func lastWallTime(isDate: Bool) -> WallTime {
    switch self {
    case .date(let day): WallTime(day, secondOfDay: isDate ? 0 : WallTime.secondsPerDay - 1)
    case .wall(let wall), .utc(let wall): wall
    }
  }
}
