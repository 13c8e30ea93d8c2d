import BackendTestSupport
import CalendarModel
import CalendarText
import FoundationEssentials
import Synchronization
import Testing

@testable import CalendarSession
@testable import CalendarStore

/// Subscriptions, which are listed by their backend and open beside files and the calendars of accounts.
@MainActor @Suite struct SubscriptionsTests {
  private let backend = MemorySubscriptions()
  private let accounts = MemoryBackend()
  private let session: CalendarSession
  private let folder: URL
  private let file: String

  init() throws {
    folder = FileManager.default.temporaryDirectory.appendingPathComponent("handspan-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    file = folder.path + "/file.ics"
    try Data(MemorySubscriptions.text("walk").utf8).write(to: URL(fileURLWithPath: file))
    session = CalendarSession(
      phrases: Phrases(), displayZone: .utc,
      store: CalendarStore(
        displayZone: .utc, files: CalendarFiles(), conflictsFolder: folder.path + "/kept",
        backends: [accounts, backend]),
      accounts: accounts, subscriptions: backend)
  }

  private func cleanUp() { try? FileManager.default.removeItem(at: folder) }

  private var titles: Set<String> {
    let days =
      (Day(year: 2026, month: 1, day: 1) ?? .earliest)..<(Day(year: 2026, month: 2, day: 1) ?? .latest)
    return Set(session.occurrences(in: days).map(\.event.summary))
  }

  @Test func subscriptionsAreASeparateGroupAndAreNotRecordedForTheNextStart() async throws {
    defer { cleanUp() }
    let choir = accounts.add("choir", hasSeparateObjects: true)
    accounts.put(MemorySubscriptions.text("choir"), as: "choir.ics", in: choir)
    accounts.setListedCalendars([ListedCalendar(id: choir, name: "choir", account: "Ada")])
    await session.open([file], as: .ownCalendars)
    session.listed.startSubscriptions()
    session.listed.startAccounts()
    try await wait { titles == ["walk", "choir"] }
    let added = try await session.listed.subscribe(to: "holidays").get()
    try await wait { titles == ["walk", "choir", "holidays"] }
    let groups = CalendarGroup.groups(
      of: session.calendars, listed: session.listed.calendars,
      age: { session.age(of: $0, now: Instant(seconds: 1_000 + 7_300)) })
    #expect(groups.map(\.place) == [.computer, .account("Ada"), .subscriptions])
    #expect(groups.last?.entries.map(\.age) == ["last updated 2 hours ago"])
    #expect(session.keptCalendars.map(\.id.key) == [file])
    #expect(session.calendars.first { $0.id == added.id }?.isReadOnly == true)
    // A new list of account calendars does not affect the subscriptions, and vice versa.
    accounts.setListedCalendars([])
    try await wait { titles == ["walk", "holidays"] }
    await session.listed.unsubscribe(from: added.id)
    try await wait { titles == ["walk"] }
    #expect(session.listed.calendars.isEmpty)
  }

  @Test func failedRefreshKeepsTheEventsAndReportsTheReason() async throws {
    defer { cleanUp() }
    await session.open([file], as: .ownCalendars)
    session.listed.startSubscriptions()
    let added = try await session.listed.subscribe(to: "holidays").get()
    try await wait { titles == ["walk", "holidays"] }
    backend.fault.withLock { $0 = .webPage }
    let message = await session.retryOpening(added.id)
    #expect(
      message
        == "“holidays” could not be refreshed: the address leads to a web page, not to a calendar. "
        + "The last known events are shown.")
    try await wait { session.listed.subscription(added.id)?.fault == .webPage }
    let calendar = try #require(session.calendars.first { $0.id == added.id })
    #expect(session.accountState(of: calendar) == .outdated(.webPage))
    #expect(
      session.unavailableMessage(calendar)
        == "“holidays” could not be refreshed: the address leads to a web page, not to a calendar. "
        + "The last known events are shown.")
    #expect(titles == ["walk", "holidays"])
    // The sidebar is updated only if its entries differ.
    let entries = CalendarGroup.groups(
      of: session.calendars, listed: session.listed.calendars, state: session.accountState)
    backend.fault.withLock { $0 = .notFound }
    #expect(await session.retryOpening(added.id)?.contains("no calendar was found at the address") == true)
    try await wait { session.listed.subscription(added.id)?.fault == .notFound }
    #expect(
      CalendarGroup.groups(
        of: session.calendars, listed: session.listed.calendars, state: session.accountState) != entries)
    backend.fault.withLock { $0 = nil }
    #expect(await session.retryOpening(added.id) == nil)
    try await wait { session.listed.subscription(added.id)?.fault == nil }
    #expect(session.accountState(of: try #require(session.calendars.first { $0.id == added.id })) == nil)
  }

  @Test func eventsOfASubscriptionCannotBeChanged() async throws {
    defer { cleanUp() }
    await session.open([file], as: .ownCalendars)
    session.listed.startSubscriptions()
    _ = try await session.listed.subscribe(to: "holidays").get()
    try await wait { titles == ["walk", "holidays"] }
    let days =
      (Day(year: 2026, month: 1, day: 1) ?? .earliest)..<(Day(year: 2026, month: 2, day: 1) ?? .latest)
    for occurrence in session.occurrences(in: days) {
      #expect(
        session.refusal(for: occurrence) == (occurrence.event.summary == "holidays" ? .subscription : nil))
    }
    #expect(
      Phrases().refusal(.subscription)
        == "This event cannot be changed because its calendar is a subscription")
  }

  @Test func userCanChooseTheRefreshInterval() async throws {
    defer { cleanUp() }
    await session.open([file], as: .ownCalendars)
    session.listed.startSubscriptions()
    let added = try await session.listed.subscribe(to: "holidays").get()
    #expect(await session.listed.setRefreshInterval(3_600, of: added.id) == nil)
    try await wait { session.listed.subscription(added.id)?.interval == 3_600 }
    backend.fault.withLock { $0 = .notStored }
    #expect(await session.listed.setRefreshInterval(nil, of: added.id) == .notStored)
    #expect(session.listed.subscription(added.id)?.interval == 3_600)
  }

  @Test func failedSubscriptionChangesNothing() async throws {
    defer { cleanUp() }
    await session.open([file], as: .ownCalendars)
    session.listed.startSubscriptions()
    backend.fault.withLock { $0 = .notFound }
    guard case .failure(.notFound) = await session.listed.subscribe(to: "holidays") else {
      Issue.record("the subscription was added")
      return
    }
    #expect(session.listed.calendars.isEmpty && session.calendars.count == 1)
  }
}

/// Subscriptions in memory. The address of a subscription is also the name of its calendar.
private final class MemorySubscriptions: SubscriptionManaging {
  static func text(_ uid: String) -> String {
    [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "X-WR-CALNAME:\(uid)",
      "BEGIN:VEVENT",
      "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "DURATION:PT1H", "SUMMARY:\(uid)",
      "END:VEVENT", "END:VCALENDAR",
    ].map { $0 + "\r\n" }.joined()
  }

  let changes = AsyncStream<BackendChange> { _ in }
  let listings: AsyncStream<[ListedCalendar]>
  /// The fault with which every fetch and every change fails; nil if they succeed.
  let fault = Mutex<SubscriptionFault?>(nil)
  private let listedCalendars = Mutex<[ListedCalendar]>([])
  private let continuation: AsyncStream<[ListedCalendar]>.Continuation

  init() { (listings, continuation) = AsyncStream.makeStream() }

  func owns(_ calendar: CalendarID) -> Bool { calendar.key.hasPrefix("web:") }
  func location(of calendar: CalendarID) -> CalendarLocation { .name(String(calendar.key.dropFirst(4))) }

  func listCalendars() -> [ListedCalendar] { listedCalendars.withLock(\.self) }
  func host(of address: String) throws(SubscriptionFault) -> String { "example.com" }

  func add(_ address: String) throws(SubscriptionFault) -> ListedCalendar {
    if let fault = fault.withLock(\.self) { throw fault }
    let calendar = ListedCalendar(
      id: CalendarID("web:\(address)"), name: address,
      subscription: SubscriptionStatus(host: "example.com", lastRefresh: 1_000))
    listedCalendars.withLock { $0.append(calendar) }
    continuation.yield(listCalendars())
    return calendar
  }

  func setInterval(_ interval: Int?, of calendar: CalendarID) throws(SubscriptionFault) {
    if let fault = fault.withLock(\.self) { throw fault }
    listedCalendars.withLock {
      $0 = $0.map {
        var entry = $0; entry.subscription?.interval = interval; return entry
      }
    }
    continuation.yield(listCalendars())
  }

  func remove(_ calendar: CalendarID) {
    listedCalendars.withLock { $0.removeAll { $0.id == calendar } }
    continuation.yield(listCalendars())
  }

  func refresh(_ calendar: CalendarID) throws(StoreError) {
    let fault = fault.withLock(\.self)
    listedCalendars.withLock {
      $0 = $0.map {
        var entry = $0; entry.subscription?.fault = fault; return entry
      }
    }
    continuation.yield(listCalendars())
    if let fault { throw .unreadable(location(of: calendar), reason: .subscription(fault)) }
  }

  func load(_ calendar: CalendarID) throws(StoreError) -> BackendCalendar {
    BackendCalendar(state: .readOnly, objects: [object(of: calendar)])
  }

  func read(_ key: ObjectKey) throws(BackendError) -> StoredObject? { object(of: key.calendar) }

  func write(_ write: ObjectWrite) throws(BackendError) -> WriteReceipt {
    throw .failed(.readOnly(write.location))
  }

  private func object(of calendar: CalendarID) -> StoredObject {
    StoredObject(
      name: nil, bytes: Array(Self.text(location(of: calendar).text).utf8), version: ObjectVersion(1),
      isReadOnly: true)
  }
}
