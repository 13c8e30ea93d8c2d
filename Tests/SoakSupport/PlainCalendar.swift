/// A calendar as a simple program sees it: lines, and events between BEGIN and END.
///
/// It shares no code with Handspan's parser, because it is used to check what Handspan writes. It is strict:
/// anything but a complete calendar counts as torn.
package struct PlainCalendar: Hashable, Sendable {
  /// The lines before the first event.
  package var head: [String]
  /// The events in the order of the file.
  package var events: [PlainEvent]

  /// The reason why the contents are not a complete calendar.
  package struct TornFileError: Error, Hashable, CustomStringConvertible {
    package let description: String
  }

  package init(_ events: [PlainEvent] = []) {
    head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//soak//EN"]
    self.events = events
  }

  package init(_ bytes: [UInt8]) throws(TornFileError) {
    guard bytes.last == UInt8(ascii: "\n") else {
      throw TornFileError(description: bytes.isEmpty ? "the file is empty" : "the last line has no end")
    }
    var lines: [String] = []
    var start = 0
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") {
      guard index > start, bytes[index - 1] == UInt8(ascii: "\r") else {
        throw TornFileError(description: "line \(lines.count + 1) has no CR")
      }
      lines.append(String(decoding: bytes[start..<(index - 1)], as: UTF8.self))
      start = index + 1
    }
    guard lines.first == "BEGIN:VCALENDAR", lines.last == "END:VCALENDAR", lines.count > 1 else {
      throw TornFileError(
        description: "the file begins with “\(lines.first ?? "")” and ends with “\(lines.last ?? "")”")
    }
    head = ["BEGIN:VCALENDAR"]
    events = []
    var openLines: [String]?
    for line in lines[1..<(lines.count - 1)] {
      switch (line, openLines) {
      case ("BEGIN:VEVENT", nil): openLines = [line]
      case ("END:VEVENT", let lines?):
        events.append(try PlainEvent(lines + [line]))
        openLines = nil
      case (_, var lines?):
        guard !line.hasPrefix("BEGIN:"), !line.hasPrefix("END:") else {
          throw TornFileError(description: "“\(line)” is inside an event")
        }
        lines.append(line)
        openLines = lines
      case (_, nil):
        guard events.isEmpty, !line.hasPrefix("BEGIN:"), !line.hasPrefix("END:") else {
          throw TornFileError(description: "“\(line)” is outside any event")
        }
        head.append(line)
      }
    }
    if let openLines { throw TornFileError(description: "an event of \(openLines.count) lines has no end") }
  }

  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    for line in head + events.flatMap(\.lines) + ["END:VCALENDAR"] { bytes += Array((line + "\r\n").utf8) }
    return bytes
  }

  /// The events by UID. Several events with the same UID are duplicates.
  package var byUID: [String: [PlainEvent]] { Dictionary(grouping: events, by: \.uid) }
}

/// The lines of an event.
package struct PlainEvent: Hashable, Sendable, Codable {
  package let uid: String
  package private(set) var lines: [String]

  package init(_ lines: [String]) throws(PlainCalendar.TornFileError) {
    let uids = lines.filter { $0.hasPrefix("UID:") }
    guard uids.count == 1, let uid = uids.first?.dropFirst(4) else {
      throw PlainCalendar.TornFileError(description: "an event has \(uids.count) UIDs")
    }
    self.uid = String(uid)
    self.lines = lines
  }

  /// The value of a property; nil unless it occurs exactly once.
  package subscript(_ name: String) -> String? {
    get {
      let propertyLines = lines.filter { $0.hasPrefix(name + ":") }
      return propertyLines.count == 1 ? propertyLines.first.map { String($0.dropFirst(name.count + 1)) } : nil
    }
    set {
      guard let newValue, let index = lines.firstIndex(where: { $0.hasPrefix(name + ":") }) else { return }
      lines[index] = "\(name):\(newValue)"
    }
  }

  /// The lines that a move does not change.
  package var unmovedLines: [String] {
    let changedNames = ["DTSTART:", "DTEND:", "DTSTAMP:", "LAST-MODIFIED:", "SEQUENCE:"]
    return lines.filter { line in !changedNames.contains { line.hasPrefix($0) } }
  }
}
