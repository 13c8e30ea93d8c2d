import CalendarModel
import Foundation
import TestExtent
import Testing

@testable import CalendarSession
@testable import CalendarStore
@testable import EvolutionBackend

extension ServiceTests {
  /// Handspan and another client change a calendar on a server that stops, answers late, loses its answers and is
  /// killed. `scripts/soak` runs this for a long time.
  @MainActor @Suite struct AccountSoakTests {
    /// How the server, or the way to it, fails for a while.
    private enum Fault: CaseIterable {
      case late, slow, lost, unavailable, closed, frozen, killed, killedService
    }

    private static let seconds = TestExtent.number("SECONDS") ?? TestExtent.count(20, quick: 10)
    private static let seed = TestExtent.number("SEED").map { UInt64($0) } ?? UInt64.random(in: 1...999_999)

    @Test func changesOfBothClientsSurviveAnUnreliableServer() async throws {
      let soak = try await AccountSoak(seed: Self.seed)
      log("account: seed \(Self.seed)")
      let end = ContinuousClock.now + .seconds(Self.seconds)
      // Each fault happens once before any happens again.
      var faults: [Fault] = []
      var faultCount = 0
      while ContinuousClock.now < end {
        try await soak.makeChanges(for: .milliseconds(1_500 + soak.random.below(2_500)))
        if faults.isEmpty { faults = Fault.allCases.shuffled(using: &soak.random) }
        faultCount += 1
        try await begin(faults.removeLast(), in: soak)
        if faultCount.isMultiple(of: 10) {
          log("account: \(soak.progress), \(faultCount) faults of \(Self.seconds) s")
        }
      }
      try await soak.finish()
      let verdict = try await soak.verdict()
      log(
        "figure | account | \(soak.progress), \(faultCount) faults; \(verdict.lost.count) lost, \(verdict.doubled.count) doubled, "
          + "\(verdict.resurrected.count) resurrected, \(verdict.disagreements.count) disagreements, "
          + "\(soak.window.untoldUnknowns.count) unknown outcomes not told")
      #expect(verdict.faults.isEmpty, "seed \(Self.seed): \(verdict.faults.joined(separator: "\n"))")
      #expect(soak.window.untoldUnknowns.isEmpty)
      #expect(soak.ownCount > 0 && soak.otherCount > 0)
    }

    /// Makes changes while something fails.
    private func begin(_ fault: Fault, in soak: AccountSoak) async throws {
      let duration = Duration.milliseconds(1_000 + soak.random.below(3_000))
      func makeChanges(during fault: FaultyProxy.Fault) async throws {
        try soak.proxy.set(fault)
        try await soak.makeChanges(for: duration)
        try soak.proxy.set(.pass)
      }
      switch fault {
      case .late: try await makeChanges(during: .late(seconds: 3))
      case .slow: try await makeChanges(during: .slow(seconds: 3))
      case .lost: try await makeChanges(during: .lose)
      case .unavailable: try await makeChanges(during: .fail)
      case .closed: try await makeChanges(during: .close)
      case .frozen:
        soak.fixture.freezeServer(true)
        try await soak.makeChanges(for: duration, ofOtherClient: false)
        soak.fixture.freezeServer(false)
      case .killed:
        soak.fixture.stopServer()
        try await soak.makeChanges(for: duration, ofOtherClient: false)
        try await soak.fixture.startServer()
      case .killedService:
        try await soak.fixture.killService(ServiceNames.calendars, through: soak.backend)
        try await soak.makeChanges(for: duration)
      }
    }

    private func log(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
  }
}

/// A server, Evolution Data Server, a window and another client.
@MainActor
final class AccountSoak {
  let fixture: ServiceFixture
  let proxy: FaultyProxy
  let backend: EvolutionBackend
  let window: AccountWindow
  var random: SeededRandom
  private let recorder: RecordingBackend
  private let store: CalendarStore
  private let calendar: CalendarID
  private let client: SecondClient
  private var otherChanges: [AccountChange] = []

  init(seed: UInt64) async throws {
    random = SeededRandom(seed: seed)
    fixture = try ServiceFixture()
    proxy = try fixture.startProxy()
    try await fixture.startServer()
    backend = fixture.backend {
      ($0.writeMilliseconds, $0.connection, $0.conflict) = (2_000, .seconds(2), .seconds(2))
    }
    calendar = try await fixture.addCalendar("home", name: "Home", through: backend)
    recorder = RecordingBackend(backend)
    store = CalendarStore(
      displayZone: .utc, files: CalendarFiles(), conflictsFolder: fixture.folder.path + "/kept",
      pendingFolder: fixture.folder.path + "/pending", backends: [recorder])
    window = AccountWindow(store, calendar: calendar, backend: recorder)
    client = SecondClient(fixture, calendar: "home", seed: seed &+ 1)
    await window.session.open([calendar.key], as: .chosen)
    let session = window.session
    try await fixture.wait("the calendar is not ready") { session.calendars.first?.state == .ready }
  }

  var ownCount: Int { window.changes.count }
  var otherCount: Int { otherChanges.count }

  /// The figures so far.
  var progress: String {
    let refused = window.changes.count { $0.change.refusal != nil }
    return
      "\(ownCount) changes by Handspan, \(refused) of them refused and reported, \(recorder.writeCount) writes, \(otherCount) "
      + "changes by the other client, \(recorder.unknownCount) unknown outcomes, \(window.toldUnknownCount) of them reported as unsaved, "
      + "\(window.waitingUIDs.count) deleted events with changes that wait"
  }

  /// Lets both clients make changes for a while.
  func makeChanges(for duration: Duration, ofOtherClient hasOtherClient: Bool = true) async throws {
    let end = ContinuousClock.now + duration
    while ContinuousClock.now < end {
      switch random.below(8) {
      case 0..<4: window.change(using: &random)
      case 4..<6:
        if hasOtherClient, let change = try await client.change() {
          otherChanges.append(change)
        }
      case 6:
        // The window refreshes accounts from time to time.
        let (backend, calendar) = (backend, calendar)
        Task { try? await backend.refresh(calendar) }
      default: break
      }
      // Changes come at the pace of a busy user.
      try await Task.sleep(for: .milliseconds(40 + random.below(200)))
    }
  }

  /// Waits until everything is written and shown.
  func finish() async throws {
    let end = ContinuousClock.now + .seconds(180)
    while !window.session.isSaved, await !areAllWaiting(), ContinuousClock.now < end {
      try? await backend.refresh(calendar)
      _ = await store.flush()
      try await Task.sleep(for: .milliseconds(200))
    }
    // A change to an event that the other client has deleted waits until the user decides. The user is told.
    let unsaved = await store.flush()
    #expect(await areAllWaiting(), "changes are not saved: \(unsaved)")
    window.recordWaitingChanges()
    for _ in 0..<60 where try await !differences().isEmpty {
      try? await backend.refresh(calendar)
      try await Task.sleep(for: .milliseconds(500))
    }
  }

  /// Whether each unsaved change is about an event that is no longer there.
  private func areAllWaiting() async -> Bool {
    guard window.session.pendingEdits.unansweredChanges.isEmpty else { return false }
    return await store.flush().allSatisfy { if case .vanished = $0.error { true } else { false } }
  }

  func verdict() async throws -> AccountVerdict {
    AccountVerdict(
      window.changes.map(\.change) + otherChanges, server: try serverEvents(), views: try await views(),
      waiting: window.waitingUIDs)
  }

  private func differences() async throws -> [String] {
    AccountVerdict(
      [], server: try serverEvents(), views: try await views(), waiting: window.waitingUIDs
    ).disagreements
  }

  private func serverEvents() throws -> [String: [AccountEvent]] {
    var events: [String: [AccountEvent]] = [:]
    for text in try fixture.objects(in: "home").values {
      for event in text.components(separatedBy: "BEGIN:VEVENT").dropFirst() {
        let object = "BEGIN:VEVENT" + event
        events[SecondClient.value("UID", in: object) ?? "", default: []].append(AccountEvent(object))
      }
    }
    return events
  }

  /// What the window, the store and the service show.
  private func views() async throws -> [(name: String, events: [String: [AccountEvent]])] {
    let stored = Dictionary(grouping: await store.snapshot().events, by: \.id.uid.text)
    let service = try await fixture.backend().load(calendar).objects.map {
      String(decoding: $0.bytes, as: UTF8.self)
    }
    return [
      ("the window shows", window.events),
      ("the store has", stored.mapValues { $0.map { AccountEvent($0) } }),
      (
        "the service has",
        Dictionary(grouping: service) { SecondClient.value("UID", in: $0) ?? "" }.mapValues {
          $0.map { AccountEvent($0) }
        }
      ),
    ]
  }
}
