import CGtk
import CalendarModel
import CalendarText
import Glibc
import GtkSupport

/// The user's language, clock format and first weekday, from gettext, GNOME's settings and the locale.
enum Language {
  private static let domain = "handspan"

  /// Reads the locale and opens the message catalogue. Call once, before any text is translated.
  @MainActor static func start() {
    setlocale(LC_ALL, "")
    bindtextdomain(domain, DataFiles.locales.path)
    bind_textdomain_codeset(domain, "UTF-8")
    textdomain(domain)
  }

  /// Looks up translations. If there is none, gettext returns the pointer of its argument, so the arguments
  /// must stay valid until the result is copied.
  static let translator = Translator(
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

  /// Phrases in the user's language and clock format, for the command line.
  static var phrases: Phrases { Phrases(translator: translator, clock: clock) }

  /// Phrases for a window or a painted page, where titles with another text direction have to be isolated.
  static var isolatingPhrases: Phrases {
    var phrases = phrases
    phrases.translator.isolatesValues = true
    return phrases
  }

  /// GNOME's `clock-format` setting if it exists, otherwise the time format of the locale.
  static var clock: ClockFormat {
    if let settings = clockSettings() {
      defer { g_object_unref(UnsafeMutableRawPointer(settings)) }
      return g_settings_get_enum(settings.as(GSettings.self), clockKey) == 1 ? .h12 : .h24
    }
    let format = nl_langinfo(nl_item(T_FMT)).map { String(cString: $0) } ?? ""
    return format.contains("%p") || format.contains("%r") || format.contains("%I") ? .h12 : .h24
  }

  static let clockKey = "clock-format"

  /// The desktop's settings, which the caller has to release; nil if they do not contain `clockKey`.
  static func clockSettings() -> OpaquePointer? {
    let name = "org.gnome.desktop.interface"
    guard let source = g_settings_schema_source_get_default(),
      let schema = g_settings_schema_source_lookup(source, name, 1)
    else { return nil }
    defer { g_settings_schema_unref(schema) }
    guard g_settings_schema_has_key(schema, clockKey) != 0 else { return nil }
    return created(g_settings_new(name)).opaque
  }

  /// The first day of the week in the locale. The C locale does not define one; it is Monday then, as in ISO
  /// 8601.
  static var firstWeekday: Weekday {
    let locale = setlocale(LC_TIME, nil).map { String(cString: $0) } ?? "C"
    guard !["C", "POSIX"].contains(locale.prefix { $0 != "." }) else { return .monday }
    // Both items are specific to glibc. The first is the date on which its numbering of weekdays starts, a
    // Sunday or Monday of 1997, as a number in place of the pointer; the second is the first weekday in that
    // numbering, as the first byte of a string.
    let origin = nl_langinfo(nl_item(_NL_TIME_WEEK_1STDAY)).map {
      UInt32(truncatingIfNeeded: UInt(bitPattern: $0))
    }
    let number = nl_langinfo(nl_item(_NL_TIME_FIRST_WEEKDAY)).map { Int($0.pointee) }
    guard let number, (1...7).contains(number) else { return .monday }
    let afterMonday = origin == 19_971_201 ? number - 1 : (number + 5) % 7
    return Weekday(rawValue: afterMonday + 1) ?? .monday
  }
}
