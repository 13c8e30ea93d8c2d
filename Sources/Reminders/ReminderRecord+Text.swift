import CalendarModel

// The record as a file: a line for each entry, whose fields are separated by tabs.

extension ReminderRecord {
  private static let header = "handspan-reminders 1"

  /// The record as text. If it would be longer than `maximumLength`, the oldest entries are left out, and what is to ring
  /// again matters more than what has rung.
  package var text: String {
    let header = [Self.header, "checked\t\(checked.seconds)"]
    var length = 100
    var lines: [String] = []
    for line in calendarLines + snoozedLines.reversed() + rungLines.reversed() {
      length += line.utf8.count + 1
      guard length <= Self.maximumLength else { break }
      lines.append(line)
    }
    return (header + lines.reversed()).joined(separator: "\n") + "\n"
  }

  private var calendarLines: [String] {
    calendars.map { calendar, rungUntil in
      ["calendar", rungUntil.map { String($0.seconds) } ?? "-", escaped(Array(calendar.key.utf8))]
        .joined(separator: "\t")
    }.sorted(by: >)
  }

  private var rungLines: [String] {
    rung.map { (["rung", String($0.due.seconds)] + $0.id.fields).joined(separator: "\t") }
  }

  private var snoozedLines: [String] {
    snoozed.map { entry in
      let reminder = entry.reminder
      let times = [entry.until, reminder.due, reminder.start, reminder.end].map { String($0.seconds) }
      let event = [
        reminder.isAllDay ? "1" : "0", reminder.event.file.map { escaped($0.bytes) } ?? "-",
        reminder.event.recurrenceID.map { escaped(Array($0.utf8)) } ?? "-",
      ]
      return (["snoozed"] + times + event + reminder.id.fields).joined(separator: "\t")
    }
  }

  /// Reads a record. Entries that cannot be read are left out.
  ///
  /// - Returns: nil if the text is not a record of this version.
  package init?(text: String) {
    let lines = text.utf8.split(separator: 10).map { String(decoding: $0, as: UTF8.self) }
    guard lines.first == Self.header else { return nil }
    var checked: Instant?
    var rung: [Rung] = []
    var snoozed: [Snoozed] = []
    var calendars: [CalendarID: Instant?] = [:]
    for line in lines.dropFirst() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      switch fields.first {
      case "checked" where fields.count == 2: checked = Int(fields[1]).map { Instant(seconds: $0) }
      case "rung" where fields.count == 8:
        if let due = Int(fields[1]), let id = ReminderID(fields: fields[2...]) {
          rung.append(Rung(id: id, due: Instant(seconds: due)))
        }
      case "calendar" where fields.count == 3 && (fields[1] == "-" || Int(fields[1]) != nil):
        let calendar = CalendarID(String(decoding: unescaped(fields[2]), as: UTF8.self))
        calendars[calendar] = .some(Int(fields[1]).map { Instant(seconds: $0) })
      case "snoozed": if let entry = Snoozed(fields: fields) { snoozed.append(entry) }
      default: break
      }
    }
    guard let checked else { return nil }
    self.init(
      checked: checked, rung: Array(rung.suffix(Self.maximumCount)),
      snoozed: Array(snoozed.suffix(Self.maximumCount)), calendars: calendars)
  }
}

extension ReminderRecord.Snoozed {
  fileprivate init?(fields: [String]) {
    let times = fields.dropFirst().prefix(4).compactMap { Int($0) }.map { Instant(seconds: $0) }
    guard fields.count == 14, times.count == 4, let id = ReminderID(fields: fields[8...]) else { return nil }
    let key = id.occurrence
    let event = EventID(
      calendar: key.calendar, file: fields[6] == "-" ? nil : ByteString(bytes: unescaped(fields[6])),
      uid: key.uid,
      recurrenceID: fields[7] == "-" ? nil : String(decoding: unescaped(fields[7]), as: UTF8.self),
      duplicate: key.duplicate)
    self.init(
      reminder: Reminder(
        id: id, due: times[1], start: times[2], end: times[3], isAllDay: fields[5] == "1", event: event),
      until: times[0])
  }
}

extension ReminderID {
  /// The identity as six fields of a line.
  package var fields: [String] {
    let key = occurrence
    return [
      escaped(Array(key.calendar.key.utf8)), escaped(key.uid.bytes),
      key.file.map { escaped($0.bytes) } ?? "-",
      String(key.duplicate), key.originalStart?.field ?? "-", due.field,
    ]
  }

  package init?(fields: ArraySlice<String>) {
    let fields = Array(fields)
    guard fields.count == 6, let duplicate = Int(fields[3]), let due = ReminderMoment(field: fields[5]) else {
      return nil
    }
    let originalStart = fields[4] == "-" ? nil : ReminderMoment(field: fields[4])
    guard fields[4] == "-" || originalStart != nil else { return nil }
    let key = OccurrenceKey(
      calendar: CalendarID(String(decoding: unescaped(fields[0]), as: UTF8.self)),
      uid: ByteString(bytes: unescaped(fields[1])),
      file: fields[2] == "-" ? nil : ByteString(bytes: unescaped(fields[2])), duplicate: duplicate,
      originalStart: originalStart)
    self.init(occurrence: key, due: due)
  }
}

extension ReminderMoment {
  fileprivate var field: String {
    switch self {
    case .instant(let instant): "i\(instant.seconds)"
    case .wall(let wall): "w\(wall.seconds)"
    }
  }

  fileprivate init?(field: String) {
    guard let seconds = Int(field.dropFirst()) else { return nil }
    switch field.first {
    case "i": self = .instant(Instant(seconds: seconds))
    case "w": self = .wall(WallTime(seconds: seconds))
    default: return nil
    }
  }
}

private let hexDigits = Array("0123456789ABCDEF".utf8)

/// Returns bytes as a field: everything but printable ASCII, and a hyphen, which stands for nothing, is written as %XX.
private func escaped(_ bytes: [UInt8]) -> String {
  var result: [UInt8] = []
  for byte in bytes {
    if (0x21...0x7E).contains(byte), byte != UInt8(ascii: "%"), byte != UInt8(ascii: "-") || bytes.count > 1 {
      result.append(byte)
    } else {
      result += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
    }
  }
  return String(decoding: result, as: UTF8.self)
}

private func unescaped(_ field: String) -> [UInt8] {
  var result: [UInt8] = []
  var remaining = ArraySlice(field.utf8)
  while let byte = remaining.popFirst() {
    if byte == UInt8(ascii: "%"), remaining.count >= 2,
      let value = UInt8(String(decoding: remaining.prefix(2), as: UTF8.self), radix: 16)
    {
      result.append(value)
      remaining.removeFirst(2)
    } else {
      result.append(byte)
    }
  }
  return result
}
