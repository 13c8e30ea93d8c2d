/// Iterates over the days that a pattern names, in order, a month at a time.
struct DayFinder {
  private let pattern: DayPattern
  private var month: CalendarMonth
  private var days: UInt32

  /// After so many months without a day there will never be one: days, weekdays and leap years come round every
  /// 400 years.
  private static let monthsOfCycle = 4_801

  init(_ pattern: DayPattern, from ordinal: Int) {
    self.pattern = pattern
    month = CalendarMonth(containing: ordinal)
    days = pattern.days(of: month)
  }

  /// The first day named in a range, or nil if there is none or the steps are used up.
  mutating func first(in range: Range<Int>, steps: inout Steps) -> Int? {
    guard !range.isEmpty else { return nil }
    move(to: range.lowerBound)
    for _ in 0..<Self.monthsOfCycle {
      let skipped = max(0, range.lowerBound - month.first)
      let rest = days >> UInt32(skipped)
      if rest != 0 {
        let day = month.first + skipped + rest.trailingZeroBitCount
        return day < range.upperBound ? day : nil
      }
      guard month.end < range.upperBound, steps.spendStep() else { return nil }
      advance()
    }
    return nil
  }

  /// All days named in a range, which must not be longer than a year of weeks.
  mutating func all(in range: Range<Int>, steps: inout Steps, body: (Int) -> Void) {
    var lower = range.lowerBound
    while let day = first(in: lower..<max(lower, range.upperBound), steps: &steps) {
      body(day)
      lower = day + 1
    }
  }

  /// Goes to the next month that the pattern may name.
  private mutating func advance() {
    if let next = pattern.months.first(where: { $0 > month.month }) ?? pattern.months.first {
      month = CalendarMonth(year: next > month.month ? month.year : month.year + 1, month: next)
    } else {
      month.advance()
    }
    days = pattern.days(of: month)
  }

  private mutating func move(to ordinal: Int) {
    guard !(month.first..<month.end).contains(ordinal) else { return }
    month = CalendarMonth(containing: ordinal)
    days = pattern.days(of: month)
  }
}

/// Counts down the steps that are left.
struct Steps {
  private let limit: Int
  private(set) var taken = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether they were used up before the work was done.
  var isUsedUp: Bool { taken > limit }

  /// Takes one; false if there was none left.
  mutating func spendStep() -> Bool {
    taken += 1
    return !isUsedUp
  }
}
