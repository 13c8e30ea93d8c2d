import CalendarModel

/// Reads a typed date. The text is split into numbers, words and symbols, which must match a known form
/// completely.
struct TypedDateReader {
  private let tokens: [TypedToken]
  private let words: TypedDateWords
  private let order: DateOrder
  private let referenceDay: Day
  private let today: Day

  init(_ text: String, words: TypedDateWords, order: DateOrder, referenceDay: Day, today: Day) {
    tokens = TypedToken.tokens(of: text)
    (self.words, self.order) = (words, order)
    (self.referenceDay, self.today) = (referenceDay, today)
  }

  func read() throws(TypedDateError) -> Day {
    guard !tokens.isEmpty else { throw .empty }
    if tokens.count == 1, case .word(let word) = tokens[0], let day = day(called: word) { return day }
    if let day = try relativeDay() { return day }
    if tokens.contains(where: { isWord($0, TypedDateWords.weeks) }) { return try week() }
    return try date()
  }

  /// Returns the day that a single word means, such as "today", "tomorrow" or "Friday" for the next Friday;
  /// nil if the word does not mean a day.
  private func day(called word: String) -> Day? {
    if TypedDateWords.today.contains(word) { return today }
    if TypedDateWords.tomorrow.contains(word) { return today.adding(days: 1) }
    if TypedDateWords.yesterday.contains(word) { return today.adding(days: -1) }
    guard words.month(word) == nil, let weekday = words.weekday(word) else { return nil }
    return today.adding(days: 7).startOfWeek(first: weekday)
  }

  // MARK: Relative days: +3, -1, in 2 weeks

  private func relativeDay() throws(TypedDateError) -> Day? {
    let isBackward = tokens[0] == .symbol("-") || tokens[0] == .symbol("−")
    guard isBackward || tokens[0] == .symbol("+") || isWord(tokens[0], TypedDateWords.beforeDistance) else {
      return nil
    }
    guard (2...3).contains(tokens.count), let number = number(tokens[1]), number <= 1_000_000 else {
      throw .notUnderstood
    }
    let count = isBackward ? -number : number
    guard let unit = tokens.dropFirst(2).first else { return today.adding(days: count) }
    if isWord(unit, TypedDateWords.days) { return today.adding(days: count) }
    if isWord(unit, TypedDateWords.weeks) { return today.adding(days: 7 * count) }
    guard isWord(unit, TypedDateWords.months) else { throw .notUnderstood }
    return Month(containing: today).adding(months: count).day(today.dayOfMonth)
  }

  // MARK: Weeks: week 2, KW 2 2035, 2035-W02

  /// Returns the Monday of the ISO 8601 week that the text names.
  private func week() throws(TypedDateError) -> Day {
    let nonNumbers = tokens.filter { number($0) == nil && !isSeparator($0) }
    guard nonNumbers.count == 1 else { throw .notUnderstood }
    let numbers = tokens.compactMap(digits)
    let year: Int
    let week: Int?
    switch numbers.count {
    case 1: (year, week) = (referenceDay.isoWeek.year, Int(numbers[0]))
    case 2 where numbers[0].count >= 3: (year, week) = (try self.year(numbers[0]), Int(numbers[1]))
    case 2: (year, week) = (try self.year(numbers[1]), Int(numbers[0]))
    default: throw .notUnderstood
    }
    // January 4 is always in the first week.
    guard let week, (1...53).contains(week), let dayInFirstWeek = Day(year: year, month: 1, day: 4) else {
      throw .notUnderstood
    }
    let monday = dayInFirstWeek.startOfWeek(first: .monday).adding(days: 7 * (week - 1))
    guard monday.isoWeek == (year, week) else { throw .notUnderstood }
    return monday
  }

  // MARK: Dates: 9.1.35, 9 January, 2035-01-09

  private func date() throws(TypedDateError) -> Day {
    var numbers: [String] = []
    var names: [String] = []
    for token in tokens {
      switch token {
      case .number(let digits): numbers.append(digits)
      case .word(let word): if !TypedDateWords.ignored.contains(word) { names.append(word) }
      case .symbol: guard isSeparator(token) else { throw .notUnderstood }
      }
    }
    guard names.allSatisfy({ words.month($0) != nil || words.weekday($0) != nil }), names.count <= 2 else {
      throw .notUnderstood
    }
    var months = names.compactMap { name in words.month(name).map { (name, $0) } }
    // Some abbreviations mean both a month and a weekday. If the other word names a month, the abbreviation
    // means the weekday.
    if months.count > 1, let ambiguousIndex = months.firstIndex(where: { words.weekday($0.0) != nil }) {
      months.remove(at: ambiguousIndex)
    }
    guard months.count <= 1, names.count - months.count <= 1 else { throw .notUnderstood }
    if let month = months.first?.1 { return try date(inMonth: month, numbers) }
    return try numericDate(numbers)
  }

  private func date(inMonth month: Int, _ numbers: [String]) throws(TypedDateError) -> Day {
    switch numbers.count {
    case 0: return try nearestDate(month: month, day: 1)
    case 1 where isYear(numbers[0]): return try day(year(numbers[0]), month, 1)
    case 1: return try nearestDate(month: month, day: value(numbers[0]))
    case 2 where isYear(numbers[0]): return try day(year(numbers[0]), month, value(numbers[1]))
    case 2: return try day(year(numbers[1]), month, value(numbers[0]))
    default: throw .notUnderstood
    }
  }

  private func numericDate(_ numbers: [String]) throws(TypedDateError) -> Day {
    switch numbers.count {
    case 1: return try dateFromSingleNumber(numbers[0])
    case 2:
      let values = [try value(numbers[0]), try value(numbers[1])]
      if numbers[0].count > 2 { return try day(year(numbers[0]), values[1], 1) }
      if numbers[1].count > 2 { return try day(year(numbers[1]), values[0], 1) }
      let (month, date) = monthAndDay(values[0], values[1])
      return try nearestDate(month: month, day: date)
    case 3:
      let values = [try value(numbers[0]), try value(numbers[1]), try value(numbers[2])]
      if numbers[0].count > 2 || (order == .yearMonthDay && numbers[2].count <= 2) {
        return try day(year(numbers[0]), values[1], values[2])
      }
      let (month, date) = monthAndDay(values[0], values[1])
      return try day(year(numbers[2]), month, date)
    default: throw .notUnderstood
    }
  }

  /// Returns the date that a single number means: 9, 2035, 20350109.
  private func dateFromSingleNumber(_ digits: String) throws(TypedDateError) -> Day {
    let number = try value(digits)
    switch digits.count {
    case 1, 2: return try day(referenceDay.year, referenceDay.month, number)
    case 4:
      let month = Month(ordinal: number * 12 + referenceDay.month - 1)
      guard (Month.earliest...Month.latest).contains(month) else { throw .noSuchYear }
      return month.day(referenceDay.dayOfMonth)
    case 8: return try day(number / 10_000, number / 100 % 100, number % 100)
    default: throw .notUnderstood
    }
  }

  /// Returns the month and the day that two numbers mean, in the locale's order unless only the opposite
  /// order is possible.
  private func monthAndDay(_ first: Int, _ second: Int) -> (month: Int, day: Int) {
    let isDayFirst = order == .dayMonthYear
    if first > 12, second <= 12 { return (second, first) }
    if second > 12, first <= 12 { return (first, second) }
    return isDayFirst ? (second, first) : (first, second)
  }

  /// Returns the date with the given month and day that is nearest to the reference day.
  private func nearestDate(month: Int, day: Int) throws(TypedDateError) -> Day {
    guard (1...12).contains(month) else { throw .notUnderstood }
    // The nearest February 29 is at most eight years away.
    let years = referenceDay.year - 8...referenceDay.year + 8
    let nearestDate = years.compactMap { Day(year: $0, month: month, day: day) }
      .min { abs($0.days(since: referenceDay)) < abs($1.days(since: referenceDay)) }
    guard let nearestDate else { throw .noSuchDay(Month(ordinal: referenceDay.year * 12 + month - 1)) }
    return nearestDate
  }

  private func day(_ year: Int, _ month: Int, _ day: Int) throws(TypedDateError) -> Day {
    guard (1...9999).contains(year) else { throw .noSuchYear }
    guard (1...12).contains(month) else { throw .notUnderstood }
    guard let day = Day(year: year, month: month, day: day) else {
      throw .noSuchDay(Month(ordinal: year * 12 + month - 1))
    }
    return day
  }

  // MARK: Numbers

  /// Returns whether a number beside a month's name can only be the year.
  private func isYear(_ digits: String) -> Bool { digits.count > 2 || (Int(digits) ?? 0) > 31 }

  /// Returns the year that typed digits mean. One or two digits mean the year nearest to today whose last two
  /// digits have this value.
  private func year(_ digits: String) throws(TypedDateError) -> Int {
    let number = try value(digits)
    guard digits.count <= 2 else { return number }
    let candidate = today.year / 100 * 100 + number
    return [candidate - 100, candidate, candidate + 100].min { abs($0 - today.year) < abs($1 - today.year) }
      ?? number
  }

  private func value(_ digits: String) throws(TypedDateError) -> Int {
    guard digits.count <= 8, let number = Int(digits) else { throw .notUnderstood }
    return number
  }

  // MARK: Tokens

  private func digits(_ token: TypedToken) -> String? {
    if case .number(let digits) = token { digits } else { nil }
  }

  private func number(_ token: TypedToken) -> Int? {
    digits(token).flatMap { $0.count <= 8 ? Int($0) : nil }
  }

  private func isWord(_ token: TypedToken, _ words: Set<String>) -> Bool {
    if case .word(let word) = token { words.contains(word) } else { false }
  }

  private func isSeparator(_ token: TypedToken) -> Bool {
    if case .symbol(let symbol) = token { "./-,،、’'".contains(symbol) } else { false }
  }
}
