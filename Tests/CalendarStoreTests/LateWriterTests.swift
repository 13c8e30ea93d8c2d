import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// On a network file system, Handspan cannot determine whether another program has a file open. Here, another
/// program opens the file between the last check and the rename, and writes to the replaced file while
/// Handspan continues to save.
@Suite struct LateWriterTests {
  let folder = TemporaryFolder()
  let clock = ManualClock()
  let calls = RemoteCalls()
  private let lateProgram = LateProgram()

  private static let eventCount = 40
  private static let text = Samples.calendar(
    (0..<eventCount).map { Samples.event(uid: "event\($0)") }.flatMap { $0 })
  /// The text that the other program writes: the same calendar with every summary changed.
  private static let theirs = text.replacing("SUMMARY:Standup", with: "SUMMARY:Theirs")
  private static let firstHalf = theirs[..<(theirs.range(of: "UID:event20")?.lowerBound ?? theirs.endIndex)]

  private func store() -> CalendarStore {
    let clock = clock
    return CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts"), clock: { clock.now })
  }

  /// Opens the calendar and moves the given number of events one after another. The other program opens the
  /// file during the first save.
  private func open(moving moveCount: Int) async throws -> (CalendarStore, OtherProgram) {
    let path = try folder.write(Self.text, to: "work.ics")
    let (store, lateProgram) = (store(), lateProgram)
    let snapshot = await store.open([path])
    calls.beforeRename.withLock { $0 = { lateProgram.open(path, truncates: true) } }
    for number in 0..<moveCount {
      try await store.perform(.edit(snapshot.event(ByteString("event\(number)")).moved(minutes: 30)))
    }
    return (store, try #require(lateProgram.program))
  }

  /// Returns the events that the store has reported, and those that it reports in the next 100 ms.
  private func reports(of store: CalendarStore) async -> [StoreEvent] {
    let listener = Task {
      var events: [StoreEvent] = []
      for await event in store.events { events.append(event) }
      return events
    }
    try? await Task.sleep(for: .milliseconds(100))
    listener.cancel()
    return await listener.value
  }

  /// Expects the file to contain the changes of both programs, and the store to have reported no errors.
  private func expectBothChanges(_ store: CalendarStore, movedCount: Int) async throws {
    let text = try folder.text("work.ics")
    #expect(text.components(separatedBy: "END:VEVENT").count == Self.eventCount + 1)
    #expect(
      text.components(separatedBy: "SUMMARY:Theirs").count == Self.eventCount + 1,
      "the other program's changes are missing")
    #expect(
      text.components(separatedBy: "DTSTART:20260105T093000Z").count == movedCount + 1,
      "moved events are missing")
    for event in await reports(of: store) {
      switch event {
      case .refused, .saveWarning, .unsaved, .doubled: Issue.record("unexpected report: \(event)")
      default: break
      }
    }
    #expect(try folder.names() == ["work.ics"])
  }

  @Test(arguments: [1, 8, 9, 30]) func lateWritesAreMergedAfterAnyNumberOfSaves(moveCount: Int)
    async throws
  {
    let (store, other) = try await open(moving: 1)
    other.write(Self.theirs)
    other.close()
    for number in 1..<max(1, moveCount) {
      let event = try await store.snapshot().event(ByteString("event\(number)"))
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    clock.advance(by: .seconds(30))
    await store.rescan()
    clock.advance(by: .seconds(30))
    await store.rescan()
    try await expectBothChanges(store, movedCount: moveCount)
  }

  @Test func lateWriterIsStillWatchedAfterManySaves() async throws {
    let (store, other) = try await open(moving: 30)
    other.write(Self.theirs)
    other.close()
    clock.advance(by: .seconds(4))
    await store.rescan()
    clock.advance(by: .seconds(2))
    await store.rescan()
    try await expectBothChanges(store, movedCount: 30)
  }

  @Test(arguments: [true, false]) func pausingWriterIsAwaited(hasWrittenNothing: Bool) async throws {
    let (store, other) = try await open(moving: 3)
    if !hasWrittenNothing { other.write(Self.firstHalf) }
    for _ in 0..<5 {
      clock.advance(by: .seconds(4))
      await store.rescan()
      #expect(try !folder.names().contains("conflicts"))
    }
    other.write(hasWrittenNothing ? Self.theirs[...] : Self.theirs.dropFirst(Self.firstHalf.count))
    other.close()
    clock.advance(by: .seconds(2))
    await store.rescan()
    clock.advance(by: .seconds(2))
    await store.rescan()
    try await expectBothChanges(store, movedCount: 3)
  }

  @Test func unmergeableWritesAreKeptAndNoSavedEditIsLost() async throws {
    let (store, other) = try await open(moving: 12)
    let theirs = Self.text.replacing("DTSTART:20260105T090000Z", with: "DTSTART:20260105T080000Z")
    other.write(theirs)
    other.close()
    let ours = try folder.text("work.ics")
    clock.advance(by: .seconds(4))
    await store.rescan()
    clock.advance(by: .seconds(2))
    await store.rescan()
    var copyPaths: [String] = []
    for event in await reports(of: store) {
      switch event {
      case .refused: Issue.record("unexpected report: \(event)")
      case .saveWarning(.lateWrite(_, let path?)): copyPaths.append(path)
      default: break
      }
    }
    #expect(copyPaths.count == 1)
    #expect(try copyPaths.map { try String(contentsOfFile: $0, encoding: .utf8) } == [theirs])
    #expect(try folder.text("work.ics") == ours)
  }

  /// Late writes are either merged or kept in a separate file, even if a third program replaces the calendar file
  /// before the merge.
  @Test func lateWritesAreKeptIfTheFileWasReplaced() async throws {
    let (store, other) = try await open(moving: 2)
    other.write(Self.theirs)
    other.close()
    let thirdVersion = try folder.text("work.ics").replacing("UID:event39", with: "X-THIRD:1\r\nUID:event39")
    let (folder, path) = (folder, folder.path("work.ics"))
    calls.beforeRename.withLock { $0 = {} }
    // The store notices the replacement only when it saves the merged text.
    try folder.write(thirdVersion, to: "third.ics")
    rename(folder.path("third.ics"), path)
    clock.advance(by: .seconds(4))
    await store.checkReplacedFiles()
    clock.advance(by: .seconds(2))
    await store.checkReplacedFiles()
    await store.rescan()
    var copyPaths: [String] = []
    for case .saveWarning(.lateWrite(_, let path?)) in await reports(of: store) { copyPaths.append(path) }
    #expect(try copyPaths.map { try String(contentsOfFile: $0, encoding: .utf8) } == [Self.theirs])
    #expect(try folder.text("work.ics") == thirdVersion)
  }
}
