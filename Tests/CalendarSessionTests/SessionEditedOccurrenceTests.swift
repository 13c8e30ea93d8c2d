import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Changes made in the editor to an occurrence of a series: they apply to the chosen scope, which can change
/// while the editor is open, and are one undo step.
@MainActor @Suite(.everyBackend) struct SessionEditedOccurrenceTests {
  private let calendars: TestCalendars
  private let session: CalendarSession
  private let text = TestCalendars.standups

  init() throws {
    calendars = try TestCalendars()
    session = calendars.session()
  }

  private func open(_ text: String? = nil) async throws {
    try calendars.makeFolder("work")
    try calendars.write(text ?? self.text, to: "work/standup.ics")
    await session.open([calendars.key("work")], as: .chosen)
    session.onFailure = { text, _ in Issue.record("\(text)") }
  }

  private var days: Range<Day> {
    let first = Day("2026-01-05") ?? .earliest
    return first..<first.adding(days: 28)
  }

  private var shownRows: [String] {
    session.occurrences(in: days).map {
      "\($0.start.wall.description.dropFirst(8).prefix(8)) \($0.event.summary)"
    }
  }

  /// Returns occurrences on consecutive days from January 5 on, in the form of `shownRows`.
  private func rows(_ titles: [String], hours: [String]? = nil) -> [String] {
    titles.enumerated().map { index, title in
      "0\(5 + index)T\(hours?[index] ?? "09"):00 \(title)"
    }
  }

  /// Begins an edit session with the occurrence on January 7.
  @discardableResult
  private func beginSession() throws -> CalendarEvent {
    let occurrence = try #require(
      session.occurrences(in: days).first { $0.start.wall.day.description == "2026-01-07" })
    return session.beginEditSession(of: occurrence)
  }

  private let titles: [EventEdit.Scope: [String]] = [
    .thisOccurrence: ["Standup", "Standup", "New", "Standup", "Standup"],
    .thisAndFollowing: ["Standup", "Standup", "New", "New", "New"],
    .all: ["New", "New", "New", "New", "New"],
  ]

  @Test(.filesOnly, arguments: EventEdit.Scope.allCases, EventEdit.Scope.allCases)
  func changesAreReappliedWhenTheScopeChanges(oldScope: EventEdit.Scope, newScope: EventEdit.Scope)
    async throws
  {
    defer { calendars.cleanUp() }
    try await open()
    let event = try beginSession()
    #expect(event.times.start.wall.day.description == "2026-01-07")
    session.setEditScope(oldScope)
    session.applyInEditor([.summary("Ne")])
    session.applyInEditor([.summary("New")])
    #expect(shownRows == rows(titles[oldScope] ?? []))
    session.setEditScope(newScope)
    #expect(shownRows == rows(titles[newScope] ?? []))
    #expect(session.editedEvent?.summary == "New")
    session.applyInEditor([.location("Room 2")])
    #expect(session.editedEvent?.location == "Room 2")
    session.endEditSession()
    try await wait("the changes are saved") { session.isSaved }
    #expect(shownRows == rows(titles[newScope] ?? []))
    #expect(session.undo() != nil)
    #expect(!session.canUndo, "the changes made in the editor are more than one undo step")
    try await wait("the undo is saved") { session.isSaved }
    #expect(try calendars.text("work/standup.ics") == text)
    #expect(try calendars.names(in: "work") == ["standup.ics"])
  }

  @Test(.filesOnly, arguments: EventEdit.Scope.allCases)
  func movedOccurrenceStaysTheEditedOne(scope: EventEdit.Scope) async throws {
    defer { calendars.cleanUp() }
    try await open()
    let event = try beginSession()
    session.setEditScope(scope)
    let times = event.times.moved(toStart: event.times.start.wall.adding(minutes: 60), in: .utc)
    session.applyInEditor([.times(times)])
    session.applyInEditor([.summary("New")])
    let hours: [String] =
      switch scope {
      case .thisOccurrence: ["09", "09", "10", "09", "09"]
      case .thisAndFollowing: ["09", "09", "10", "10", "10"]
      case .all: ["10", "10", "10", "10", "10"]
      }
    #expect(shownRows == rows(titles[scope] ?? [], hours: hours))
    #expect(session.editedEvent?.times == times)
    session.endEditSession()
    try await wait("the changes are saved") { session.isSaved }
    _ = session.undo()
    try await wait("the undo is saved") { session.isSaved }
    #expect(try calendars.text("work/standup.ics") == text)
  }

  @Test(.filesOnly) func eventThatBecomesASeriesIsTheShownOccurrence() async throws {
    defer { calendars.cleanUp() }
    try await open(text.replacing("RRULE:FREQ=DAILY;COUNT=5\r\n", with: ""))
    let shown = try #require(session.occurrences(in: days).first)
    session.beginEditSession(of: shown)
    session.applyInEditor([.rule(try RecurrenceRule(parsing: "FREQ=WEEKLY"))])
    let first = try #require(session.occurrences(in: days).first)
    #expect(session.occurrences(in: days).count == 4)
    #expect(session.editedOccurrence?.id == first.id)
    var subjects: [Occurrence.ID?] = []
    session.onNotice = { subjects.append($0.subject) }
    session.endEditSession()
    #expect(subjects == [first.id])
  }

  @Test(.filesOnly) func ruleCannotBeChangedForOneOccurrence() async throws {
    defer { calendars.cleanUp() }
    try await open()
    try beginSession()
    let rule = try RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=5;BYDAY=WE")
    let choices = session.editScopeChoices(adding: [.rule(rule)])
    #expect(choices.map { $0.refusal == nil } == [false, true, true])
    session.setEditScope(.thisAndFollowing)
    session.applyInEditor([.summary("New"), .rule(rule)])
    #expect(
      shownRows == [
        "05T09:00 Standup", "06T09:00 Standup", "07T09:00 New", "14T09:00 New", "21T09:00 New",
      ], "the two parts of the series together do not have five occurrences")
    session.setEditScope(.all)
    // The fifth date is after the days shown.
    #expect(shownRows == ["07T09:00 New", "14T09:00 New", "21T09:00 New", "28T09:00 New"])
    session.endEditSession()
    try await wait("the changes are saved") { session.isSaved }
    _ = session.undo()
    try await wait("the undo is saved") { session.isSaved }
    #expect(try calendars.text("work/standup.ics") == text)
  }

  @Test(.filesOnly) func editedOccurrenceRemainsWhenTheRuleIsRemoved() async throws {
    defer { calendars.cleanUp() }
    try await open()
    try beginSession()
    session.setEditScope(.all)
    session.applyInEditor([.rule(nil)])
    #expect(shownRows == ["07T09:00 Standup"])
    session.applyInEditor([.summary("New")])
    #expect(shownRows == ["07T09:00 New"])
    #expect(session.editedEvent?.isRepeating == false)
  }

  @Test(.filesOnly) func singleEventCanBeMadeToRepeat() async throws {
    defer { calendars.cleanUp() }
    try await open(text.replacing("RRULE:FREQ=DAILY;COUNT=5\r\n", with: ""))
    session.beginEditSession(of: session.occurrences(in: days)[0])
    #expect(session.editScope == nil)
    session.applyInEditor([.rule(try RecurrenceRule(parsing: "FREQ=DAILY;COUNT=5"))])
    #expect(shownRows == rows(titles[.all]?.map { _ in "Standup" } ?? []))
    session.applyInEditor([.summary("New")])
    #expect(shownRows == rows(titles[.all] ?? []))
    session.applyInEditor([.rule(nil)])
    #expect(shownRows == ["05T09:00 New"])
    session.endEditSession()
    #expect(session.undo() != nil)
    #expect(!session.canUndo)
    #expect(shownRows == ["05T09:00 Standup"])
  }

  @Test(.filesOnly) func reasonIsGivenForAnImpossibleScope() async throws {
    defer { calendars.cleanUp() }
    try await open(
      text.replacing("SUMMARY", with: "ORGANIZER:mailto:someone@example.org\r\nSUMMARY"))
    try beginSession()
    let choices = session.editScopeChoices()
    #expect(choices.map { $0.refusal == nil } == [true, false, true])
    #expect(
      choices[1].refusal
        == "Only the organizer can change this and the following events.")
  }
}
