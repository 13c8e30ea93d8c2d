import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// The system calls that are needed to read a folder, and the checks that must not be skipped.
@Suite struct FolderReadingTests {
  let folder = TemporaryFolder(inMemory: true)

  private static let fileCount = 100
  /// A file age in seconds, longer than any wait for another program.
  private static let oldAge = 60

  private func store(_ calls: CountingCalls) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts")
    )
  }

  private func makeFiles() throws -> String {
    let subfolder = try folder.makeFolder("many")
    for number in 0..<Self.fileCount {
      try folder.write(Samples.calendar(Samples.event(uid: "event-\(number)")), to: "many/\(number).ics")
    }
    return subfolder
  }

  @Test func readingAFileOfAFolderTakesFiveCalls() async throws {
    let subfolder = try makeFiles()
    let calls = CountingCalls(aging: Self.oldAge)
    let store = store(calls)
    #expect(await store.open([subfolder]).events.count == Self.fileCount)
    // The folder's name and color are also read, and two threads read files.
    let extraCallCount = 10
    #expect((Self.fileCount...(Self.fileCount + extraCallCount)).contains(calls[.open]))
    #expect((2 * Self.fileCount...(2 * Self.fileCount + extraCallCount)).contains(calls[.attributes]))
    #expect(calls[.read] == Self.fileCount)
    #expect((Self.fileCount...(Self.fileCount + extraCallCount)).contains(calls[.canWrite]))
    #expect(calls[.openFolder] <= extraCallCount)
    #expect(calls[.fileSystem] <= extraCallCount)
    #expect(calls[.lease] == 0)
  }

  @Test func recentlyChangedFileIsCheckedForAWriter() async throws {
    let subfolder = try makeFiles()
    let calls = CountingCalls()
    #expect(await store(calls).open([subfolder]).events.count == Self.fileCount)
    #expect(calls[.lease] == Self.fileCount)
  }

  @Test func fileChangedDuringTheReadIsReadAgain() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    // The file is really old: the kernel's coarse clock gives two versions of the same moment the same time.
    let oldTime = timespec(tv_sec: time(nil) - Self.oldAge, tv_nsec: 0)
    try #require(utimensat(AT_FDCWD, path, [oldTime, oldTime], 0) == 0)
    let calls = CountingCalls(aging: Self.oldAge) { [folder] in
      _ = try? folder.write(
        Samples.standup.replacing("SUMMARY:Standup", with: "SUMMARY:Changed"), to: "work.ics")
    }
    let event = try await store(calls).open([path]).event("standup")
    #expect(event.summary == "Changed")
    // The old version is read with one call, and the new version with two, up to its end.
    #expect(calls[.read] == 3)
    #expect(calls[.lease] == 1)
  }

  @Test func incompleteOldFileIsCheckedForAWriter() async throws {
    let truncatedText = String(Samples.standup.prefix(Samples.standup.count - 20))
    let path = try folder.write(truncatedText, to: "work.ics")
    let other = OtherProgram(path, truncates: false)
    let calls = CountingCalls(aging: Self.oldAge)
    let snapshot = await store(calls).open([path])
    #expect(snapshot.damagedFiles.isEmpty)
    #expect(snapshot.filesBeingWritten == [.path(path)])
    #expect(calls[.lease] == 1)
    other.close()
    #expect(await store(CountingCalls(aging: Self.oldAge)).open([path]).damagedFiles.map(\.path) == [path])
  }

  @Test func oldFileThatIsNotACalendarIsCheckedForAWriter() async throws {
    let path = try folder.write("", to: "work.ics")
    let other = OtherProgram(path, truncates: false)
    let snapshot = await store(CountingCalls(aging: Self.oldAge)).open([path])
    #expect(snapshot.failures == [.beingWritten(path: path)])
    other.close()
  }

  @Test func staleFolderIsReopened() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let subfolder = try folder.makeFolder("many")
    rename(path, subfolder + "/work.ics")
    let calls = CountingCalls(isStale: true)
    #expect(try await store(calls).open([subfolder]).event("standup").summary == "Standup")
  }

  /// The store does not check whether an old file has a writer, because it adopts the file either way.
  @Test(arguments: [WriteSettling.Writer.none, .present, .unknown])
  func completeOldFileIsAdoptedWithOrWithoutAWriter(writer: WriteSettling.Writer) {
    let now = ContinuousClock.now
    let observation = WriteSettling.Observation(
      identity: FileIdentity(device: 1, inode: 2), size: 3,
      modificationTime: FileTime(seconds: 4, nanoseconds: 5),
      hash: 6,
      hasEndLine: true, calendarCount: 1)
    var settling = WriteSettling()
    #expect(
      settling.judge(observation, writer: writer, adopted: nil, age: WriteSettling.timeout, now: now)
        == .adopt)
  }
}
