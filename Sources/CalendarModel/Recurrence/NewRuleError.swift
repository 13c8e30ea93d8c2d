/// The reason why a new rule is refused. Rules in existing files are read more tolerantly, but a program that
/// writes a rule must follow RFC 5545 3.3.10 to the letter, because other programs may interpret anything
/// else differently.
package enum NewRuleError: Error, Hashable, Sendable {
  /// The rule contains a space, a control character or a character that is not in ASCII.
  case character
  /// There is no FREQ.
  case noFrequency
  /// A part has no `=`, or a name that RFC 5545 does not define.
  case unknownPart(String)
  /// A part occurs twice.
  case repeatedPart(String)
  /// A part's value is malformed or out of range.
  case badValue(part: String, value: String)
  /// The rule has a part that Handspan does not support.
  case unsupported(String)
  /// The rule has both COUNT and UNTIL.
  case countAndUntil
  /// A part is not allowed with this FREQ.
  case partWithFrequency(part: String, frequency: String)
  /// BYDAY has a number, which is allowed only with MONTHLY, and with YEARLY without BYWEEKNO.
  case numberedWeekday(String)
  /// BYSETPOS is the only BY part.
  case setPositionsAlone
  /// A part is not allowed for an all-day event.
  case partOfAllDayEvent(String)
}

extension RecurrenceRule {
  /// Creates the rule of a new event from the value of an RRULE property, which may begin with `RRULE:`.
  ///
  /// - Throws: the first reason why RFC 5545 does not allow the rule.
  package init(newRule text: String, isAllDay: Bool) throws(NewRuleError) {
    let value = text.uppercased().hasPrefix("RRULE:") ? text.dropFirst(6) : text[...]
    guard value.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { throw .character }
    var names: Set<String> = []
    for part in value.split(separator: ";") {
      let name = part.prefix { $0 != "=" }.uppercased()
      guard part.contains("="), !name.hasPrefix("X-") else { throw .unknownPart(name) }
      guard names.insert(name).inserted else { throw .repeatedPart(name) }
    }
    do {
      try self.init(parsing: String(value))
    } catch {
      switch error {
      case .noFrequency: throw .noFrequency
      case .unknownPart(let part): throw .unknownPart(part)
      case .repeatedPart(let part): throw .repeatedPart(part)
      case .badValue(let part, let value): throw .badValue(part: part, value: value)
      }
    }
    if let unsupported { throw .unsupported(unsupported) }
    try checkCombinations(isAllDay: isAllDay)
  }

  private func checkCombinations(isAllDay: Bool) throws(NewRuleError) {
    guard count == nil || until == nil else { throw .countAndUntil }
    let name = RulePart.frequencies.first { $0.value == frequency }?.key ?? ""
    let allowsNumberedWeekdays = frequency == .monthly || frequency == .yearly
    func check(_ part: String, _ isAllowed: Bool) throws(NewRuleError) {
      guard isAllowed else { throw .partWithFrequency(part: part, frequency: name) }
    }
    try check("BYWEEKNO", weekNumbers.isEmpty || frequency == .yearly)
    try check("BYYEARDAY", yearDays.isEmpty || frequency == .yearly || frequency.isWithinDay)
    try check("BYMONTHDAY", monthDays.isEmpty || frequency != .weekly)
    if let numbered = weekdays.first(where: { $0.number != nil }),
      !allowsNumberedWeekdays || !weekNumbers.isEmpty
    {
      throw .numberedWeekday(numbered.description)
    }
    let otherParts = [months, weekNumbers, yearDays, monthDays, hours, minutes, seconds]
    guard setPositions.isEmpty || !weekdays.isEmpty || otherParts.contains(where: { !$0.isEmpty }) else {
      throw .setPositionsAlone
    }
    guard isAllDay else { return }
    for (part, values) in [("BYHOUR", hours), ("BYMINUTE", minutes), ("BYSECOND", seconds)]
    where !values.isEmpty {
      throw .partOfAllDayEvent(part)
    }
    if frequency.isWithinDay { throw .partOfAllDayEvent("FREQ=\(name)") }
  }
}
