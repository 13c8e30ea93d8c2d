/// Iterates over the starts that a rule gives, in order, from the beginning of a window.
///
/// Everything happens on the wall: what a start means as a moment is the business of the event's `Zone`. That a
/// wall time does not exist on some day is no reason to leave it out; only dates that do not exist are left out
/// (RFC 5545 3.3.10 and 3.3.5).
///
/// DTSTART is among the starts only if it is one of the rule's own; see `Recurrence` for the whole set. The cost is
/// that of the starts in the window, however far it is from DTSTART. Only COUNT makes it necessary to count what lies
/// between, by arithmetic for rules whose periods are all alike and else by going through them.
package struct RuleExpansion: IteratorProtocol {
  private var source: PeriodSource
  private var set: InstanceSet
  private var index = 0
  private let start: Int
  private let lower: Int
  private let upper: Int
  /// How many instances COUNT still allows.
  private var remaining: Int?
  private let budget: ExpansionBudget
  private var steps: Steps
  private var given = 0
  /// Why there are no more; nil as long as there may be.
  package private(set) var end: ExpansionEnd?

  /// How many steps it took so far, as the budget counts them.
  package var stepsTaken: Int { steps.taken }

  /// The starts of a rule for an event.
  ///
  /// - Parameters:
  ///   - rule: the rule. Its UNTIL is not looked at, because it may need a zone: see `through`.
  ///   - start: DTSTART on its own wall.
  ///   - isDate: whether DTSTART is a date; BYHOUR and what is shorter is then passed over.
  ///   - window: only starts in it are given.
  ///   - last: UNTIL on the same wall, itself still a start; nil for none.
  ///   - count: how many dates the rule gives from DTSTART on; nil for no limit.
  ///   - budget: where it ends in any case.
  package init(
    _ rule: RecurrenceRule, from start: WallTime, isDate: Bool = false, in window: Range<WallTime>,
    through last: WallTime? = nil, count: Int? = nil, budget: ExpansionBudget = .standard
  ) {
    self.start = start.seconds
    self.budget = budget
    lower = max(window.lowerBound, start).seconds
    let end = min(window.upperBound, WallTime(Day.latest.adding(days: 1))).seconds
    upper = min(end, last.map { $0.seconds + 1 } ?? end)
    steps = Steps(limit: budget.steps)
    let times = ClockTimes(within: rule.frequency, rule, start: start, isDate: isDate)
    // A COUNT that cannot be used up before the window ends need not be counted.
    let spacing = rule.frequency.shortestPeriod * (rule.frequency.isWithinDay ? rule.interval : 1)
    let maximum = (max(0, upper - start.seconds) / spacing + 1) * times.count
    remaining = count.flatMap { $0 < maximum ? $0 : nil }
    set = InstanceSet(times: times, positions: rule.setPositions)
    source = PeriodSource(rule, start: start, from: remaining == nil ? lower : self.start, to: upper)
    if let part = RuleExpansion.unsupported(rule, isDate: isDate) {
      self.end = .unsupported(part)
    } else if lower >= upper {
      self.end = .complete
    }
  }

  /// The next start, or nil; then `end` says why.
  package mutating func next() -> WallTime? {
    while end == nil {
      guard index < set.count else {
        fill()
        continue
      }
      let seconds = set[index]
      index += 1
      guard seconds < upper, remaining != 0 else {
        end = .complete
        break
      }
      guard given < budget.starts else {
        end = .tooManyStarts(budget.starts)
        break
      }
      given += 1
      if let left = remaining { remaining = left - 1 }
      return WallTime(seconds: seconds)
    }
    return nil
  }

  /// The last start that COUNT allows, period by period; nil if the window or the budget ends before it.
  mutating func last() -> WallTime? {
    guard end == nil, var left = remaining, left > 0 else { return nil }
    while source.next(into: &set, steps: &steps) {
      let first = set.count(before: start)
      if left <= set.count - first { return WallTime(seconds: set[first + left - 1]) }
      left -= set.count - first
    }
    return nil
  }

  /// Goes on to the next period, past what lies before the window.
  private mutating func fill() {
    guard source.next(into: &set, steps: &steps) else {
      end = steps.isUsedUp ? .tooManySteps(budget.steps) : .complete
      return
    }
    index = set.count(before: lower)
    if remaining != nil { count() }
  }

  /// Takes from COUNT what lies between DTSTART and the window: at once if every period has the same number of
  /// instances, else period by period.
  private mutating func count() {
    var passed = index - set.count(before: start)
    if index == set.count {
      let skipped = source.skip(to: lower)
      passed += skipped.periods * set.count(ofBases: skipped.bases)
    }
    let left = max(0, (remaining ?? 0) - passed)
    remaining = left
    if left == 0 { end = .complete }
  }

  private static func unsupported(_ rule: RecurrenceRule, isDate: Bool) -> String? {
    if isDate, rule.frequency.isWithinDay { return "FREQ=\(rule.frequency)".uppercased() }
    return rule.unsupported
  }
}

extension RecurrenceRule {
  /// The starts that the rule gives in a window, and whether these are all.
  ///
  /// COUNT and UNTIL are kept. An UNTIL in UTC is read as if it were on the event's own wall; `Recurrence`, which
  /// knows the zone, does better. DTSTART is among them only if the rule names it.
  ///
  /// - Parameters:
  ///   - start: DTSTART on its own wall; midnight for a date.
  ///   - isDate: whether DTSTART is a date.
  ///   - window: on the same wall.
  ///   - budget: where it ends in any case.
  package func starts(
    from start: WallTime, isDate: Bool = false, in window: Range<WallTime>,
    budget: ExpansionBudget = .standard
  ) -> Expansion<WallTime> {
    let last = until.map { $0.onWall(isDate: isDate) }
    var expansion = RuleExpansion(
      self, from: start, isDate: isDate, in: window, through: last, count: count, budget: budget)
    var starts: [WallTime] = []
    while let next = expansion.next() { starts.append(next) }
    return Expansion(starts: starts, end: expansion.end ?? .complete, steps: expansion.stepsTaken)
  }
}

extension RecurrenceRule.Until {
  /// The last wall time that it allows, UTC taken for the event's own wall. A date allows its whole day.
  func onWall(isDate: Bool) -> WallTime {
    switch self {
    case .date(let day): WallTime(day, secondOfDay: isDate ? 0 : WallTime.secondsPerDay - 1)
    case .wall(let wall), .utc(let wall): wall
    }
  }
}
