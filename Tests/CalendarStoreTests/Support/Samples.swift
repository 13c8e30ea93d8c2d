import CalendarModel
import CalendarStore

/// Sample calendars as text.
enum Samples {
  /// Returns the lines of a VEVENT.
  static func event(
    uid: String, summary: String = "Standup", start: String = "DTSTART:20260105T090000Z",
    end: String = "DTEND:20260105T091500Z", more: [String] = []
  ) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20250101T000000Z", start, end, "SUMMARY:\(summary)"] + more + [
      "END:VEVENT"
    ]
  }

  static func calendar(_ events: [String]..., head: [String] = []) -> String {
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"] + head + events.joined() + [
        "END:VCALENDAR"
      ]
    return lines.map { $0 + "\r\n" }.joined()
  }

  /// A standup on Monday, January 5, 2026, from 09:00 to 09:15 UTC.
  static let standup = calendar(event(uid: "standup"))
}

extension CalendarEvent {
  /// Returns an edit that moves this event later by a number of minutes.
  func moved(minutes: Int) -> EventEdit {
    let start = times.start.wall.adding(minutes: minutes)
    return EventEdit(target: id, change: .move(times.moved(toStart: start, in: .utc)))
  }

  /// The wall time at which the event starts, such as `2026-01-05T09:00:00`.
  var startText: String { times.start.wall.description }
}

extension StoreSnapshot {
  /// Returns the only event with this UID. Throws an error if there is not exactly one.
  func event(_ uid: ByteString) throws -> CalendarEvent {
    let matches = events.filter { $0.id.uid == uid }
    guard matches.count == 1 else { throw UnexpectedCount(uid: uid, count: matches.count) }
    return matches[0]
  }

  struct UnexpectedCount: Error {
    let uid: ByteString
    let count: Int
  }
}

/// Returns the lines in which two files differ, prefixed with `-` or `+`.
func difference(_ old: String, _ new: String) -> [String] {
  let (oldLines, newLines) = (old.split(separator: "\r\n"), new.split(separator: "\r\n"))
  return newLines.difference(from: oldLines).map { change in
    switch change {
    case .insert(_, let line, _): "+\(line)"
    case .remove(_, let line, _): "-\(line)"
    }
  }
}
