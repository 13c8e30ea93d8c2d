import CalendarModel

/// Occurrences as JSON (RFC 8259), for other programs.
enum OccurrenceJSON {
  /// An array with one object in each line.
  static func array(_ occurrences: [Occurrence]) -> String {
    guard !occurrences.isEmpty else { return "[]" }
    return "[\n" + occurrences.map { "  " + object($0) }.joined(separator: ",\n") + "\n]"
  }

  private static func object(_ occurrence: Occurrence) -> String {
    let event = occurrence.event
    let isAllDay = occurrence.isAllDay
    let start = isAllDay ? occurrence.start.wall.day.description : occurrence.start.description
    let end = isAllDay ? occurrence.end.wall.day.description : occurrence.end.description
    let members: KeyValuePairs = [
      "uid": string(event.id.uid),
      "summary": string(event.summary),
      "start": string(start),
      "end": string(end),
      "allDay": isAllDay ? "true" : "false",
      "recurrenceId": event.id.recurrenceID.map(string) ?? "null",
      "calendar": string(event.id.calendar.path),
    ]
    return "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// A string in quotes; what JSON does not allow in one is escaped.
  private static func string(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case "\u{0}"..."\u{1F}", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
