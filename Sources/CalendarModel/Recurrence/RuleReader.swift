extension RecurrenceRule {
  /// Reads the value of an RRULE property.
  ///
  /// Besides RFC 5545 it takes what files have: small letters; parts in any order; empty parts, as after a last
  /// `;`; spaces around anything; a backslash before `;`; values named twice in a list; `X-` parts, which are
  /// passed over; both COUNT and UNTIL (whichever comes first ends it); BYSECOND=60 as 59 (3.3.12); an UNTIL of
  /// another form than DTSTART. An INTERVAL or COUNT of 0 is an error: no one can say what was meant.
  ///
  /// RSCALE and SKIP of RFC 7529 are recognised. `RSCALE=GREGORIAN` without another SKIP than OMIT is what a rule
  /// means anyway; everything else is told in `unsupported`.
  ///
  /// - Throws: `RecurrenceRuleError` with a message for the user.
  public init(parsing text: String) throws(RecurrenceRuleError) {
    let parts = try RuleReader.parts(of: text)
    guard let name = RuleReader.value(of: "FREQ", in: parts) else { throw .noFrequency }
    guard let frequency = RuleReader.frequencies[name] else { throw .badValue(part: "FREQ", value: name) }
    self.init(frequency)
    unsupported = RuleReader.unsupported(in: parts)
    for (part, value) in parts {
      do {
        try set(part, value)
      } catch {
        // What a part means may depend on the calendar that RSCALE names, as BYMONTH=5L does.
        if isSupported { throw error }
      }
    }
  }

  private mutating func set(_ part: String, _ value: String) throws(RecurrenceRuleError) {
    let reader = RuleReader(part: part, value: value)
    switch part {
    case "INTERVAL": interval = try reader.number(in: 1...1_000_000_000)
    case "COUNT": count = try reader.number(in: 1...Int.max)
    case "UNTIL": until = try reader.until()
    case "WKST": weekStart = try reader.weekday(value)
    case "BYMONTH": months = try reader.numbers(in: 1...12)
    case "BYWEEKNO": weekNumbers = try reader.positions(upTo: 53)
    case "BYYEARDAY": yearDays = try reader.positions(upTo: 366)
    case "BYMONTHDAY": monthDays = try reader.positions(upTo: 31)
    case "BYDAY": weekdays = try reader.weekdays()
    case "BYHOUR": hours = try reader.numbers(in: 0...23)
    case "BYMINUTE": minutes = try reader.numbers(in: 0...59)
    case "BYSECOND": seconds = Set(try reader.numbers(in: 0...60).map { min($0, 59) }).sorted()
    case "BYSETPOS": setPositions = try reader.positions(upTo: 366)
    case "FREQ", "RSCALE", "SKIP": break
    default: throw .unknownPart(part)
    }
  }
}

/// Reads the value of one part of a rule.
struct RuleReader {
  let part: String
  let value: String

  static let frequencies: [String: RecurrenceRule.Frequency] = [
    "SECONDLY": .secondly, "MINUTELY": .minutely, "HOURLY": .hourly, "DAILY": .daily, "WEEKLY": .weekly,
    "MONTHLY": .monthly, "YEARLY": .yearly,
  ]

  /// A name and its value, in capitals and without spaces.
  typealias Part = (name: String, value: String)

  /// The parts in the order in which they stand.
  static func parts(of text: String) throws(RecurrenceRuleError) -> [Part] {
    let bytes = text.utf8.filter { $0 > 0x20 && $0 != UInt8(ascii: "\\") }
    var parts: [Part] = []
    for part in String(decoding: bytes, as: UTF8.self).uppercased().split(separator: ";") {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else { throw .unknownPart(String(part)) }
      guard !part.hasPrefix("X-") else { continue }
      let new = (name: String(pair[0]), value: String(pair[1]))
      if let old = value(of: new.name, in: parts) {
        guard old == new.value else { throw .repeatedPart(new.name) }
      } else {
        parts.append(new)
      }
    }
    return parts
  }

  static func value(of name: String, in parts: [Part]) -> String? {
    parts.first { $0.name == name }?.value
  }

  /// The parts of RFC 7529 that ask for another calendar or for days that do not exist to be moved.
  static func unsupported(in parts: [Part]) -> String? {
    if let scale = value(of: "RSCALE", in: parts), scale != "GREGORIAN" {
      return "RSCALE=\(scale.prefix(40))"
    }
    if let skip = value(of: "SKIP", in: parts), skip != "OMIT" { return "SKIP=\(skip.prefix(40))" }
    return nil
  }

  func number(in range: ClosedRange<Int>) throws(RecurrenceRuleError) -> Int {
    try number(value[...], in: range)
  }

  func numbers(in range: ClosedRange<Int>) throws(RecurrenceRuleError) -> [Int] {
    var numbers: Set<Int> = []
    for item in value.split(separator: ",") { numbers.insert(try number(item, in: range)) }
    guard !numbers.isEmpty else { throw bad }
    return numbers.sorted()
  }

  /// Numbers that count from the beginning or, negative, from the end; never 0.
  func positions(upTo limit: Int) throws(RecurrenceRuleError) -> [Int] {
    let numbers = try numbers(in: -limit...limit)
    guard !numbers.contains(0) else { throw bad }
    return numbers
  }

  func weekdays() throws(RecurrenceRuleError) -> [RecurrenceRule.NumberedWeekday] {
    var weekdays: Set<RecurrenceRule.NumberedWeekday> = []
    for item in value.split(separator: ",") {
      let digits = item.dropLast(2)
      let number = digits.isEmpty ? nil : try number(digits, in: -53...53)
      guard number != 0 else { throw bad }
      weekdays.insert(RecurrenceRule.NumberedWeekday(try weekday(String(item.suffix(2))), number: number))
    }
    guard !weekdays.isEmpty else { throw bad }
    return weekdays.sorted()
  }

  func weekday(_ code: String) throws(RecurrenceRuleError) -> Weekday {
    guard let weekday = Weekday.allCases.first(where: { $0.code == code }) else { throw bad }
    return weekday
  }

  /// `YYYYMMDD`, `YYYYMMDDTHHMMSS` or the same with `Z`; seconds may be missing.
  func until() throws(RecurrenceRuleError) -> RecurrenceRule.Until {
    let bytes = Array(value.utf8)
    guard bytes.count >= 8, let year = digits(bytes[0..<4]), let month = digits(bytes[4..<6]),
      let dayOfMonth = digits(bytes[6..<8]), let day = Day(year: year, month: month, day: dayOfMonth)
    else { throw bad }
    guard bytes.count > 8 else { return .date(day) }
    let isUTC = bytes.last == UInt8(ascii: "Z")
    let clock = bytes[9..<(isUTC ? bytes.count - 1 : bytes.count)]
    guard bytes[8] == UInt8(ascii: "T"), clock.count == 6 || clock.count == 4,
      let hour = digits(clock.prefix(2)),
      let minute = digits(clock.dropFirst(2).prefix(2)),
      let second = clock.count == 4 ? 0 : digits(clock.suffix(2)),
      hour <= 23, minute <= 59, second <= 60
    else { throw bad }
    let wall = WallTime(day, hour: hour, minute: minute, second: min(second, 59))
    return isUTC ? .utc(wall) : .wall(wall)
  }

  private func number(_ text: Substring, in range: ClosedRange<Int>) throws(RecurrenceRuleError) -> Int {
    guard let number = Int(text), range.contains(number) else { throw bad }
    return number
  }

  private var bad: RecurrenceRuleError { .badValue(part: part, value: value) }
}
