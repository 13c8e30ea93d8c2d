import CalendarDocument
import CalendarModel
import CalendarStore
import Reminders
import Testing

let testCalendar = CalendarID("/calendar.ics")

/// Returns a zone of the system.
func zone(_ name: String) throws -> Zone { try #require(SystemZones.shared.zone(named: name)) }

/// Returns the events of a calendar with these components.
func events(_ components: [String], calendar: CalendarID = testCalendar) throws -> [SharedEvent] {
  let lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + components + ["END:VCALENDAR"]
  let bytes = Array(lines.map { $0 + "\r\n" }.joined().utf8)
  return try CalendarDocument(
    bytes: bytes, calendar: calendar, file: nil, zones: SystemZones.shared
  ).events.sharedEvents
}

/// Returns the lines of an event whose DTSTART, and whatever follows, is given.
func event(_ uid: String = "one", _ lines: String...) -> [String] {
  ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z"] + lines + ["END:VEVENT"]
}

/// Returns the lines of an alarm.
func alarm(_ trigger: String, action: String = "DISPLAY", _ lines: String...) -> String {
  (["BEGIN:VALARM", "ACTION:\(action)", "TRIGGER\(trigger)"] + lines + ["END:VALARM"])
    .joined(separator: "\r\n")
}

/// Returns a moment, written in UTC as `2026-01-05T09:00`.
func utc(_ text: String) throws -> Instant { Instant(seconds: try #require(WallTime(text)).seconds) }

/// Returns the reminders of events of one group in a period, in the given zone.
func reminders(
  of events: [SharedEvent], from: Instant, to: Instant, in zone: Zone, settings: ReminderSettings = .init()
) -> [Reminder] {
  var pool = ReminderPool(seconds: to.seconds(since: from))
  return ReminderFinder(zone: zone, settings: settings).reminders(of: events, in: from..<to, pool: &pool)
}
