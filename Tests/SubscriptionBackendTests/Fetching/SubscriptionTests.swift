import CalendarModel
import CalendarStore
import CalendarText
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

  /// What each bad day is called in the sidebar.
  private static let badDays: [(mode: String, fault: SubscriptionFault, words: String)] = [
    ("slow", .tooSlow(seconds: 2), "the calendar was not complete after 2 seconds"),
    ("silent", .tooSlow(seconds: 2), "the calendar was not complete after 2 seconds"),
    ("endless", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("bomb", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("boast", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("hollow", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("loop", .tooManyRedirects(limit: 5), "the server redirected more than 5 times"),
    ("to-file", .redirectedElsewhere, "the server redirected to an address that is not on the web"),
    (
      "to-private", .redirectedToPrivateNetwork,
      "the server redirected to an address in the local network"
    ),
    ("to-name", .redirectedToPrivateNetwork, "the server redirected to an address in the local network"),
    ("html", .webPage, "the address leads to a web page, not to a calendar"),
    ("torn", .incomplete, "the end of the calendar is missing"),
    ("cut", .incomplete, "the end of the calendar is missing"),
    ("cropped", .incomplete, "the end of the calendar is missing"),
    ("missing", .notFound, "there is no calendar at this address"),
    ("gone", .notFound, "there is no calendar at this address"),
    ("locked", .accessDenied, "the server denied access"),
    ("failing", .serverFailed(status: 503), "the server answered with error 503"),
    ("nothing", .notCalendar, "the address does not lead to a calendar"),
    ("words", .notCalendar, "the address does not lead to a calendar"),
  ]

  @Test(
    "on a bad day, the last good copy stays, and the fault is reported; on the next good day, the new one is shown",
    arguments: badDays.indices)
  func badDay(_ index: Int) async throws {
    TestResolver.install()
    let day = Self.badDays[index]
    let isSlow = day.mode == "slow" || day.mode == "silent"
    try await check(
      server.backend(milliseconds: isSlow ? 2_000 : 20_000), server.address("feed?token=secret"), server,
      during: { try server.setMode(day.mode) }, day.fault, day.words)
  }

  @Test("a redirect from an encrypted connection to another one leaves the last good copy")
  func downgrade() async throws {
    let server = try HostileServer(isSecure: true)
    try server.setMode("good")
    try await check(
      server.backend(trusted: true), server.secureAddress("feed?token=secret"), server,
      during: { try server.setMode("downgrade") }, .redirectedToInsecure,
      "the server redirected to an unencrypted connection")
  }

  @Test("a certificate that is no longer trusted leaves the last good copy")
  func untrusted() async throws {
    let server = try HostileServer(isSecure: true)
    try server.setMode("good")
    let added = try await server.backend(trusted: true).add(server.secureAddress("feed"))
    let distrusting = server.backend(trusted: false)
    let good = try await read(added.id, from: distrusting)
    await #expect(
      throws: StoreError.unreadable(distrusting.location(of: added.id), reason: .subscription(.untrusted))
    ) { try await distrusting.refresh(added.id) }
    #expect(try await read(added.id, from: distrusting) == good)
    #expect(server.requests.count == 1)
    #expect(
      SubscriptionFault.untrusted.phrase(Phrases().translator) == "the server could not prove its identity")
    #expect(try await distrusting.listCalendars().first?.subscription?.fault == .untrusted)
  }

  @Test("a server that is gone leaves the last good copy")
  func unreachable() async throws {
    let backend = server.backend()
    let added = try await backend.add(server.address("feed"))
    let good = try await read(added.id, from: backend)
    server.stop()
    await #expect(
      throws: StoreError.unreadable(backend.location(of: added.id), reason: .subscription(.unreachable))
    ) { try await backend.refresh(added.id) }
    #expect(try await read(added.id, from: backend) == good)
    #expect(SubscriptionFault.unreachable.phrase(Phrases().translator) == "the server cannot be reached")
  }

  /// Adds a subscription, lets its server have a bad day, and then a good one.
  ///
  /// - Parameters:
  ///   - badDay: begins the bad day.
  ///   - words: the reason as the user reads it.
  private func check(
    _ backend: SubscriptionBackend, _ address: String, _ server: HostileServer,
    during badDay: () throws -> Void, _ expected: SubscriptionFault, _ words: String
  ) async throws {
    let added = try await backend.add(address)
    let good = try await read(added.id, from: backend)
    try badDay()
    let location = backend.location(of: added.id)
    await #expect(throws: StoreError.unreadable(location, reason: .subscription(expected))) {
      try await backend.refresh(added.id)
    }
    let t = Phrases().translator
    #expect(expected.phrase(t) == words)
    let message = StoreError.unreadable(location, reason: .subscription(expected)).message(t)
    #expect(message.contains(words) && !message.contains("secret"), "\(message)")
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
    _ = await store.open([])
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
    try await backend.refresh(added.id)
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

  @Test("a server that asks to wait is left alone until then, unless the user asks")
  func retryAfter() async throws {
    let time = Clock(100_000)
    let first = server.backend(now: { time.seconds })
    let added = try await first.add(server.address("feed"))
    // Its own schedule must not notice that the clock is set.
    await first.service.waitForSchedule()
    try server.setMode("later")
    await #expect(throws: StoreError.self) { try await first.refresh(added.id) }
    #expect(server.requests.count == 2)
    // Without the request to wait, five minutes would be enough. The next process has to know it, too.
    for (moment, count) in [(107_199, 2), (107_200, 3)] {
      time.set(moment)
      let next = server.backend(now: { time.seconds })
      _ = try await next.listCalendars()
      await next.service.waitForSchedule()
      #expect(server.requests.count == count, "\(moment)")
    }
    try server.setMode("other")
    try await server.backend(now: { time.seconds }).refresh(added.id)
    #expect(server.requests.count == 4)
    #expect(server.files.readRecord(of: String(added.id.key.dropFirst(13))).postponed == nil)
  }

  @Test("the interval that the user has chosen is kept, and decides when it is fetched again")
  func interval() async throws {
    try server.setMode("weekly")
    let time = Clock(100_000)
    let first = server.backend(now: { time.seconds })
    let added = try await first.add(server.address("feed"))
    // Its own schedule must not notice that the clock is set.
    await first.service.waitForSchedule()
    #expect(added.subscription?.interval == nil)
    try await first.setInterval(3_600, of: added.id)
    #expect(try await first.listCalendars().first?.subscription?.interval == 3_600)
    for (moment, count) in [(103_599, 1), (103_600, 2)] {
      time.set(moment)
      let next = server.backend(now: { time.seconds })
      #expect(try await next.listCalendars().first?.subscription?.interval == 3_600)
      await next.service.waitForSchedule()
      #expect(server.requests.count == count, "\(moment)")
    }
    try await first.setInterval(nil, of: added.id)
    #expect(try await server.backend(isFetching: false).listCalendars().first?.subscription?.interval == nil)
    #expect(try mode(of: "\(server.files.list)/\(added.id.key.dropFirst(13))") == 0o600)
  }

  @Test("a server that does not answer does not delay the others")
  func inParallel() async throws {
    try server.setMode("good", at: "feed-2")
    let time = Clock(100_000)
    let first = server.backend(now: { time.seconds })
    let silent = try await first.add(server.address("feed"))
    let other = try await first.add(server.address("feed-2"))
    // Its own schedule must not notice that the clock is set.
    await first.service.waitForSchedule()
    try server.setMode("silent")
    try server.setMode("other", at: "feed-2")
    time.set(200_000)
    let next = server.backend(now: { time.seconds })
    _ = try await next.listCalendars()
    while try await !read(other.id, from: next).contains("SUMMARY:Easter") {
      try await Task.sleep(for: .milliseconds(20))
    }
    // The silent one has not even failed yet.
    let states = try await next.listCalendars()
    #expect(states.first { $0.id == silent.id }?.subscription?.fault == nil)
    #expect(states.first { $0.id == silent.id }?.subscription?.fetched == 100_000)
  }

  @Test("a subscription without a copy waits for no server, and appears when it is there")
  func withoutCopy() async throws {
    let added = try await server.backend().add(server.address("feed"))
    try FileManager.default.removeItem(atPath: server.files.cache)
    try server.setMode("failing")
    let backend = server.backend()
    await #expect(
      throws: StoreError.unreadable(.name(backendHost), reason: .subscription(.notFetched))
    ) { try await backend.load(added.id) }
    let store = CalendarStore(displayZone: .utc, backends: [backend])
    _ = await store.open([])
    let snapshot = await store.setAccountCalendars([added.id])
    #expect(snapshot.calendars.map(\.isAvailable) == [false])
    try server.setMode("other")
    try await backend.refresh(added.id)
    for await event in store.events {
      guard case .changedExternally(let snapshot) = event, snapshot.calendars.first?.isAvailable == true
      else { continue }
      #expect(Set(snapshot.events.map(\.summary)) == ["New Year", "Easter"])
      break
    }
  }

  private var backendHost: String { "127.0.0.1:\(server.publicPort)" }

  @Test("what an interrupted write has left is neither shown nor kept")
  func interruptedWrite() async throws {
    let added = try await server.backend().add(server.address("feed"))
    let id = String(added.id.key.dropFirst(13))
    let files = server.files
    let left = ["\(files.cache)/\(id).ics.new-abc123", "\(files.list)/\(id).new-a1b2c3"]
    for path in left {
      try "BEGIN:VCALENDAR".write(toFile: path, atomically: false, encoding: .utf8)
    }
    // A command must not disturb a window that is writing.
    let command = server.backend(isFetching: false)
    #expect(try await command.listCalendars().map(\.id) == [added.id])
    #expect(left.allSatisfy(FileManager.default.fileExists))
    let window = server.backend()
    #expect(try await window.listCalendars().map(\.id) == [added.id])
    #expect(try await read(added.id, from: window).contains("SUMMARY:New Year"))
    #expect(!left.contains(where: FileManager.default.fileExists))
  }

  @Test("a subscription that is removed while it is fetched leaves nothing")
  func removedDuringFetch() async throws {
    let backend = server.backend(milliseconds: 2_000)
    let added = try await backend.add(server.address("feed"))
    try server.setMode("slow")
    let refresh = Task { try await backend.refresh(added.id) }
    while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
    await backend.remove(added.id)
    _ = await refresh.result
    for folder in [server.files.list, server.files.cache] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test("a change to the calendar on the server is reported to the store, which shows it")
  func reported() async throws {
    let backend = server.backend()
    let added = try await backend.add(server.address("feed"))
    let store = CalendarStore(displayZone: .utc, backends: [backend])
    _ = await store.open([])
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
