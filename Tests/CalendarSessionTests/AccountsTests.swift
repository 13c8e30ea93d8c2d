import BackendTestSupport
import CalendarDocument
import CalendarModel
import CalendarText
import FoundationEssentials
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Calendars of accounts, which are listed by their backend and open beside the user's files.
@MainActor @Suite struct AccountsTests {
  private let backend = MemoryBackend()
  private let session: CalendarSession
  private let folder: URL
  private let file: String

  private static func event(_ uid: String) -> String {
    [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:\(uid)",
      "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:\(uid)",
      "END:VEVENT", "END:VCALENDAR",
    ].map { $0 + "\r\n" }.joined()
  }

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.path + "/file.ics"
    try Data(Self.event("walk").utf8).write(to: URL(fileURLWithPath: file))
    session = CalendarSession(
      phrases: Phrases(), displayZone: .utc,
      store: CalendarStore(
        displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path + "/kept", backends: [backend]
      ),
      accounts: backend)
  }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  /// Adds a calendar with an event, and returns its entry in the list.
  private func calendar(
    _ name: String, _ account: String? = "Ada", isSelected: Bool = true
  ) -> ListedCalendar {
    let id = backend.add(name, hasSeparateObjects: true)
    backend.put(Self.event(name), as: "\(name).ics", in: id)
    return ListedCalendar(id: id, name: name, account: account, isSelected: isSelected)
  }

  private var shownOccurrences: [Occurrence] {
    let days =
      (Day(year: 2026, month: 1, day: 1) ?? .earliest)..<(Day(year: 2026, month: 2, day: 1) ?? .latest)
    return session.occurrences(in: days)
  }

  private var titles: Set<String> { Set(shownOccurrences.map(\.event.summary)) }

  @Test func eachCalendarThatBecomesAvailableIsReported() async throws {
    defer { cleanUp() }
    let (work, home) = (calendar("work"), calendar("home"))
    var availableCalendars: [[CalendarID]] = []
    session.onAccountsOpened = { [unowned session] in
      availableCalendars.append(
        session.calendars.filter(\.isAvailable).map(\.id).filter(session.listed.owns))
    }
    backend.set(.notAvailable, of: home.id)
    backend.setListedCalendars([work, home])
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait { availableCalendars.count == 1 }
    #expect(availableCalendars == [[work.id]])
    backend.set(.ready, of: home.id)
    try await wait { availableCalendars.count == 2 }
    #expect(availableCalendars.last == [work.id, home.id])
  }

  @Test func calendarsAreOpenedBesideFilesButNotRecordedForTheNextStart() async throws {
    defer { cleanUp() }
    backend.setListedCalendars([calendar("choir"), calendar("home", nil)])
    await session.open([file], as: .ownCalendars)
    #expect(session.calendars.count == 1)
    session.listed.startAccounts()
    try await wait { titles == ["walk", "choir", "home"] }
    #expect(session.keptCalendars.map(\.id.key) == [file])
    let groups = CalendarGroup.groups(of: session.calendars, listed: session.listed.calendars)
    #expect(groups.map(\.place) == [.computer, .account("Ada")])
    #expect(groups.map { $0.entries.map(\.calendar.name) } == [["file", "home"], ["choir"]])
    #expect(groups.map { $0.entries.map(\.isListed) } == [[false, true], [true]])
  }

  @Test func accountCalendarsStayOpenWhenOtherFilesAreOpened() async throws {
    defer { cleanUp() }
    backend.setListedCalendars([calendar("choir")])
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait { titles == ["walk", "choir"] }
    let other = folder.path + "/other.ics"
    try Data(Self.event("run").utf8).write(to: URL(fileURLWithPath: other))
    await session.open([other], as: .chosen)
    try await wait { titles == ["run", "choir"] }
  }

  /// Leaves a change to the event of a calendar that is offline, and returns a session of the next run.
  private func sessionAfterUnsavedChange(to calendar: ListedCalendar) async throws -> CalendarSession {
    let folder = folder.path
    func store() -> CalendarStore {
      CalendarStore(
        displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder + "/kept",
        pendingFolder: folder + "/pending", backends: [backend])
    }
    let earlierStore = store()
    let event = try #require(await earlierStore.open([calendar.id.key]).events.first)
    backend.set(.offline, of: calendar.id)
    earlierStore.submit(
      .edit(EventEdit(target: event.id, change: .set([.summary("Mine")]))), as: EditID())
    _ = await earlierStore.flush()
    let session = CalendarSession(
      phrases: Phrases(), displayZone: .utc, store: store(), accounts: backend)
    await session.open([file], as: .ownCalendars)
    return session
  }

  @Test func changesToACalendarThatAnAccountNoLongerHasAreOfferedAsCopies() async throws {
    defer { cleanUp() }
    let choir = calendar("Choir")
    let session = try await sessionAfterUnsavedChange(to: choir)
    var openingCount = 0
    session.onAccountsOpened = { openingCount += 1 }
    // As long as the accounts are not listed, the calendar may come back.
    #expect(await session.changesToRemovedCalendars().isEmpty)
    backend.failListing(.noAnswer)
    await session.listed.listAccounts()
    #expect(await session.changesToRemovedCalendars().isEmpty)
    #expect(openingCount == 0)
    backend.setListedCalendars([])
    await session.listed.listAccounts()
    #expect(openingCount == 1)
    let changes = await session.changesToRemovedCalendars()
    #expect(changes.map(\.calendar) == [choir.id])
    #expect(await session.pendingChanges().isEmpty)
    let copies = await session.saveCopies(of: changes)
    let texts = try copies.map { try String(contentsOfFile: $0, encoding: .utf8) }
    #expect(texts.map { $0.contains("SUMMARY:Mine") } == [true])
    #expect(await session.changesToRemovedCalendars().isEmpty)
  }

  @Test func changesToAListedCalendarThatIsOfflineAreNotOfferedAsCopies() async throws {
    defer { cleanUp() }
    let choir = calendar("Choir")
    let session = try await sessionAfterUnsavedChange(to: choir)
    backend.setListedCalendars([choir])
    await session.listed.listAccounts()
    #expect(await session.changesToRemovedCalendars().isEmpty)
    #expect(await session.pendingChanges().map(\.calendar) == [choir.id])
  }

  @Test func emptyPersonalFolderIsHiddenWhileNewEventsGoElsewhere() async throws {
    defer { cleanUp() }
    let personalFolder = folder.path + "/personal"
    try FileManager.default.createDirectory(atPath: personalFolder, withIntermediateDirectories: false)
    session.personal = PersonalCalendar(CalendarID(personalFolder))
    var home = calendar("Personal", nil)
    home.isDefault = true
    await session.open([personalFolder], as: .ownCalendars)
    #expect(session.calendars.map(\.name) == ["personal"])
    backend.setListedCalendars([home])
    session.listed.startAccounts()
    try await wait { session.calendars.map(\.name) == ["Personal"] }
    #expect(session.calendarForNewEvents?.id == home.id)
    // The personal folder is still opened at the next start.
    #expect(session.keptCalendars.map(\.id.key) == [personalFolder])
    backend.set(.offline, of: home.id)
    try await wait { session.calendars.count == 2 }
    #expect(session.calendarForNewEvents?.id.key == personalFolder)
    backend.set(.ready, of: home.id)
    try await wait { session.calendars.count == 1 }
    backend.set(.offline, of: home.id)
    try await wait { session.calendars.count == 2 }
    let start = try #require(WallTime("2026-01-06T09:00"))
    let times = EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: 60))))
    session.apply(.add(try #require(session.newEvent(at: times))))
    try await wait { session.isSaved }
    backend.set(.ready, of: home.id)
    try await wait { session.calendars.last?.state == .ready }
    #expect(session.calendars.map(\.name) == ["personal", "Personal"])
  }

  @Test func openCalendarsFollowTheList() async throws {
    defer { cleanUp() }
    let (choir, club) = (calendar("choir"), calendar("club"))
    backend.setListedCalendars([choir])
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait { titles == ["walk", "choir"] }
    backend.setListedCalendars([choir, club])
    try await wait { titles == ["walk", "choir", "club"] }
    #expect(Set(session.calendars.map(\.color)).count == 3, "two calendars without a color got the same one")
    backend.setListedCalendars([club])
    try await wait { titles == ["walk", "club"] }
    #expect(session.calendars.map(\.id) == [CalendarID(file), club.id])
  }

  @Test func newCalendarThatAnotherProgramDoesNotShowIsHiddenUntilTheUserShowsIt() async throws {
    defer { cleanUp() }
    let choir = calendar("choir", isSelected: false)
    var saveCount = 0
    session.onKnownListedCalendarsChanged = { saveCount += 1 }
    backend.setListedCalendars([choir])
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait { session.calendars.count == 2 }
    #expect(titles == ["walk"] && session.choices.isHidden(choir.id) && saveCount == 1)
    session.setHidden(false, for: choir.id)
    var renamedChoir = choir
    renamedChoir.name = "Singers"
    backend.setListedCalendars([renamedChoir])
    try await wait { session.listed.calendars.first?.name == "Singers" }
    #expect(!session.choices.isHidden(choir.id) && saveCount == 1)
  }

  @Test func messageSaysWhyNoCalendarsAreListed() async throws {
    defer { cleanUp() }
    backend.failListing(.noAnswer)
    await session.open([file], as: .ownCalendars)
    #expect(session.accountsMessage == nil)
    session.listed.startAccounts()
    try await wait { session.accountsMessage != nil }
    #expect(
      session.accountsMessage == "Online accounts are not available: Evolution Data Server is not responding."
    )
    #expect(session.canRetryListingAccounts && titles == ["walk"])
    backend.setListedCalendars([calendar("choir")])
    await session.listed.listAccounts()
    try await wait { titles == ["walk", "choir"] }
    #expect(session.accountsMessage == nil && !session.canRetryListingAccounts)
  }

  @Test func statesAreReportedAndRetryingOpensAMissingCalendar() async throws {
    defer { cleanUp() }
    let choir = calendar("choir")
    let missing = ListedCalendar(id: CalendarID("memory:missing"), name: "missing", account: "Ada")
    backend.setListedCalendars([choir, missing])
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    func info(_ id: CalendarID) -> CalendarInfo? { session.calendars.first { $0.id == id } }
    try await wait { titles == ["walk", "choir"] && info(missing.id)?.isAvailable == false }
    #expect(info(missing.id).flatMap(session.accountState) == .failed)
    // The sidebar shows the states, so there is no banner about them.
    #expect(session.unavailableMessages.isEmpty && session.failureMessages.isEmpty)
    #expect(await session.retryOpening(missing.id) != nil)
    backend.add("missing", hasSeparateObjects: true)
    #expect(await session.retryOpening(missing.id) == nil)
    for (state, shownState) in [
      (CalendarState.offline, CalendarSession.AccountState.offline), (.needsSignIn, .needsSignIn),
      (.serverError("Out of order"), .serverError("Out of order")),
    ] {
      backend.set(state, of: choir.id)
      try await wait { info(choir.id)?.state == state }
      #expect(info(choir.id).flatMap(session.accountState) == shownState)
      let song = try #require(shownOccurrences.first { $0.event.summary == "choir" })
      #expect(session.refusal(for: song) == (shownState == .needsSignIn ? .signInNeeded : nil))
      #expect(titles == ["walk", "choir"] && info(choir.id).flatMap(session.unavailableMessage) != nil)
    }
    backend.set(.readOnly, of: choir.id)
    try await wait { info(choir.id)?.state == .readOnly }
    #expect(info(choir.id).flatMap(session.accountState) == nil)
  }

  @Test(
    "a message about a conflict names the event as it was before the change",
    arguments: [
      EventEdit.Change.set([.summary("Concert")]), .delete,
    ])
  func conflictNamesTheEvent(_ change: EventEdit.Change) async throws {
    defer { cleanUp() }
    let choir = calendar("choir")
    backend.setListedCalendars([choir])
    var messages: [String] = []
    session.onFailure = { text, _ in messages.append(text) }
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait { titles == ["walk", "choir"] }
    let song = try #require(shownOccurrences.first { $0.event.summary == "choir" })
    // The session does not know of this change yet.
    backend.put(
      Self.event("choir").replacing("SUMMARY:choir", with: "SUMMARY:Rehearsal"), as: "choir.ics",
      in: choir.id,
      isReported: false)
    session.apply(EventEdit(target: song.event.id, change: change))
    try await wait { !messages.isEmpty }
    #expect(messages.count == 1 && messages[0].hasPrefix("Another program also changed “choir” in “choir”."))
    try await wait { titles == ["walk", "Rehearsal"] }
  }

  // MARK: Answers that are missing or late

  private func importPlan(_ count: Int, into calendar: CalendarID) async throws -> ImportPlan {
    var objects = ImportedObjects()
    for number in 0..<count {
      try objects.add(Array(Self.event("new\(number)").utf8), zones: SystemZones.shared)
    }
    return try await session.plan(objects, into: calendar).get()
  }

  private func openAccount(_ name: String) async throws -> CalendarID {
    let work = calendar(name)
    backend.setListedCalendars([work])
    await session.open([file], as: .ownCalendars)
    session.listed.startAccounts()
    try await wait { session.calendars.contains { $0.id == work.id && $0.isAvailable } }
    return work.id
  }

  @Test func importIsUndoableAsFarAsItWentBeforeTheServerWasLost() async throws {
    defer { cleanUp() }
    let work = try await openAccount("work")
    let plan = try await importPlan(5, into: work)
    backend.setOutcomes(nil, nil, .disconnected)
    let message = try #require(await session.perform(plan, into: work, ImportProgress()))
    #expect(
      message.contains("Only 2 of 5 entries were imported") && message.contains("offline"), "\(message)")
    #expect(backend.names(in: work).count == 3 && session.canUndo)
    backend.set(.ready, of: work)
    _ = session.undo()
    try await wait { backend.names(in: work) == ["work.ics"] }
  }

  @Test func importIsNotRolledBackIfAWriteMayStillBeCarriedOut() async throws {
    defer { cleanUp() }
    let work = try await openAccount("work")
    let plan = try await importPlan(3, into: work)
    backend.setOutcomes(nil, .writtenLate)
    let message = try #require(await session.perform(plan, into: work, ImportProgress()))
    #expect(message.contains("Only 1 of 3 entries") && message.contains("not known yet"), "\(message)")
    #expect(backend.names(in: work).count == 2)
    backend.carryOutLateWrites()
    try await wait { shownOccurrences.count == 4 }
    // Undo also removes the event that arrived late.
    _ = session.undo()
    try await wait { backend.names(in: work) == ["work.ics"] }
  }

  @Test func importIsRolledBackIfTheServerRefusesAnObject() async throws {
    defer { cleanUp() }
    let work = try await openAccount("work")
    let plan = try await importPlan(3, into: work)
    backend.setOutcomes(nil, nil, .refused(.service("no")))
    let message = try #require(await session.perform(plan, into: work, ImportProgress()))
    #expect(message.hasPrefix("Nothing was imported"), "\(message)")
    #expect(backend.names(in: work) == ["work.ics"] && !session.canUndo)
  }

  @Test func eventThatArrivesLateCanBeRemovedFromItsOrigin() async throws {
    defer { cleanUp() }
    let work = try await openAccount("work")
    let walk = try #require(shownOccurrences.first { $0.event.summary == "walk" }).event
    var (failures, doubles): ([String], [DoubledEvent]) = ([], [])
    session.onFailure = { text, _ in failures.append(text) }
    session.onDoubledEvent = { doubles.append($0) }
    backend.setOutcomes(.writtenLate)
    let target = EventID(calendar: work, file: "walk.ics", uid: walk.id.uid)
    session.apply(EventEdit(target: walk.id, change: .transfer(to: target, calendarColor: nil)))
    try await wait { !failures.isEmpty }
    #expect(failures.first?.contains("not known yet") == true && doubles.isEmpty)
    backend.carryOutLateWrites()
    try await wait { !doubles.isEmpty }
    let double = try #require(doubles.first)
    #expect(double == DoubledEvent(origin: walk.id, destination: target))
    let message = try #require(session.doubledEventMessage(double))
    #expect(message.contains("“walk”") && message.contains("“work”"), "\(message)")
    session.removeFromOrigin(double)
    try await wait { session.isSaved }
    #expect(shownOccurrences.filter { $0.event.summary == "walk" }.map(\.event.id) == [target])
    #expect(session.doubledEventMessage(double) == nil)
    _ = session.undo()
    try await wait { session.isSaved && shownOccurrences.count == 3 }
  }
}
