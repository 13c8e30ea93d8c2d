/// Finds the days that a pattern selects, in order, one month at a time.
struct DayFinder {
  private let pattern: DayPattern
  private var month: CalendarMonth
  /// The days of `month` that the pattern selects, as a bit mask.
  private var days: UInt32

  /// The number of months after which the search ends if no day was found: dates, weekdays and leap years
  /// repeat every 400 years (4,800 months), and the first month may have been searched only in part.
  private static let maximumMonthCount = 4_801

  init(_ pattern: DayPattern, from ordinal: Int) {
    self.pattern = pattern
    month = CalendarMonth(containing: ordinal)
    days = pattern.days(of: month)
  }

  /// Returns the first selected day in a range, or nil if there is none or the steps are used up.
  mutating func firstDay(in range: Range<Int>, steps: inout Steps) -> Int? {
    guard !range.isEmpty else { return nil }
    move(to: range.lowerBound)
    for _ in 0..<Self.maximumMonthCount {
      let skippedDayCount = max(0, range.lowerBound - month.firstDay)
      let remainingDays = days >> UInt32(skippedDayCount)
      if remainingDays != 0 {
        let day = month.firstDay + skippedDayCount + remainingDays.trailingZeroBitCount
        return day < range.upperBound ? day : nil
      }
      guard month.end < range.upperBound, steps.spendStep() else { return nil }
      advance()
    }
    return nil
  }

  /// Calls `body` with each selected day in a range. The range must not be longer than a week-based year.
  mutating func forEachDay(in range: Range<Int>, steps: inout Steps, body: (Int) -> Void) {
    var lower = range.lowerBound
    while let day = firstDay(in: lower..<max(lower, range.upperBound), steps: &steps) {
      body(day)
      lower = day + 1
    }
  }

  /// Advances to the next month in which the pattern may select days.
  private mutating func advance() {
    if let next = pattern.months.first(where: { $0 > month.month }) ?? pattern.months.first {
      month = CalendarMonth(year: next > month.month ? month.year : month.year + 1, month: next)
    } else {
      month.advance()
    }
    days = pattern.days(of: month)
  }

  private mutating func move(to ordinal: Int) {
    guard !(month.firstDay..<month.end).contains(ordinal) else { return }
    month = CalendarMonth(containing: ordinal)
    days = pattern.days(of: month)
  }
}

/// Counts the steps taken, up to a limit.
struct Steps {
  private let limit: Int
  private(set) var takenCount = 0

  init(limit: Int) {
    self.limit = limit
  }

  /// Whether the steps were used up before the work was done.
  var isUsedUp: Bool { takenCount > limit }

  /// Takes a step. Returns false if no step was left.
  mutating func spendStep() -> Bool {
    takenCount += 1
    return !isUsedUp
  }
}
