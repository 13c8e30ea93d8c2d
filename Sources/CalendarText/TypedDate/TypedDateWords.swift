import CalendarModel

/// The words in typed dates, in lower case: those of the user's language, and some of other languages.
struct TypedDateWords {
  private let months: [(name: String, month: Int)]
  private let weekdays: [(name: String, weekday: Weekday)]

  init(_ phrases: Phrases) {
    let languages = [phrases, Phrases()]
    months = languages.flatMap { phrases in
      (1...12).flatMap { month in
        [phrases.month(month), phrases.month(inDate: month), phrases.shortMonth(month)].map {
          (TypedDateWords.folded($0), month)
        }
      }
    }
    weekdays = languages.flatMap { phrases in
      Weekday.allCases.flatMap { weekday in
        [phrases.weekday(weekday), phrases.shortWeekday(weekday)].map {
          (TypedDateWords.folded($0), weekday)
        }
      }
    }
  }

  /// Returns the month that a word names, 1 to 12. The word may be a full name, an abbreviation, or the first
  /// letters of a name.
  func month(_ word: String) -> Int? {
    TypedDateWords.meaning(of: word, in: months.map { ($0.name, $0.month) })
  }

  /// Returns the day of the week that a word names.
  func weekday(_ word: String) -> Weekday? {
    TypedDateWords.meaning(of: word, in: weekdays.map { ($0.name, $0.weekday) })
  }

  /// The minimum length, in letters, of a prefix that is recognized as an abbreviation of a name.
  private static let minimumPrefixLength = 3

  private static func meaning<Value: Hashable>(of word: String, in names: [(String, Value)]) -> Value? {
    if let exactMatch = names.first(where: { $0.0 == word }) { return exactMatch.1 }
    guard word.count >= minimumPrefixLength else { return nil }
    let values = Set(names.filter { $0.0.hasPrefix(word) }.map(\.1))
    return values.count == 1 ? values.first : nil
  }

  private static func folded(_ name: String) -> String { name.lowercased().filter(\.isLetter) }

  static let today: Set<String> = [
    "today", "heute", "hoy", "oggi", "aujourdhui", "vandaag", "idag", "dziś", "сегодня", "今日", "今天", "오늘",
  ]
  static let tomorrow: Set<String> = [
    "tomorrow", "morgen", "demain", "mañana", "domani", "imorgen", "jutro", "завтра", "明日", "明天", "내일",
  ]
  static let yesterday: Set<String> = [
    "yesterday", "gestern", "hier", "ayer", "ieri", "gisteren", "wczoraj", "вчера", "昨日", "昨天", "어제",
  ]
  static let days: Set<String> = [
    "d", "day", "days", "tag", "tage", "tagen", "jour", "jours", "día", "días", "giorni", "dagen", "дней",
    "日",
  ]
  static let weeks: Set<String> = [
    "w", "wk", "week", "weeks", "kw", "woche", "wochen", "kalenderwoche", "semaine", "semaines", "semana",
    "semanas", "settimana", "settimane", "weken", "uge", "vecka", "недель", "週", "周",
  ]
  static let months: Set<String> = [
    "month", "months", "monat", "monate", "monaten", "mois", "mes", "meses", "mesi", "maanden",
  ]
  /// Words that mean "from today" if they precede a number of days, weeks or months.
  static let beforeDistance: Set<String> = ["in", "en", "dans", "dentro", "tra", "om", "za", "через"]
  /// Words that do not change the meaning of a date, such as the endings of ordinal numbers.
  static let ignored: Set<String> = [
    "st", "nd", "rd", "th", "er", "ère", "on", "the", "of", "am", "an", "den", "dem", "der", "le", "la", "el",
    "de", "del", "di", "il", "på", "dnia", "г", "года", "年", "月", "日", "년", "월", "일",
  ]
}
