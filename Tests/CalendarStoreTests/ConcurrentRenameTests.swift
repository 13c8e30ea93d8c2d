import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Between the last check of a save and its rename, another program renames its own version onto the file.
@Suite struct ConcurrentRenameTests: ConcurrentRenameSuite {
  let folder = TemporaryFolder()

  /// Returns an action that renames a new file with the given text onto the calendar file, as another program
  /// would.
  private func renameAction(_ text: String, onto name: String = "work.ics") throws -> @Sendable () -> Void {
    let (otherPath, path) = (try folder.write(text, to: "other-\(UUID().uuidString)"), folder.path(name))
    return { rename(otherPath, path) }
  }

  private func leftovers() throws -> [String] { try folder.names().filter { $0.hasSuffix(".tmp") } }

  @Test func changesOfBothSidesAreMerged() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(InterleavedCalls("work.ics", [try renameAction(Self.theirs)]))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Theirs") && text.contains("DTSTART:20260105T093000Z"))
    #expect(try await store.snapshot().event("lunch").summary == "Theirs")
    #expect(try folder.names() == ["work.ics"])
  }

  @Test func conflictingChangesAreKeptAndReported() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let theirs = Self.text.replacing("DTSTART:20260105T090000Z", with: "DTSTART:20260105T080000Z")
    let store = store(InterleavedCalls("work.ics", [try renameAction(theirs)]))
    let event = try await store.open([path]).event("standup")
    do throws(StoreError) {
      try await store.perform(.edit(event.moved(minutes: 30)))
      Issue.record("the conflict was not reported")
    } catch {
      guard case .conflict(.path(path), let copyPath?) = error else { throw error }
      #expect(try String(contentsOfFile: copyPath, encoding: .utf8).contains("DTSTART:20260105T093000Z"))
    }
    #expect(try folder.text("work.ics") == theirs)
    #expect(try folder.names() == ["conflicts", "work.ics"])
  }

  @Test func fileReplacedJustBeforeItsDeletionIsNotRemoved() async throws {
    try folder.makeFolder("home")
    try folder.write(Samples.standup, to: "home/a.ics")
    let theirs = Samples.standup.replacing("SUMMARY:Standup", with: "SUMMARY:Theirs")
    let store = store(InterleavedCalls("a.ics", [try renameAction(theirs, onto: "home/a.ics")]))
    let event = try await store.open([folder.path("home")]).event("standup")
    await #expect(throws: StoreError.self) {
      try await store.perform(.edit(EventEdit(target: event.id, change: .delete)))
    }
    #expect(try folder.text("home/a.ics") == theirs)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("home")) == ["a.ics"])
  }

  /// The link is not followed, and its target is not changed.
  @Test func symbolicLinkRenamedOntoTheFileIsKept() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    try folder.write(Self.theirs, to: "elsewhere.ics")
    let folder = folder
    let store = store(
      InterleavedCalls(
        "work.ics",
        [
          {
            symlink("elsewhere.ics", folder.path("link"))
            rename(folder.path("link"), folder.path("work.ics"))
          }
        ]))
    let event = try await store.open([path]).event("standup")
    await #expect(throws: StoreError.self) { try await store.perform(.edit(event.moved(minutes: 30))) }
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == "elsewhere.ics")
    #expect(try folder.text("elsewhere.ics") == Self.theirs)
    #expect(try leftovers() == [])
  }

  /// While the first version is being put back, a second one arrives. The second stays in the file, and the next
  /// launch finds the first.
  @Test func firstOfTwoVersionsIsMovedToTheConflictsFolderAtTheNextLaunch() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let secondVersion = Self.text.replacing("SUMMARY:Lunch", with: "SUMMARY:Second")
    let calls = InterleavedCalls(
      "work.ics", [try renameAction(Self.theirs), try renameAction(secondVersion)])
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Second") && text.contains("DTSTART:20260105T093000Z"))
    try await expectMoveToTheConflictsFolderAtTheNextLaunch()
  }

  /// Expects the next launch to move the other program's version to the conflicts folder and to report it once.
  private func expectMoveToTheConflictsFolderAtTheNextLaunch() async throws {
    #expect(try leftovers().count == 1)
    // A command that only reads leaves the file in place for a program that can report it.
    await store(SystemCalls()).open([folder.path("work.ics")])
    #expect(try leftovers().count == 1)
    let nextStore = store(SystemCalls(), isWatching: true)
    await nextStore.open([folder.path("work.ics")])
    #expect(try leftovers() == [])
    for await event in nextStore.events {
      guard case .saveWarning(.lateWrite(.path(folder.path("work.ics")), let copyPath?)) = event else {
        continue
      }
      #expect(try String(contentsOfFile: copyPath, encoding: .utf8) == Self.theirs)
      break
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("conflicts")).count == 1)
  }

  /// Kills a save at a different call each time, counted from the other program's rename. Afterward, the other
  /// program's version is in the file, or the next launch keeps it.
  @Test(arguments: [FileSystem.local, .remote])
  func killedSaveDoesNotLoseTheOtherVersion(system: FileSystem) async throws {
    var runCountWithoutOtherVersion = 0
    for callCount in 0..<12 {
      let folder = TemporaryFolder()
      let path = try folder.write(Self.text, to: "work.ics")
      let otherPath = try folder.write(Self.theirs, to: "other")
      let calls = InterleavedCalls(
        "work.ics", [{ rename(otherPath, path) }], killedAfter: callCount, on: system)
      let store = CalendarStore(
        displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
        conflictsFolder: folder.path("unused"))
      let event = try await store.open([path]).event("standup")
      _ = try? await store.perform(.edit(event.moved(minutes: 30)))
      guard access(otherPath, F_OK) != 0 else { continue }
      runCountWithoutOtherVersion += try folder.text("work.ics").contains("SUMMARY:Theirs") ? 0 : 1
      // On a network file system, only old leftovers count as abandoned.
      for name in try folder.names() where name.hasSuffix(".tmp") {
        let oldTime = timespec(tv_sec: time(nil) - 2 * 86_400, tv_nsec: 0)
        utimensat(AT_FDCWD, folder.path(name), [oldTime, oldTime], 0)
      }
      let nextStore = CalendarStore(
        displayZone: .utc, files: CalendarFiles(calls: InterleavedCalls("", [], on: system)),
        conflictsFolder: folder.path("conflicts"))
      await nextStore.open([path])
      let copyNames = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("conflicts"))) ?? []
      let texts = try copyNames.map { try folder.text("conflicts/\($0)") } + [try folder.text("work.ics")]
      #expect(
        texts.contains { $0.contains("SUMMARY:Theirs") },
        "the other version was lost when the save was killed \(callCount) calls after the other rename")
      #expect(copyNames.count <= 1)
      #expect(try folder.names().filter { $0.hasSuffix(".tmp") } == [])
    }
    // Sanity check: at least one save was killed while the other version was not in the file.
    #expect(runCountWithoutOtherVersion > 0)
  }

  @Test(arguments: [EINVAL, ENOSYS, EOPNOTSUPP]) func filesAreRenamedWhereExchangeIsUnsupported(code: Int32)
    async throws
  {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(InterleavedCalls("work.ics", [], exchangeError: -code))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
    #expect(try folder.names() == ["work.ics"])
  }

  @Test func temporaryNamesRecordTheExpectedFiles() {
    let name = TemporaryName.make(for: 0x12AB, replacedBy: .max)
    #expect(TemporaryName.expectedFingerprints(in: name) == [0x12AB, .max])
    #expect(
      !TemporaryName.isTemporary(name) && TemporaryName.expectedFingerprints(in: TemporaryName.make()) == nil)
    for other in [".handspan-0123456789abcdef-1-2.tmp", ".handspan--0-0.tmp", "work.ics", ""] {
      #expect(TemporaryName.expectedFingerprints(in: ByteString(other)) == nil)
    }
  }
}

/// System calls that let other programs act just before a name is given to a different file or removed.
private final class InterleavedCalls: FileCalls {
  private struct State {
    var actions: [@Sendable () -> Void]
    /// The number of further calls that reach the disk once the first action has run.
    var remainingCalls: Int
    var hasBegun = false
  }

  private let name: ByteString
  private let exchangeError: Int32?
  private let kind: FileSystem
  private let state: Mutex<State>
  private let system = SystemCalls()

  /// - Parameters:
  ///   - name: the file that the other programs change.
  ///   - actions: the actions of the other programs, run one at a time.
  ///   - count: the number of calls after the first action that reach the disk.
  ///   - exchangeError: the negative error number with which an exchange fails; nil if it succeeds.
  ///   - kind: the reported kind of the file system.
  init(
    _ name: ByteString, _ actions: [@Sendable () -> Void], killedAfter count: Int = .max,
    exchangeError: Int32? = nil, on kind: FileSystem = .local
  ) {
    (self.name, self.exchangeError, self.kind) = (name, exchangeError, kind)
    state = Mutex(State(actions: actions, remainingCalls: count))
  }

  /// Runs the next action if a call involves the file, and counts the call.
  ///
  /// - Returns: Whether the call reaches the disk.
  private func beginCall(on names: ByteString...) -> Bool {
    let (action, isAlive) = state.withLock { state in
      guard names.contains(name), !state.actions.isEmpty else {
        if state.hasBegun, state.remainingCalls != .max { state.remainingCalls -= 1 }
        return (nil as (@Sendable () -> Void)?, state.remainingCalls >= 0)
      }
      // Calls before the first action are not counted.
      let isAlive = !state.hasBegun || state.remainingCalls > 0
      if state.hasBegun, state.remainingCalls != .max { state.remainingCalls -= 1 }
      state.hasBegun = true
      return (state.actions.removeFirst(), isAlive)
    }
    action?()
    return isAlive
  }

  func fileSystem(of file: Int32) -> FileSystem { kind }
  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    beginCall() ? system.create(name, in: folder, mode: mode) : -EIO
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    beginCall() ? system.write(bytes, to: file) : -Int(EIO)
  }
  func synchronize(_ file: Int32) -> Int32 { beginCall() ? system.synchronize(file) : -EIO }
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    beginCall(on: name, target) ? system.rename(name, to: target, in: folder, noReplace: noReplace) : -EIO
  }
  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    if let exchangeError { return exchangeError }
    return beginCall(on: name, other) ? system.exchange(name, with: other, in: folder) : -EIO
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    beginCall(on: name) ? system.remove(name, in: folder) : -EIO
  }
  func attributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    state.withLock { $0.remainingCalls } >= 0 ? system.attributes(of: name, in: folder, &attributes) : -EIO
  }
}
