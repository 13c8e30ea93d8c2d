import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// Another program renames its own version onto the file between the last look of a save and its rename.
@Suite struct RenamedInBetweenTests {
  let folder = TemporaryFolder()

  private static let text = Samples.calendar(
    Samples.event(uid: "standup"), Samples.event(uid: "lunch", summary: "Lunch"))
  private static let theirs = text.replacing("SUMMARY:Lunch", with: "SUMMARY:Theirs")

  private func store(_ calls: any FileCalls, isWatching: Bool = false) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: isWatching, files: CalendarFiles(calls: calls),
      conflicts: folder.path("kept"))
  }

  /// Renames a new file with that text onto the calendar, as another program.
  private func renaming(_ text: String, onto name: String = "work.ics") throws -> @Sendable () -> Void {
    let (other, path) = (try folder.write(text, to: "other-\(UUID().uuidString)"), folder.path(name))
    return { rename(other, path) }
  }

  private func leftovers() throws -> [String] { try folder.names().filter { $0.hasSuffix(".tmp") } }

  @Test func changesOfBothSidesAreMerged() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(CallsWithGap("work.ics", [try renaming(Self.theirs)]))
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
    let store = store(CallsWithGap("work.ics", [try renaming(theirs)]))
    let event = try await store.open([path]).event("standup")
    do throws(StoreError) {
      try await store.perform(.edit(event.moved(minutes: 30)))
      Issue.record("the other program's change is lost")
    } catch {
      guard case .conflict(.path(path), let kept?) = error else { throw error }
      #expect(try String(contentsOfFile: kept, encoding: .utf8).contains("DTSTART:20260105T093000Z"))
    }
    #expect(try folder.text("work.ics") == theirs)
    #expect(try folder.names() == ["kept", "work.ics"])
  }

  @Test func aFileThatWasJustReplacedIsNotRemoved() async throws {
    try folder.makeFolder("home")
    try folder.write(Samples.standup, to: "home/a.ics")
    let theirs = Samples.standup.replacing("SUMMARY:Standup", with: "SUMMARY:Theirs")
    let store = store(CallsWithGap("a.ics", [try renaming(theirs, onto: "home/a.ics")]))
    let event = try await store.open([folder.path("home")]).event("standup")
    await #expect(throws: StoreError.self) {
      try await store.perform(.edit(EventEdit(target: event.id, change: .delete)))
    }
    #expect(try folder.text("home/a.ics") == theirs)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("home")) == ["a.ics"])
  }

  /// A link is not followed, and what it was put in the place of is not lost.
  @Test func aLinkThatComesInBetweenStays() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    try folder.write(Self.theirs, to: "elsewhere.ics")
    let folder = folder
    let store = store(
      CallsWithGap(
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

  /// While the first version is put back a second one comes: that one stays, and the first is found at the next start.
  @Test func ofTwoVersionsTheFirstIsKeptAtTheNextStart() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let second = Self.text.replacing("SUMMARY:Lunch", with: "SUMMARY:Second")
    let calls = CallsWithGap("work.ics", [try renaming(Self.theirs), try renaming(second)])
    let store = store(calls)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Second") && text.contains("DTSTART:20260105T093000Z"))
    try await expectKeptAtTheNextStart()
  }

  /// The next start keeps the other program's version and says so, once.
  private func expectKeptAtTheNextStart() async throws {
    #expect(try leftovers().count == 1)
    // A command that only reads leaves it to one that can say so.
    await store(SystemCalls()).open([folder.path("work.ics")])
    #expect(try leftovers().count == 1)
    let next = store(SystemCalls(), isWatching: true)
    await next.open([folder.path("work.ics")])
    #expect(try leftovers() == [])
    for await event in next.events {
      guard case .setAside(.wroteLate(.path(folder.path("work.ics")), let kept?)) = event else { continue }
      #expect(try String(contentsOfFile: kept, encoding: .utf8) == Self.theirs)
      break
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("kept")).count == 1)
  }

  /// Killed before each call: the other program's version is under its name, or the next start keeps it.
  @Test(arguments: [FileSystem.local, .remote])
  func aKillInBetweenLosesNeitherVersion(system: FileSystem) async throws {
    var wasLeft = 0
    for count in 0..<12 {
      let folder = TemporaryFolder()
      let path = try folder.write(Self.text, to: "work.ics")
      let other = try folder.write(Self.theirs, to: "other")
      let calls = CallsWithGap(
        "work.ics", [{ rename(other, path) }], killedAfter: count, on: system)
      let store = CalendarStore(
        displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
        conflicts: folder.path("unused"))
      let event = try await store.open([path]).event("standup")
      _ = try? await store.perform(.edit(event.moved(minutes: 30)))
      guard access(other, F_OK) != 0 else { continue }
      wasLeft += try folder.text("work.ics").contains("SUMMARY:Theirs") ? 0 : 1
      // On a network only what is old is taken for nobody's.
      for name in try folder.names() where name.hasSuffix(".tmp") {
        let then = timespec(tv_sec: time(nil) - 2 * 86_400, tv_nsec: 0)
        utimensat(AT_FDCWD, folder.path(name), [then, then], 0)
      }
      let next = CalendarStore(
        displayZone: .utc, files: CalendarFiles(calls: CallsWithGap("", [], on: system)),
        conflicts: folder.path("kept"))
      await next.open([path])
      let kept = (try? FileManager.default.contentsOfDirectory(atPath: folder.path("kept"))) ?? []
      let texts = try kept.map { try folder.text("kept/\($0)") } + [try folder.text("work.ics")]
      #expect(texts.contains { $0.contains("SUMMARY:Theirs") }, "killed after \(count) more calls")
      #expect(kept.count <= 1)
      #expect(try folder.names().filter { $0.hasSuffix(".tmp") } == [])
    }
    // The premise: a kill met the moment in which it stood under no name of its own.
    #expect(wasLeft > 0)
  }

  @Test(arguments: [EINVAL, ENOSYS, EOPNOTSUPP]) func whereFilesCannotBeExchangedTheyAreRenamed(code: Int32)
    async throws
  {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(CallsWithGap("work.ics", [], exchange: -code))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
    #expect(try folder.names() == ["work.ics"])
  }

  @Test func namesSayWhatTheyAreMadeFor() {
    let name = TemporaryName.make(for: 0x12AB, replacedBy: .max)
    #expect(TemporaryName.expected(at: name) == [0x12AB, .max])
    #expect(!TemporaryName.isOurs(name) && TemporaryName.expected(at: TemporaryName.make()) == nil)
    for other in [".handspan-0123456789abcdef-1-2.tmp", ".handspan--0-0.tmp", "work.ics", ""] {
      #expect(TemporaryName.expected(at: ByteString(other)) == nil)
    }
  }
}

/// System calls in which other programs come in just before a name is given to another file, or taken from it.
private final class CallsWithGap: FileCalls {
  private struct State {
    var comers: [@Sendable () -> Void]
    /// How many calls still reach the disk once the first has come.
    var left: Int
    var hasBegun = false
  }

  private let name: ByteString
  private let status: Int32?
  private let kind: FileSystem
  private let state: Mutex<State>
  private let system = SystemCalls()

  /// - Parameters:
  ///   - comers: what other programs do, one each time.
  ///   - count: how many calls reach the disk after the first of them; then nothing does.
  ///   - status: what an exchange fails with.
  ///   - kind: what the files are said to be on.
  init(
    _ name: ByteString, _ comers: [@Sendable () -> Void], killedAfter count: Int = .max,
    exchange status: Int32? = nil, on kind: FileSystem = .local
  ) {
    (self.name, self.status, self.kind) = (name, status, kind)
    state = Mutex(State(comers: comers, left: count))
  }

  /// - Returns: whether the call reaches the disk.
  private func may(_ names: ByteString...) -> Bool {
    let (comer, isAlive) = state.withLock { state in
      guard names.contains(name), !state.comers.isEmpty else {
        if state.hasBegun, state.left != .max { state.left -= 1 }
        return (nil as (@Sendable () -> Void)?, state.left >= 0)
      }
      // Before it comes nothing is counted.
      let isAlive = !state.hasBegun || state.left > 0
      if state.hasBegun, state.left != .max { state.left -= 1 }
      state.hasBegun = true
      return (state.comers.removeFirst(), isAlive)
    }
    comer?()
    return isAlive
  }

  func fileSystem(of file: Int32) -> FileSystem { kind }
  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    may() ? system.create(name, in: folder, mode: mode) : -EIO
  }
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    may() ? system.write(bytes, to: file) : -Int(EIO)
  }
  func synchronize(_ file: Int32) -> Int32 { may() ? system.synchronize(file) : -EIO }
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, isNew: Bool) -> Int32 {
    may(name, target) ? system.rename(name, to: target, in: folder, isNew: isNew) : -EIO
  }
  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    if let status { return status }
    return may(name, other) ? system.exchange(name, with: other, in: folder) : -EIO
  }
  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    may(name) ? system.remove(name, in: folder) : -EIO
  }
  func facts(of name: ByteString, in folder: Int32, _ facts: inout stat) -> Int32 {
    state.withLock { $0.left } >= 0 ? system.facts(of: name, in: folder, &facts) : -EIO
  }
}
