import CalendarModel

/// The clock format: 24 or 12 hours.
package enum ClockFormat: Hashable, Sendable {
  /// 14:15.
  case h24
  /// 2:15 PM.
  case h12
}

/// The text that Handspan shows and announces about days, times and events, in the user's language and clock
/// format.
///
/// Displayed text is short ("14:15 – 15:00"); text spoken by assistive technology uses whole words
/// ("14:15 to 15:00, 45 minutes").
package struct Phrases: Sendable {
  /// The source of translations.
  package var translator: Translator
  /// The clock format: 24 or 12 hours.
  package var clock: ClockFormat
  /// The order of day, month and year in dates that are typed as numbers.
  package var dateOrder: DateOrder

  /// Formats dates as in the user's locale, if there is no translation; nil to use the translator.
  package var localeDates: LocaleDates?

  package init(
    translator: Translator = .source, clock: ClockFormat = .h24, dateOrder: DateOrder = .dayMonthYear,
    localeDates: LocaleDates? = nil
  ) {
    self.translator = translator
    self.clock = clock
    self.dateOrder = dateOrder
    self.localeDates = localeDates
  }

  /// Returns a list of items: "Standup, repeats, tentative".
  package func listed(_ parts: [String]) -> String {
    guard let first = parts.first else { return "" }
    return parts.dropFirst().reduce(first) { list, next in
      translator.trc("list", "{first}, {next}", ["first": list, "next": next])
    }
  }
}
