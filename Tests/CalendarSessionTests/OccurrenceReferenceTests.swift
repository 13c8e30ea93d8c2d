import CalendarModel
import CalendarText
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Finding the occurrence that another program names.
@MainActor @Suite(.everyBackend) struct OccurrenceReferenceTests {
  private let session: CalendarSession
  private let calendar: CalendarID
  private let zone = SystemZones.shared.zone(named: "Europe/Berlin") ?? .utc

  init() async throws {
    let calendars = try TestCalendars()
    session = CalendarSession(
      phrases: Phrases(), displayZone: zone, store: calendars.store(displayZone: zone))
    calendar = calendars.id("a.ics")
    func event(_ uid: String, _ lines: String...) -> [String] {
      ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"]
    }
    let daily = "RRULE:FREQ=DAILY;COUNT=20"
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"]
      + event("once", "DTSTART:20260105T090000Z", "DURATION:PT1H")
      + event("zoned", "DTSTART;TZID=Europe/Berlin:20260105T090000", "DURATION:PT1H", daily)
      + event(
        "zoned", "RECURRENCE-ID;TZID=Europe/Berlin:20260107T090000",
        "DTSTART;TZID=Europe/Berlin:20260601T100000", "DURATION:PT1H", "SUMMARY:moved")
      + event("floating", "DTSTART:20260105T090000", "DURATION:PT1H", daily)
      + event("days", "DTSTART;VALUE=DATE:20260105", daily) + ["END:VCALENDAR"]
    try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: "a.ics")
    await session.open([calendar.key], as: .chosen)
  }

  /// The start of an occurrence in the display zone; empty if it is not found.
  private func start(_ uid: String, _ recurrenceID: String = "") -> String {
    let reference = OccurrenceReference(calendar: calendar, uid: uid, recurrenceID: recurrenceID)
    return session.occurrence(reference).map { "\($0.start.wall)" } ?? ""
  }

  @Test func anOccurrenceIsFoundByItsOriginalStart() {
    #expect(start("once") == "2026-01-05T10:00:00")
    #expect(start("zoned", "20260106T080000Z") == "2026-01-06T09:00:00")
    #expect(start("floating", "20260106T090000") == "2026-01-06T09:00:00")
    #expect(start("days", "20260106") == "2026-01-06T00:00:00")
    #expect(start("days", "20260106T000000") == "2026-01-06T00:00:00")
  }

  @Test func anOccurrenceThatWasMovedFarAwayIsFound() {
    #expect(start("zoned", "20260107T080000Z") == "2026-06-01T10:00:00")
  }

  @Test(arguments: [
    "20260107T090000", "20260107T090001Z", "20270106T080000Z", "2026010", "2026010é", "Z", "20260199T000000Z",
    "20260106T990000Z",
  ]) func anythingElseIsNot(recurrenceID: String) {
    #expect(start("zoned", recurrenceID) == "")
    #expect(start("missing", recurrenceID) == "")
  }

  @Test func anEventThatDoesNotRepeatIsFoundWhateverWasItsRule() {
    #expect(start("missing") == "")
    #expect(
      session.occurrence(OccurrenceReference(calendar: CalendarID("/other.ics"), uid: "once")) == nil)
  }
}
