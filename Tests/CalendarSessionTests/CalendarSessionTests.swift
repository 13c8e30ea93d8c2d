import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Editing, undo and notices, while other programs change the same calendar.
@MainActor @Suite(.everyBackend) struct CalendarSessionTests {
  private let calendars: TestCalendars
  private let session: CalendarSession

  init() throws {
    calendars = try TestCalendars()
    session = calendars.session()
  }

  private func write(
    summary: String = "Walk", start: String = "090000", uid: String = "walk", to name: String = "day.ics"
  ) throws {
    let lines = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:\(uid)",
      "DTSTAMP:20250101T000000Z", "DTSTART:20260105T\(start)Z", "DURATION:PT1H", "SUMMARY:\(summary)",
      "END:VEVENT", "END:VCALENDAR",
    ]
    try calendars.write(lines.map { $0 + "\r\n" }.joined(), to: name)
  }

  private func open() async throws -> Occurrence {
    await session.open([calendars.key("day.ics")], as: .chosen)
    return try #require(shownOccurrence)
  }

  private var shownOccurrence: Occurrence? {
    Day("2026-01-05").flatMap { session.occurrences(in: $0..<$0.adding(days: 1)).first }
  }

  private func move(_ occurrence: Occurrence, minutes: Int) {
    let start = occurrence.start.wall.adding(minutes: minutes)
    session.apply(occurrence.edit(.move(occurrence.times.moved(toStart: start, in: .utc))))
  }

  @Test func everyChangeIsReportedOnce() async throws {
    defer { calendars.cleanUp() }
    try write()
    var changeCount = 0
    session.onChange = { changeCount += 1 }
    func changes(during action: () -> Void) -> Int {
      changeCount = 0
      action()
      return changeCount
    }
    let walk = try await open()
    #expect(changeCount == 1)
    #expect(changes { move(walk, minutes: 60) } == 1)
    #expect(changes { _ = session.undo() } == 1)
    #expect(changes { _ = session.redo() } == 1)
    #expect(changes { session.apply(walk.edit(.set([.location("Park")]))) } == 1)
    #expect(changes { session.apply(walk.edit(.delete)) } == 1)
    #expect(changes { session.add(["a", "b"].compactMap { _ in session.newEvent(at: walk.times) }) } == 1)
    changeCount = 0
    try await wait("all changes are saved") { session.isSaved }
    // Saving is not reported as a change.
    try await Task.sleep(for: .milliseconds(100))
    #expect(changeCount == 0)
  }

  @Test func undoKeepsExternallyChangedProperties() async throws {
    defer { calendars.cleanUp() }
    try write()
    move(try await open(), minutes: 60)
    try await wait("the move is saved") { session.isSaved }
    try write(summary: "Long walk", start: "100000")
    try await wait("the new summary is shown") { shownOccurrence?.event.summary == "Long walk" }
    let undone = try #require(session.undo())
    #expect(undone.occurrence?.event.summary == "Long walk")
    #expect(shownOccurrence?.event.summary == "Long walk")
    #expect(shownOccurrence?.start.wall.description == "2026-01-05T09:00:00")
  }

  @Test(arguments: ["", "BEGIN:NONSENSE"])
  func damagedFileIsReportedOnce(text: String) async throws {
    defer { calendars.cleanUp() }
    try write()
    _ = try await open()
    try calendars.write(text, to: "day.ics")
    try await wait("the damage is reported") { !session.staleFileMessages.isEmpty }
    #expect(
      session.staleFileMessages == [
        "“\(calendars.displayName("day.ics"))” can no longer be read. Its last known events are shown."
      ])
    #expect(session.unreadableItemCount == 0)
    #expect(shownOccurrence != nil)
  }

  @Test func completeCopyOfAMissingFileCanBeSaved() async throws {
    defer { calendars.cleanUp() }
    try write()
    _ = try await open()
    let textBefore = try calendars.text("day.ics")
    try calendars.remove("day.ics")
    try await wait("the missing file is reported") {
      session.staleFileMessages.first?.contains("is no longer there") == true
    }
    let copy = calendars.folder.appendingPathComponent("copy.ics")
    await session.saveCopy(to: copy.path)
    #expect(try String(contentsOf: copy, encoding: .utf8) == textBefore)
  }

  @Test func undoIsRefusedIfTheEventIsGone() async throws {
    defer { calendars.cleanUp() }
    try write()
    move(try await open(), minutes: 60)
    try await wait("the move is saved") { session.isSaved }
    try write(uid: "another")
    try await wait("the event is gone") { shownOccurrence?.event.id.uid == "another" }
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    #expect(session.undo() == nil)
    #expect(notices == [Phrases().refusal(.vanished)])
    #expect(session.occurrences(in: Day.earliest..<Day.latest).map(\.event.id.uid) == ["another"])
    #expect(!session.canUndo)
    #expect(!session.canRedo)
  }

  @Test func refusedUndoStepIsRemoved() async throws {
    defer { calendars.cleanUp() }
    try write()
    move(try await open(), minutes: 60)
    try await wait("the move is saved") { session.isSaved }
    try write(start: "180000")
    try await wait("the other program's time is shown") {
      shownOccurrence?.start.wall.description == "2026-01-05T18:00:00"
    }
    var failureCount = 0
    session.onFailure = { _, _ in failureCount += 1 }
    #expect(session.undo() != nil)
    try await wait("the store refuses the undo") { failureCount == 1 }
    try await wait("the file's time is shown again") {
      shownOccurrence?.start.wall.description == "2026-01-05T18:00:00"
    }
    #expect(!session.canUndo)
    #expect(!session.canRedo)
    #expect(session.isSaved)
  }

  @Test func openingAnotherCalendarClearsErrorsAndHistory() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    // Saving fails because the file is missing.
    try calendars.remove("day.ics")
    move(walk, minutes: 60)
    let reasons = await session.finishSaving()
    #expect(reasons.count == 1)
    try await wait("the failure is reported") { session.saveFailureMessage != nil }
    try write(to: "other.ics")
    var messages: [String] = []
    session.onFailure = { text, _ in messages.append(text) }
    await session.open([calendars.key("other.ics")], as: .chosen)
    #expect(session.saveFailureMessage == nil)
    #expect(session.isSaved)
    #expect(!session.canUndo)
    try await wait("the location of the copy is reported") { messages.count == 1 }
    #expect(
      messages.first?.hasPrefix("Unsaved changes to “\(calendars.displayName("day.ics"))” are kept in “")
        == true)
  }

  @Test func openingACalendarRemovesTheSampleFile() async throws {
    defer { calendars.cleanUp() }
    try write()
    let sample = try SampleCalendar.write(today: try #require(Day("2026-01-05")), tr: { $0 })
    await session.open([sample.path], as: .sample(file: sample))
    #expect(session.source == .sample(file: sample))
    _ = try await open()
    #expect(session.source == .chosen)
    #expect(!FileManager.default.fileExists(atPath: sample.deletingLastPathComponent().path))
  }

  /// The file's lines.
  private var lines: [String] {
    get throws { try calendars.text("day.ics").split(separator: "\r\n").map(String.init) }
  }

  @Test func newEventIsShownSavedAndUndone() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    let linesBefore = try lines
    let start = walk.start.wall.adding(minutes: 120)
    var event = try #require(
      session.newEvent(at: EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: 60))))))
    #expect(!session.canUndo, "the event can be undone before it is added")
    event.summary = "Tea"
    var notices: [CalendarSession.Notice] = []
    session.onNotice = { notices.append($0) }
    session.apply(.add(event))
    #expect(notices.map(\.text) == ["“Tea” was added"])
    #expect(notices.first?.canUndo == true)
    let day = walk.start.wall.day
    #expect(session.occurrences(in: day..<day.adding(days: 1)).map(\.event.summary) == ["Walk", "Tea"])
    try await wait("all changes are saved") { session.isSaved }
    #expect(try lines.contains("UID:\(event.id.uid)"))
    let undone = try #require(session.undo())
    #expect(undone.occurrence == nil)
    #expect(undone.text == "Undone: addition of “Tea”" && undone.announcement == undone.text)
    try await wait("the event is gone from the file") { session.isSaved }
    #expect(try lines == linesBefore)
    #expect(try #require(session.redo()).occurrence?.event.summary == "Tea")
    try await wait("the event is back") { session.isSaved }
    #expect(try lines.contains("SUMMARY:Tea"))
  }

  @Test func calendarsWhoseFirstEventWasUndoneAreNotUntouched() async throws {
    defer { calendars.cleanUp() }
    try calendars.makeFolder("own")
    await session.open([calendars.key("own")], as: .ownCalendars)
    #expect(session.isUntouched)
    let start = WallTime(try #require(Day("2026-01-05")), hour: 9, minute: 0)
    let times = EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: 60))))
    session.apply(.add(try #require(session.newEvent(at: times))))
    #expect(!session.isUntouched)
    #expect(session.undo() != nil && session.isEmpty)
    #expect(!session.isUntouched, "the timeline disappears")
    let event = try #require(session.redo()?.occurrence)
    try await wait("the event is saved") { session.isSaved }
    session.apply(event.edit(.delete))
    #expect(session.isEmpty && !session.isUntouched, "the timeline disappears")
    try await wait("the event is gone") { session.isSaved }
  }

  @Test func messagesSayHowMuchOfASeriesWasDeletedAndRestored() async throws {
    defer { calendars.cleanUp() }
    try calendars.write(TestCalendars.standups, to: "day.ics")
    let standup = try await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    session.apply(standup.edit(.delete, scope: .thisOccurrence))
    #expect(notices == ["Deleted “Standup” on Mon 5 Jan"])
    let undone = try #require(session.undo())
    #expect(undone.text == "Undone: deletion of “Standup” on Mon 5 Jan")
    #expect(undone.announcement == "Undone: deletion of “Standup” on Mon 5 Jan, Monday, 09:00 to 09:15")
    #expect(session.redo()?.text == "Redone: deletion of “Standup” on Mon 5 Jan")
    _ = session.undo()
    session.apply(standup.edit(.delete, scope: .all))
    #expect(notices.last == "Deleted all events of “Standup”")
    #expect(session.undo()?.text == "Undone: deletion of all events of “Standup”")
    #expect(session.redo()?.text == "Redone: deletion of all events of “Standup”")
    try await wait("the series is gone") { session.isSaved }
  }

  @Test func nextUndoIsReportedOnlyIfItIsAnotherStep() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    var events: [String] = []
    session.onNextUndoChanged = { events.append("step") }
    session.onNotice = { events.append($0.text) }
    move(walk, minutes: 60)
    #expect(
      events == ["step", "Moved “Walk” to 10:00"],
      "the message about a step is shown before the step is reported")
    events = []
    session.beginEditSession(of: try #require(shownOccurrence))
    session.applyInEditor([.location("Park")])
    session.applyInEditor([.location("Beach")])
    #expect(events == ["step"])
    session.endEditSession(showsNotice: false)
    _ = session.undo()
    #expect(events == ["step", "step"])
    try await wait("all changes are saved") { session.isSaved }
  }

  @Test func undoRestoresADeletedEvent() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    let linesBefore = try lines
    session.apply(walk.edit(.delete))
    #expect(shownOccurrence == nil)
    try await wait("the event is gone from the file") { session.isSaved }
    #expect(try !lines.contains("SUMMARY:Walk"))
    #expect(try #require(session.undo()).occurrence == walk)
    try await wait("the event is back") { session.isSaved }
    #expect(try lines == linesBefore)
  }

  @Test func changingSeveralPropertiesIsOneUndoStep() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    session.apply(walk.edit(.set([.summary("Run"), .location("Park")])))
    #expect(shownOccurrence?.event.summary == "Run")
    try await wait("all changes are saved") { session.isSaved }
    move(try #require(shownOccurrence), minutes: 30)
    try await wait("the move is saved") { session.isSaved }
    _ = session.undo()
    #expect(shownOccurrence?.event.location == "Park")
    _ = session.undo()
    #expect(shownOccurrence == walk)
    try await wait("everything is undone") { session.isSaved }
    #expect(try lines.contains("SUMMARY:Walk"))
    session.apply(walk.edit(.set([.summary("Walk")])))
    #expect(!session.canUndo, "an edit without effect is an undo step")
  }

  @Test func editSessionIsOneUndoStepReportedAtItsEnd() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    let linesBefore = try lines
    var notices: [CalendarSession.Notice] = []
    session.onNotice = { notices.append($0) }
    session.beginEditSession(of: walk)
    session.apply(walk.edit(.set([.summary("Run")])))
    try await wait("the edit is saved while the editor is open") { session.isSaved }
    #expect(try lines.contains("SUMMARY:Run"))
    session.apply(walk.edit(.set([.location("Park")])))
    #expect(notices.isEmpty)
    session.endEditSession()
    #expect(notices.map(\.text) == ["“Run” was changed"])
    #expect(notices.first?.canUndo == true)
    #expect(try #require(session.undo()).occurrence == walk)
    #expect(!session.canUndo)
    try await wait("everything is undone") { session.isSaved }
    #expect(try lines == linesBefore)
    _ = session.redo()
    try await wait("everything is redone") { session.isSaved }
    #expect(try lines.contains("SUMMARY:Run"))
    #expect(try lines.contains("LOCATION:Park"))
    #expect(!session.canRedo)
  }

  @Test func editSessionWithoutChangesIsNotReported() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    var noticeCount = 0
    session.onNotice = { _ in noticeCount += 1 }
    session.beginEditSession(of: walk)
    session.endEditSession()
    session.beginEditSession(of: walk)
    session.apply(walk.edit(.set([.summary("Run")])))
    session.apply(walk.edit(.set([.summary("Walk")])))
    session.endEditSession()
    #expect(noticeCount == 0)
  }

  @Test func editSessionContinuesAfterUndoAsANewStep() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    move(walk, minutes: 30)
    session.beginEditSession(of: walk)
    session.apply(walk.edit(.set([.summary("Run")])))
    _ = session.undo()
    session.apply(walk.edit(.set([.location("Park")])))
    session.endEditSession()
    _ = session.undo()
    #expect(shownOccurrence?.event.location == "")
    #expect(shownOccurrence?.start.wall.description == "2026-01-05T09:30:00")
    _ = session.undo()
    #expect(shownOccurrence == walk)
    #expect(!session.canUndo)
  }

  @Test func importIsUndoneAsAWholeAfterManyEdits() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    session.add(
      (0..<20).map { number in
        var event = walk.event
        event.id = EventID(calendar: event.id.calendar, file: nil, uid: "imported-\(number)")
        return event
      })
    for _ in 1...3 {
      session.beginEditSession(of: walk)
      for number in 1...400 { session.apply(walk.edit(.set([.summary("Walk \(number)")]))) }
      session.endEditSession()
    }
    while session.canUndo { _ = session.undo() }
    #expect(await session.finishSaving().isEmpty)
    try await wait("all changes are saved") { session.isSaved }
    #expect(session.occurrences(in: Day.earliest..<Day.latest) == [walk])
    let store = calendars.store(isWatching: false)
    #expect(await store.open([calendars.key("day.ics")]).events.map(\.id.uid) == ["walk"])
  }

  @Test func deletionInTheEditorIsASeparateStep() async throws {
    defer { calendars.cleanUp() }
    try write()
    let walk = try await open()
    session.beginEditSession(of: walk)
    session.apply(walk.edit(.set([.summary("Run")])))
    session.endEditSession(showsNotice: false)
    session.apply(walk.edit(.delete))
    #expect(shownOccurrence == nil)
    #expect(try #require(session.undo()).occurrence?.event.summary == "Run")
    #expect(try #require(session.undo()).occurrence == walk)
  }
}
