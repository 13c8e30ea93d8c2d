import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Between the last check of a save and its rename, another program renames its own version onto the file. These
/// tests use network and FUSE file systems, where inode numbers are unreliable.
@Suite struct ConcurrentRenameRemoteTests: ConcurrentRenameSuite {
  let folder = TemporaryFolder()

  /// Returns system calls that let another program act before each rename by the store: it renames a file onto the
  /// calendar file. The given texts are the contents of these files, in order.
  private func calls(
    _ refusals: RemoteCalls.Refusals, _ texts: [String], onto name: String = "work.ics"
  ) throws -> RemoteCalls {
    let calls = RemoteCalls(refusals)
    let otherPaths = try texts.map { try folder.write($0, to: "other-\(UUID().uuidString)") }
    let path = folder.path(name)
    let programs = OtherPrograms(otherPaths.map { otherPath in { rename(otherPath, path) } })
    calls.beforeRename.withLock { $0 = { programs.runNext() } }
    return calls
  }

  @Test func changesOfBothSidesAreMergedWhereFilesCanBeExchanged() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(try calls(.encryptedFolder, [Self.theirs]))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART:20260105T093000Z"))
    #expect(try folder.names() == ["work.ics"])
  }

  /// Changes by programs on this machine are reported by inotify.
  @Test(arguments: [RemoteCalls.Refusals.all, .server])
  func overwrittenVersionIsReportedWhereFilesCannotBeExchanged(refusals: RemoteCalls.Refusals) async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = try calls(refusals, [Self.theirs])
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(calls.unseenReplacements.withLock { $0.count } == 1)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
    calls.beforeRename.withLock { $0 = {} }
    try await store.perform(.edit(try await store.snapshot().event("standup").moved(minutes: 60)))
    #expect(
      calls.unseenReplacements.withLock { $0.count } == 1,
      "Handspan's own version counts as another program's")
    #expect(await warnings(from: store, savedEditCount: 2) == [.overwrote(.path(path))])
  }

  /// inotify does not report changes by another machine, and no system call shows them.
  @Test func undetectableVersionFromAnotherMachineIsOverwritten() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = try calls([.all, .notifications], [Self.theirs])
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(calls.unseenReplacements.withLock { $0.count } == 1)
    #expect(await warnings(from: store, savedEditCount: 1).isEmpty)
  }

  /// Between the last check of the name and the rename, nothing is read, and no call is made that the file system might
  /// refuse.
  @Test(arguments: [RemoteCalls.Refusals.all, .server, [.exchanges, .locks], [.exchanges, .links]])
  func lastCheckIsTheCallBeforeTheRename(refusals: RemoteCalls.Refusals) async throws {
    let call = refusals.contains(.links) ? "attributes of the name" : "link"
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = RemoteCalls(refusals)
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    for minutes in [30, 60, 90] { try await store.perform(.edit(event.moved(minutes: minutes))) }
    #expect(calls.callsBeforeReplacements.withLock { $0 } == [call, call, call])
  }

  /// If another program's version arrives during or after the read, the save starts over once that version is
  /// complete.
  @Test(arguments: [RemoteCalls.Refusals.all, .server])
  func versionThatArrivesBeforeTheLastCheckIsMerged(refusals: RemoteCalls.Refusals) async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = try calls(refusals, [])
    let otherPath = try folder.write(Self.theirs, to: "other")
    let programs = OtherPrograms([{ rename(otherPath, path) }])
    calls.beforeLastCheck.withLock { $0 = { programs.runNext() } }
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(try folder.text("work.ics") == Self.theirs)
    for _ in 0..<600 where try folder.text("work.ics") == Self.theirs {
      try await Task.sleep(for: .milliseconds(100))
      await store.rescan()
    }
    try expectBothChanges()
    #expect(calls.unseenReplacements.withLock { $0.isEmpty })
    #expect(await warnings(from: store, savedEditCount: 1).isEmpty)
    #expect(try folder.names() == ["work.ics"])
  }

  /// The link gives the other machine's version a second name, so it can still be read.
  @Test func versionWrittenByAnotherMachineBeforeTheLinkIsMerged() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = try calls([.server, .notifications], [])
    let otherPath = try folder.write(Self.theirs, to: "other")
    let programs = OtherPrograms([{ rename(otherPath, path) }])
    calls.beforeLastCheck.withLock { $0 = { programs.runNext() } }
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    await store.finishCheckingReplacedFiles()
    try expectBothChanges()
    #expect(try folder.names() == ["work.ics"])
  }

  /// NFS and SSHFS replace an open file in two steps, between which no program would find the calendar.
  @Test func filesAreClosedBeforeTheyAreReplaced() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = RemoteCalls(.server)
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    for minutes in [30, 60, 90] { try await store.perform(.edit(event.moved(minutes: minutes))) }
    #expect(calls.callsBeforeReplacements.withLock { $0.count } == 3, "the file was not replaced three times")
    #expect(calls.replacedOpenFileCount.withLock { $0 } == 0)
    #expect(try folder.names() == ["work.ics"])
  }

  private func expectBothChanges() throws {
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART:20260105T093000Z"))
  }

  /// Returns the warnings that the store reports until the given number of edits is saved.
  private func warnings(from store: CalendarStore, savedEditCount: Int) async -> [StoreError] {
    var (warnings, savedCount): ([StoreError], Int) = ([], 0)
    for await event in store.events {
      if case .saveWarning(let error) = event { warnings.append(error) }
      if case .saved(let ids) = event { savedCount += ids.count }
      if savedCount == savedEditCount { break }
    }
    return warnings
  }

  /// Every file system can rename a file, so the file is renamed and checked before it is removed.
  @Test(arguments: [RemoteCalls.Refusals.all, [.exchanges, .renamingWithoutReplacing], .encryptedFolder])
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

  /// While the first version is being put back, a second one arrives. The second stays in the file. The first
  /// is moved to the conflicts folder once it is too old to be in use.
  @Test func firstOfTwoVersionsIsMovedToTheConflictsFolderADayLater() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let secondVersion = Self.text.replacing("SUMMARY:Lunch", with: "SUMMARY:Second")
    let store = store(try calls(.encryptedFolder, [Self.theirs, secondVersion]))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Second") && text.contains("DTSTART:20260105T093000Z"))
    let leftovers = try folder.names().filter { $0.hasSuffix(".tmp") }
    #expect(try leftovers.map { try folder.text($0) } == [Self.theirs])
    await self.store(RemoteCalls(.encryptedFolder), isWatching: true).open([path])
    #expect(
      try folder.names().filter { $0.hasSuffix(".tmp") } == leftovers,
      "a file that another machine may be writing was removed"
    )
    try makeOld(leftovers)
    await self.store(RemoteCalls(.encryptedFolder), isWatching: true).open([path])
    let copyNames = try FileManager.default.contentsOfDirectory(atPath: folder.path("conflicts"))
    #expect(try copyNames.map { try folder.text("conflicts/\($0)") } == [Self.theirs])
    #expect(try folder.names().sorted() == ["conflicts", "work.ics"])
  }

  /// Handspan's own old version, left behind by a killed save, is not another program's change.
  @Test func ownLeftoverOfAKilledSaveIsRemovedADayLater() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let calls = RemoteCalls(.encryptedFolder)
    calls.isKilledAfterExchange.withLock { $0 = true }
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    _ = try? await store.perform(.edit(event.moved(minutes: 30)))
    let leftovers = try folder.names().filter { $0.hasSuffix(".tmp") }
    // Sanity check: the save was killed after the exchange.
    #expect(try leftovers.map { try folder.text($0) } == [Self.text])
    try makeOld(leftovers)
    await self.store(RemoteCalls(.encryptedFolder), isWatching: true).open([path])
    #expect(try folder.names() == ["work.ics"])
  }

  private func makeOld(_ names: [String]) throws {
    let oldTime = timespec(tv_sec: time(nil) - 90_000, tv_nsec: 0)
    for name in names { #expect(utimensat(AT_FDCWD, folder.path(name), [oldTime, oldTime], 0) == 0) }
  }
}

/// Actions of other programs, run one at a time.
private final class OtherPrograms: Sendable {
  private let actions: Mutex<[@Sendable () -> Void]>

  init(_ actions: [@Sendable () -> Void]) { self.actions = Mutex(actions) }

  func runNext() { actions.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }
}
