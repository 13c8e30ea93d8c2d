import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Another program renames its own version onto the file between a save's last check and its rename, on network
/// and FUSE file systems, where inode numbers say nothing.
@Suite struct ConcurrentRenameRemoteTests {
  let folder = TemporaryFolder()

  private static let text = Samples.calendar(
    Samples.event(uid: "standup"), Samples.event(uid: "lunch", summary: "Lunch"))
  private static let theirs = text.replacing("SUMMARY:Lunch", with: "SUMMARY:Theirs")

  private func store(_ calls: any FileCalls, isWatching: Bool = false) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: isWatching, files: CalendarFiles(calls: calls),
      conflicts: folder.path("kept"))
  }

  /// System calls that let another program rename one of these texts onto a file before each rename.
  private func calls(
    _ refusals: RemoteCalls.Refusals, _ texts: [String], onto name: String = "work.ics"
  ) throws -> RemoteCalls {
    let calls = RemoteCalls(refusals)
    let others = try texts.map { try folder.write($0, to: "other-\(UUID().uuidString)") }
    let path = folder.path(name)
    let programs = OtherPrograms(others.map { other in { rename(other, path) } })
    calls.beforeRename.withLock { $0 = { programs.runNext() } }
    return calls
  }

  @Test func changesOfBothSidesAreMergedWhereFilesCanBeExchanged() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(try calls(.vault, [Self.theirs]))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART:20260105T093000Z"))
    #expect(try folder.names() == ["work.ics"])
  }

  /// Without an exchange no call can detect the replacement: the fake file system counts the lost versions, and
  /// the soak test accepts no other loss.
  @Test func replacedVersionIsCountedWhereExchangeIsUnsupported() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = try calls(.all, [Self.theirs])
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(calls.unseen.withLock { $0.count } == 1)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
    calls.beforeRename.withLock { $0 = {} }
    try await store.perform(.edit(try await store.snapshot().event("standup").moved(minutes: 60)))
    #expect(calls.unseen.withLock { $0.count } == 1, "its own version does not count as another program's")
  }

  /// Every file system can rename a file away, so the file is checked before it is removed.
  @Test(arguments: [RemoteCalls.Refusals.all, [.exchanges, .renamingWithoutReplacing], .vault])
  func fileReplacedJustBeforeItsDeletionIsNotRemoved(refusals: RemoteCalls.Refusals) async throws {
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

  /// While the first version is put back, a second one arrives. The second stays; the first is kept aside once
  /// it is too old to be in use.
  @Test func firstOfTwoVersionsIsKeptADayLater() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let second = Self.text.replacing("SUMMARY:Lunch", with: "SUMMARY:Second")
    let store = store(try calls(.vault, [Self.theirs, second]))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Second") && text.contains("DTSTART:20260105T093000Z"))
    let left = try folder.names().filter { $0.hasSuffix(".tmp") }
    #expect(try left.map { try folder.text($0) } == [Self.theirs])
    await self.store(RemoteCalls(.vault), isWatching: true).open([path])
    #expect(try folder.names().filter { $0.hasSuffix(".tmp") } == left, "another machine may be writing it")
    try age(left)
    await self.store(RemoteCalls(.vault), isWatching: true).open([path])
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path("kept"))
    #expect(try kept.map { try folder.text("kept/\($0)") } == [Self.theirs])
    #expect(try folder.names().sorted() == ["kept", "work.ics"])
  }

  /// Handspan's own old version, left behind by a killed save, is not another program's change.
  @Test func ownLeftoverOfAKilledSaveIsRemovedADayLater() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = RemoteCalls(.vault)
    calls.diesAfterExchange.withLock { $0 = true }
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    _ = try? await store.perform(.edit(event.moved(minutes: 30)))
    let left = try folder.names().filter { $0.hasSuffix(".tmp") }
    // The premise: it was killed after the exchange.
    #expect(try left.map { try folder.text($0) } == [Self.text])
    try age(left)
    await self.store(RemoteCalls(.vault), isWatching: true).open([path])
    #expect(try folder.names() == ["work.ics"])
  }

  private func age(_ names: [String]) throws {
    let then = timespec(tv_sec: time(nil) - 90_000, tv_nsec: 0)
    for name in names { #expect(utimensat(AT_FDCWD, folder.path(name), [then, then], 0) == 0) }
  }
}

/// Actions of other programs, run one at a time.
private final class OtherPrograms: Sendable {
  private let actions: Mutex<[@Sendable () -> Void]>

  init(_ actions: [@Sendable () -> Void]) { self.actions = Mutex(actions) }

  func runNext() { actions.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }
}
