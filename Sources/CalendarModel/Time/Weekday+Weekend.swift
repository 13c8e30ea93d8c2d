extension Weekday {
  /// The weekend in most territories.
  package static let defaultWeekend: Set<Weekday> = [.saturday, .sunday]

  /// Returns the days of the weekend in the territory of a locale, such as "ar_EG.UTF-8"; Saturday and Sunday
  /// if the locale has no territory.
  ///
  /// The C library has no data about weekends. The exceptions below come from the Unicode Common Locale Data
  /// Repository (`weekData` in `supplementalData.xml`), in the version that is part of Foundation in Swift
  /// 6.3.
  package static func weekend(inLocale name: String) -> Set<Weekday> {
    let territory = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_").dropFirst().first
    switch territory {
    case "BD", "BH", "EG", "IL", "IQ", "JO", "KW", "LY", "OM", "QA", "SA", "SD", "SY", "YE":
      return [.friday, .saturday]
    case "AF": return [.thursday, .friday]
    case "IR": return [.friday]
    case "IN", "UG": return [.sunday]
    default: return defaultWeekend
    }
  }
}
