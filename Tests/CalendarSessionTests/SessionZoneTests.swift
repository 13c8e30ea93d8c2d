import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Changes to the display zone while a session is open.
@MainActor @Suite(.everyBackend) struct SessionZoneTests {
  private let calendars: TestCalendars
  private let session: CalendarSession
  private let berlin = Zone(identifier: "Europe/Berlin", rules: FixedOffset(seconds: 3600))
  private let tokyo = Zone(identifier: "Asia/Tokyo", rules: FixedOffset(seconds: 9 * 3600))

  init() throws {
    calendars = try TestCalendars()
    session = CalendarSession(
      phrases: Phrases(), displayZone: berlin, store: calendars.store(displayZone: berlin))
  }

  private func write() throws {
    func event(_ uid: String, _ lines: String...) -> [String] {
      ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(uid)", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"]
    }
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"]
      + event("late", "DTSTART:20260105T200000Z", "DURATION:PT1H")
      + event("floating", "DTSTART:20260105T090000", "DURATION:PT1H")
      + event("daily", "DTSTART:20260101T120000", "DURATION:PT1H", "RRULE:FREQ=DAILY") + ["END:VCALENDAR"]
    try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: "day.ics")
  }

  /// The wall times of the events on Monday, 2026-01-05, by title.
  private var mondayTimes: [String: String] {
    guard let day = Day("2026-01-05") else { return [:] }
    let occurrences = session.occurrences(in: day..<day.adding(days: 1))
    return Dictionary(
      occurrences.map { ($0.event.summary, $0.start.wall.description) }, uniquingKeysWith: { $0 + " " + $1 })
  }

  @Test func eventsMoveToTheTimesOfTheNewZone() async throws {
    defer { calendars.cleanUp() }
    try write()
    await session.open([calendars.key("day.ics")], as: .chosen)
    #expect(
      mondayTimes == [
        "late": "2026-01-05T21:00:00", "floating": "2026-01-05T09:00:00", "daily": "2026-01-05T12:00:00",
      ])
    var reportedZones: [Zone] = []
    session.onZoneChanged = { reportedZones.append(session.displayZone) }
    session.changeDisplayZone(to: tokyo)
    try await wait("the zone has changed") { session.displayZone == tokyo }
    // 20:00 UTC is 5:00 on the next day in Tokyo; floating times are the same in every zone.
    #expect(mondayTimes == ["floating": "2026-01-05T09:00:00", "daily": "2026-01-05T12:00:00"])
    #expect(reportedZones == [tokyo])
    session.changeDisplayZone(to: tokyo)
    session.changeDisplayZone(to: berlin)
    try await wait("the zone has changed back") { session.displayZone == berlin }
    #expect(mondayTimes["late"] == "2026-01-05T21:00:00")
    #expect(reportedZones == [tokyo, berlin])
  }

  @Test func zoneChangesOnlyAfterADragHasEnded() async throws {
    defer { calendars.cleanUp() }
    try write()
    await session.open([calendars.key("day.ics")], as: .chosen)
    var isDragging = false
    session.canChangeZone = { !isDragging }
    session.changeDisplayZone(to: tokyo)
    // The drag begins while the store is still working.
    isDragging = true
    try await Task.sleep(for: .milliseconds(200))
    #expect(session.displayZone == berlin && mondayTimes["late"] == "2026-01-05T21:00:00")
    // Another program changes the file during the drag. The store reports this change in the new zone, so it has to
    // wait as well.
    var text = try calendars.text("day.ics")
    text.replace("SUMMARY:floating", with: "SUMMARY:lunch")
    try calendars.write(text, to: "day.ics")
    try await Task.sleep(for: .milliseconds(300))
    #expect(session.displayZone == berlin)
    isDragging = false
    session.applyPendingZone()
    try await wait("the zone has changed") { session.displayZone == tokyo }
    try await wait("the change by the other program is shown") {
      mondayTimes["lunch"] == "2026-01-05T09:00:00"
    }
    #expect(session.pendingZone == nil)
  }

  @Test func undoAfterAZoneChangeRestoresEveryByte() async throws {
    defer { calendars.cleanUp() }
    try write()
    let textBefore = try calendars.text("day.ics")
    await session.open([calendars.key("day.ics")], as: .chosen)
    let day = try #require(Day("2026-01-05"))
    let late = try #require(
      session.occurrences(in: day..<day.adding(days: 1)).first { $0.event.summary == "late" })
    let moved = late.times.moved(toStart: late.start.wall.adding(minutes: -60), in: berlin)
    session.apply(late.edit(.move(moved)))
    session.changeDisplayZone(to: tokyo)
    try await wait("the zone has changed") { session.displayZone == tokyo }
    try await wait("the move is saved") { session.isSaved }
    #expect(try calendars.text("day.ics") != textBefore)
    _ = try #require(session.undo())
    try await wait("the undo is saved") { session.isSaved }
    #expect(try calendars.text("day.ics") == textBefore)
  }
}
