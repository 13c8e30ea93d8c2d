import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// What it costs to read a folder, and that nothing is taken for granted to make it cheap.
@Suite struct FolderReadingTests {
  let folder = TemporaryFolder(inMemory: true)

  private static let count = 100
  /// Longer than anything waits for another program.
  private static let old = 60

  private func store(_ calls: CountingCalls) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls), conflicts: folder.path("kept")
    )
  }

  private func makeFiles() throws -> String {
    let inner = try folder.makeFolder("many")
    for number in 0..<Self.count {
      try folder.write(Samples.calendar(Samples.event(uid: "event-\(number)")), to: "many/\(number).ics")
    }
    return inner
  }

  @Test func readingAFileOfAFolderTakesFiveCalls() async throws {
    let inner = try makeFiles()
    let calls = CountingCalls(ageing: Self.old)
    let store = store(calls)
    #expect(await store.open([inner]).events.count == Self.count)
    // The name and the colour of the folder are looked for, too, and two threads read.
    let more = 10
    #expect((Self.count...(Self.count + more)).contains(calls[.open]))
    #expect((2 * Self.count...(2 * Self.count + more)).contains(calls[.facts]))
    #expect(calls[.read] == Self.count)
    #expect((Self.count...(Self.count + more)).contains(calls[.mayWrite]))
    #expect(calls[.openFolder] <= more)
    #expect(calls[.fileSystem] <= more)
    #expect(calls[.lease] == 0)
  }

  @Test func recentlyChangedFileIsCheckedForAWriter() async throws {
    let inner = try makeFiles()
    let calls = CountingCalls()
    #expect(await store(calls).open([inner]).events.count == Self.count)
    #expect(calls[.lease] == Self.count)
  }

  @Test func fileChangedDuringTheReadIsReadAgain() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let calls = CountingCalls(ageing: Self.old) { [folder] in
      _ = try? folder.write(
        Samples.standup.replacing("SUMMARY:Standup", with: "SUMMARY:Changed"), to: "work.ics")
    }
    let event = try await store(calls).open([path]).event("standup")
    #expect(event.summary == "Changed")
    // Once as it was, and once more up to its end.
    #expect(calls[.read] == 3)
    #expect(calls[.lease] == 1)
  }

  @Test func incompleteOldFileIsCheckedForAWriter() async throws {
    let half = String(Samples.standup.prefix(Samples.standup.count - 20))
    let path = try folder.write(half, to: "work.ics")
    let other = OtherProgram(path, truncates: false)
    let calls = CountingCalls(ageing: Self.old)
    let snapshot = await store(calls).open([path])
    #expect(snapshot.damaged.isEmpty)
    #expect(snapshot.beingWritten == [.path(path)])
    #expect(calls[.lease] == 1)
    other.close()
    #expect(await store(CountingCalls(ageing: Self.old)).open([path]).damaged.map(\.path) == [path])
  }

  @Test func oldFileThatIsNoCalendarIsCheckedForAWriter() async throws {
    let path = try folder.write("", to: "work.ics")
    let other = OtherProgram(path, truncates: false)
    let snapshot = await store(CountingCalls(ageing: Self.old)).open([path])
    #expect(snapshot.failures == [.beingWritten(path: path)])
    other.close()
  }

  @Test func staleFolderIsReopened() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let inner = try folder.makeFolder("many")
    rename(path, inner + "/work.ics")
    let calls = CountingCalls(isStale: true)
    #expect(try await store(calls).open([inner]).event("standup").summary == "Standup")
  }

  /// Why the writer is not determined: it would make no difference.
  @Test(arguments: [WriteSettling.Writer.none, .present, .unknown])
  func completeOldFileIsAdoptedWhateverTheWriter(writer: WriteSettling.Writer) {
    let now = ContinuousClock.now
    let observation = WriteSettling.Observation(
      identity: FileIdentity(device: 1, inode: 2), size: 3, modified: FileTime(seconds: 4, nanoseconds: 5),
      hash: 6,
      isClosed: true, calendarCount: 1)
    var settling = WriteSettling()
    #expect(
      settling.judge(observation, writer: writer, adopted: nil, age: WriteSettling.timeout, now: now)
        == .adopt)
  }
}
