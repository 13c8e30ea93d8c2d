import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Opening calendars beside others, and closing them while the others stay open.
@MainActor @Suite(.everyBackend) struct OpenAndCloseTests {
  private let home: CalendarHome
  private let session: CalendarSession

  init() throws {
    home = try CalendarHome()
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: home.store())
  }

  private func write(_ name: String, _ title: String, _ uid: String) throws {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "NAME:\(title)", "BEGIN:VEVENT",
      "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:\(uid)",
      "END:VEVENT", "END:VCALENDAR",
    ]
    try home.write(lines.map { $0 + "\r\n" }.joined(), to: name)
  }

  private var events: [CalendarEvent] {
    guard let day = Day("2026-01-05") else { return [] }
    return session.occurrences(in: day..<day.adding(days: 1)).map(\.event)
  }

  private func openBoth() async throws {
    try write("work.ics", "Work", "walk")
    try write("home.ics", "Home", "run")
    await session.open([home.key("work.ics")], as: .chosen)
    let added = await session.add([home.key("home.ics")])
    #expect(added.map(\.name) == ["Home"])
  }

  @Test func addedCalendarsKeepTheOpenOnesAndTheirUndo() async throws {
    defer { home.tidyUp() }
    try write("work.ics", "Work", "walk")
    try write("home.ics", "Home", "run")
    await session.open([home.key("work.ics")], as: .chosen)
    let before = try home.text("work.ics")
    let walk = try #require(events.first)
    session.apply(EventEdit(target: walk.id, change: .delete))
    _ = await session.add([home.key("home.ics")])
    #expect(session.calendars.map(\.name) == ["Work", "Home"])
    #expect(events.map(\.summary) == ["run"])
    #expect(session.undo() != nil)
    #expect(await session.finish().isEmpty)
    #expect(try home.text("work.ics") == before)
    #expect(await session.add([home.key("home.ics")]).isEmpty, "it is already open")
    #expect(session.calendars.count == 2)
  }

  @Test(.filesOnly) func fileInAnOpenFolderCountsAsOpen() async throws {
    defer { home.tidyUp() }
    try home.makeFolder("folder")
    try write("folder/one.ics", "One", "walk")
    await session.open([home.key("folder")], as: .chosen)
    #expect(await session.add([home.key("folder/one.ics")]).isEmpty)
    #expect(session.calendars.count == 1 && events.count == 1)
  }

  @Test func closingACalendarForgetsOnlyItsUndoSteps() async throws {
    defer { home.tidyUp() }
    try await openBoth()
    let before = try home.text("work.ics")
    for event in events { session.apply(EventEdit(target: event.id, change: .delete)) }
    await session.closeCalendar(home.id("home.ics"))
    #expect(session.calendars.map(\.name) == ["Work"])
    #expect(try home.text("home.ics").contains("BEGIN:VEVENT") == false, "the change was saved")
    #expect(session.undo() != nil)
    #expect(!session.canUndo)
    #expect(await session.finish().isEmpty)
    #expect(try home.text("work.ics") == before)
  }
}
