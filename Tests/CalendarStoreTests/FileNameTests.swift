import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Names, paths and UIDs are compared as bytes, so those that differ only in Unicode normalization remain distinct,
/// and those that are not valid UTF-8 are not lost.
@Suite struct FileNameTests {
  let folder = TemporaryFolder()

  /// “café” with é as one code point, as e and a combining accent, and in Latin-1, which is not valid UTF-8.
  private static let names = [Array("caf\u{E9}".utf8), Array("cafe\u{301}".utf8), Array("caf".utf8) + [0xE9]]

  private func write(_ text: String, to name: ByteString, in path: String) throws {
    let directory = try Descriptor(adopting: SystemCalls().openFolder(ByteString(path)))
    let file = try Descriptor(adopting: SystemCalls().create(name, in: directory.rawValue, mode: 0o600))
    let writtenCount = Array(text.utf8).withUnsafeBytes { SystemCalls().write($0, to: file.rawValue) }
    #expect(writtenCount == text.utf8.count)
  }

  /// Makes a folder with one file for each of the names, and returns its path.
  private func makeCalendar() throws -> String {
    let path = try folder.makeFolder("home")
    for (number, name) in Self.names.enumerated() {
      let text = Samples.calendar(Samples.event(uid: "\(number)"))
      try write(text, to: ByteString(bytes: name + Array(".ics".utf8)), in: path)
    }
    return path
  }

  @Test func namesThatOnlyLookEqualAreDifferentFiles() async throws {
    let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open([try makeCalendar()])
    #expect(snapshot.events.map(\.id.uid).sorted() == ["0", "1", "2"])
    #expect(snapshot.calendars.map(\.eventCount) == [3])
    #expect(snapshot.problems.isEmpty)
  }

  @Test(arguments: 0..<3) func editIsSavedToTheFileOfItsEvent(number: Int) async throws {
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let path = try makeCalendar()
    let event = try await store.open([path]).event("\(number)")
    try await store.perform(.edit(event.moved(minutes: 30)))
    try await store.perform(.edit(EventEdit(target: event.id, change: .set([.summary("Changed")]))))
    let reopenedSnapshot = await CalendarStore(displayZone: .utc, isWatching: false).open([path])
    for other in 0..<3 {
      let reopenedEvent = try reopenedSnapshot.event("\(other)")
      #expect(reopenedEvent.summary == (other == number ? "Changed" : "Standup"))
      #expect(reopenedEvent.startText == (other == number ? "2026-01-05T09:30:00" : "2026-01-05T09:00:00"))
    }
    #expect(try CalendarFiles().list(path).count == 3, "a file was added or removed")
  }

  @Test func changesToAFileWithAnInvalidNameAreDetected() async throws {
    let path = try makeCalendar()
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    await store.open([path])
    let name = ByteString(bytes: Self.names[2] + Array(".ics".utf8))
    let directory = try Descriptor(adopting: SystemCalls().openFolder(ByteString(path)))
    #expect(SystemCalls().remove(name, in: directory.rawValue) == 0)
    try write(Samples.calendar(Samples.event(uid: "new")), to: name, in: path)
    await store.handle(.changed(folder: ByteString(path), names: [name]))
    #expect(await store.snapshot().events.map(\.id.uid).sorted() == ["0", "1", "new"])
  }

  @Test func foldersThatOnlyLookEqualAreDifferentCalendars() async throws {
    let paths = [try folder.makeFolder("caf\u{E9}"), try folder.makeFolder("cafe\u{301}")]
    for (number, path) in paths.enumerated() {
      try write(Samples.calendar(Samples.event(uid: "\(number)")), to: "a.ics", in: path)
    }
    let snapshot = await CalendarStore(displayZone: .utc, isWatching: false).open(paths)
    #expect(snapshot.calendars.count == 2)
    #expect(Set(snapshot.events.map(\.id.calendar)).count == 2)
  }

  @Test func uidsThatOnlyLookEqualAreDifferentEvents() async throws {
    let uids = ["caf\u{E9}", "cafe\u{301}"]
    let text = Samples.calendar(
      Samples.event(uid: uids[0], summary: "0"), Samples.event(uid: uids[1], summary: "1"))
    let path = try folder.write(text, to: "work.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let snapshot = await store.open([path])
    #expect(snapshot.problems.isEmpty, "a UID was reported as a duplicate")
    #expect(try snapshot.event(ByteString(uids[1])).summary == "1")
    #expect(snapshot.events.allSatisfy { $0.id.duplicate == 0 })
  }

  /// An entry of a folder is only as long as its name. The last one in the buffer may end where the process may read no
  /// further; a test that fails crashes.
  @Test(arguments: ["a", "calendar.ics"])
  func nothingIsReadBeyondAnEntryOfAFolder(name: String) throws {
    let pageSize = Int(sysconf(Int32(_SC_PAGESIZE)))
    let pages = try #require(
      mmap(nil, 2 * pageSize, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))
    defer { munmap(pages, 2 * pageSize) }
    #expect(mprotect(pages + pageSize, pageSize, PROT_NONE) == 0)
    let offset = try #require(MemoryLayout<dirent>.offset(of: \.d_name))
    let length = (offset + name.utf8.count + 1 + 7) / 8 * 8
    let entry = pages + (pageSize - length)
    for (index, byte) in name.utf8.enumerated() {
      entry.storeBytes(of: byte, toByteOffset: offset + index, as: UInt8.self)
    }
    #expect(ByteString(nameOf: entry.assumingMemoryBound(to: dirent.self)) == ByteString(name))
  }
}
