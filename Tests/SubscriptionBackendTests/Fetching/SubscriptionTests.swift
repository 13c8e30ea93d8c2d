import CalendarModel
import CalendarStore
import Foundation
import Synchronization
import Testing

@testable import SubscriptionBackend

/// Subscriptions to a server on good and bad days: what is shown and stored, and when it is fetched again.
@Suite(.serialized) struct SubscriptionTests {
  let server: HostileServer

  init() throws {
    server = try HostileServer()
    try server.setMode("good")
  }

  private func read(_ calendar: CalendarID, from backend: SubscriptionBackend) async throws -> String {
    let read = try await backend.load(calendar)
    #expect(read.state == .readOnly)
    return String(decoding: try #require(read.objects.first).bytes, as: UTF8.self)
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("a new subscription is stored privately, and shows its name and events")
  func add() async throws {
    let backend = server.backend()
    let added = try await backend.add(server.address("feed?token=secret"))
    #expect(added.name == "Holidays")
    #expect(added.subscription?.host == "127.0.0.1:\(server.publicPort)")
    #expect(added.subscription?.fault == nil)
    #expect(try await read(added.id, from: backend).contains("SUMMARY:New Year"))
    #expect(!added.id.key.contains("secret"))
    #expect(!backend.location(of: added.id).text.contains("secret"))
    let files = server.files
    for folder in [files.list, files.cache] {
      #expect(try mode(of: folder) == 0o700)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!names.isEmpty)
      for name in names { #expect(try mode(of: "\(folder)/\(name)") == 0o600, "\(name)") }
    }
    // The address is in the list only, which is not in the cache.
    for name in try FileManager.default.contentsOfDirectory(atPath: files.cache) {
      let text = try String(contentsOfFile: "\(files.cache)/\(name)", encoding: .utf8)
      #expect(!text.contains("secret"), "\(name)")
    }
    // Another process finds the same.
    let other = server.backend(isFetching: false)
    let listed = try await other.listCalendars()
    #expect(listed == [added])
    #expect(try await read(added.id, from: other).contains("SUMMARY:New Year"))
  }

  @Test(
    "nothing is stored of what cannot be subscribed to",
    arguments: [
      ("html", .webPage), ("torn", .incomplete), ("missing", .notFound), ("nothing", .notCalendar),
      ("words", .notCalendar),
    ] as [(String, SubscriptionFault)])
  func refusedAddition(_ mode: String, _ expected: SubscriptionFault) async throws {
    try server.setMode(mode)
    let backend = server.backend()
    #expect(
      await fault { () async throws(SubscriptionFault) in try await backend.add(server.address("feed")) }
        == expected)
    #expect(try await backend.listCalendars().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: server.files.list))
  }

  @Test("the same address is subscribed to once")
  func twice() async throws {
    let backend = server.backend()
    _ = try await backend.add(server.address("feed"))
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await backend.add(server.address("feed#there"))
      } == .alreadySubscribed)
    #expect(try await backend.listCalendars().count == 1)
  }

  @Test(
    "on a bad day, the last good copy stays, and the fault is told; on the next good day, the new one is shown",
    arguments: [
      ("slow", .tooSlow(seconds: 2)), ("silent", .tooSlow(seconds: 2)),
      ("endless", .tooLarge(limit: 4_000_000)),
      ("bomb", .tooLarge(limit: 4_000_000)), ("loop", .tooManyRedirects(limit: 5)),
      ("to-file", .redirectedElsewhere), ("to-private", .redirectedToPrivateNetwork), ("html", .webPage),
      ("torn", .incomplete), ("cut", .incomplete), ("cropped", .incomplete), ("missing", .notFound),
      ("locked", .accessDenied),
      ("failing", .serverFailed(status: 503)), ("nothing", .notCalendar),
    ] as [(String, SubscriptionFault)])
  func badDay(_ mode: String, _ expected: SubscriptionFault) async throws {
    let isSlow = mode == "slow" || mode == "silent"
    let backend = server.backend(milliseconds: isSlow ? 2_000 : 20_000)
    let added = try await backend.add(server.address("feed"))
    let good = try await read(added.id, from: backend)
    try server.setMode(mode)
    await #expect(
      throws: StoreError.unreadable(backend.location(of: added.id), reason: .subscription(expected))
    ) { try await backend.refresh(added.id) }
    #expect(try await read(added.id, from: backend) == good)
    let status = try #require(try await backend.listCalendars().first?.subscription)
    #expect(status.fault == expected)
    #expect(status.fetched == added.subscription?.fetched)
    // Also for the next process.
    let next = server.backend(isFetching: false)
    #expect(try await next.listCalendars().first?.subscription?.fault == expected)
    #expect(try await read(added.id, from: next) == good)
    try server.setMode("other")
    try await backend.refresh(added.id)
    #expect(try await read(added.id, from: backend).contains("SUMMARY:Easter"))
    #expect(try await backend.listCalendars().first?.subscription?.fault == nil)
  }

  @Test("a calendar that wants to be expensive is shown as far as it is a calendar")
  func hostileCalendar() async throws {
    try server.setMode("hostile")
    let backend = server.backend()
    let added = try await backend.add(server.address("feed"))
    let store = CalendarStore(displayZone: .utc, backends: [backend])
    let snapshot = await store.setAccountCalendars([added.id])
    #expect(snapshot.calendars.map(\.isReadOnly) == [true])
    #expect(snapshot.events.contains { $0.summary == "New Year" })
  }

  @Test("a calendar that has not changed is not sent again, and counts as refreshed")
  func notModified() async throws {
    try server.setMode("tagged")
    let time = Clock(1_000)
    let backend = server.backend(now: { time.seconds })
    let added = try await backend.add(server.address("feed"))
    #expect(added.subscription?.fetched == 1_000)
    time.set(5_000)
    try await backend.refresh(added.id)
    #expect(try await backend.listCalendars().first?.subscription?.fetched == 5_000)
    #expect(server.requests.last == "feed \"one\" Mon, 02 Mar 2026 09:00:00 GMT None")
    // Without the copy, the whole calendar is asked for.
    for name in try FileManager.default.contentsOfDirectory(atPath: server.files.cache)
    where name.hasSuffix(".ics") {
      try FileManager.default.removeItem(atPath: "\(server.files.cache)/\(name)")
    }
    #expect(try await read(added.id, from: backend).contains("SUMMARY:New Year"))
    #expect(server.requests.last == "feed None None None")
  }

  @Test("at the start, only what is older than its interval is fetched")
  func schedule() async throws {
    try server.setMode("weekly")
    let time = Clock(100_000)
    let added = try await server.backend(now: { time.seconds }).add(server.address("feed"))
    try server.setMode("other")
    // The publisher suggests two days.
    time.set(100_000 + 2 * 86_400 - 1)
    let early = server.backend(now: { time.seconds })
    _ = try await early.listCalendars()
    await early.service.waitForSchedule()
    #expect(server.requests.count == 1)
    time.set(100_000 + 2 * 86_400)
    let late = server.backend(now: { time.seconds })
    _ = try await late.listCalendars()
    await late.service.waitForSchedule()
    #expect(server.requests.count == 2)
    #expect(try await read(added.id, from: late).contains("SUMMARY:Easter"))
  }

  @Test("a change of the server is reported to the store, which shows it")
  func reported() async throws {
    let backend = server.backend()
    let added = try await backend.add(server.address("feed"))
    let store = CalendarStore(displayZone: .utc, backends: [backend])
    #expect(await store.setAccountCalendars([added.id]).events.map(\.summary) == ["New Year"])
    try server.setMode("other")
    try await backend.refresh(added.id)
    var summaries: [String] = []
    for await event in store.events {
      guard case .changedExternally(let snapshot) = event else { continue }
      summaries = snapshot.events.map(\.summary)
      if summaries.count == 2 { break }
    }
    #expect(Set(summaries) == ["New Year", "Easter"])
  }

  @Test("a subscription that was removed leaves nothing")
  func remove() async throws {
    let backend = server.backend()
    let added = try await backend.add(server.address("feed"))
    await backend.remove(added.id)
    #expect(try await backend.listCalendars().isEmpty)
    for folder in [server.files.list, server.files.cache] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
    await #expect(throws: StoreError.notFound(backend.location(of: added.id))) {
      try await backend.load(added.id)
    }
  }

  @Test("nothing is written to a subscription")
  func readOnly() async throws {
    let backend = server.backend()
    let added = try await backend.add(server.address("feed"))
    let location = backend.location(of: added.id)
    let write = ObjectWrite(key: ObjectKey(calendar: added.id), bytes: [], version: nil, location: location)
    await #expect(throws: BackendError.failed(.readOnly(location))) { try await backend.write(write) }
  }
}

/// A clock that a test sets.
final class Clock: Sendable {
  private let value: Mutex<Int>

  init(_ seconds: Int) { value = Mutex(seconds) }

  var seconds: Int { value.withLock { $0 } }
  func set(_ seconds: Int) { value.withLock { $0 = seconds } }
}
