import CalendarModel
import Foundation
import Glibc
import Synchronization
import Testing

@testable import CalendarStore

/// Unmounting a folder leaves an empty folder on a different file system. The events must not be treated as
/// deleted, and nothing may be written to the empty folder.
@Suite struct UnmountedFolderTests {
  let folder = TemporaryFolder()

  /// System calls that report a different file system for folders while nothing is mounted.
  private final class UnmountableCalls: FileCalls {
    let isMounted = Atomic(true)

    func attributes(of file: Int32, _ attributes: inout stat) -> Int32 {
      let status = SystemCalls().attributes(of: file, &attributes)
      if !isMounted.load(ordering: .relaxed), attributes.isFolder { attributes.st_dev += 1 }
      return status
    }
  }

  private let calls = UnmountableCalls()

  private func openFolder() async throws -> (store: CalendarStore, path: String) {
    let path = try folder.makeFolder("vault")
    try folder.write(Samples.standup, to: "vault/a.ics")
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls), conflictsFolder: nil)
    await store.open([path])
    return (store, path)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("vault"))
  }

  private func unmount() throws {
    #expect(rename(folder.path("vault/a.ics"), folder.path("inside.ics")) == 0)
    calls.isMounted.store(false, ordering: .relaxed)
  }

  @Test func unmountedFolderKeepsShowingItsEventsAndIsReported() async throws {
    let (store, path) = try await openFolder()
    try unmount()
    await store.handle(.checkEverything)
    var snapshot = await store.snapshot()
    #expect(snapshot.events.map(\.summary) == ["Standup"])
    #expect(snapshot.staleFiles.map(\.error) == [.vanished(path: "\(path)/a.ics")])

    calls.isMounted.store(true, ordering: .relaxed)
    try folder.write(
      Samples.calendar(Samples.event(uid: "standup", summary: "Changed")), to: "vault/a.ics")
    await store.handle(.checkEverything)
    snapshot = await store.snapshot()
    #expect(snapshot.events.map(\.summary) == ["Changed"])
    #expect(snapshot.staleFiles.isEmpty)
  }

  @Test func remountWithANewDeviceNumberIsAccepted() async throws {
    let (store, path) = try await openFolder()
    try unmount()
    // The same calendar is mounted again. Many file systems get a new device number each time.
    try folder.write(Samples.standup, to: "vault/a.ics")
    await store.handle(.checkEverything)
    #expect(remove(folder.path("vault/a.ics")) == 0)
    await store.handle(.changed(folder: ByteString(path), names: ["a.ics"]))
    #expect(await store.snapshot().events.isEmpty, "a deletion on the new file system was ignored")
  }

  @Test func newEventIsNotWrittenToTheEmptyMountPoint() async throws {
    let (store, path) = try await openFolder()
    try unmount()
    let event = CalendarEvent(
      id: EventID(calendar: CalendarID(path), file: "new.ics", uid: "new"),
      times: EventTimes(
        start: .utc(try #require(WallTime("2026-01-07T09:00"))),
        end: .duration(EventDuration(seconds: 3_600))),
      summary: "New")
    await #expect(throws: StoreError.vanished(path: "\(path)/new.ics")) {
      try await store.perform(.edit(.add(event)))
    }
    #expect(try names() == [])
    // The event stays in memory and is saved once the folder is mounted again.
    calls.isMounted.store(true, ordering: .relaxed)
    #expect(await store.flush() == [])
    #expect(try names() == ["new.ics"])
  }
}
