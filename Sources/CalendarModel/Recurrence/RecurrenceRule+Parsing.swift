extension RecurrenceRule {
  /// Creates a rule from the value of an RRULE property.
  ///
  /// In addition to the forms defined in RFC 5545, this initializer accepts others that occur in files: lower
  /// case; parts in any order; empty parts, as after a final `;`; spaces around anything; a backslash before
  /// `;`; repeated values in a list; `X-` parts, which are ignored; both COUNT and UNTIL (whichever comes
  /// first ends the rule); BYSECOND=60 as 59 (3.3.12); an UNTIL whose form differs from that of DTSTART. An
  /// INTERVAL or COUNT of 0 is an error, because its intended meaning is unclear.
  ///
  /// RSCALE and SKIP (RFC 7529) are recognized. `RSCALE=GREGORIAN` with no SKIP, or with SKIP=OMIT, has the
  /// default meaning; anything else is reported in `unsupported`.
  ///
  /// - Throws: `RecurrenceRuleError` with a message for the user.
  package init(parsing text: String) throws(RecurrenceRuleError) {
    try self.init(parsing: Array(text.utf8)[...])
  }

  /// Creates a rule from the bytes of the value of an RRULE property.
  package init(parsing bytes: ArraySlice<UInt8>) throws(RecurrenceRuleError) {
    let parts = try RulePart.all(in: bytes)
    guard let frequencyPart = parts.first(where: { $0.name == "FREQ" }) else { throw .noFrequency }
    self.init(try frequencyPart.frequency())
    unsupported = RulePart.unsupported(in: parts)
    for part in parts {
      do {
        try read(part)
      } catch {
        // The meaning of a part may depend on the calendar system that RSCALE specifies, as with BYMONTH=5L.
        if isSupported { throw error }
      }
    }
  }

  private mutating func read(_ part: RulePart) throws(RecurrenceRuleError) {
    switch part.name {
    case "INTERVAL": interval = try part.number(in: 1...1_000_000_000)
    case "COUNT": count = try part.number(in: 1...Int.max)
    case "UNTIL": until = try part.until()
    case "WKST": weekStart = try part.weekday(part.value)
    case "BYMONTH": months = try part.numbers(in: 1...12)
    case "BYWEEKNO": weekNumbers = try part.positions(upTo: 53)
    case "BYYEARDAY": yearDays = try part.positions(upTo: 366)
    case "BYMONTHDAY": monthDays = try part.positions(upTo: 31)
    case "BYDAY": weekdays = try part.weekdays()
    case "BYHOUR": hours = try part.numbers(in: 0...23)
    case "BYMINUTE": minutes = try part.numbers(in: 0...59)
    case "BYSECOND": seconds = Set(try part.numbers(in: 0...60).map { min($0, 59) }).sorted()
    case "BYSETPOS": setPositions = try part.positions(upTo: 366)
    case "FREQ", "RSCALE", "SKIP": break
    default: throw .unknownPart(part.name)
    }
  }
}

/// One part of a rule, such as `BYDAY=MO,TU`, converted to upper case and without spaces.
struct RulePart {
  let name: String
  let value: ArraySlice<UInt8>

  static let frequencies: [String: RecurrenceRule.Frequency] = [
    "SECONDLY": .secondly, "MINUTELY": .minutely, "HOURLY": .hourly, "DAILY": .daily, "WEEKLY": .weekly,
    "MONTHLY": .monthly, "YEARLY": .yearly,
  ]

  /// Returns the parts in the order in which they are written.
  static func all(in bytes: ArraySlice<UInt8>) throws(RecurrenceRuleError) -> [RulePart] {
    let letters = bytes.lazy.filter { $0 > 0x20 && $0 != UInt8(ascii: "\\") }
    let capitals = letters.map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
    var parts: [RulePart] = []
    for text in Array(capitals).split(separator: UInt8(ascii: ";")) {
      guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
        throw .unknownPart(String(decoding: text, as: UTF8.self))
      }
      let part = RulePart(
        name: String(decoding: text[..<equals], as: UTF8.self), value: text[(equals + 1)...])
      if part.name.utf8.starts(with: "X-".utf8) { continue }
      guard let earlierPart = parts.first(where: { $0.name == part.name }) else {
        parts.append(part)
        continue
      }
      guard earlierPart.value == part.value else { throw .repeatedPart(part.name) }
    }
    return parts
  }

  /// Returns the first part, defined in RFC 7529, that requests a different calendar system or a replacement
  /// for nonexistent dates; nil if there is none.
  static func unsupported(in parts: [RulePart]) -> String? {
    let defaults = ["RSCALE": "GREGORIAN", "SKIP": "OMIT"]
    for part in parts {
      if let value = defaults[part.name], value != part.text { return "\(part.name)=\(part.text.prefix(40))" }
    }
    return nil
  }

  private var text: String { String(decoding: value, as: UTF8.self) }
  private var badValue: RecurrenceRuleError { .badValue(part: name, value: text) }
  private var items: [ArraySlice<UInt8>] { value.split(separator: UInt8(ascii: ",")) }

  func frequency() throws(RecurrenceRuleError) -> RecurrenceRule.Frequency {
    guard let frequency = Self.frequencies[text] else { throw badValue }
    return frequency
  }

  func number(in range: ClosedRange<Int>) throws(RecurrenceRuleError) -> Int {
    try number(value, in: range)
  }

  func numbers(in range: ClosedRange<Int>) throws(RecurrenceRuleError) -> [Int] {
    var numbers: Set<Int> = []
    for item in items { numbers.insert(try number(item, in: range)) }
    guard !numbers.isEmpty else { throw badValue }
    return numbers.sorted()
  }

  /// Returns numbers that count from the beginning or, if negative, from the end. None of them is 0.
  func positions(upTo limit: Int) throws(RecurrenceRuleError) -> [Int] {
    let numbers = try numbers(in: -limit...limit)
    guard !numbers.contains(0) else { throw badValue }
    return numbers
  }

  func weekdays() throws(RecurrenceRuleError) -> [RecurrenceRule.NumberedWeekday] {
    var weekdays: Set<RecurrenceRule.NumberedWeekday> = []
    for item in items {
      let digits = item.dropLast(2)
      let number = digits.isEmpty ? nil : try number(digits, in: -53...53)
      guard number != 0 else { throw badValue }
      weekdays.insert(RecurrenceRule.NumberedWeekday(try weekday(item.suffix(2)), number: number))
    }
    guard !weekdays.isEmpty else { throw badValue }
    return weekdays.sorted()
  }

  func weekday(_ code: ArraySlice<UInt8>) throws(RecurrenceRuleError) -> Weekday {
    let code = String(decoding: code, as: UTF8.self)
    guard let weekday = Weekday.allCases.first(where: { $0.code == code }) else { throw badValue }
    return weekday
  }

  /// Reads an UNTIL: `YYYYMMDD`, `YYYYMMDDTHHMMSS` or the same with `Z`. The seconds may be missing, and
  /// 24:00 is the end of the day.
  func until() throws(RecurrenceRuleError) -> RecurrenceRule.Until {
    var clock = value.dropFirst(8)
    let isUTC = clock.last == UInt8(ascii: "Z")
    if isUTC { clock.removeLast() }
    guard let year = decimalValue(value.prefix(4)), let month = decimalValue(value.dropFirst(4).prefix(2)),
      let dayOfMonth = decimalValue(value.dropFirst(6).prefix(2)),
      let day = Day(year: year, month: month, day: dayOfMonth)
    else { throw badValue }
    guard let separator = clock.popFirst() else { return .date(day) }
    guard separator == UInt8(ascii: "T"), clock.count == 4 || clock.count == 6,
      let hour = decimalValue(clock.prefix(2)), let minute = decimalValue(clock.dropFirst(2).prefix(2)),
      let second = clock.count == 4 ? 0 : decimalValue(clock.suffix(2)), hour <= 24, minute <= 59,
      second <= 60, hour < 24 || (minute == 0 && second == 0)
    else { throw badValue }
    let wall = WallTime(day, secondOfDay: hour * 3600 + minute * 60 + min(second, 59))
    return isUTC ? .utc(wall) : .wall(wall)
  }

  private func number(_ text: ArraySlice<UInt8>, in range: ClosedRange<Int>) throws(RecurrenceRuleError)
    -> Int
  {
    guard let number = Int(String(decoding: text, as: UTF8.self)), range.contains(number) else {
      throw badValue
    }
    return number
  }
}
