import CalendarModel

/// The reason why a typed date is not accepted.
package enum TypedDateError: Error, Hashable, Sendable {
  case empty
  /// The text is not in any known form.
  case notUnderstood
  /// The month does not have that day.
  case noSuchDay(Month)
  /// The year is outside the range 1...9999.
  case noSuchYear
}

extension Phrases {
  /// Reads a typed date in any known form, such as "9.1.35", "9. Januar", "Jan 9", "2035-01-09", "9",
  /// "tomorrow", "Friday", "+3", "week 2".
  ///
  /// - Parameters:
  ///   - referenceDay: the day that is shown. If only the year is missing, the date is the one nearest to this
  ///     day. The number of a day alone refers to the month that contains this day.
  ///   - today: the current day, for "tomorrow", "+3" and two-digit years.
  package func typedDate(_ text: String, near referenceDay: Day, today: Day) throws(TypedDateError) -> Day {
    let words = TypedDateWords(self)
    let reader = TypedDateReader(
      text, words: words, order: dateOrder, referenceDay: referenceDay, today: today)
    let day = try reader.read()
    guard (Day.earliest...Day.latest).contains(day) else { throw .noSuchYear }
    return day
  }

  /// Returns a message that says why a typed date was not accepted and what to do.
  ///
  /// - Parameter example: the day that the message gives as an example.
  package func explanation(_ error: TypedDateError, example: Day) -> String {
    let example = shortDateWithYear(example)
    return switch error {
    case .empty: translator.tr("Enter a date, such as {example}.", ["example": example])
    case .notUnderstood: translator.tr("Date not recognized. Try {example}.", ["example": example])
    case .noSuchDay(let month):
      translator.trn(
        "{month} has {count} day.", "{month} has {count} days.", month.dayCount,
        ["month": monthAndYear(month.day(1))])
    case .noSuchYear: translator.tr("Years range from 1 to 9999.")
    }
  }
}
