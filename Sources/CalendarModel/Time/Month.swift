/// A month of a particular year in the proleptic Gregorian calendar.
///
/// A month is stored as the number of months since January of the year 0, so all arithmetic uses integers.
package struct Month: Hashable, Comparable, Sendable {
  /// The number of months since January of the year 0.
  package let ordinal: Int

  /// The first month that Handspan shows: January of the year 1.
  package static let earliest = Month(containing: .earliest)
  /// The last month that Handspan shows: December 9999.
  package static let latest = Month(containing: .latest)

  package init(ordinal: Int) {
    self.ordinal = ordinal
  }

  /// Creates the month that contains a day.
  package init(containing day: Day) {
    let (year, month, _) = day.components
    ordinal = year * 12 + month - 1
  }

  package var year: Int { floorQuotient(ordinal, 12) }
  /// The number of the month in its year: 1 to 12.
  package var number: Int { floorModulo(ordinal, 12) + 1 }
  /// The number of days: 28 to 31.
  package var dayCount: Int { Day.length(ofMonth: number, year: year) }

  /// Returns the given day of this month, or the month's last day if the month is shorter.
  ///
  /// If Handspan does not show this month, the day is in the nearest month that it shows.
  package func day(_ dayOfMonth: Int) -> Day {
    let month = min(max(self, .earliest), .latest)
    let day = min(max(dayOfMonth, 1), month.dayCount)
    return Day(year: month.year, month: month.number, day: day) ?? .earliest
  }

  /// Returns the month that is `months` later, or earlier if `months` is negative.
  package func adding(months: Int) -> Month { Month(ordinal: ordinal + months) }

  /// Returns whether a day is in this month.
  package func contains(_ day: Day) -> Bool { Month(containing: day) == self }

  package static func < (a: Month, b: Month) -> Bool { a.ordinal < b.ordinal }
}
