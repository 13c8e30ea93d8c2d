extension RecurrenceRule {
  /// A part of a rule that an edit of a series changes.
  package enum Part: String, CaseIterable, Sendable {
    case count = "COUNT"
    case until = "UNTIL"
    case months = "BYMONTH"
    case monthDays = "BYMONTHDAY"
    case weekdays = "BYDAY"
    case hours = "BYHOUR"
    case minutes = "BYMINUTE"
    case seconds = "BYSECOND"
  }

  /// The value of a part as RRULE has it; nil if the rule does not have the part.
  package func value(_ part: Part) -> String? {
    func list(_ values: [some CustomStringConvertible]) -> String? {
      values.isEmpty ? nil : values.map(\.description).joined(separator: ",")
    }
    return switch part {
    case .count: count?.description
    case .until: until?.description
    case .months: list(months)
    case .monthDays: list(monthDays)
    case .weekdays: list(weekdays)
    case .hours: list(hours)
    case .minutes: list(minutes)
    case .seconds: list(seconds)
    }
  }

  /// The parts in which another rule differs.
  package func changedParts(to other: RecurrenceRule) -> [Part] {
    Part.allCases.filter { value($0) != other.value($0) }
  }
}
