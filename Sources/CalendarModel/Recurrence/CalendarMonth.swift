/// A month of a year, with the values needed to find its days. Expansion proceeds month by month.
struct CalendarMonth {
  private(set) var year: Int
  /// The month, 1 to 12.
  private(set) var month: Int
  /// The ordinal of the first day.
  private(set) var firstDay: Int
  /// The number of days: 28 to 31.
  private(set) var length: Int

  init(containing ordinal: Int) {
    let (year, month, day) = Day(ordinal: ordinal).components
    self.year = year
    self.month = month
    firstDay = ordinal - day + 1
    length = Day.length(ofMonth: month, year: year)
  }

  /// Creates a month of a year; `month` is 1 to 12.
  init(year: Int, month: Int) {
    self.year = year
    self.month = month
    length = Day.length(ofMonth: month, year: year)
    firstDay = CalendarYear.firstDay(of: year)
    for earlierMonth in 1..<month { firstDay += Day.length(ofMonth: earlierMonth, year: year) }
  }

  /// The ordinal of the first day after the month.
  var end: Int { firstDay + length }
  /// The number of days of the year that precede the month.
  var daysBefore: Int { firstDay - CalendarYear.firstDay(of: year) }

  mutating func advance() {
    firstDay = end
    month = month == 12 ? 1 : month + 1
    if month == 1 { year += 1 }
    length = Day.length(ofMonth: month, year: year)
  }
}
