import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Edits to repeating events in a session: each is shown immediately, saved, and undone in one step.
@MainActor @Suite(.everyBackend) struct SessionSeriesTests {
  private let calendars: TestCalendars
  private let session: CalendarSession
  private let text = TestCalendars.standups

  init() throws {
    calendars = try TestCalendars()
    session = calendars.session()
  }

  private func open() async throws {
    try calendars.makeFolder("work")
    try calendars.write(text, to: "work/standup.ics")
    await session.open([calendars.key("work")], as: .chosen)
  }

  private var days: Range<Day> {
    let first = Day("2026-01-05") ?? .earliest
    return first..<first.adding(days: 14)
  }

  private func starts(_ occurrences: [Occurrence]) -> [String] {
    occurrences.map { "\($0.start.wall.description.dropFirst(8).prefix(8)) \($0.event.summary)" }
  }

  private var shownRows: [String] { starts(session.occurrences(in: days)) }

  /// The occurrences before the edit, in the form of `shownRows`.
  private let rowsBefore = ["05", "06", "07", "08", "09"].map { "\($0)T09:00 Standup" }

  /// Returns the edit that moves the occurrence on January 7 to an hour later.
  private func moveEdit(_ scope: EventEdit.Scope) throws -> EventEdit {
    let occurrence = try #require(
      session.occurrences(in: days).first { $0.start.wall.day.description == "2026-01-07" })
    let start = occurrence.start.wall.adding(minutes: 60)
    return occurrence.edit(.move(occurrence.times.moved(toStart: start, in: .utc)), scope: scope)
  }

  /// The expected occurrences after `moveEdit(_:)`, in the form of `shownRows`.
  private func rowsAfterMove(_ scope: EventEdit.Scope) -> [String] {
    let hours: [String]
    switch scope {
    case .thisOccurrence: hours = ["09", "09", "10", "09", "09"]
    case .thisAndFollowing: hours = ["09", "09", "10", "10", "10"]
    case .all: hours = ["10", "10", "10", "10", "10"]
    }
    return zip(["05", "06", "07", "08", "09"], hours).map { "\($0)T\($1):00 Standup" }
  }

  @Test(.filesOnly, arguments: EventEdit.Scope.allCases)
  func outcomeIsShownAtOnceAndOneUndoRestoresTheBytes(scope: EventEdit.Scope) async throws {
    defer { calendars.cleanUp() }
    try await open()
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    #expect(shownRows == rowsBefore)
    session.apply(try moveEdit(scope))
    #expect(shownRows == rowsAfterMove(scope), "the edit is not shown before it is saved")
    #expect(notices.count == 1, "\(notices)")
    try await wait("the edit is saved") { session.isSaved }
    #expect(shownRows == rowsAfterMove(scope))
    #expect(try calendars.text("work/standup.ics") != text)
    #expect(session.undo() != nil)
    #expect(shownRows == rowsBefore)
    try await wait("the undo is saved") { session.isSaved }
    #expect(try calendars.text("work/standup.ics") == text)
    #expect(try calendars.names(in: "work") == ["standup.ics"])
    #expect(session.redo() != nil)
    #expect(shownRows == rowsAfterMove(scope))
    try await wait("the redo is saved") { session.isSaved }
    #expect(shownRows == rowsAfterMove(scope))
    #expect(!session.canRedo && session.canUndo)
  }

  @Test(.filesOnly, arguments: EventEdit.Scope.allCases)
  func deletionIsShownAtOnce(scope: EventEdit.Scope) async throws {
    defer { calendars.cleanUp() }
    try await open()
    let occurrence = session.occurrences(in: days)[2]
    session.apply(occurrence.edit(.delete, scope: scope))
    let remaining: [Int] =
      switch scope {
      case .thisOccurrence: [0, 1, 3, 4]
      case .thisAndFollowing: [0, 1]
      case .all: []
      }
    #expect(shownRows == remaining.map { rowsBefore[$0] })
    try await wait("the edit is saved") { session.isSaved }
    #expect(shownRows == remaining.map { rowsBefore[$0] })
    #expect(session.undo() != nil)
    #expect(shownRows == rowsBefore)
    try await wait("the undo is saved") { session.isSaved }
    #expect(try calendars.text("work/standup.ics") == text)
  }

  /// The notice must not cover the occurrence, and Undo and Redo reveal it, so the timeline must know its identifier.
  @Test(.filesOnly, arguments: EventEdit.Scope.allCases)
  func noticeUndoAndRedoIdentifyTheShownOccurrence(scope: EventEdit.Scope) async throws {
    defer { calendars.cleanUp() }
    try await open()
    var subjects: [Occurrence.ID?] = []
    session.onNotice = { subjects.append($0.subject) }
    func id(at hour: Int) -> Occurrence.ID? {
      session.occurrences(in: days).first {
        $0.start.wall.day.description == "2026-01-07" && $0.start.wall.secondOfDay == hour * 3600
      }?.id
    }
    session.apply(try moveEdit(scope))
    #expect(subjects == [id(at: 10)] && subjects != [nil])
    let undone = try #require(session.undo()?.occurrence)
    #expect(undone.id == id(at: 9))
    let redone = try #require(session.redo()?.occurrence)
    #expect(redone.id == id(at: 10))
  }

  @Test(.filesOnly) func choicesShowEachOutcomeAndChangeNothing() async throws {
    defer { calendars.cleanUp() }
    try await open()
    let choices = session.choices(for: try moveEdit(.thisOccurrence))
    #expect(choices.map(\.scope) == EventEdit.Scope.allCases)
    for choice in choices {
      let replacement = try choice.outcome.get()
      #expect(starts(session.occurrences(in: days, showing: replacement)) == rowsAfterMove(choice.scope))
    }
    #expect(
      choices.map(\.text) == [
        "Only Wednesday, 7 January 2026, 10:00\u{A0}–\u{2060}\u{A0}10:15",
        "From Wed 7 Jan 2026 on: Every day, 3 times, 10:00\u{A0}–\u{2060}\u{A0}10:15",
        "Every day, 5 times, 10:00\u{A0}–\u{2060}\u{A0}10:15",
      ])
    #expect(shownRows == rowsBefore)
    #expect(try calendars.text("work/standup.ics") == text)
    #expect(session.isSaved && !session.canUndo)
  }

  @Test(.filesOnly) func impossibleChoiceShowsTheReason() async throws {
    defer { calendars.cleanUp() }
    try calendars.makeFolder("work")
    try calendars.write(
      text.replacing("FREQ=DAILY;COUNT=5", with: "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1"), to: "work/standup.ics")
    await session.open([calendars.key("work")], as: .chosen)
    let occurrence = session.occurrences(in: days)[0]
    let start = occurrence.start.wall.adding(days: 1)
    let choices = session.choices(
      for: occurrence.edit(.move(occurrence.times.moved(toStart: start, in: .utc))))
    #expect(choices.map(\.isPossible) == [true, false, false])
    #expect(
      choices[2].text == "The repeat rule chooses dates by position, so they cannot be moved to another day.")
    var failures: [String] = []
    session.onFailure = { text, _ in failures.append(text) }
    session.apply(choices[2].edit)
    #expect(failures.count == 1 && !session.canUndo)
  }

  @Test(.filesOnly) func editOfASplitSeriesIsShownBeforeTheSplitIsSaved() async throws {
    defer { calendars.cleanUp() }
    try await open()
    session.onFailure = { text, _ in Issue.record("\(text)") }
    session.apply(try moveEdit(.thisAndFollowing))
    // The store has not reported the result of the first edit yet.
    let occurrence = try #require(session.occurrences(in: days).last)
    session.apply(occurrence.edit(.set([.summary("Last")])))
    let expected = rowsAfterMove(.thisAndFollowing).dropLast() + ["09T10:00 Last"]
    #expect(shownRows == Array(expected))
    try await wait("both edits are saved") { session.isSaved }
    #expect(shownRows == Array(expected))
    #expect(session.undo() != nil)
    #expect(session.undo() != nil)
    #expect(shownRows == rowsBefore)
    try await wait("both edits are undone") { session.isSaved }
    #expect(try calendars.text("work/standup.ics") == text)
    #expect(try calendars.names(in: "work") == ["standup.ics"])
  }

  /// After a crash between the two writes of a split, the later occurrences are in both files.
  @Test(.filesOnly, arguments: [true, false])
  func interruptedSplitIsFinishedOrDiscardedInOneStep(isFinished: Bool) async throws {
    defer { calendars.cleanUp() }
    let laterPartText =
      text.replacing(
        "UID:standup", with: "UID:new\r\nRELATED-TO;RELTYPE=SIBLING:standup\r\nX-HANDSPAN-SPLIT-AFTER:2"
      )
      .replacing("20260105T090000Z", with: "20260107T100000Z").replacing("COUNT=5", with: "COUNT=3")
    try calendars.makeFolder("work")
    try calendars.write(laterPartText, to: "work/new.ics")
    let records = SplitRecords(folder: UserFolders.state + "/splits", files: CalendarFiles())
    let record = SplitRecord(
      calendar: try CalendarFiles.resolvedPath(ByteString(calendars.key("work"))), earlierUID: "standup",
      laterUID: "new")
    records.store(record)
    defer { records.remove(record) }
    try await open()
    let rowsOfBothParts = shownRows
    #expect(rowsOfBothParts.count == 8)
    let split = try #require(await session.interruptedSplits().first)
    var notices: [String] = []
    session.onNotice = { notices.append($0.text) }
    session.onFailure = { text, _ in Issue.record("\(text)") }
    if isFinished { session.complete(split) } else { session.withdraw(split) }
    #expect(shownRows == (isFinished ? rowsAfterMove(.thisAndFollowing) : rowsBefore))
    #expect(notices == ["The change to “Standup” was \(isFinished ? "finished" : "discarded")"])
    try await wait("the repair is saved") { session.isSaved }
    #expect(try calendars.names(in: "work") == (isFinished ? ["new.ics", "standup.ics"] : ["standup.ics"]))
    #expect(await session.interruptedSplits().isEmpty)
    #expect(session.undo() != nil)
    #expect(shownRows == rowsOfBothParts)
    try await wait("the undo is saved") { session.isSaved }
    #expect(try calendars.text("work/standup.ics") == text && calendars.text("work/new.ics") == laterPartText)
  }

  @Test(.filesOnly) func externalChangeIsShownTogetherWithTheEdit() async throws {
    defer { calendars.cleanUp() }
    try await open()
    session.apply(try moveEdit(.thisOccurrence))
    try await wait("the edit is saved") { session.isSaved }
    let saved = try calendars.text("work/standup.ics")
    try calendars.write(saved.replacing("SUMMARY:Standup", with: "SUMMARY:Daily"), to: "work/standup.ics")
    try await wait("the new title is shown") { shownRows.first == "05T09:00 Daily" }
    #expect(shownRows.count == 5)
  }
}
