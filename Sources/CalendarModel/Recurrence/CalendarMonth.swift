/// A month of a year with what it takes to find its days: expansion goes through time month by month.
struct CalendarMonth {
  private(set) var year: Int
  /// 1 to 12.
  private(set) var month: Int
  /// The ordinal of its first day.
  private(set) var first: Int
  private(set) var length: Int

  /// The month of a day.
  init(containing ordinal: Int) {
    let (year, month, day) = Day(ordinal: ordinal).components
    self.year = year
    self.month = month
    first = ordinal - day + 1
    length = Day.length(ofMonth: month, year: year)
  }

  /// That month of that year, 1 to 12.
  init(year: Int, month: Int) {
    self.year = year
    self.month = month
    length = Day.length(ofMonth: month, year: year)
    first = CalendarYear.first(of: year)
    for earlier in 1..<month { first += Day.length(ofMonth: earlier, year: year) }
  }

  /// The ordinal of the first day after it.
  var end: Int { first + length }
  /// How many days of its year lie before it.
  var daysBefore: Int { first - CalendarYear.first(of: year) }

  mutating func advance() {
    first = end
    month = month == 12 ? 1 : month + 1
    if month == 1 { year += 1 }
    length = Day.length(ofMonth: month, year: year)
  }
}

/// Where years begin, those of the calendar and those of whole weeks.
enum CalendarYear {
  /// The ordinal of 1 January.
  static func first(of year: Int) -> Int {
    let before = year - 1
    return before * 365 + floorQuotient(before, 4) - floorQuotient(before, 100) + floorQuotient(before, 400)
      + Day.earliest.ordinal
  }

  static func length(of year: Int) -> Int { Day.isLeap(year) ? 366 : 365 }

  /// The ordinal of the first day of week 1: the first week with four days or more in the year (RFC 5545 3.3.10,
  /// ISO 8601), where weeks begin on `weekStart`.
  static func firstOfWeeks(of year: Int, weekStart: Weekday) -> Int {
    Day(ordinal: first(of: year) + 3).startOfWeek(first: weekStart).ordinal
  }

  /// The year to whose weeks a day belongs.
  static func weekYear(of ordinal: Int, weekStart: Weekday) -> Int {
    let year = Day(ordinal: ordinal).year
    if ordinal < firstOfWeeks(of: year, weekStart: weekStart) { return year - 1 }
    return ordinal < firstOfWeeks(of: year + 1, weekStart: weekStart) ? year : year + 1
  }
}
