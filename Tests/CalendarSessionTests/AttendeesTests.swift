import BackendTestSupport
import CalendarDocument
import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Changes about which the server of an account may notify people.
@MainActor @Suite struct AttendeesTests {
  private let backend = MemoryBackend()
  private let session: CalendarSession
  private let folder: URL
  private let questions = Questions()

  /// The questions that have not been answered yet, and the notices.
  @MainActor private final class Questions {
    var unanswered: [(NotificationQuestion, (NotificationAnswer) -> Void)] =
      []
    var notices: [String] = []

    func answer(_ isAllowed: Bool) { unanswered.removeFirst().1(isAllowed ? .allow : .decline) }
  }

  private static func event(_ uid: String, _ lines: String...) -> String {
    ([
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:\(uid)",
      "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:\(uid)",
    ] + lines + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined()
  }

  private static let organizer = "ORGANIZER:mailto:ada@example.org"
  private static let attendees = [
    "ATTENDEE:mailto:ada@example.org", "ATTENDEE:mailto:ben@example.org", "ATTENDEE:mailto:eve@example.org",
  ].joined(separator: "\r\n")

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    session = CalendarSession(
      phrases: Phrases(), displayZone: .utc,
      store: CalendarStore(
        displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path + "/kept", backends: [backend]
      ),
      accounts: backend)
    session.people.ask = { [questions] in questions.unanswered.append(($0, $1)) }
    session.onNotice = { [questions] in questions.notices.append($0.text) }
  }

  /// Opens a calendar of an account, with a meeting and an event without attendees, and a file with a meeting.
  private func open(isLocal: Bool = false, user: String? = "ada@example.org") async throws -> CalendarID {
    let id = backend.add("work", hasSeparateObjects: true)
    backend.put(Self.event("meeting", Self.organizer, Self.attendees), as: "meeting.ics", in: id)
    backend.put(Self.event("lunch"), as: "lunch.ics", in: id)
    if let user { backend.setUserAddresses([user], in: id) }
    if isLocal { backend.setLocal(id) }
    backend.setListedCalendars([ListedCalendar(id: id, name: "work", account: isLocal ? nil : "Ada")])
    let file = folder.path + "/file.ics"
    try Data(Self.event("walk", Self.organizer, Self.attendees).utf8).write(to: URL(fileURLWithPath: file))
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait { session.calendars.count == 2 && event("meeting") != nil }
    return id
  }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  private func event(_ uid: String) -> CalendarEvent? {
    session.snapshot.flatMap { _ in session.index.events.first { $0.id.uid == ByteString(uid) } }
  }

  private func rename(_ uid: String, to title: String) throws {
    session.apply(EventEdit(target: try #require(event(uid)).id, change: .set([.summary(title)])))
  }

  private func text(_ uid: String, in calendar: CalendarID) -> String {
    backend.text(ByteString(uid + ".ics"), in: calendar) ?? ""
  }

  @Test func nothingIsWrittenBeforeTheUserAgrees() async throws {
    defer { cleanUp() }
    let work = try await open()
    try rename("meeting", to: "Review")
    try rename("lunch", to: "Brunch")
    // Both changes are shown. The second one waits for the first one.
    #expect(event("meeting")?.summary == "Review" && event("lunch")?.summary == "Brunch")
    try await wait { questions.unanswered.count == 1 }
    let question = questions.unanswered[0].0
    #expect(question.people == ["ben@example.org", "eve@example.org"])
    #expect(question.heading(session.phrases.translator) == "The Server May Notify 2 People")
    #expect(question.kind == .change && !question.isCopy && !session.isSaved)
    #expect(text("meeting", in: work).contains("SUMMARY:meeting") && backend.attemptedWrites.isEmpty)
    // A notice would claim that the change was made.
    #expect(questions.notices.isEmpty)
    questions.answer(true)
    #expect(questions.notices == ["“Brunch” was changed"])
    try await wait { session.isSaved }
    #expect(text("meeting", in: work).contains("SUMMARY:Review"))
    #expect(text("lunch", in: work).contains("SUMMARY:Brunch"))
    #expect(questions.unanswered.isEmpty)
  }

  @Test func declinedChangeIsRevertedAndLaterOnesAreSaved() async throws {
    defer { cleanUp() }
    let work = try await open()
    try rename("meeting", to: "Review")
    try rename("lunch", to: "Brunch")
    try await wait { questions.unanswered.count == 1 }
    questions.answer(false)
    try await wait { session.isSaved && event("meeting")?.summary == "meeting" }
    #expect(text("meeting", in: work).contains("SUMMARY:meeting"))
    #expect(text("lunch", in: work).contains("SUMMARY:Brunch") && event("lunch")?.summary == "Brunch")
    #expect(questions.notices == ["“meeting” was not changed"])
    // Only the change that was saved can be undone.
    _ = session.undo()
    #expect(event("lunch")?.summary == "lunch" && !session.canUndo)
  }

  @Test func scopeChosenWhileTheRemarkIsShownIsAppliedWithoutAQuestion() async throws {
    defer { cleanUp() }
    let work = try await open()
    let (meeting, lunch) = (try #require(event("meeting")), try #require(event("lunch")))
    let change = EventEdit.Change.set([.summary("Review")])
    func remark(_ events: CalendarEvent...) -> ScopeRemark {
      session.scopeRemark(on: events.map { EventEdit(target: $0.id, change: change) })
    }
    #expect(remark(meeting).text == "The server may notify 2 people of this change.")
    #expect(remark(meeting, lunch).text == "The server may notify 2 people of this change.")
    #expect(remark(lunch) == ScopeRemark())
    #expect(remark(try #require(event("walk"))) == ScopeRemark())
    session.apply(EventEdit(target: meeting.id, change: change), in: remark(meeting).context)
    try await wait { session.isSaved }
    #expect(questions.unanswered.isEmpty && text("meeting", in: work).contains("SUMMARY:Review"))
    // A question is asked before the next change.
    try rename("meeting", to: "Retro")
    try await wait { questions.unanswered.count == 1 }
    #expect(text("meeting", in: work).contains("SUMMARY:Review"))
    questions.answer(false)
  }

  @Test func noScopeRemarkIsShownForSomeoneElsesMeeting() async throws {
    defer { cleanUp() }
    _ = try await open(user: "ben@example.org")
    let edit = EventEdit(target: try #require(event("meeting")).id, change: .delete)
    #expect(session.scopeRemark(on: [edit]) == ScopeRemark(people: ["ada@example.org"]))
  }

  @Test func undoAsksAgainAndCanBeDeclined() async throws {
    defer { cleanUp() }
    let work = try await open()
    try rename("meeting", to: "Review")
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    try await wait { session.isSaved }
    _ = session.undo()
    try await wait { questions.unanswered.count == 1 }
    #expect(
      questions.unanswered[0].0.heading(session.phrases.translator) == "The Server May Notify 2 People Again")
    questions.answer(false)
    try await wait { session.isSaved && event("meeting")?.summary == "Review" }
    #expect(session.canUndo && !session.canRedo)
    _ = session.undo()
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    try await wait { session.isSaved }
    #expect(text("meeting", in: work).contains("SUMMARY:meeting") && session.canRedo)
  }

  @Test func deletedMeetingIsKeptOnTheServerUntilTheUserAgrees() async throws {
    defer { cleanUp() }
    let work = try await open()
    session.apply(EventEdit(target: try #require(event("meeting")).id, change: .delete))
    try await wait { questions.unanswered.count == 1 }
    #expect(questions.unanswered[0].0.kind == .delete && text("meeting", in: work) != "")
    questions.answer(false)
    try await wait { event("meeting") != nil && session.isSaved }
    #expect(questions.notices.last == "“meeting” was not deleted")
    #expect(text("meeting", in: work) != "")
  }

  @Test func newMeetingIsDeletedOnlyIfTheUserAgrees() async throws {
    defer { cleanUp() }
    let work = try await open()
    let walk = Occurrence(event: try #require(event("walk")), zone: .utc)
    let copy = try #require(await session.copy(of: walk))
    let copiedEvent = try #require(try EventImport(copy, zones: SystemZones.shared).events.first)
    let pasted = try #require(session.eventForPasting(copiedEvent, isCopy: true, from: work))
    session.add([pasted])
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    try await wait { session.isSaved }
    session.apply(EventEdit(target: pasted.id, change: .delete))
    try await wait { questions.unanswered.count == 1 }
    #expect(questions.unanswered[0].0.kind == .delete)
    questions.answer(false)
    try await wait { session.isSaved && session.event(pasted.id) != nil }
    _ = session.undo()
    try await wait { questions.unanswered.count == 1 }
    #expect(questions.unanswered[0].0.kind == .undo && backend.names(in: work).count == 3)
    questions.answer(true)
    try await wait { session.isSaved }
    #expect(backend.names(in: work).count == 2)
  }

  @Test func movedMeetingIsMovedBackOnlyIfTheUserAgrees() async throws {
    defer { cleanUp() }
    let work = try await open()
    let walk = Occurrence(event: try #require(event("walk")), zone: .utc)
    let moved = try #require(session.transfer([walk], to: work).first).event.id
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    try await wait { session.isSaved }
    _ = session.undo()
    try await wait { questions.unanswered.count == 1 }
    #expect(questions.unanswered[0].0.kind == .undo)
    questions.answer(false)
    try await wait { session.isSaved && session.event(moved) != nil }
    #expect(backend.names(in: work).count == 3)
    let occurrence = Occurrence(event: try #require(session.event(moved)), zone: .utc)
    session.apply(GroupEdit([.init(occurrence, .delete)]), scope: .thisOccurrence)
    try await wait { questions.unanswered.count == 1 }
    #expect(questions.unanswered[0].0.kind == .delete && backend.names(in: work).count == 3)
    questions.answer(true)
    try await wait { session.isSaved }
    #expect(backend.names(in: work).count == 2)
  }

  @Test func onlyTheUsersCopyOfSomeoneElsesMeetingChanges() async throws {
    defer { cleanUp() }
    _ = try await open(user: "ben@example.org")
    try rename("meeting", to: "Review")
    try await wait { questions.unanswered.count == 1 }
    let question = questions.unanswered[0].0
    #expect(question.isCopy && question.people == ["ada@example.org"])
    #expect(question.heading(session.phrases.translator) == "Change Only Your Copy?")
    questions.answer(true)
    try await wait { session.isSaved }
  }

  @Test func questionIsAskedOnlyOncePerEditSession() async throws {
    defer { cleanUp() }
    let work = try await open()
    session.beginEditSession(of: Occurrence(event: try #require(event("meeting")), zone: .utc))
    session.applyInEditor([.summary("Review")])
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    session.applyInEditor([.location("Room 5")])
    try await wait { session.isSaved }
    #expect(questions.unanswered.isEmpty && text("meeting", in: work).contains("LOCATION:Room 5"))
    session.endEditSession()
    try rename("meeting", to: "Retro")
    try await wait { questions.unanswered.count == 1 }
    questions.answer(false)
  }

  @Test func agreementInTheEditorDoesNotCoverAnotherCalendar() async throws {
    defer { cleanUp() }
    let work = try await open()
    let other = backend.add("other", hasSeparateObjects: true)
    backend.setUserAddresses(["ada@example.org"], in: other)
    backend.setListedCalendars([work, other].map { ListedCalendar(id: $0, name: $0.key, account: "Ada") })
    try await wait { session.calendars.count == 3 }
    let meeting = Occurrence(event: try #require(event("meeting")), zone: .utc)
    session.beginEditSession(of: meeting)
    session.applyInEditor([.summary("Review")])
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    try await wait { session.isSaved }
    session.transfer(meeting, to: other)
    try await wait { questions.unanswered.count == 1 }
    #expect(backend.names(in: other).isEmpty)
    questions.answer(false)
    try await wait { session.isSaved && event("meeting")?.id.calendar == work }
    #expect(backend.names(in: other).isEmpty && text("meeting", in: work).contains("SUMMARY:Review"))
  }

  @Test func noQuestionIsAskedAboutFilesAndAccountsWithoutAServer() async throws {
    defer { cleanUp() }
    let work = try await open(isLocal: true)
    try rename("meeting", to: "Review")
    try rename("walk", to: "Hike")
    try await wait { session.isSaved }
    #expect(questions.unanswered.isEmpty && text("meeting", in: work).contains("SUMMARY:Review"))
  }

  @Test func closingWaitsForTheAnswer() async throws {
    defer { cleanUp() }
    let work = try await open()
    try rename("meeting", to: "Review")
    try await wait { questions.unanswered.count == 1 }
    let finishing = Task { await session.finishSaving() }
    try await Task.sleep(for: .milliseconds(50))
    #expect(backend.attemptedWrites.isEmpty)
    questions.answer(true)
    #expect(await finishing.value.isEmpty)
    #expect(text("meeting", in: work).contains("SUMMARY:Review"))
  }

  /// When the program has to terminate, there may be no user to answer.
  @Test func terminationDeclinesQuestionsAndSavesTheOtherChanges() async throws {
    defer { cleanUp() }
    let work = try await open()
    try rename("meeting", to: "Review")
    try rename("walk", to: "Hike")
    try await wait { questions.unanswered.count == 1 }
    session.people.declineAll()
    #expect(await session.finishSaving().isEmpty)
    #expect(try String(contentsOfFile: folder.path + "/file.ics", encoding: .utf8).contains("SUMMARY:Hike"))
    // Text that was being typed is applied last.
    try rename("meeting", to: "Retro")
    #expect(await session.finishSaving().isEmpty)
    #expect(backend.attemptedWrites.isEmpty && text("meeting", in: work).contains("SUMMARY:meeting"))
    let conflicts = folder.path + "/kept"
    let copies = try FileManager.default.contentsOfDirectory(atPath: conflicts).map {
      try String(contentsOfFile: "\(conflicts)/\($0)", encoding: .utf8)
    }
    #expect(copies.count == 2 && copies.contains { $0.contains("SUMMARY:Review") })
    #expect(copies.contains { $0.contains("SUMMARY:Retro") })
    // The alert may still be open, but an answer comes too late.
    questions.answer(true)
    #expect(await session.finishSaving().isEmpty)
    #expect(backend.attemptedWrites.isEmpty && questions.unanswered.isEmpty)
  }

  @Test func questionIsAskedBeforeAnImportAndItsUndo() async throws {
    defer { cleanUp() }
    let work = try await open()
    var objects = ImportedObjects()
    try objects.add(
      Array(Self.event("review", Self.organizer, Self.attendees).utf8), zones: SystemZones.shared)
    let plan = try await session.plan(objects, into: work).get()
    #expect(await session.confirmImport(of: plan, into: CalendarID(folder.path + "/file.ics")) == .nobody)
    let question = Task { await session.confirmImport(of: plan, into: work) }
    try await wait { questions.unanswered.count == 1 }
    #expect(questions.unanswered[0].0.people == ["ben@example.org", "eve@example.org"])
    questions.answer(false)
    #expect(await question.value == nil)
    // Without the user's consent, the store imports nothing.
    #expect(
      await session.perform(plan, into: work, ImportProgress())
        == "Nothing was imported. “work” was not changed, because its server may notify 2 people.")
    #expect(backend.names(in: work).count == 2)
    let secondQuestion = Task { await session.confirmImport(of: plan, into: work) }
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    let consent = try #require(await secondQuestion.value)
    #expect(await session.perform(plan, into: work, ImportProgress(), consent: consent) == nil)
    _ = session.undo()
    try await wait { questions.unanswered.count == 1 }
    questions.answer(false)
    try await wait { session.canUndo }
    #expect(backend.names(in: work).count == 3)
    _ = session.undo()
    try await wait { questions.unanswered.count == 1 }
    questions.answer(true)
    try await wait { backend.names(in: work).count == 2 }
  }

  // MARK: New events

  @Test func newEventsGoToTheDefaultAccountCalendarUntilTheUserChoosesAnother() async throws {
    defer { cleanUp() }
    let work = try await open()
    let file = CalendarID(folder.path + "/file.ics")
    #expect(session.calendarForNewEvents?.id == file)
    func list(_ isDefault: Bool) {
      backend.setListedCalendars([
        ListedCalendar(id: work, name: "work", account: "Ada", isDefault: isDefault)
      ])
    }
    list(true)
    try await wait { session.calendarForNewEvents?.id == work }
    for state in [CalendarState.offline, .readOnly, .needsSignIn] {
      backend.set(state, of: work)
      try await wait { session.calendarForNewEvents?.id == file }
    }
    backend.set(.ready, of: work)
    try await wait { session.calendarForNewEvents?.id == work }
    session.setHidden(true, for: work)
    #expect(session.calendarForNewEvents?.id == file)
    session.setHidden(false, for: work)
    session.choices.use(file)
    #expect(session.calendarForNewEvents?.id == file)
  }
}
