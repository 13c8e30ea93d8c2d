import CalendarModel
import CalendarStore

/// Occurrences as JSON (RFC 8259), for other programs.
enum OccurrenceJSON {
  /// Returns an array with one object per line.
  ///
  /// - Parameters:
  ///   - zone: the display zone of the occurrences, which is also used for their original starts.
  ///   - calendars: the open calendars, for their names.
  ///   - positions: the positions of the events in their files.
  static func array(
    _ occurrences: [Occurrence], zone: Zone, calendars: [CalendarInfo], positions: [EventID: EventPosition]
  ) -> String {
    var array = ""
    forEachPart(of: occurrences, zone, calendars, positions) { array += $0 }
    return array
  }

  /// Prints an array with one object per line. It may be too long to be in memory as a whole.
  static func printArray(
    _ occurrences: [Occurrence], zone: Zone, calendars: [CalendarInfo], positions: [EventID: EventPosition]
  ) {
    forEachPart(of: occurrences, zone, calendars, positions) { TerminalOutput.write([$0], .kept) }
    TerminalOutput.printLines("")
  }

  private static func forEachPart(
    of occurrences: [Occurrence], _ zone: Zone, _ calendars: [CalendarInfo],
    _ positions: [EventID: EventPosition], _ body: (String) -> Void
  ) {
    guard !occurrences.isEmpty else { return body("[]") }
    let names = Dictionary(calendars.map { ($0.id, $0.name) }, uniquingKeysWith: { first, _ in first })
    var separator = "[\n  "
    for occurrence in occurrences {
      body(separator)
      body(object(occurrence, zone, names, positions[occurrence.event.id]))
      separator = ",\n  "
    }
    body("\n]")
  }

  private static func object(
    _ occurrence: Occurrence, _ zone: Zone, _ names: [CalendarID: String], _ position: EventPosition?
  ) -> String {
    let event = occurrence.event
    let isAllDay = occurrence.isAllDay
    let start = text(occurrence.start, isDate: isAllDay)
    let end = text(occurrence.end, isDate: isAllDay)
    let original = occurrence.recurrenceID.map { originalStart($0, zone) }
    let members: KeyValuePairs = [
      "uid": string(event.id.uid.text),
      "summary": string(event.summary),
      "start": string(start),
      "end": string(end),
      "allDay": isAllDay ? "true" : "false",
      "status": string(name(of: event.status)),
      "recurrenceId": (original ?? event.id.recurrenceID).map(string) ?? "null",
      "startByFile": differingStart(occurrence.times.start, zone).map(string) ?? "null",
      "index": position.map { string($0.description) } ?? "null",
      "calendar": string(event.id.calendar.key),
      "calendarName": names[event.id.calendar].map(string) ?? "null",
      "color": event.color.map { string($0.hex) } ?? "null",
    ]
    return "{" + members.map { "\(string($0.key)): \($0.value)" }.joined(separator: ", ") + "}"
  }

  /// The value of STATUS in lower case (RFC 5545 3.8.1.11).
  static func name(of status: CalendarEvent.Status) -> String {
    switch status {
    case .confirmed: "confirmed"
    case .tentative: "tentative"
    case .canceled: "cancelled"
    }
  }

  /// Returns the start by the definition that the file has of its zone, if that gives a different moment.
  private static func differingStart(_ start: EventTime, _ zone: Zone) -> String? {
    guard case .zoned(let wall, let ownZone) = start, let other = ownZone.differingTime(at: wall) else {
      return nil
    }
    return zone.time(at: other.instant).description
  }

  /// Returns an original start as `--occurrence` accepts it wherever it is read: without an offset if it is floating.
  private static func originalStart(_ time: EventTime, _ zone: Zone) -> String {
    if case .floating(let wall) = time { return wall.description }
    return text(time.time(in: zone), isDate: time.isDate)
  }

  private static func text(_ time: ZonedTime, isDate: Bool) -> String {
    isDate ? time.wall.day.description : time.description
  }

  /// Returns a quoted string, with escapes for quotation marks, backslashes, control characters and line
  /// separators.
  static func string(_ text: String) -> String {
    var result = "\""
    // Nearly all text consists of long runs without escapes.
    var runStart = text.unicodeScalars.startIndex
    for (index, scalar) in zip(text.unicodeScalars.indices, text.unicodeScalars) {
      guard let escape = escape(scalar) else { continue }
      result += text[runStart..<index]
      result += escape
      runStart = text.unicodeScalars.index(after: index)
    }
    result += text[runStart...]
    return result + "\""
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String? {
    switch scalar {
    case "\"": return "\\\""
    case "\\": return "\\\\"
    case "\n": return "\\n"
    case "\r": return "\\r"
    case "\t": return "\\t"
    case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return nil
    }
  }
}
