import CalendarDocument
import CalendarModel
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Copying, pasting and importing events.
@MainActor @Suite(.everyBackend) struct SessionImportExportTests {
  private let calendars: TestCalendars
  private let session: CalendarSession

  init() throws {
    calendars = try TestCalendars()
    try calendars.makeFolder("home")
    session = calendars.session()
  }

  private func calendar(_ events: [[String]]) -> String {
    let eventLines = events.flatMap { ["BEGIN:VEVENT", "DTSTAMP:20250101T000000Z"] + $0 + ["END:VEVENT"] }
    return
      (["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"] + eventLines + ["END:VCALENDAR"])
      .map { $0 + "\r\n" }.joined()
  }

  private let walk = ["UID:walk", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:Walk", "X-ODD:1"]
  private let run = [
    "UID:run", "DTSTART:20260105T070000Z", "DURATION:PT1H", "SUMMARY:Run", "RRULE:FREQ=DAILY",
  ]
  private let lateRun = [
    "UID:run", "RECURRENCE-ID:20260107T070000Z", "DTSTART:20260107T200000Z", "SUMMARY:Late run",
  ]

  private func open(_ events: [String]...) async throws -> [Occurrence] {
    try calendars.write(calendar(events), to: "day.ics")
    await session.open([calendars.key("day.ics")], as: .chosen)
    return shownOccurrences()
  }

  /// Returns the occurrences from January 5 to 9, 2026.
  private func shownOccurrences() -> [Occurrence] {
    guard let first = Day("2026-01-05") else { return [] }
    return session.occurrences(in: first..<first.adding(days: 5))
  }

  private func eventImport(_ text: String) throws -> EventImport {
    try EventImport(Array(text.utf8), zones: SystemZones.shared)
  }

  private func importTwoEventsAndATask() async throws {
    let task = ["BEGIN:VTODO", "UID:task", "SUMMARY:Task", "END:VTODO"].map { $0 + "\r\n" }.joined()
    let text = calendar([walk, run]).replacing("END:VCALENDAR", with: task + "END:VCALENDAR")
    try await importObjects(text)
  }

  private func importObjects(
    _ text: String, changing change: (ImportPlan) -> ImportPlan = { $0 }
  ) async throws {
    var objects = ImportedObjects()
    try objects.add(Array(text.utf8), zones: SystemZones.shared)
    let id = calendars.id("home")
    let plan = change(try await session.plan(objects, into: id).get())
    let failure = await session.perform(plan, into: id, ImportProgress())
    #expect(failure == nil)
  }

  private var text: String {
    get throws { try calendars.text("day.ics") }
  }

  private var fileNames: [String] {
    get throws { try calendars.names(in: "home") }
  }

  @Test func copyIsPastedOnAnotherDayWithANewUID() async throws {
    defer { calendars.cleanUp() }
    let original = try #require(try await open(walk).first)
    let textBefore = try text
    let copy = try #require(await session.copy(of: original))
    let event = try #require(try EventImport(copy, zones: SystemZones.shared).events.first)
    let day = try #require(Day("2026-01-07"))
    let pasted = try #require(session.eventForPasting(event, at: .day(day)))
    #expect(pasted.id.uid != "walk" && pasted.times.start.wall == WallTime("2026-01-07T09:00"))
    #expect(session.add([pasted])?.event.summary == "Walk")
    #expect(shownOccurrences().map { "\($0.start.wall)" } == ["2026-01-05T09:00:00", "2026-01-07T09:00:00"])
    try await wait("all changes are saved") { session.isSaved }
    #expect(try text.split(separator: "\r\n").count { $0 == "X-ODD:1" } == 2)
    _ = session.undo()
    try await wait("the paste is undone") { session.isSaved }
    #expect(try text == textBefore)
  }

  @Test func timedEventIsPastedAtTheTargetTimeAndAllDayEventOnTheTargetDay() async throws {
    defer { calendars.cleanUp() }
    let original = try #require(try await open(walk).first)
    var event = original.event
    let target = try #require(WallTime("2026-01-07T14:15"))
    let pasted = try #require(session.eventForPasting(event, at: .time(target)))
    let occurrence = Occurrence(event: pasted, zone: session.displayZone)
    #expect(occurrence.start.wall == target)
    #expect(occurrence.duration == original.duration)
    event.times = EventTimes(
      start: .date(target.day.adding(days: -2)), end: .time(.date(target.day)))
    for pasteTarget in [PasteTarget.time(target), .day(target.day)] {
      let allDay = try #require(session.eventForPasting(event, at: pasteTarget))
      #expect(allDay.times.start == .date(target.day))
      #expect(Occurrence(event: allDay, zone: session.displayZone).days.count == 2)
    }
  }

  @Test func cutEventKeepsItsUID() async throws {
    defer { calendars.cleanUp() }
    let original = try #require(try await open(walk).first)
    let copy = try #require(await session.copy(of: original))
    session.apply(original.edit(.delete))
    let event = try #require(try EventImport(copy, zones: SystemZones.shared).events.first)
    #expect(session.eventForPasting(event)?.id.uid == "walk")
    #expect(session.eventForPasting(event, isCopy: true)?.id.uid != "walk")
  }

  /// The pasted occurrences, including the changed one, are the same as those that were cut.
  @Test(arguments: [EventEdit.Scope.thisAndFollowing, .all])
  func cutPartOfASeriesIsPastedUnchanged(scope: EventEdit.Scope) async throws {
    defer { calendars.cleanUp() }
    let occurrencesBefore = try await open(run + ["EXDATE:20260108T070000Z"], lateRun)
    func rows(_ occurrences: [Occurrence]) -> [String] {
      occurrences.map { "\($0.start.wall) \($0.event.summary)" }
    }
    let expected = [
      "2026-01-05T07:00:00 Run", "2026-01-06T07:00:00 Run", "2026-01-07T20:00:00 Late run",
      "2026-01-09T07:00:00 Run",
    ]
    #expect(rows(occurrencesBefore) == expected)
    let second = try #require(occurrencesBefore.dropFirst().first)
    let copy = try #require(await session.copy(of: second, scope: scope))
    session.lastCopied = (copy, second.event.id.calendar)
    session.apply(second.edit(.delete, scope: scope))
    #expect(rows(shownOccurrences()) == (scope == .all ? [] : Array(expected.prefix(1))))
    let events = try EventImport(copy, zones: SystemZones.shared).events
    let sourceCalendar = session.sourceCalendar(of: copy)
    #expect(session.isKnownSeries(events, from: sourceCalendar) && !session.isKnownSeries(events, from: nil))
    let pasted = session.seriesForPasting(events, from: sourceCalendar)
    #expect((pasted.first?.id.uid == "run") == (scope == .all))
    let first = try #require(session.add(pasted, isCalendarChosen: false))
    #expect(first.start.wall.day == (scope == .all ? occurrencesBefore[0] : second).start.wall.day)
    #expect(shownOccurrences().contains { $0.id == first.id }, "the window cannot focus the pasted event")
    #expect(rows(shownOccurrences()) == expected)
    try await wait("all changes are saved") { session.isSaved }
    #expect(try text.split(separator: "\r\n").count { $0.hasPrefix("RECURRENCE-ID") } == 1)
    #expect(try !text.contains("X-HANDSPAN-SPLIT-AFTER"))
    // A second paste is a copy, which needs a new UID.
    let pastedAgain = session.seriesForPasting(events, from: sourceCalendar)
    #expect(pastedAgain.first?.id.uid != pasted.first?.id.uid)
  }

  @Test func occurrenceOfASeriesIsCopiedAlone() async throws {
    defer { calendars.cleanUp() }
    let changedOccurrence = try #require(
      try await open(run, lateRun).first { $0.event.summary == "Late run" })
    let copy = try #require(await session.copy(of: changedOccurrence))
    let event = try #require(try EventImport(copy, zones: SystemZones.shared).events.first)
    #expect(event.series == nil && !event.isRepeating && event.summary == "Late run")
  }

  @Test func importIsOneStepAndASeriesIsOneFileInAFolder() async throws {
    defer { calendars.cleanUp() }
    await session.open([calendars.key("home")], as: .chosen)
    let newEvents = session.newEvents(in: try eventImport(calendar([lateRun, run, walk])), for: nil)
    #expect(newEvents.existingCount == 0)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    session.add(newEvents.events)
    #expect(notices == ["3 events were added"])
    #expect(shownOccurrences().filter { $0.event.summary == "Run" }.count == 4)
    #expect(shownOccurrences().filter { $0.event.summary == "Late run" }.count == 1)
    try await wait("all changes are saved") { try session.isSaved && fileNames.count == 2 }
    #expect(session.undo()?.text == "Undone: 3 events were added")
    #expect(shownOccurrences().isEmpty && !session.canUndo)
    try await wait("the imported files are removed") { try session.isSaved && fileNames.isEmpty }
    _ = session.redo()
    try await wait("the import is redone") { try session.isSaved && fileNames.count == 2 }
    #expect(shownOccurrences().count == 6)
  }

  // A server would ask about the organizer.
  @Test(.filesOnly) func messagesTellWhatAnImportUpdatedAndRemovedAndWhatItsUndoRestored() async throws {
    defer { calendars.cleanUp() }
    let walk = self.walk + ["ORGANIZER:mailto:ann@example.com"]
    try calendars.write(calendar([walk]), to: "home/walk.ics")
    await session.open([calendars.key("home")], as: .chosen)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    func undo() async throws {
      let count = notices.count
      _ = session.undo()
      try await wait("the import is undone") { notices.count > count }
    }
    try await importObjects(
      calendar([run, walk.map { $0.replacing("Walk", with: "Hike") } + ["SEQUENCE:1"]]))
    try await undo()
    #expect(
      notices == [
        "2 events were imported into “home”",
        "1 event was removed from “home”, 1 event was restored in “home”",
      ])
    let message = calendar([walk + ["SEQUENCE:1", "STATUS:CANCELLED"]])
      .replacing("VERSION:2.0", with: "VERSION:2.0\r\nMETHOD:CANCEL")
    notices = []
    try await importObjects(message) { $0.removingCanceled() }
    #expect(shownOccurrences().isEmpty)
    try await undo()
    #expect(notices == ["1 event was removed from “home”", "1 event was restored in “home”"])
    #expect(shownOccurrences().map(\.event.summary) == ["Walk"])
  }

  @Test func existingEventsAreNotImportedAgain() async throws {
    defer { calendars.cleanUp() }
    _ = try await open(walk)
    let newEvents = session.newEvents(in: try eventImport(calendar([walk, run])), for: nil)
    #expect(newEvents.events.map(\.id.uid) == ["run"] && newEvents.existingCount == 1)
    session.add(newEvents.events)
    let importedAgain = session.newEvents(in: try eventImport(calendar([walk, run])), for: nil)
    #expect(importedAgain.events.isEmpty && importedAgain.existingCount == 2)
  }

  /// Another program changes an imported event before the import is undone, so the undo keeps that event.
  @Test(.filesOnly) func undoOfAnImportCountsWhatItRemoves() async throws {
    defer { calendars.cleanUp() }
    await session.open([calendars.key("home")], as: .chosen)
    var messages: [String] = []
    session.onNotice = { messages.append($0.text) }
    try await importTwoEventsAndATask()
    #expect(messages == ["Imported into “home”: 2 events, 1 task"])
    let name = try #require(try fileNames.first { try calendars.text("home/\($0)").contains("UID:walk") })
    let changed = try calendars.text("home/\(name)").replacing("SUMMARY:Walk", with: "SUMMARY:Long walk")
    try calendars.write(changed, to: "home/\(name)")
    session.rescan()
    try await wait("the change is shown") { shownOccurrences().contains { $0.event.summary == "Long walk" } }
    _ = session.undo()
    try await wait("the undo is reported") { messages.count == 2 }
    #expect(messages.last?.hasPrefix("Removed from “home”: 1 event, 1 task") == true, "\(messages)")
    #expect(try fileNames == [name])
    _ = session.redo()
    try await wait("the redo is reported") { messages.count == 3 }
    #expect(messages.last == "Imported into “home”: 1 event, 1 task")
  }

  /// The folder is missing when the import is first undone.
  @Test(.filesOnly) func importThatCouldNotBeUndoneIsUndoneLater() async throws {
    defer { calendars.cleanUp() }
    await session.open([calendars.key("home")], as: .chosen)
    var messages: [String] = []
    session.onFailure = { text, _ in messages.append(text) }
    session.onNotice = { messages.append($0.text) }
    try await importTwoEventsAndATask()
    #expect(try messages == ["Imported into “home”: 2 events, 1 task"] && fileNames.count == 3)
    let (folder, away) = (calendars.key("home"), calendars.key("away"))
    try FileManager.default.moveItem(atPath: folder, toPath: away)
    _ = session.undo()
    try await wait("the failure is reported") { messages.count == 2 }
    #expect(messages.last?.hasPrefix("The import was not undone. “") == true, "\(messages)")
    #expect(session.canUndo && !session.canRedo && !shownOccurrences().isEmpty)
    try FileManager.default.moveItem(atPath: away, toPath: folder)
    // The folder is found again after a moment.
    let expected = "Removed from “home”: 2 events, 1 task"
    for _ in 0..<300 where messages.last != expected {
      let count = messages.count
      _ = session.undo()
      try await wait("the undo is reported") { messages.count > count }
      if messages.last != expected { try await Task.sleep(for: .milliseconds(100)) }
    }
    #expect(try messages.last == expected && fileNames.isEmpty && !session.canUndo && session.canRedo)
    _ = session.redo()
    try await wait("the import is redone") { try fileNames.count == 3 }
  }

  @Test(.filesOnly) func pathThatIsNotACalendarFileIsRefusedWithAReason() async throws {
    defer { calendars.cleanUp() }
    _ = try await open(walk)
    guard case .failure(let missingFileError) = await session.contents(of: calendars.key("none.ics")),
      case .failure(let folderError) = await session.contents(of: calendars.key("home"))
    else {
      Issue.record("a missing file or a folder was read")
      return
    }
    #expect(missingFileError == .notFound(path: calendars.key("none.ics")))
    #expect(folderError == .notCalendar(path: calendars.key("home")))
  }
}
