import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Opening additional calendars, and closing one while the others stay open.
@MainActor @Suite(.everyBackend) struct OpenAndCloseTests {
  private let calendars: TestCalendars
  private let session: CalendarSession

  init() throws {
    calendars = try TestCalendars()
    session = CalendarSession(phrases: Phrases(), displayZone: .utc, store: calendars.store())
  }

  private func write(_ name: String, title: String, uid: String) throws {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "NAME:\(title)", "BEGIN:VEVENT",
      "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:\(uid)",
      "END:VEVENT", "END:VCALENDAR",
    ]
    try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: name)
  }

  private var events: [CalendarEvent] {
    guard let day = Day("2026-01-05") else { return [] }
    return session.occurrences(in: day..<day.adding(days: 1)).map(\.event)
  }

  private func openBoth() async throws {
    try write("work.ics", title: "Work", uid: "walk")
    try write("home.ics", title: "Home", uid: "run")
    await session.open([calendars.key("work.ics")], as: .chosen)
    let added = await session.openAdditional([calendars.key("home.ics")])
    #expect(added.map(\.name) == ["Home"])
  }

  @Test func addingACalendarKeepsTheOpenOnesAndTheirUndoSteps() async throws {
    defer { calendars.cleanUp() }
    try write("work.ics", title: "Work", uid: "walk")
    try write("home.ics", title: "Home", uid: "run")
    await session.open([calendars.key("work.ics")], as: .chosen)
    let textBefore = try calendars.text("work.ics")
    let walk = try #require(events.first)
    session.apply(EventEdit(target: walk.id, change: .delete))
    _ = await session.openAdditional([calendars.key("home.ics")])
    #expect(session.calendars.map(\.name) == ["Work", "Home"])
    #expect(events.map(\.summary) == ["run"])
    #expect(session.undo() != nil)
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("work.ics") == textBefore)
    #expect(
      await session.openAdditional([calendars.key("home.ics")]).isEmpty, "an open calendar was opened again")
    #expect(session.calendars.count == 2)
  }

  @Test(.filesOnly) func fileInAnOpenFolderCountsAsOpen() async throws {
    defer { calendars.cleanUp() }
    try calendars.makeFolder("folder")
    try write("folder/one.ics", title: "One", uid: "walk")
    await session.open([calendars.key("folder")], as: .chosen)
    #expect(await session.openAdditional([calendars.key("folder/one.ics")]).isEmpty)
    #expect(session.calendars.count == 1 && events.count == 1)
  }

  @Test func closingACalendarRemovesOnlyItsUndoSteps() async throws {
    defer { calendars.cleanUp() }
    try await openBoth()
    let textBefore = try calendars.text("work.ics")
    for event in events { session.apply(EventEdit(target: event.id, change: .delete)) }
    await session.closeCalendar(calendars.id("home.ics"))
    #expect(session.calendars.map(\.name) == ["Work"])
    #expect(
      try calendars.text("home.ics").contains("BEGIN:VEVENT") == false,
      "the change was not saved before closing")
    #expect(session.undo() != nil)
    #expect(!session.canUndo)
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("work.ics") == textBefore)
  }

  /// Undo takes back the newest step, whether it changed an event or the list of calendars.
  @Test func openingAndClosingAreStepsOfTheSameHistory() async throws {
    defer { calendars.cleanUp() }
    var notices: [CalendarSession.Notice] = []
    session.onNotice = { notices.append($0) }
    try write("work.ics", title: "Work", uid: "walk")
    try write("home.ics", title: "Home", uid: "run")
    await session.open([calendars.key("work.ics")], as: .chosen)
    session.apply(EventEdit(target: try #require(events.first).id, change: .set([.summary("Hike")])))
    session.recordOpening(of: await session.openAdditional([calendars.key("home.ics")]))
    #expect(notices.last?.text == "“Home” was opened" && notices.last?.canUndo == true)
    await session.close(try #require(session.calendars.first { $0.name == "Home" }))
    #expect(notices.last?.text == "“Home” was closed" && notices.last?.canUndo == true)
    #expect(session.calendars.map(\.name) == ["Work"])

    func undo() async {
      _ = session.undo()
      await session.steps.finish()
    }
    await undo()
    #expect(session.calendars.map(\.name) == ["Work", "Home"] && notices.last?.text == "“Home” was opened")
    _ = session.redo()
    await session.steps.finish()
    #expect(session.calendars.map(\.name) == ["Work"] && notices.last?.text == "“Home” was closed")
    await undo()
    #expect(session.calendars.map(\.name) == ["Work", "Home"])
    await undo()
    #expect(events.first { $0.id.calendar == calendars.id("work.ics") }?.summary == "walk")
    #expect(await session.finishSaving().isEmpty)
  }

  /// The step that opened a calendar is gone once the calendar has been closed, like every other step about it.
  @Test func undoneOpeningClosesTheCalendarsAfterSavingTheirChanges() async throws {
    defer { calendars.cleanUp() }
    try write("work.ics", title: "Work", uid: "walk")
    try write("home.ics", title: "Home", uid: "run")
    await session.open([calendars.key("work.ics")], as: .chosen)
    var wasUndoReported = false
    session.onKeptCalendarsChanged = { [session] in wasUndoReported = session.canUndo }
    session.recordOpening(of: await session.openAdditional([calendars.key("home.ics")]))
    #expect(wasUndoReported)
    let run = try #require(events.first { $0.summary == "run" })
    session.apply(EventEdit(target: run.id, change: .set([.summary("Sprint")])))
    #expect(await session.finishSaving().isEmpty)
    _ = session.undo()
    #expect(await session.finishSaving().isEmpty)
    #expect(try calendars.text("home.ics").contains("SUMMARY:run"))
    _ = session.undo()
    await session.steps.finish()
    #expect(session.calendars.map(\.name) == ["Work"])
    _ = session.redo()
    await session.steps.finish()
    #expect(session.calendars.map(\.name) == ["Work", "Home"])
  }

  @Test func dismissalIsAStepToo() async throws {
    defer { calendars.cleanUp() }
    try write("work.ics", title: "Work", uid: "walk")
    await session.open([calendars.key("work.ics")], as: .chosen)
    session.dismiss("/calendars/choir", named: "Choir")
    #expect(session.choices.dismissed == [CalendarID("/calendars/choir")])
    _ = session.undo()
    await session.steps.finish()
    #expect(session.choices.dismissed.isEmpty)
  }
}
