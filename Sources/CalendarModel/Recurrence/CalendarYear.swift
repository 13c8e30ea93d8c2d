/// The first days of calendar years and of week-based years.
enum CalendarYear {
  /// Returns the ordinal of January 1.
  static func firstDay(of year: Int) -> Int {
    let previousYear = year - 1
    return previousYear * 365 + floorQuotient(previousYear, 4) - floorQuotient(previousYear, 100)
      + floorQuotient(previousYear, 400) + Day.earliest.ordinal
  }

  static func length(of year: Int) -> Int { Day.isLeap(year) ? 366 : 365 }

  /// Returns the ordinal of the first day of week 1, where weeks begin on `weekStart`. Week 1 is the first
  /// week with at least four days in the year (RFC 5545 3.3.10, ISO 8601).
  static func startOfWeekOne(of year: Int, weekStart: Weekday) -> Int {
    Day(ordinal: firstDay(of: year) + 3).startOfWeek(first: weekStart).ordinal
  }

  /// Returns the week-based year of a day.
  static func weekYear(of ordinal: Int, weekStart: Weekday) -> Int {
    let year = Day(ordinal: ordinal).year
    if ordinal < startOfWeekOne(of: year, weekStart: weekStart) { return year - 1 }
    return ordinal < startOfWeekOne(of: year + 1, weekStart: weekStart) ? year : year + 1
  }
}
