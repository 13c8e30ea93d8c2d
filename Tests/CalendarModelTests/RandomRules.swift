import CalendarModel
import TestExtent

/// A reproducible sequence of random rules, from ordinary to absurd.
struct RandomRules {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// The next rule with a DTSTART, which may or may not match it.
  mutating func next() -> (rule: RecurrenceRule, start: WallTime) {
    let frequencies: [RecurrenceRule.Frequency] = [
      .yearly, .yearly, .monthly, .monthly, .weekly, .weekly, .daily, .hourly, .minutely, .secondly,
    ]
    var rule = RecurrenceRule(
      frequencies[below(frequencies.count)], interval: 1 + (isLikely(50) ? 0 : below(20)))
    rule.weekStart = isLikely(70) ? .monday : weekday()
    if isLikely(30) { rule.months = some(4) { 1 + $0.below(12) } }
    if rule.frequency == .yearly, isLikely(20) { rule.weekNumbers = signed(4, upTo: 53) }
    if rule.frequency == .yearly || rule.frequency.isWithinDay, isLikely(10) {
      rule.yearDays = signed(12, upTo: 366)
    }
    if rule.frequency != .weekly, isLikely(25) { rule.monthDays = signed(8, upTo: 31) }
    if isLikely(40) {
      let isNumbered = rule.frequency >= .monthly && isLikely(50)
      let days = (0...below(4)).map { _ in
        RecurrenceRule.NumberedWeekday(
          weekday(), number: isNumbered ? (isLikely(50) ? 1 : -1) * (1 + below(5)) : nil)
      }
      rule.weekdays = Set(days).sorted()
    }
    if isLikely(20) { rule.hours = some(5) { $0.below(24) } }
    if isLikely(20) { rule.minutes = some(4) { $0.below(60) } }
    if isLikely(20) { rule.seconds = some(3) { $0.below(60) } }
    if isLikely(20) { rule.setPositions = signed(3, upTo: 12) }
    if isLikely(30) { rule.count = 1 + below(400) }
    let start = WallTime(Day(ordinal: 10_000 + below(8_000)), secondOfDay: below(WallTime.secondsPerDay))
    return (rule, start)
  }

  /// The number of seconds for which to expand a rule of that frequency.
  static func span(of rule: RecurrenceRule) -> Int {
    switch rule.frequency {
    case .yearly, .monthly: 20 * 366 * WallTime.secondsPerDay
    case .weekly, .daily: 2 * 366 * WallTime.secondsPerDay
    case .hourly: 30 * WallTime.secondsPerDay
    case .minutely: WallTime.secondsPerDay
    case .secondly: 1_800
    }
  }

  /// A random integer in `0..<bound`.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  private mutating func isLikely(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func weekday() -> Weekday { Weekday.allCases[below(7)] }

  private mutating func some(_ maximum: Int, _ value: (inout RandomRules) -> Int) -> [Int] {
    var values: Set<Int> = []
    for _ in 0...below(maximum) { values.insert(value(&self)) }
    return values.sorted()
  }

  private mutating func signed(_ maximum: Int, upTo limit: Int) -> [Int] {
    some(maximum) { ($0.below(2) == 0 ? 1 : -1) * (1 + $0.below(limit)) }
  }
}
