import CGLib
import CalendarModel
import CalendarText
import Glibc

/// The user's language, clock format and first weekday, from gettext, GNOME's settings and the locale.
package enum Language {
  private static let domain = "handspan"

  /// Reads the locale and opens the message catalog. Call this once, before any text is translated.
  @MainActor package static func start() {
    setlocale(LC_ALL, "")
    bindtextdomain(domain, DataFiles.localeFolder)
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
  }

  /// Looks up translations. For a string without a translation, gettext returns the pointer that it was
  /// given, so the arguments must stay valid until the result is copied.
  package static let translator = {
    var translator = Translator(
      text: { context, message in
        message.withCString { message in
          guard let context else { return String(cString: g_dgettext(domain, message)) }
          return context.withCString { String(cString: g_dpgettext2(domain, $0, message)) }
        }
      },
      plural: { one, many, count in
        one.withCString { one in
          many.withCString { String(cString: g_dngettext(domain, one, $0, gulong(max(0, count)))) }
        }
      })
    translator.grouping = LocaleFacts.grouping
    return translator
  }()

  /// Whether there is a translation for the user's language. In a catalog, the translation of the empty
  /// string is the header.
  static var hasTranslation: Bool { !String(cString: g_dgettext(domain, "")).isEmpty }

  /// Phrases in the user's language and clock format, for the command line.
  package static var phrases: Phrases {
    Phrases(translator: translator, clock: clock, dateOrder: dateOrder, localeDates: LocaleFacts.dates)
  }

  /// Phrases for a window or a painted page, where titles with a different text direction have to be
  /// isolated.
  package static var isolatingPhrases: Phrases {
    var phrases = phrases
    phrases.translator.isolatesValues = true
    return phrases
  }

  /// GNOME's `clock-format` setting if it exists, otherwise the time format of the locale.
  package static var clock: ClockFormat {
    if let settings = clockSettings() {
      defer { g_object_unref(UnsafeMutableRawPointer(settings)) }
      return g_settings_get_enum(UnsafeMutablePointer(settings), clockFormatKey) == 1 ? .h12 : .h24
    }
    let format = nl_langinfo(nl_item(T_FMT)).map { String(cString: $0) } ?? ""
    return format.contains("%p") || format.contains("%r") || format.contains("%I") ? .h12 : .h24
  }

  package static let clockFormatKey = "clock-format"

  /// Returns the desktop's settings, which the caller must release; nil if they do not contain `clockFormatKey`.
  package static func clockSettings() -> OpaquePointer? {
    let name = "org.gnome.desktop.interface"
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, name, 1)
    else { return nil }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_has_key(schema, clockFormatKey) != 0 else { return nil }
    return OpaquePointer(g_settings_new(name))
  }

  /// The first day of the week in the locale. The C locale does not define one, so Monday is used, as in ISO
  /// 8601.
  package static var firstWeekday: Weekday { weekday(nl_item(_NL_TIME_FIRST_WEEKDAY)) ?? .monday }

  /// Returns the weekday that an item of the locale denotes; nil in the C locale, which does not define any.
  private static func weekday(_ item: nl_item) -> Weekday? {
    guard !LocaleFacts.isCLocale else { return nil }
    // These items are specific to glibc. `_NL_TIME_WEEK_1STDAY` is the date of the weekday with the number 1:
    // Sunday, 1997-11-30, or Monday, 1997-12-01. glibc returns this date as a number cast to a pointer. For
    // `item`, it returns a string whose first byte is the number of a weekday, counted from that date.
    let dateOfWeekday1 = nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY)).map {
      UInt32(truncatingIfNeeded: UInt(bitPattern: $0))
    }
    let number = nl_langinfo(item).map { Int($0.pointee) }
    guard let number, (1...7).contains(number) else { return nil }
    let daysAfterMonday = dateOfWeekday1 == 19_971_201 ? number - 1 : (number + 5) % 7
    return Weekday(rawValue: daysAfterMonday + 1)
  }

  /// The order of day, month and year in the locale. In the C locale, it is the order in the English source
  /// strings.
  private static var dateOrder: DateOrder {
    guard !LocaleFacts.isCLocale, let format = nl_langinfo(nl_item(D_FMT)) else { return .dayMonthYear }
    return DateOrder(format: String(cString: format)) ?? .dayMonthYear
  }
}
