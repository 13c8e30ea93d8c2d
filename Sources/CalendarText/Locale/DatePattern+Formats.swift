extension DatePattern {
  /// The date formats of a C locale, in the syntax of `strftime`.
  package struct Formats: Hashable, Sendable {
    /// The format of numeric dates (`D_FMT`): "%m/%d/%Y".
    package var date: String
    /// The format of dates with times (`D_T_FMT`): "%a %d %b %Y %r %Z".
    package var dateTime: String
    /// The format of the command `date` (`_DATE_FMT`): "%a %b %e %r %Z %Y".
    package var command: String

    package init(date: String, dateTime: String, command: String) {
      (self.date, self.dateTime, self.command) = (date, dateTime, command)
    }
  }

  /// Creates the pattern of full dates in a locale; nil if it cannot be derived from the formats.
  ///
  /// A locale has no format for full dates without a time, so the pattern is derived from a format that names
  /// the month. If numeric dates begin with the day or the month and have a different order, the pattern uses
  /// the order of numeric dates, because it is the usual one: American dates begin with the month.
  init?(_ formats: Formats) {
    let numericFormat = ParsedDateFormat(formats.date)
    if let numericFormat, numericFormat.isSpelledOut {
      // Chinese, Japanese and Korean dates consist of numbers, each followed by a word.
      self = numericFormat.pattern
      hasSuffixes = true
      let hasSpaces = parts.contains { if case .text(let text) = $0 { text.contains(" ") } else { false } }
      parts.append(.text(hasSpaces ? " (" : "("))
      parts += [.field(.weekday), .text(")")]
      return
    }
    let formatWithMonthName = [formats.command, formats.dateTime, formats.date].lazy.compactMap {
      ParsedDateFormat($0.replacing("%x", with: formats.date))
    }.first { $0.namesMonth }
    let numericOrder = numericFormat?.pattern.without(.weekday).fields ?? []
    if let formatWithMonthName, numericOrder.first != .month,
      numericOrder.first != .day
        || formatWithMonthName.pattern.without(.weekday).fields == numericOrder
    {
      self = formatWithMonthName.pattern.withWeekday
    } else if numericOrder.first == .month {
      self = .monthFirst
    } else if numericOrder.first == .day {
      self = .dayFirst
    } else {
      return nil
    }
  }

  /// "{weekday}, {month} {day}, {year}"
  static let monthFirst = DatePattern(parts: [
    .field(.weekday), .text(", "), .field(.month), .text(" "), .field(.day), .text(", "), .field(.year),
  ])
  /// "{weekday} {day} {month} {year}"
  static let dayFirst = DatePattern(parts: [
    .field(.weekday), .text(" "), .field(.day), .text(" "), .field(.month), .text(" "), .field(.year),
  ])

  /// The pattern with a weekday: at the end if the year comes first, otherwise at the beginning.
  private var withWeekday: DatePattern {
    guard !has(.weekday) else { return self }
    var pattern = self
    if fields.first == .year {
      pattern.parts += [.text(", "), .field(.weekday)]
    } else {
      pattern.parts = [.field(.weekday), .text(", ")] + parts
    }
    return pattern
  }
}
