extension RecurrenceRule: CustomStringConvertible {
  /// The rule as the value of an RRULE property; parsing it returns the same rule.
  ///
  /// If the rule has several unsupported parts (RFC 7529), only the one in `unsupported` is included. So if
  /// `unsupported` is not nil, keep the original line instead of rewriting it.
  package var description: String {
    var parts = ["FREQ=\(frequency.code)"]
    func add(_ name: String, _ values: [Int]) {
      if !values.isEmpty { parts.append("\(name)=\(values.map(String.init).joined(separator: ","))") }
    }
    if let unsupported { parts.append(unsupported) }
    if interval != 1 { add("INTERVAL", [interval]) }
    if let count { add("COUNT", [count]) }
    if let until { parts.append("UNTIL=\(until)") }
    if weekStart != .monday { parts.append("WKST=\(weekStart.code)") }
    add("BYMONTH", months)
    add("BYWEEKNO", weekNumbers)
    add("BYYEARDAY", yearDays)
    add("BYMONTHDAY", monthDays)
    if !weekdays.isEmpty { parts.append("BYDAY=\(weekdays.map(\.description).joined(separator: ","))") }
    add("BYHOUR", hours)
    add("BYMINUTE", minutes)
    add("BYSECOND", seconds)
    add("BYSETPOS", setPositions)
    return parts.joined(separator: ";")
  }
}

extension RecurrenceRule.Frequency {
  /// The value of FREQ.
  var code: String { RulePart.frequencies.first { $0.value == self }?.key ?? "" }
}

extension RecurrenceRule.Until: CustomStringConvertible {
  /// The value in the format of RFC 5545: `20260105`, `20260105T090000` or `20260105T090000Z`.
  package var description: String {
    switch self {
    case .date(let day): Self.text(day)
    case .wall(let wall): Self.text(wall)
    case .utc(let wall): "\(Self.text(wall))Z"
    }
  }

  private static func text(_ wall: WallTime) -> String {
    "\(text(wall.day))T\(padded(wall.hour, 2))\(padded(wall.minute, 2))\(padded(wall.second, 2))"
  }

  private static func text(_ day: Day) -> String {
    let (year, month, day) = day.components
    return "\(padded(year, 4))\(padded(month, 2))\(padded(day, 2))"
  }
}

extension RecurrenceRule.NumberedWeekday: CustomStringConvertible {
  /// The element in the format of BYDAY: `MO`, `2MO`, `-1FR`.
  package var description: String { "\(number.map(String.init) ?? "")\(weekday.code)" }
}
