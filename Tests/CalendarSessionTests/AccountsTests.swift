import BackendTestSupport
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
  ) -> AccountCalendar {
    let id = backend.add(name, hasSeparateObjects: true)
    backend.put(Self.event(name), as: "\(name).ics", in: id)
    return AccountCalendar(id: id, name: name, account: account, isSelected: isSelected)
  }

  private func wait(until condition: () -> Bool) async throws {
    for _ in 0..<1_000 where !condition() { try await Task.sleep(for: .milliseconds(10)) }
    try #require(condition())
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
    var opened: [[CalendarID]] = []
    session.onAccountsOpened = { [unowned session] in
      opened.append(session.calendars.filter(\.isAvailable).map(\.id).filter(session.isInAccount))
    }
    backend.set(.notAvailable, of: home.id)
    backend.list([work, home])
    await session.open([file], as: .ownCalendars)
    session.startAccounts()
    try await wait { opened.count == 1 }
    #expect(opened == [[work.id]])
    backend.set(.ready, of: home.id)
    try await wait { opened.count == 2 }
    #expect(opened.last == [work.id, home.id])
  }

  @Test func calendarsAreOpenedBesideFilesButNotRecordedForTheNextStart() async throws {
    defer { cleanUp() }
    backend.list([calendar("choir"), calendar("home", nil)])
    await session.open([file], as: .ownCalendars)
    #expect(session.calendars.count == 1)
    session.startAccounts()
    try await wait { titles == ["walk", "choir", "home"] }
    #expect(session.keptCalendars.map(\.id.key) == [file])
    let groups = CalendarGroup.groups(of: session.calendars, accounts: session.accountCalendars)
    #expect(groups.map(\.place) == [.computer, .account("Ada")])
    #expect(groups.map { $0.entries.map(\.calendar.name) } == [["file", "home"], ["choir"]])
    #expect(groups.map { $0.entries.map(\.isInAccount) } == [[false, true], [true]])
  }

  @Test func calendarsStayOpenWhenOthersAreOpened() async throws {
    defer { cleanUp() }
    backend.list([calendar("choir")])
    await session.open([file], as: .ownCalendars)
    session.startAccounts()
    try await wait { titles == ["walk", "choir"] }
    let other = folder.path + "/other.ics"
    try Data(Self.event("run").utf8).write(to: URL(fileURLWithPath: other))
    await session.open([other], as: .chosen)
    try await wait { titles == ["run", "choir"] }
  }

  @Test func ownEmptyFolderIsShownOnlyIfNewEventsGoThere() async throws {
    defer { cleanUp() }
    let own = folder.path + "/personal"
    try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: false)
    session.personalCalendar = CalendarID(own)
    var home = calendar("Personal", nil)
    home.isDefault = true
    await session.open([own], as: .ownCalendars)
    #expect(session.calendars.map(\.name) == ["personal"])
    backend.list([home])
    session.startAccounts()
    try await wait { session.calendars.map(\.name) == ["Personal"] }
    #expect(session.calendarForNewEvents?.id == home.id)
    // It is still opened at the next start.
    #expect(session.keptCalendars.map(\.id.key) == [own])
    backend.set(.offline, of: home.id)
    try await wait { session.calendars.count == 2 }
    #expect(session.calendarForNewEvents?.id.key == own)
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

  @Test func listIsFollowed() async throws {
    defer { cleanUp() }
    let (choir, club) = (calendar("choir"), calendar("club"))
    backend.list([choir])
    await session.open([file], as: .ownCalendars)
    session.startAccounts()
    try await wait { titles == ["walk", "choir"] }
    backend.list([choir, club])
    try await wait { titles == ["walk", "choir", "club"] }
    #expect(Set(session.calendars.map(\.color)).count == 3, "two calendars without a color got the same")
    backend.list([club])
    try await wait { titles == ["walk", "club"] }
    #expect(session.calendars.map(\.id) == [CalendarID(file), club.id])
  }

  @Test func aNewCalendarThatAnotherProgramDoesNotShowIsHiddenUntilTheUserChooses() async throws {
    defer { cleanUp() }
    let choir = calendar("choir", isSelected: false)
    var saved = 0
    session.onKnownAccountCalendarsChanged = { saved += 1 }
    backend.list([choir])
    await session.open([file], as: .ownCalendars)
    session.startAccounts()
    try await wait { session.calendars.count == 2 }
    #expect(titles == ["walk"] && session.isHidden(choir.id) && saved == 1)
    session.setHidden(false, for: choir.id)
    var listed = choir
    listed.name = "Singers"
    backend.list([listed])
    try await wait { session.accountCalendars.first?.name == "Singers" }
    #expect(!session.isHidden(choir.id) && saved == 1)
  }

  @Test func whyNoCalendarsAreListedIsToldUntilTheyAre() async throws {
    defer { cleanUp() }
    backend.failToList(.noAnswer)
    await session.open([file], as: .ownCalendars)
    #expect(session.accountsMessage == nil)
    session.startAccounts()
    try await wait { session.accountsMessage != nil }
    #expect(
      session.accountsMessage == "Online accounts are not available: Evolution Data Server does not answer.")
    #expect(session.canRetryListingAccounts && titles == ["walk"])
    backend.list([calendar("choir")])
    await session.listAccounts()
    try await wait { titles == ["walk", "choir"] }
    #expect(session.accountsMessage == nil && !session.canRetryListingAccounts)
  }

  @Test func statesAreToldAndAMissingCalendarIsOpenedByTryingAgain() async throws {
    defer { cleanUp() }
    let choir = calendar("choir")
    let missing = AccountCalendar(id: CalendarID("memory:missing"), name: "missing", account: "Ada")
    backend.list([choir, missing])
    await session.open([file], as: .ownCalendars)
    session.startAccounts()
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
}
