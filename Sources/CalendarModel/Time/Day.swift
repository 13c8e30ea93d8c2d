/// A civil date in the proleptic Gregorian calendar, without a time or a time zone.
///
/// A day is stored as the number of days since 1970-01-01, so all arithmetic uses integers.
package struct Day: Hashable, Comparable, Sendable {
  /// The number of days since 1970-01-01; negative for earlier days.
  package let ordinal: Int

  /// The first day that Handspan shows: 0001-01-01.
  package static let earliest = Day(ordinal: -719_162)
  /// The last day that Handspan shows: 9999-12-31.
  package static let latest = Day(ordinal: 2_932_896)

  /// Creates the day `ordinal` days after 1970-01-01.
  package init(ordinal: Int) {
    self.ordinal = ordinal
  }

  /// Creates the day with the given date. The result is nil if there is no such date or the year is not in
  /// 1...9999.
  package init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month),
      (1...Day.length(ofMonth: month, year: year)).contains(day)
    else { return nil }
    // Count years and months from March, so that the leap day is the last day of its year.
    let marchYear = month <= 2 ? year - 1 : year
    let era = (marchYear >= 0 ? marchYear : marchYear - 399) / 400
    let yearOfEra = marchYear - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    ordinal = era * 146_097 + dayOfEra - 719_468
  }

  /// The year, the month (1...12) and the day of the month (1...31).
  package var components: (year: Int, month: Int, day: Int) {
    let dayNumber = ordinal + 719_468
    let era = (dayNumber >= 0 ? dayNumber : dayNumber - 146_096) / 146_097
    let dayOfEra = dayNumber - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    return (
      year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month: month,
      day: dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    )
  }

  /// The year: 1 to 9999 for a day between `earliest` and `latest`.
  package var year: Int { components.year }
  /// The month: 1 to 12.
  package var month: Int { components.month }
  /// The day of the month: 1 to 31.
  package var dayOfMonth: Int { components.day }
  package var weekday: Weekday {
    // 1970-01-01 was a Thursday.
    Weekday(rawValue: floorModulo(ordinal + 3, 7) + 1) ?? .monday
  }

  /// Returns the day that is `days` later, or earlier if `days` is negative.
  package func adding(days: Int) -> Day { Day(ordinal: ordinal + days) }

  /// Returns the number of days from `other` to this day.
  package func days(since other: Day) -> Int { ordinal - other.ordinal }

  /// Returns the first day of the week that contains this day, where weeks begin on `first`.
  package func startOfWeek(first: Weekday) -> Day {
    adding(days: -floorModulo(weekday.rawValue - first.rawValue, 7))
  }

  package static func < (a: Day, b: Day) -> Bool { a.ordinal < b.ordinal }

  /// Returns the number of days in a month: 28 to 31.
  package static func length(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: isLeap(year) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Returns whether a year has a February 29.
  package static func isLeap(_ year: Int) -> Bool {
    (year % 4 == 0 && year % 100 != 0) || year % 400 == 0
  }
}

extension Day: CustomStringConvertible {
  /// The date in the format of ISO 8601 and RFC 3339: `2026-01-05`.
  package var description: String {
    let (year, month, day) = components
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Creates a day from text that has exactly the form `YYYY-MM-DD`. The result is nil for any other text.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count == 10, bytes[4] == 0x2D, bytes[7] == 0x2D,
      let year = decimalValue(bytes[0..<4]), let month = decimalValue(bytes[5..<7]),
      let day = decimalValue(bytes[8..<10])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }
}

extension Day: Strideable {
  /// Returns the number of days from this day to `other`; negative if `other` is earlier.
  package func distance(to other: Day) -> Int { other.days(since: self) }
  /// Returns the day that is `count` days later, or earlier if `count` is negative.
  package func advanced(by count: Int) -> Day { adding(days: count) }
}
