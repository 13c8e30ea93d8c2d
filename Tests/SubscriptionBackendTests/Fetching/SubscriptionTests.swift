import CalendarModel
import CalendarStore
import CalendarText
import Foundation
import Synchronization
import Testing

@testable import SubscriptionBackend

/// Subscriptions to a server that behaves well or badly: what is shown and stored, and when it is fetched again.
@Suite(.serialized) struct SubscriptionTests {
  let server: HostileServer

  init() throws {
    server = try HostileServer()
    try server.setMode("good")
  }

  private func read(_ calendar: CalendarID, from backend: SubscriptionBackend) async throws -> String {
    let loadedCalendar = try await backend.load(calendar)
    #expect(loadedCalendar.state == .readOnly)
    return String(decoding: try #require(loadedCalendar.objects.first).bytes, as: UTF8.self)
  }

  private func mode(of path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("a new subscription is stored privately, and shows its name and events")
  func add() async throws {
    let backend = server.backend()
    let calendar = try await backend.add(server.address("feed?token=secret"))
    #expect(calendar.name == "Holidays")
    #expect(calendar.subscription?.host == "127.0.0.1:\(server.publicPort)")
    #expect(calendar.subscription?.fault == nil)
    #expect(try await read(calendar.id, from: backend).contains("SUMMARY:New Year"))
    #expect(!calendar.id.key.contains("secret"))
    #expect(!backend.location(of: calendar.id).text.contains("secret"))
    let files = server.files
    for folder in [files.listFolder, files.cacheFolder] {
      #expect(try mode(of: folder) == 0o700)
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(!names.isEmpty)
      for name in names { #expect(try mode(of: "\(folder)/\(name)") == 0o600, "\(name)") }
    }
    // The address is only in the list, which is not in the cache.
    for name in try FileManager.default.contentsOfDirectory(atPath: files.cacheFolder) {
      let text = try String(contentsOfFile: "\(files.cacheFolder)/\(name)", encoding: .utf8)
      #expect(!text.contains("secret"), "\(name)")
    }
    // Another process lists and reads the same calendar.
    let otherBackend = server.backend(isFetching: false)
    #expect(try await otherBackend.listCalendars() == [calendar])
    #expect(try await read(calendar.id, from: otherBackend).contains("SUMMARY:New Year"))
  }

  @Test(
    "nothing is stored if the address does not lead to a calendar",
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
    #expect(!FileManager.default.fileExists(atPath: server.files.listFolder))
  }

  @Test("the same address cannot be subscribed to twice")
  func twice() async throws {
    let backend = server.backend()
    _ = try await backend.add(server.address("feed"))
    #expect(
      await fault { () async throws(SubscriptionFault) in
        try await backend.add(server.address("feed#there"))
      } == .alreadySubscribed)
    #expect(try await backend.listCalendars().count == 1)
  }

  /// The modes in which the server misbehaves, and the reasons that the sidebar shows.
  private static let badAnswers: [(mode: String, fault: SubscriptionFault, reason: String)] = [
    ("slow", .tooSlow(seconds: 2), "the calendar was not fully downloaded within 2 seconds"),
    ("silent", .tooSlow(seconds: 2), "the calendar was not fully downloaded within 2 seconds"),
    ("endless", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("bomb", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("boast", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("hollow", .tooLarge(limit: 4_000_000), "the calendar is larger than 4 MB"),
    ("loop", .tooManyRedirects(limit: 5), "the server redirected more than 5 times"),
    ("to-file", .redirectedElsewhere, "the server redirected to an address that is not on the web"),
    (
      "to-private", .redirectedToPrivateNetwork,
      "the server redirected to an address on the local network"
    ),
    ("to-name", .redirectedToPrivateNetwork, "the server redirected to an address on the local network"),
    ("html", .webPage, "the address leads to a web page, not to a calendar"),
    ("torn", .incomplete, "the end of the calendar is missing"),
    ("cut", .incomplete, "the end of the calendar is missing"),
    ("cropped", .incomplete, "the end of the calendar is missing"),
    ("missing", .notFound, "no calendar was found at the address"),
    ("gone", .notFound, "no calendar was found at the address"),
    ("locked", .accessDenied, "the server denied access"),
    ("failing", .serverFailed(status: 503), "the server responded with error 503"),
    ("nothing", .notCalendar, "the address does not lead to a calendar"),
    ("words", .notCalendar, "the address does not lead to a calendar"),
  ]

  @Test(
    "after a bad answer, the last good copy is kept and the fault is reported, until a good answer arrives",
    arguments: badAnswers.indices)
  func badAnswer(_ index: Int) async throws {
    TestResolver.install()
    let answer = Self.badAnswers[index]
    let isSlow = answer.mode == "slow" || answer.mode == "silent"
    try await check(
      server.backend(milliseconds: isSlow ? 2_000 : 20_000), server.address("feed?token=secret"), server,
      during: { try server.setMode(answer.mode) }, answer.fault, answer.reason)
  }

  @Test("the last good copy is kept after a redirect from an encrypted connection to an unencrypted one")
  func downgrade() async throws {
    let server = try HostileServer(isSecure: true)
    try server.setMode("good")
    try await check(
      server.backend(trusted: true), server.secureAddress("feed?token=secret"), server,
      during: { try server.setMode("downgrade") }, .redirectedToInsecure,
      "the server redirected to an unencrypted connection")
  }

  @Test("the last good copy is kept if the certificate is no longer trusted")
  func untrusted() async throws {
    let server = try HostileServer(isSecure: true)
    try server.setMode("good")
    let calendar = try await server.backend(trusted: true).add(server.secureAddress("feed"))
    let distrustingBackend = server.backend(trusted: false)
    let goodCopy = try await read(calendar.id, from: distrustingBackend)
    await #expect(
      throws: StoreError.unreadable(
        distrustingBackend.location(of: calendar.id), reason: .subscription(.untrusted))
    ) { try await distrustingBackend.refresh(calendar.id) }
    #expect(try await read(calendar.id, from: distrustingBackend) == goodCopy)
    #expect(server.requests.count == 1)
    #expect(
      SubscriptionFault.untrusted.phrase(Phrases().translator) == "the server could not prove its identity")
    #expect(try await distrustingBackend.listCalendars().first?.subscription?.fault == .untrusted)
  }

  @Test("the last good copy is kept if the server is gone")
  func unreachable() async throws {
    let backend = server.backend()
    let calendar = try await backend.add(server.address("feed"))
    let goodCopy = try await read(calendar.id, from: backend)
    server.stop()
    await #expect(
      throws: StoreError.unreadable(backend.location(of: calendar.id), reason: .subscription(.unreachable))
    ) { try await backend.refresh(calendar.id) }
    #expect(try await read(calendar.id, from: backend) == goodCopy)
    #expect(SubscriptionFault.unreachable.phrase(Phrases().translator) == "the server cannot be reached")
  }

  /// Adds a subscription, refreshes it while its server misbehaves, and refreshes it again once the server behaves
  /// well.
  ///
  /// - Parameters:
  ///   - makeServerFail: makes the server misbehave.
  ///   - reason: the reason that the user sees.
  private func check(
    _ backend: SubscriptionBackend, _ address: String, _ server: HostileServer,
    during makeServerFail: () throws -> Void, _ expected: SubscriptionFault, _ reason: String
  ) async throws {
    let calendar = try await backend.add(address)
    let goodCopy = try await read(calendar.id, from: backend)
    try makeServerFail()
    let location = backend.location(of: calendar.id)
    await #expect(throws: StoreError.unreadable(location, reason: .subscription(expected))) {
      try await backend.refresh(calendar.id)
    }
    let t = Phrases().translator
    #expect(expected.phrase(t) == reason)
    let message = StoreError.unreadable(location, reason: .subscription(expected)).message(t)
    #expect(message.contains(reason) && !message.contains("secret"), "\(message)")
    #expect(try await read(calendar.id, from: backend) == goodCopy)
    let status = try #require(try await backend.listCalendars().first?.subscription)
    #expect(status.fault == expected)
    #expect(status.lastRefresh == calendar.subscription?.lastRefresh)
    // The same applies to the next process.
    let nextBackend = server.backend(isFetching: false)
    #expect(try await nextBackend.listCalendars().first?.subscription?.fault == expected)
    #expect(try await read(calendar.id, from: nextBackend) == goodCopy)
    try server.setMode("other")
    try await backend.refresh(calendar.id)
    #expect(try await read(calendar.id, from: backend).contains("SUMMARY:Easter"))
    #expect(try await backend.listCalendars().first?.subscription?.fault == nil)
  }

  @Test("the valid events of a calendar that is expensive to read are shown")
  func hostileCalendar() async throws {
    try server.setMode("hostile")
    let backend = server.backend()
    let calendar = try await backend.add(server.address("feed"))
    let store = CalendarStore(displayZone: .utc, backends: [backend])
    _ = await store.open([])
    let snapshot = await store.setListedCalendars([calendar.id])
    #expect(snapshot.calendars.map(\.isReadOnly) == [true])
    #expect(snapshot.events.contains { $0.summary == "New Year" })
  }

  @Test("a server that was on the internet is not followed to the local network, even in a later run")
  func changedName() async throws {
    let calendar = try await server.backend().add(server.address("feed"))
    try server.setMode("changed")
    let requestCount = server.requests.count
    // The name of the server now denotes an address on the local network.
    let backend = server.backend(rule: PrivateNetworkRule())
    try? await backend.refresh(calendar.id)
    #expect(try await backend.listCalendars().first?.subscription?.fault == .redirectedToPrivateNetwork)
    #expect(try await read(calendar.id, from: backend).contains("SUMMARY:New Year"))
    #expect(server.requests.count == requestCount)
    try? await server.backend().refresh(calendar.id)
    #expect(server.requests.count > requestCount)
  }

  @Test("a server that was on the local network when the user subscribed stays usable")
  func localServer() async throws {
    let calendar = try await server.backend(rule: PrivateNetworkRule()).add(server.address("feed"))
    let backend = server.backend(rule: PrivateNetworkRule())
    try await backend.refresh(calendar.id)
    #expect(try await backend.listCalendars().first?.subscription?.fault == nil)
  }

  @Test("a calendar that has not changed is not sent again, and counts as refreshed")
  func notModified() async throws {
    try server.setMode("tagged")
    let clock = Clock(1_000)
    let backend = server.backend(now: { clock.seconds })
    let calendar = try await backend.add(server.address("feed"))
    #expect(calendar.subscription?.lastRefresh == 1_000)
    clock.set(5_000)
    try await backend.refresh(calendar.id)
    #expect(try await backend.listCalendars().first?.subscription?.lastRefresh == 5_000)
    #expect(server.requests.last == "feed \"one\" Mon, 02 Mar 2026 09:00:00 GMT None")
    // Without the copy, the complete calendar is requested.
    for name in try FileManager.default.contentsOfDirectory(atPath: server.files.cacheFolder)
    where name.hasSuffix(".ics") {
      try FileManager.default.removeItem(atPath: "\(server.files.cacheFolder)/\(name)")
    }
    try await backend.refresh(calendar.id)
    #expect(try await read(calendar.id, from: backend).contains("SUMMARY:New Year"))
    #expect(server.requests.last == "feed None None None")
  }

  @Test("at startup, only calendars whose copies are older than their intervals are fetched")
  func schedule() async throws {
    try server.setMode("weekly")
    let clock = Clock(100_000)
    let calendar = try await server.backend(now: { clock.seconds }).add(server.address("feed"))
    try server.setMode("other")
    // The publisher suggests two days.
    clock.set(100_000 + 2 * 86_400 - 1)
    let earlySchedule = Schedule()
    let earlyBackend = server.backend(now: { clock.seconds }, schedule: earlySchedule)
    _ = try await earlyBackend.listCalendars()
    await earlySchedule.waitForFirstPause(of: earlyBackend)
    #expect(server.requests.count == 1)
    clock.set(100_000 + 2 * 86_400)
    let lateSchedule = Schedule()
    let lateBackend = server.backend(now: { clock.seconds }, schedule: lateSchedule)
    _ = try await lateBackend.listCalendars()
    await lateSchedule.waitForFirstPause(of: lateBackend)
    #expect(server.requests.count == 2)
    #expect(try await read(calendar.id, from: lateBackend).contains("SUMMARY:Easter"))
  }

  @Test("a server that asks for a pause is not contacted during the pause, unless the user refreshes")
  func retryAfter() async throws {
    let clock = Clock(100_000)
    let firstSchedule = Schedule()
    let firstBackend = server.backend(now: { clock.seconds }, schedule: firstSchedule)
    let calendar = try await firstBackend.add(server.address("feed"))
    // The first backend must check its schedule before the clock is set; otherwise it would fetch, too.
    await firstSchedule.waitForFirstPause(of: firstBackend)
    try server.setMode("later")
    await #expect(throws: StoreError.self) { try await firstBackend.refresh(calendar.id) }
    #expect(server.requests.count == 2)
    // Without the server's request, the pause would be only five minutes. The next process has to know of the request,
    // too.
    for (moment, count) in [(107_199, 2), (107_200, 3)] {
      clock.set(moment)
      let nextSchedule = Schedule()
      let nextBackend = server.backend(now: { clock.seconds }, schedule: nextSchedule)
      _ = try await nextBackend.listCalendars()
      await nextSchedule.waitForFirstPause(of: nextBackend)
      #expect(server.requests.count == count, "\(moment)")
    }
    try server.setMode("other")
    try await server.backend(now: { clock.seconds }).refresh(calendar.id)
    #expect(server.requests.count == 4)
    #expect(server.files.readRecord(of: String(calendar.id.key.dropFirst(13))).postponedUntil == nil)
  }

  @Test("the interval that the user chose is stored and determines when the calendar is fetched again")
  func interval() async throws {
    try server.setMode("weekly")
    let clock = Clock(100_000)
    let firstSchedule = Schedule()
    let firstBackend = server.backend(now: { clock.seconds }, schedule: firstSchedule)
    let calendar = try await firstBackend.add(server.address("feed"))
    // The first backend must check its schedule before the clock is set; otherwise it would fetch, too.
    await firstSchedule.waitForFirstPause(of: firstBackend)
    #expect(calendar.subscription?.interval == nil)
    try await firstBackend.setInterval(3_600, of: calendar.id)
    #expect(try await firstBackend.listCalendars().first?.subscription?.interval == 3_600)
    for (moment, count) in [(103_599, 1), (103_600, 2)] {
      clock.set(moment)
      let nextSchedule = Schedule()
      let nextBackend = server.backend(now: { clock.seconds }, schedule: nextSchedule)
      #expect(try await nextBackend.listCalendars().first?.subscription?.interval == 3_600)
      await nextSchedule.waitForFirstPause(of: nextBackend)
      #expect(server.requests.count == count, "\(moment)")
    }
    try await firstBackend.setInterval(nil, of: calendar.id)
    #expect(try await server.backend(isFetching: false).listCalendars().first?.subscription?.interval == nil)
    #expect(try mode(of: "\(server.files.listFolder)/\(calendar.id.key.dropFirst(13))") == 0o600)
  }

  @Test("a server that does not answer does not delay the others")
  func inParallel() async throws {
    try server.setMode("good", at: "feed-2")
    let clock = Clock(100_000)
    let firstSchedule = Schedule()
    let firstBackend = server.backend(now: { clock.seconds }, schedule: firstSchedule)
    let silent = try await firstBackend.add(server.address("feed"))
    let working = try await firstBackend.add(server.address("feed-2"))
    // The first backend must check its schedule before the clock is set; otherwise it would fetch, too.
    await firstSchedule.waitForFirstPause(of: firstBackend)
    try server.setMode("silent")
    try server.setMode("other", at: "feed-2")
    clock.set(200_000)
    let nextBackend = server.backend(now: { clock.seconds })
    _ = try await nextBackend.listCalendars()
    while try await !read(working.id, from: nextBackend).contains("SUMMARY:Easter") {
      try await Task.sleep(for: .milliseconds(20))
    }
    // The fetch from the silent server has not failed yet.
    let calendars = try await nextBackend.listCalendars()
    #expect(calendars.first { $0.id == silent.id }?.subscription?.fault == nil)
    #expect(calendars.first { $0.id == silent.id }?.subscription?.lastRefresh == 100_000)
  }

  @Test("opening a subscription without a copy does not wait for its server; its events appear later")
  func withoutCopy() async throws {
    let calendar = try await server.backend().add(server.address("feed"))
    try FileManager.default.removeItem(atPath: server.files.cacheFolder)
    try server.setMode("failing")
    let backend = server.backend()
    await #expect(
      throws: StoreError.unreadable(.name(backendHost), reason: .subscription(.notFetched))
    ) { try await backend.load(calendar.id) }
    let store = CalendarStore(displayZone: .utc, backends: [backend])
    _ = await store.open([])
    let snapshot = await store.setListedCalendars([calendar.id])
    #expect(snapshot.calendars.map(\.isAvailable) == [false])
    try server.setMode("other")
    try await backend.refresh(calendar.id)
    for await event in store.events {
      guard case .changedExternally(let snapshot) = event, snapshot.calendars.first?.isAvailable == true
      else { continue }
      #expect(Set(snapshot.events.map(\.summary)) == ["New Year", "Easter"])
      break
    }
  }

  private var backendHost: String { "127.0.0.1:\(server.publicPort)" }

  @Test("the unfinished file of an interrupted write is neither shown nor kept")
  func interruptedWrite() async throws {
    let calendar = try await server.backend().add(server.address("feed"))
    let id = String(calendar.id.key.dropFirst(13))
    let files = server.files
    let unfinishedFiles = [
      "\(files.cacheFolder)/\(id).ics.new-abc123", "\(files.listFolder)/\(id).new-a1b2c3",
    ]
    for path in unfinishedFiles {
      try "BEGIN:VCALENDAR".write(toFile: path, atomically: false, encoding: .utf8)
    }
    // A command must not disturb a window that is writing.
    let commandBackend = server.backend(isFetching: false)
    #expect(try await commandBackend.listCalendars().map(\.id) == [calendar.id])
    #expect(unfinishedFiles.allSatisfy(FileManager.default.fileExists))
    let windowBackend = server.backend()
    #expect(try await windowBackend.listCalendars().map(\.id) == [calendar.id])
    #expect(try await read(calendar.id, from: windowBackend).contains("SUMMARY:New Year"))
    #expect(!unfinishedFiles.contains(where: FileManager.default.fileExists))
  }

  @Test("a subscription that is removed while it is being fetched leaves no files behind")
  func removedDuringFetch() async throws {
    let backend = server.backend(milliseconds: 2_000)
    let calendar = try await backend.add(server.address("feed"))
    try server.setMode("slow")
    let refresh = Task { try await backend.refresh(calendar.id) }
    while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(20)) }
    await backend.remove(calendar.id)
    _ = await refresh.result
    for folder in [server.files.listFolder, server.files.cacheFolder] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test("a change on the server is reported to the store, which shows it")
  func serverChange() async throws {
    let backend = server.backend()
    let calendar = try await backend.add(server.address("feed"))
    let store = CalendarStore(displayZone: .utc, backends: [backend])
    _ = await store.open([])
    #expect(await store.setListedCalendars([calendar.id]).events.map(\.summary) == ["New Year"])
    try server.setMode("other")
    try await backend.refresh(calendar.id)
    var summaries: [String] = []
    for await event in store.events {
      guard case .changedExternally(let snapshot) = event else { continue }
      summaries = snapshot.events.map(\.summary)
      if summaries.count == 2 { break }
    }
    #expect(Set(summaries) == ["New Year", "Easter"])
  }

  @Test("a removed subscription leaves no files behind")
  func remove() async throws {
    let backend = server.backend()
    let calendar = try await backend.add(server.address("feed"))
    await backend.remove(calendar.id)
    #expect(try await backend.listCalendars().isEmpty)
    for folder in [server.files.listFolder, server.files.cacheFolder] {
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
    await #expect(throws: StoreError.notFound(backend.location(of: calendar.id))) {
      try await backend.load(calendar.id)
    }
  }

  @Test("a subscription cannot be written to")
  func readOnly() async throws {
    let backend = server.backend()
    let calendar = try await backend.add(server.address("feed"))
    let location = backend.location(of: calendar.id)
    let write = ObjectWrite(
      key: ObjectKey(calendar: calendar.id), bytes: [], version: nil, location: location)
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
