/// An event's recurrence rule, with its end precomputed where that is cheap, so that the cost of expanding a
/// window depends only on the number of starts in it.
struct RuleBounds: Hashable, Sendable {
  let rule: RecurrenceRule
  /// COUNT; nil if there is none or the last date is known.
  private let count: Int?
  /// The last wall time that may be a start; an upper bound if UNTIL is in UTC; nil if it is not known.
  let latestStart: WallTime?
  /// UNTIL as a moment, if it is in UTC and DTSTART has a zone.
  private let lastInstant: Instant?

  /// A COUNT up to this limit is expanded once, when the event is read, instead of for every window.
  private static let maximumPrecomputedCount = 1_000

  init(_ rule: RecurrenceRule, start: EventTime) {
    self.rule = rule
    var latestStart = rule.until?.lastWallTime(isDate: start.isDate)
    var lastInstant: Instant?
    if case .utc(let wall) = rule.until, case .zoned(_, let zone) = start {
      let instant = Instant(seconds: wall.seconds)
      lastInstant = instant
      // Where clocks are set back, a later wall time can be an earlier moment, so comparing wall times is not
      // enough.
      latestStart = zone.time(at: instant).wall.adding(days: 1)
    }
    var count = rule.count
    if let limit = count, limit <= RuleBounds.maximumPrecomputedCount,
      let last = RuleBounds.last(of: limit, rule, start: start)
    {
      latestStart = min(latestStart ?? last, last)
      count = nil
    }
    self.count = count
    self.latestStart = latestStart
    self.lastInstant = lastInstant
  }

  /// Returns the starts that the rule generates in a window.
  func starts(from start: EventTime, in window: Range<WallTime>, budget: ExpansionBudget) -> Expansion<
    WallTime
  > {
    var expansion = RuleExpansion(
      rule, from: start.wall, isDate: start.isDate, in: window, through: latestStart, count: count,
      budget: budget)
    var starts: [WallTime] = []
    while let wall = expansion.next() {
      if isBeforeEnd(wall, start) { starts.append(wall) }
    }
    return Expansion(starts: starts, end: expansion.end ?? .complete, steps: expansion.stepsTaken)
  }

  private func isBeforeEnd(_ wall: WallTime, _ start: EventTime) -> Bool {
    guard let lastInstant, let latestStart, case .zoned(_, let zone) = start,
      wall > latestStart.adding(days: -2)
    else {
      return true
    }
    return zone.time(at: wall).instant <= lastInstant
  }

  /// Returns the last of `count` dates, or DTSTART if `count` is 0. Returns nil if there are fewer dates or the
  /// last one takes too long to find.
  private static func last(of count: Int, _ rule: RecurrenceRule, start: EventTime) -> WallTime? {
    guard count > 0 else { return start.wall }
    let window = start.wall..<WallTime(Day.latest.adding(days: 1))
    let budget = ExpansionBudget(starts: count, steps: 10 * maximumPrecomputedCount)
    var expansion = RuleExpansion(
      rule, from: start.wall, isDate: start.isDate, in: window, count: count, budget: budget)
    return expansion.last()
  }
}

/// The starts that several rules generate in one window.
struct RuleStarts {
  let window: Range<WallTime>
  /// The remaining budget.
  var budget: ExpansionBudget
  /// The starts, rule by rule; different rules may generate the same start.
  var wallTimes: [WallTime] = []
  /// The first reason why starts are missing.
  var end = ExpansionEnd.complete
  var steps = 0

  init(window: Range<WallTime>, budget: ExpansionBudget) {
    self.window = window
    self.budget = budget
  }

  mutating func add(_ bounds: RuleBounds, start: EventTime) {
    let expansion = bounds.starts(from: start, in: window, budget: budget)
    wallTimes += expansion.starts
    steps += expansion.steps
    budget.starts -= expansion.starts.count
    budget.steps = max(0, budget.steps - expansion.steps)
    if end == .complete { end = expansion.end }
  }
}
