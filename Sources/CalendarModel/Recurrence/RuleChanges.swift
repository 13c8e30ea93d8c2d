extension RecurrenceRule {
  /// A part of a rule that an edit to a series can change.
  package enum Part: String, CaseIterable, Sendable {
    case frequency = "FREQ"
    case interval = "INTERVAL"
    case count = "COUNT"
    case until = "UNTIL"
    case weekStart = "WKST"
    case months = "BYMONTH"
    case weekNumbers = "BYWEEKNO"
    case yearDays = "BYYEARDAY"
    case monthDays = "BYMONTHDAY"
    case weekdays = "BYDAY"
    case hours = "BYHOUR"
    case minutes = "BYMINUTE"
    case seconds = "BYSECOND"
    case setPositions = "BYSETPOS"
  }

  /// Returns the value of a part as written in RRULE, or nil if the rule does not have the part.
  package func value(_ part: Part) -> String? {
    func list(_ values: [some CustomStringConvertible]) -> String? {
      values.isEmpty ? nil : values.map(\.description).joined(separator: ",")
    }
    return switch part {
    case .frequency: frequency.code
    case .interval: interval == 1 ? nil : String(interval)
    case .count: count?.description
    case .until: until?.description
    case .weekStart: weekStart == .monday ? nil : weekStart.code
    case .months: list(months)
    case .weekNumbers: list(weekNumbers)
    case .yearDays: list(yearDays)
    case .monthDays: list(monthDays)
    case .weekdays: list(weekdays)
    case .hours: list(hours)
    case .minutes: list(minutes)
    case .seconds: list(seconds)
    case .setPositions: list(setPositions)
    }
  }

  /// Returns the parts in which another rule differs from this one.
  package func changedParts(to other: RecurrenceRule) -> [Part] {
    Part.allCases.filter { value($0) != other.value($0) }
  }
}
