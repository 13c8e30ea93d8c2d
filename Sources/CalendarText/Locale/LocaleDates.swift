import CalendarModel

/// Formats dates in a language for which there is no translation, with the names and the order of the user's
/// locale.
package struct LocaleDates: Sendable {
  /// The names of weekdays and months in a locale.
  package struct Names: Sendable {
    /// The days of the week, starting with Monday.
    package var weekdays: [String]
    package var shortWeekdays: [String]
    /// The months in the form used with a day, starting with January.
    package var months: [String]
    /// The months in the form used without a day.
    package var standaloneMonths: [String]
    package var shortMonths: [String]

    package init(
      weekdays: [String], shortWeekdays: [String], months: [String], standaloneMonths: [String],
      shortMonths: [String]
    ) {
      self.weekdays = weekdays
      self.shortWeekdays = shortWeekdays
      self.months = months
      self.standaloneMonths = standaloneMonths
      self.shortMonths = shortMonths
    }

    var isComplete: Bool {
      [weekdays.count, shortWeekdays.count] == [7, 7]
        && [months.count, standaloneMonths.count, shortMonths.count] == [12, 12, 12]
    }
  }

  let names: Names
  let pattern: DatePattern

  /// Returns nil if the locale's names or formats are not usable, or if the locale is English and its dates
  /// begin with the day, as in the source strings.
  ///
  /// - Parameter language: the language code of the locale, such as "en".
  package init?(_ names: Names, formats: DatePattern.Formats, language: String) {
    guard names.isComplete, let pattern = DatePattern(formats) else { return nil }
    if language == "en", pattern.without(.weekday).fields.first == .day { return nil }
    self.names = names
    self.pattern = pattern
  }

  // MARK: Dates

  func fullDate(_ day: Day) -> String { text(day, pattern, isShort: false) }
  func shortDate(_ day: Day) -> String { text(day, pattern.without(.year), isShort: true) }
  func shortDateWithYear(_ day: Day) -> String { text(day, pattern, isShort: true) }
  func shortDateWithoutWeekday(_ day: Day) -> String { text(day, pattern.without(.weekday), isShort: true) }
  func fullDateWithoutWeekday(_ day: Day) -> String { text(day, pattern.without(.weekday), isShort: false) }

  func fullDateWithoutWeekdayAndYear(_ day: Day) -> String {
    text(day, pattern.without(.weekday).without(.year), isShort: false)
  }

  func monthAndYear(_ day: Day, isShort: Bool = false) -> String {
    pattern.without(.weekday).without(.day).filled { field in
      switch field {
      case .month where !isShort && !pattern.hasSuffixes: names.standaloneMonths[day.month - 1]
      default: value(field, of: day, isShort: isShort)
      }
    }
  }

  private func text(_ day: Day, _ pattern: DatePattern, isShort: Bool) -> String {
    pattern.filled { value($0, of: day, isShort: isShort) }
  }

  private func value(_ field: DatePattern.Field, of day: Day, isShort: Bool) -> String {
    switch field {
    case .weekday where isShort || pattern.hasSuffixes: names.shortWeekdays[day.weekday.rawValue - 1]
    case .weekday: names.weekdays[day.weekday.rawValue - 1]
    case .day: String(day.dayOfMonth)
    case .month where pattern.hasSuffixes: String(day.month)
    case .month: isShort ? names.shortMonths[day.month - 1] : names.months[day.month - 1]
    case .year: String(day.year)
    }
  }
}
