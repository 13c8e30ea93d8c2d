import CGLib
import CalendarModel
import Foundation
import Synchronization
import Testing

@testable import CalendarStore

/// The attributes that a file keeps when it is replaced.
@Suite struct ReplacementTests {
  let folder = TemporaryFolder()

  private func edit(_ path: String) async throws {
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
  }

  @Test(arguments: [0o600, 0o644, 0o664, 0o640] as [mode_t]) func modeIsKept(mode: mode_t) async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    chmod(path, mode)
    try await edit(path)
    var attributes = stat()
    #expect(stat(path, &attributes) == 0)
    #expect(attributes.st_mode & 0o7777 == mode)
  }

  @Test func ownerIsKept() async throws {
    // Only the superuser can change the owner of a file.
    guard geteuid() == 0 else { return }
    let path = try folder.write(Samples.standup, to: "work.ics")
    chown(path, 1234, 2345)
    try await edit(path)
    var attributes = stat()
    #expect(stat(path, &attributes) == 0)
    #expect((attributes.st_uid, attributes.st_gid) == (1234, 2345))
  }

  @Test func extendedAttributesAreKept() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    // Some file systems have no extended attributes.
    guard setxattr(path, "user.color", "blue", 4, 0) == 0 else { return }
    try await edit(path)
    var value = [UInt8](repeating: 0, count: 8)
    #expect(getxattr(path, "user.color", &value, 8) == 4)
    #expect(value.prefix(4).elementsEqual("blue".utf8))
  }

  @Test func oldFileIsComparedInParts() throws {
    let path = try folder.write(String(repeating: "X", count: 5 << 20), to: "work.ics")
    guard case .file(let filePath) = try CalendarFiles().kind(of: path) else { return }
    let stamp = try CalendarFiles().read(filePath).stamp
    let calls = CountingCalls()
    // The file has just been written, so only its contents show whether it is unchanged.
    _ = try CalendarFiles(calls: calls).replace(filePath, with: Array("Y".utf8), expected: stamp)
    #expect(calls[.read] > 5)
    #expect(calls.largestRead <= 1 << 20)
    #expect(try folder.text("work.ics") == "Y")
  }

  /// The kernel starts to write a large file to disk while the rest of the file is still being copied and hashed.
  @Test(arguments: [(size: 5 << 19, partCount: 3), (size: 100, partCount: 1)])
  func kernelStartsToWriteALargeFileBeforeItIsComplete(size: Int, partCount: Int) throws {
    let path = try folder.write("X", to: "work.ics")
    guard case .file(let filePath) = try CalendarFiles().kind(of: path) else { return }
    let stamp = try CalendarFiles().read(filePath).stamp
    let calls = WritingCalls()
    let bytes = [UInt8](repeating: UInt8(ascii: "Y"), count: size)
    _ = try CalendarFiles(calls: calls).replace(filePath, with: bytes, expected: stamp)
    let expectedCalls: [WritingCalls.Call] =
      partCount == 1 ? [.write] : Array(repeatElement([.write, .startWriting], count: partCount).joined())
    // First the file is synchronized, then the folder.
    #expect(calls.recordedCalls.withLock { $0 } == expectedCalls + [.synchronize, .synchronize])
    #expect(try folder.text("work.ics").utf8.elementsEqual(bytes))
  }

  @Test func openedLinkIsKeptAndItsTargetIsReplaced() async throws {
    try folder.makeFolder("real")
    try folder.write(Samples.standup, to: "real/target.ics")
    symlink("real/target.ics", folder.path("link.ics"))
    try await edit(folder.path("link.ics"))
    var attributes = stat()
    #expect(lstat(folder.path("link.ics"), &attributes) == 0)
    #expect(attributes.st_mode & S_IFMT == S_IFLNK)
    #expect(try folder.text("real/target.ics").contains("DTSTART:20260105T093000Z"))
    #expect(try folder.names() == ["link.ics", "real"])
  }

  @Test func linkInAFolderIsReportedAndNotFollowed() async throws {
    let subfolder = try folder.makeFolder("personal")
    try folder.write(Samples.standup, to: "outside.ics")
    symlink("../outside.ics", folder.path("personal/link.ics"))
    try folder.write(Samples.calendar(Samples.event(uid: "inside")), to: "personal/inside.ics")
    let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open([subfolder])
    #expect(snapshot.events.map(\.id.uid) == ["inside"])
    #expect(snapshot.problems.count == 1)
    #expect(snapshot.problems.first?.path == folder.path("personal/link.ics"))
  }

  @Test func pipeInAFolderDoesNotBlockOpening() async throws {
    let subfolder = try folder.makeFolder("personal")
    mkfifo(folder.path("personal/pipe.ics"), 0o600)
    try folder.write(Samples.standup, to: "personal/a.ics")
    let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open([subfolder])
    #expect(snapshot.events.count == 1)
    #expect(snapshot.problems.map(\.path) == [folder.path("personal/pipe.ics")])
  }

  @Test func onlyLeftoversOfKilledSavesAreRemoved() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let otherNames = [
      ".handspan-notes.tmp", "handspan-0123456789abcdef.tmp", "work.ics.tmp",
      ".handspan-0123456789ABCDEF.tmp",
    ]
    for name in otherNames + [".handspan-0123456789abcdef.tmp"] { try folder.write("half", to: name) }
    await CalendarStore(displayZone: .utc, isWatching: false).open([path])
    #expect(try folder.names() == (otherNames + ["work.ics"]).sorted())
  }

  @Test func fileOfASaveInProgressIsNotRemoved() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let temporaryPath = try folder.write("half", to: TemporaryName.make().text)
    let descriptor = open(temporaryPath, O_RDONLY)
    flock(descriptor, LOCK_EX)
    await CalendarStore(displayZone: .utc, isWatching: false).open([path])
    #expect(access(temporaryPath, F_OK) == 0)
    close(descriptor)
  }

  @Test func temporaryNamesAreUniqueAndRecognized() {
    let names = Set((0..<1_000).map { _ in TemporaryName.make() })
    #expect(names.count == 1_000)
    #expect(names.allSatisfy(TemporaryName.isTemporary))
  }
}

/// Records the calls that write a file to disk.
private final class WritingCalls: FileCalls {
  enum Call { case write, startWriting, synchronize }

  let recordedCalls = Mutex<[Call]>([])
  private let system = SystemCalls()

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    recordedCalls.withLock { $0.append(.write) }
    return system.write(bytes, to: file)
  }

  func startWriting(_ file: Int32) {
    recordedCalls.withLock { $0.append(.startWriting) }
    system.startWriting(file)
  }

  func synchronize(_ file: Int32) -> Int32 {
    recordedCalls.withLock { $0.append(.synchronize) }
    return system.synchronize(file)
  }
}
