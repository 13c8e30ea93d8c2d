import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// The same on network and FUSE file systems, where inodes say nothing: another program renames its own version onto
/// the file between the last look of a save and its rename.
@Suite struct RenamedInBetweenRemoteTests {
  let folder = TemporaryFolder()

  private static let text = Samples.calendar(
    Samples.event(uid: "standup"), Samples.event(uid: "lunch", summary: "Lunch"))
  private static let theirs = text.replacing("SUMMARY:Lunch", with: "SUMMARY:Theirs")

  private func store(_ calls: any FileCalls, isWatching: Bool = false) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: isWatching, files: CalendarFiles(calls: calls),
      conflicts: folder.path("kept"))
  }

  /// Calls before whose renames other programs rename these texts onto a file, one each time.
  private func calls(
    _ refusals: RemoteCalls.Refusals, _ texts: [String], onto name: String = "work.ics"
  ) throws -> RemoteCalls {
    let calls = RemoteCalls(refusals)
    let others = try texts.map { try folder.write($0, to: "other-\(UUID().uuidString)") }
    let path = folder.path(name)
    let comers = Comers(others.map { other in { rename(other, path) } })
    calls.beforeRename.withLock { $0 = { comers.next() } }
    return calls
  }

  @Test func whereFilesCanBeExchangedWhatBothChangedIsThere() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(try calls(.ofVault, [Self.theirs]))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART:20260105T093000Z"))
    #expect(try folder.names() == ["work.ics"])
  }

  /// Where they cannot, no call can show it: the fake file system counts what was lost, and the soak excuses nothing else.
  @Test func whereTheyCannotTheReplacedVersionIsCounted() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = try calls(.all, [Self.theirs])
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(calls.unseen.withLock { $0.count } == 1)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
    calls.beforeRename.withLock { $0 = {} }
    try await store.perform(.edit(try await store.snapshot().event("standup").moved(minutes: 60)))
    #expect(calls.unseen.withLock { $0.count } == 1, "its own version is no other program's")
  }

  /// A name can be taken from a file everywhere, and what had it is looked at before it goes.
  @Test(arguments: [RemoteCalls.Refusals.all, [.exchanges, .renamingAsNew], .ofVault])
  func aFileThatWasJustReplacedIsNotRemoved(refusals: RemoteCalls.Refusals) async throws {
    try folder.makeFolder("home")
    try folder.write(Samples.standup, to: "home/a.ics")
    let theirs = Samples.standup.replacing("SUMMARY:Standup", with: "SUMMARY:Theirs")
    let store = store(try calls(refusals, [theirs], onto: "home/a.ics"))
    let event = try await store.open([folder.path("home")]).event("standup")
    await #expect(throws: StoreError.self) {
      try await store.perform(.edit(EventEdit(target: event.id, change: .delete)))
    }
    #expect(try folder.text("home/a.ics") == theirs)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("home")) == ["a.ics"])
  }

  /// While the first version is put back a second one comes: that one stays, and the first is kept once it is old
  /// enough to be nobody's work.
  @Test func ofTwoVersionsTheFirstIsKeptADayLater() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let second = Self.text.replacing("SUMMARY:Lunch", with: "SUMMARY:Second")
    let store = store(try calls(.ofVault, [Self.theirs, second]))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Second") && text.contains("DTSTART:20260105T093000Z"))
    let left = try folder.names().filter { $0.hasSuffix(".tmp") }
    #expect(try left.map { try folder.text($0) } == [Self.theirs])
    await self.store(RemoteCalls(.ofVault), isWatching: true).open([path])
    #expect(try folder.names().filter { $0.hasSuffix(".tmp") } == left, "another machine may be writing it")
    try age(left)
    await self.store(RemoteCalls(.ofVault), isWatching: true).open([path])
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("kept"))
    #expect(try kept.map { try folder.text("kept/\($0)") } == [Self.theirs])
    #expect(try folder.names().sorted() == ["kept", "work.ics"])
  }

  /// Handspan's own old version, which a kill left, is nobody's news.
  @Test func whatAKillLeftOfItsOwnIsRemovedADayLater() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = RemoteCalls(.ofVault)
    calls.dies.withLock { $0 = true }
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    _ = try? await store.perform(.edit(event.moved(minutes: 30)))
    let left = try folder.names().filter { $0.hasSuffix(".tmp") }
    // The premise: it was killed after the exchange.
    #expect(try left.map { try folder.text($0) } == [Self.text])
    try age(left)
    await self.store(RemoteCalls(.ofVault), isWatching: true).open([path])
    #expect(try folder.names() == ["work.ics"])
  }

  private func age(_ names: [String]) throws {
    let then = timespec(tv_sec: time(nil) - 90_000, tv_nsec: 0)
    for name in names { #expect(utimensat(AT_FDCWD, folder.path(name), [then, then], 0) == 0) }
  }
}

/// Other programs, of which the next one comes each time.
private final class Comers: Sendable {
  private let comers: Mutex<[@Sendable () -> Void]>

  init(_ comers: [@Sendable () -> Void]) { self.comers = Mutex(comers) }

  func next() { comers.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }
}
