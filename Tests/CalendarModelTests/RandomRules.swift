import CalendarModel
import TestExtent

/// A reproducible sequence of random rules, from common ones to extreme ones.
struct RandomRules {
  private var random: SeededRandom

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
  }

  /// Returns the next rule, and a DTSTART that may or may not match it.
  mutating func next() -> (rule: RecurrenceRule, start: WallTime) {
    let frequencies: [RecurrenceRule.Frequency] = [
      .yearly, .yearly, .monthly, .monthly, .weekly, .weekly, .daily, .hourly, .minutely, .secondly,
    ]
    var rule = RecurrenceRule(
      frequencies[below(frequencies.count)], interval: 1 + (chance(50) ? 0 : below(20)))
    rule.weekStart = chance(70) ? .monday : weekday()
    if chance(30) { rule.months = distinctValues(4) { 1 + $0.below(12) } }
    if rule.frequency == .yearly, chance(20) { rule.weekNumbers = signedValues(4, upTo: 53) }
    if rule.frequency == .yearly || rule.frequency.isWithinDay, chance(10) {
      rule.yearDays = signedValues(12, upTo: 366)
    }
    if rule.frequency != .weekly, chance(25) { rule.monthDays = signedValues(8, upTo: 31) }
    if chance(40) {
      let isNumbered = rule.frequency >= .monthly && chance(50)
      let days = (0...below(4)).map { _ in
        RecurrenceRule.NumberedWeekday(
          weekday(), number: isNumbered ? (chance(50) ? 1 : -1) * (1 + below(5)) : nil)
      }
      rule.weekdays = Set(days).sorted()
    }
    if chance(20) { rule.hours = distinctValues(5) { $0.below(24) } }
    if chance(20) { rule.minutes = distinctValues(4) { $0.below(60) } }
    if chance(20) { rule.seconds = distinctValues(3) { $0.below(60) } }
    if chance(20) { rule.setPositions = signedValues(3, upTo: 12) }
    if chance(30) { rule.count = 1 + below(400) }
    let start = WallTime(Day(ordinal: 10_000 + below(8_000)), secondOfDay: below(WallTime.secondsPerDay))
    return (rule, start)
  }

  /// The length of the period in which to expand the given rule, in seconds.
  static func periodLength(of rule: RecurrenceRule) -> Int {
    switch rule.frequency {
    case .yearly, .monthly: 20 * 366 * WallTime.secondsPerDay
    case .weekly, .daily: 2 * 366 * WallTime.secondsPerDay
    case .hourly: 30 * WallTime.secondsPerDay
    case .minutely: WallTime.secondsPerDay
    case .secondly: 1_800
    }
  }

  /// Returns a random integer in `0..<bound`.
  mutating func below(_ bound: Int) -> Int { random.below(bound) }

  /// Returns true with a probability of `percent` percent.
  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  private mutating func weekday() -> Weekday { Weekday.allCases[below(7)] }

  private mutating func distinctValues(_ maximum: Int, _ value: (inout RandomRules) -> Int) -> [Int] {
    var values: Set<Int> = []
    for _ in 0...below(maximum) { values.insert(value(&self)) }
    return values.sorted()
  }

  private mutating func signedValues(_ maximum: Int, upTo limit: Int) -> [Int] {
    distinctValues(maximum) { ($0.below(2) == 0 ? 1 : -1) * (1 + $0.below(limit)) }
  }
}
