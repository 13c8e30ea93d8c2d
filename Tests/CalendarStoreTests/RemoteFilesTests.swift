import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Calendars on network and FUSE file systems, whose file attributes are not trusted and which lack some system
/// calls.
@Suite struct RemoteFilesTests {
  let folder = TemporaryFolder()
  let clock = ManualClock()

  private func store(_ calls: any FileCalls = RemoteCalls()) -> CalendarStore {
    let clock = clock
    return CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts"), clock: { clock.now })
  }

  private func newEvent(in path: String, _ name: ByteString = "new.ics") throws -> EventEdit {
    .add(
      CalendarEvent(
        id: EventID(calendar: CalendarID(path), file: name, uid: "new"),
        times: EventTimes(
          start: .utc(try #require(WallTime("2026-01-07T09:00"))),
          end: .duration(EventDuration(seconds: 3_600))),
        summary: "New"))
  }

  @Test(arguments: [
    RemoteCalls.Refusals.all, [.renamingWithoutReplacing], [.renamingWithoutReplacing, .links],
    [.folderSynchronization], [.locks],
    .encryptedFolder, [.exchanges], [],
  ])
  func everyKindOfEditIsSaved(refusals: RemoteCalls.Refusals) async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Samples.standup, to: "home/a.ics")
    let store = store(RemoteCalls(refusals))
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let additionID = EditID()
    store.submit(.edit(try newEvent(in: path)), as: additionID)
    #expect(await store.flush().isEmpty)
    #expect(try folder.text("home/new.ics").hasSuffix("END:VCALENDAR\r\n"))
    try await store.perform(.undo(additionID))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["a.ics"])
    try await store.perform(.redo(additionID))
    try await store.perform(.edit(event.moved(minutes: 60)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path).sorted() == ["a.ics", "new.ics"])
    #expect(try folder.text("home/a.ics").contains("DTSTART:20260105T100000Z"))
    #expect(await store.snapshot().problems.isEmpty)
  }

  @Test func existingNameIsNotReplaced() async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Samples.standup, to: "home/new.ics")
    let files = CalendarFiles(calls: RemoteCalls())
    #expect(throws: FileFault.system(EEXIST)) {
      try files.create(FilePath(folder: path, name: "new.ics"), bytes: [1])
    }
    #expect(try folder.text("home/new.ics") == Samples.standup)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == ["new.ics"])
  }

  @Test func claimedNameIsRemovedIfCreatingTheFileFails() async throws {
    let path = try folder.makeFolder("home")
    let calls = RemoteCalls()
    calls.replacingRenameError.withLock { $0 = -EIO }
    #expect(throws: FileFault.system(EIO)) {
      try CalendarFiles(calls: calls).create(FilePath(folder: path, name: "new.ics"), bytes: [1])
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: path) == [],
      "the claimed name is left as an empty file")
  }

  /// Writes a file as another machine might: in place, with the same length and the old timestamps.
  private func writeKeepingTimestamps(_ text: String, to name: String) throws {
    var attributes = stat()
    #expect(stat(folder.path(name), &attributes) == 0)
    try folder.write(text, to: name)
    let times = [attributes.st_atim, attributes.st_mtim]
    #expect(utimensat(AT_FDCWD, folder.path(name), times, 0) == 0)
  }

  private static let changedText = Samples.calendar(Samples.event(uid: "standup", summary: "Changed"))

  /// - Parameter clockOffset: the number of seconds by which the server's clock is ahead. If it is 0, old
  ///   attributes look trustworthy.
  @Test(arguments: [0, 3_600, -3_600])
  func changeWithUnchangedAttributesIsNotOverwritten(clockOffset: Int) async throws {
    let path = try folder.write(
      Samples.calendar(Samples.event(uid: "standup", summary: "Meeting")), to: "work.ics")
    let store = store(RemoteCalls(clockOffset: clockOffset))
    let event = try await store.open([path]).event("standup")
    // This is long enough for timestamps to be trusted on a local disk.
    try await Task.sleep(for: .seconds(3.1))
    try writeKeepingTimestamps(Self.changedText, to: "work.ics")
    // Handspan cannot determine whether the other machine is still writing, so it saves nothing until the
    // file has been unchanged for a while.
    let edit = EditID()
    store.submit(.edit(event.moved(minutes: 30)), as: edit)
    #expect(await store.flush().map(\.error) == [.beingWritten(path: path)])
    #expect(try folder.text("work.ics") == Self.changedText)
    clock.advance(by: WriteSettling.quietPeriod)
    #expect(await store.flush() == [])
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Changed") && text.contains("DTSTART:20260105T093000Z"))
  }

  @Test func rescanFindsUnreportedChanges() async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Samples.calendar(Samples.event(uid: "standup", summary: "Meeting")), to: "home/a.ics")
    let store = store()
    await store.open([path])
    try writeKeepingTimestamps(Self.changedText, to: "home/a.ics")
    try folder.write(Samples.calendar(Samples.event(uid: "new")), to: "home/b.ics")
    await store.rescan()
    // A file written in place may still be incomplete, so it is not read until it has been unchanged for a
    // while. A complete new file is shown immediately.
    #expect(await store.snapshot().events.map(\.summary).sorted() == ["Meeting", "Standup"])
    clock.advance(by: WriteSettling.quietPeriod)
    await store.rescan()
    #expect(await store.snapshot().events.map(\.summary).sorted() == ["Changed", "Standup"])
  }

  @Test func rescanFindsANewNameAndColor() async throws {
    let path = try folder.makeFolder("home")
    try folder.write(Samples.calendar(Samples.event(uid: "standup")), to: "home/a.ics")
    let store = store()
    await store.open([path])
    try folder.write("Family\n", to: "home/displayname")
    try folder.write("#ff8800\n", to: "home/color")
    await store.rescan()
    #expect(await store.snapshot().calendars.map(\.name) == ["Family"])
    #expect(await store.snapshot().events.map(\.color) == [EventColor(rgb: 0xFF8800)])
  }

  @Test func rescanDoesNotReadUnchangedLocalFiles() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    final class LocalCallsWithCount: FileCalls {
      let remote = RemoteCalls()
      func fileSystem(of file: Int32) -> FileSystem { .local }
      func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
        remote.read(file, into: buffer, at: offset)
      }
    }
    let calls = LocalCallsWithCount()
    let store = store(calls)
    await store.open([path])
    let count = calls.remote.readCount
    #expect(count > 0)
    await store.rescan()
    #expect(calls.remote.readCount == count)
  }

  @Test(arguments: [(0, false), (-90_000, true), (-80_000, false)])
  func onlyLeftoversThatAreOldByTheServersClockAreRemoved(timestampOffset: Int, isRemoved: Bool)
    async throws
  {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let name = TemporaryName.make().text
    try folder.write("half", to: name)
    let oldTime = timespec(tv_sec: time(nil) + timestampOffset, tv_nsec: 0)
    #expect(utimensat(AT_FDCWD, folder.path(name), [oldTime, oldTime], 0) == 0)
    // The server's clock is two days ahead, and ages are measured by that clock.
    await store(RemoteCalls(.all, clockOffset: 2 * 86_400)).open([path])
    #expect(try folder.names() == (isRemoved ? ["work.ics"] : [name, "work.ics"]).sorted())
  }

  @Test func networkFileSystemsAreRecognizedByType() {
    // The types that `man 2 statfs` lists.
    for type in [0x6969, 0x6573_5546, 0xFF53_4D42, 0xFE53_4D42, 0x0102_1997, 0x786F_4256, 0x00C3_6400]
      as [UInt32]
    {
      #expect(FileSystem(type: type) == .remote)
    }
    // ext4, btrfs, xfs, tmpfs, vfat, overlay.
    for type in [0xEF53, 0x9123_683E, 0x5846_5342, 0x0102_1994, 0x4D44, 0x794C_7630] as [UInt32] {
      #expect(FileSystem(type: type) == .local)
    }
    #expect(CalendarFiles().fileSystem(ofFolder: ByteString(folder.path)) == .local)
  }
}
