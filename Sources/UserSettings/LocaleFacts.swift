import CGLib
import CalendarModel
import CalendarText
import Glibc

/// Properties of the user's locale.
package enum LocaleFacts {
  /// The name of the locale for dates, such as "en_US.UTF-8".
  static var name: String { setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C" }

  /// Whether the locale is the C locale, which belongs to no country.
  static var isCLocale: Bool { ["C", "POSIX"].contains(name.prefix { $0 != "." }) }

  /// The names and formats of dates in the locale; nil if there is a translation for the user's language, or
  /// in the C locale.
  static let dates: LocaleDates? = {
    guard !isCLocale, !Language.hasTranslation else { return nil }
    // In the C library, the first weekday is Sunday. In `LocaleDates`, it is Monday.
    func weekdays(from first: nl_item) -> [String] { (1...7).map { text(first + nl_item($0 % 7)) } }
    func months(from first: nl_item) -> [String] { (0..<12).map { text(first + nl_item($0)) } }
    return LocaleDates(
      LocaleDates.Names(
        weekdays: weekdays(from: nl_item(DAY_1)), shortWeekdays: weekdays(from: nl_item(ABDAY_1)),
        months: months(from: nl_item(MON_1)), standaloneMonths: months(from: nl_item(__ALTMON_1)),
        shortMonths: months(from: nl_item(ABMON_1))),
      formats: DatePattern.Formats(
        date: text(nl_item(D_FMT)), dateTime: text(nl_item(D_T_FMT)), command: text(nl_item(_DATE_FMT))),
      language: String(name.prefix { $0 != "_" && $0 != "." && $0 != "@" }))
  }()

  /// The days of the weekend in the locale's country.
  package static var weekend: Set<Weekday> { Weekday.weekend(inLocale: name) }

  /// The days that are not on the weekend.
  package static var workdays: Set<Weekday> { Set(Weekday.allCases).subtracting(weekend) }

  /// How the locale separates the digits of large numbers.
  static var grouping: DigitGrouping {
    guard let conventions = localeconv()?.pointee, let sizes = conventions.grouping else { return .none }
    let separator = takeString(g_locale_to_utf8(conventions.thousands_sep, -1, nil, nil, nil)) ?? ""
    return DigitGrouping(separator: separator, sizes: String(cString: sizes).utf8.map(Int.init))
  }

  /// Returns an item of the locale in UTF-8, without leading spaces, which are only for alignment.
  private static func text(_ item: nl_item) -> String {
    let text = takeString(g_locale_to_utf8(nl_langinfo(item), -1, nil, nil, nil)) ?? ""
    return String(text.drop { $0 == " " })
  }
}
