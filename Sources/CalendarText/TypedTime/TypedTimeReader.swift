/// Reads a typed time. The text is split into numbers, words and symbols, which must match a known form
/// completely.
struct TypedTimeReader {
  private typealias Token = TypedToken

  /// The maximum duration, in minutes: one year.
  private static let maximumMinutes = 366 * 1_440

  private var tokens: [Token]
  private let morning: Set<String>
  private let afternoon: Set<String>

  /// - Parameters:
  ///   - morning: the user's word for AM, in lower case.
  ///   - afternoon: the user's word for PM, in lower case.
  init(_ text: String, morning: String, afternoon: String) {
    self.morning = TypedTimeWords.morning.union([morning.filter(\.isLetter)])
    self.afternoon = TypedTimeWords.afternoon.union([afternoon.filter(\.isLetter)])
    tokens = TypedToken.tokens(of: text).flatMap(TypedTimeReader.split)
  }

  mutating func read() throws(TypedTimeError) -> TypedTime {
    guard !tokens.isEmpty else { throw .empty }
    if tokens.count == 1, case .word(let word) = tokens[0] {
      if TypedTimeWords.noon.contains(word) { return .clock(hour: 12, minute: 0) }
      if TypedTimeWords.midnight.contains(word) { return .clock(hour: 0, minute: 0) }
      if TypedTimeWords.now.contains(word) { return .later(minutes: 0) }
    }
    if let minutes = try readDuration() { return .later(minutes: minutes) }
    return try readTimeOfDay()
  }

  // MARK: Durations: in 45 min, +1:30, 1,5 h later

  /// Reads a duration. Returns the number of minutes, or nil if the text is not a duration.
  private mutating func readDuration() throws(TypedTimeError) -> Int? {
    let hasPlusSign = tokens.first == .symbol("+")
    let hasPrefix =
      hasPlusSign || tokens.first.map(isWord(TypedTimeWords.beforeDuration)) ?? false
    let hasTrailingWord = tokens.last.map(isWord(TypedTimeWords.afterDuration)) ?? false
    if hasPrefix { tokens.removeFirst() }
    if hasTrailingWord { tokens.removeLast() }
    let isNumberOfMinutes =
      tokens.count == 2 && isNumber(tokens[0]) && isWord(TypedTimeWords.minutes)(tokens[1])
    guard hasPrefix || hasTrailingWord || isNumberOfMinutes else { return nil }
    guard let minutes = durationInMinutes(allowsBareMinutes: hasPlusSign) else {
      throw .notUnderstood
    }
    guard minutes <= TypedTimeReader.maximumMinutes else { throw .tooFar }
    return minutes
  }

  private func durationInMinutes(allowsBareMinutes: Bool) -> Int? {
    let (hours, minutes) = (isWord(TypedTimeWords.hours), isWord(TypedTimeWords.minutes))
    switch tokens.count {
    case 1 where allowsBareMinutes: return number(at: 0)
    case 2 where hours(tokens[1]): return number(at: 0).map { $0 * 60 }
    case 2 where minutes(tokens[1]): return number(at: 0)
    case 3 where tokens[1] == .symbol(":"): return durationInMinutes(hoursAt: 0, minutesAt: 2)
    case 3 where hours(tokens[1]): return durationInMinutes(hoursAt: 0, minutesAt: 2)
    case 4 where hours(tokens[1]) && minutes(tokens[3]): return durationInMinutes(hoursAt: 0, minutesAt: 2)
    case 4 where hours(tokens[3]) && (tokens[1] == .symbol(".") || tokens[1] == .symbol(",")):
      guard case .number(let digits) = tokens[2], digits.count <= 2, let whole = number(at: 0),
        let fraction = number(at: 2)
      else { return nil }
      let denominator = digits.count == 1 ? 10 : 100
      return fraction * 60 % denominator == 0 ? whole * 60 + fraction * 60 / denominator : nil
    default: return nil
    }
  }

  private func durationInMinutes(hoursAt hoursIndex: Int, minutesAt minutesIndex: Int) -> Int? {
    guard let hours = number(at: hoursIndex), let minutes = number(at: minutesIndex), minutes < 60 else {
      return nil
    }
    return hours * 60 + minutes
  }

  // MARK: Times of day: 9, 0930, 2:15 pm, 14h30, 14.30 Uhr

  private mutating func readTimeOfDay() throws(TypedTimeError) -> TypedTime {
    if tokens.count > 1, tokens.first.map(isWord(TypedTimeWords.beforeTime)) ?? false { tokens.removeFirst() }
    let isAfternoon = try removeDayPeriod()
    // A word after the hour or the minute adds no information to the numbers.
    if tokens.count > 1, tokens.last.map(isWord(TypedTimeWords.hours)) ?? false { tokens.removeLast() }
    if tokens.count == 4, isWord(TypedTimeWords.hours)(tokens[1]), isWord(TypedTimeWords.minutes)(tokens[3]) {
      tokens.removeLast()
    }
    let (hour, minute) = try hourAndMinute(hasDayPeriod: isAfternoon != nil)
    guard let isAfternoon else {
      guard hour < 24 || (hour == 24 && minute == 0) else { throw .noSuchHour(hour) }
      return .clock(hour: hour, minute: minute)
    }
    // 0:30 AM is also in use, but there is no hour 0 in the afternoon.
    guard hour <= 12, hour > 0 || !isAfternoon else { throw .invalidHourForDayPeriod }
    return .clock(hour: hour % 12 + (isAfternoon ? 12 : 0), minute: minute)
  }

  /// Removes AM or PM from either end. Returns false for AM, true for PM, or nil if there is neither.
  private mutating func removeDayPeriod() throws(TypedTimeError) -> Bool? {
    func dayPeriod(_ token: Token?) -> Bool? {
      guard case .word(let word)? = token else { return nil }
      return morning.contains(word) ? false : afternoon.contains(word) ? true : nil
    }
    let (first, last) = (dayPeriod(tokens.first), dayPeriod(tokens.last))
    if first != nil { tokens.removeFirst() }
    if last != nil, !tokens.isEmpty { tokens.removeLast() }
    guard first == nil || last == nil else { throw .notUnderstood }
    return first ?? last
  }

  private func hourAndMinute(hasDayPeriod: Bool) throws(TypedTimeError) -> (Int, Int) {
    guard case .number(let digits)? = tokens.first, let value = number(at: 0) else { throw .notUnderstood }
    switch tokens.count {
    case 1 where digits.count <= 2: return (value, 0)
    case 1 where digits.count <= 4: return (value / 100, try validated(value % 100))
    // Spaces are not tokens, so this is a time such as 9 30.
    case 2: return (value, try minute(at: 1, afterHour: digits))
    case 3: return (value, try minuteAfterSeparator(tokens[1], at: 2, afterHour: digits))
    case 5 where tokens[1] == .symbol(":") && tokens[3] == .symbol(":"):
      let minute = try minuteAfterSeparator(tokens[1], at: 2, afterHour: digits)
      guard let seconds = number(at: 4) else { throw .notUnderstood }
      guard seconds == 0 else { throw .hasSeconds }
      return (value, minute)
    default: throw .notUnderstood
    }
  }

  private func minuteAfterSeparator(_ separator: Token, at index: Int, afterHour digits: String)
    throws(TypedTimeError) -> Int
  {
    guard separator == .symbol(":") || separator == .symbol(".") || isWord(TypedTimeWords.hours)(separator)
    else {
      throw .notUnderstood
    }
    return try minute(at: index, afterHour: digits)
  }

  private func minute(at index: Int, afterHour hour: String) throws(TypedTimeError) -> Int {
    guard hour.count <= 2, case .number(let digits) = tokens[index], digits.count <= 2,
      let value = number(at: index)
    else { throw .notUnderstood }
    guard digits.count == 2 else { throw .ambiguousMinute(digits) }
    return try validated(value)
  }

  private func validated(_ minute: Int) throws(TypedTimeError) -> Int {
    guard minute < 60 else { throw .noSuchMinute(minute) }
    return minute
  }

  // MARK: Tokens

  private func isNumber(_ token: Token) -> Bool {
    if case .number = token { true } else { false }
  }

  private func isWord(_ words: Set<String>) -> (Token) -> Bool {
    { token in
      if case .word(let word) = token { words.contains(word) } else { false }
    }
  }

  private func number(at index: Int) -> Int? {
    guard case .number(let digits) = tokens[index], digits.count <= 6 else { return nil }
    return Int(digits)
  }

  /// Separates a word for “later” from the unit before it, because languages without spaces write the two
  /// together.
  private static func split(_ token: Token) -> [Token] {
    guard case .word(let word) = token,
      let laterWord = TypedTimeWords.afterDuration.first(where: { laterWord in
        let unit = String(word.dropLast(laterWord.count))
        return word.hasSuffix(laterWord)
          && (TypedTimeWords.minutes.contains(unit) || TypedTimeWords.hours.contains(unit))
      })
    else { return [token] }
    return [.word(String(word.dropLast(laterWord.count))), .word(laterWord)]
  }
}
