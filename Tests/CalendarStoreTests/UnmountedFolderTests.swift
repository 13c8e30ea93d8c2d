import CalendarModel
import Foundation
import Glibc
import Synchronization
import Testing

@testable import CalendarStore

/// A folder that is mounted and unmounted leaves an empty folder behind, on another file system: that is no deletion of
/// what was in it, and nothing belongs there.
@Suite struct UnmountedFolderTests {
  let folder = TemporaryFolder()

  /// A kernel for which folders are on another file system while nothing is mounted.
  private final class MountCalls: FileCalls {
    let isMounted = Atomic(true)

    func facts(of file: Int32, _ facts: inout stat) -> Int32 {
      let status = SystemCalls().facts(of: file, &facts)
      if !isMounted.load(ordering: .relaxed), facts.isFolder { facts.st_dev += 1 }
      return status
    }
  }

  private let calls = MountCalls()

  private func opened() async throws -> (store: CalendarStore, path: String) {
    let path = try folder.makeFolder("vault")
    try folder.write(Samples.standup, to: "vault/a.ics")
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls), conflicts: nil)
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

  @Test func eventsOfAnUnmountedFolderStayVisibleWithABanner() async throws {
    let (store, path) = try await opened()
    try unmount()
    await store.look(at: .overflow)
    var snapshot = await store.snapshot()
    #expect(snapshot.events.map(\.summary) == ["Standup"])
    #expect(snapshot.stale.map(\.error) == [.vanished(path: "\(path)/a.ics")])

    calls.isMounted.store(true, ordering: .relaxed)
    try folder.write(
      Samples.calendar(Samples.event(uid: "standup", summary: "Changed")), to: "vault/a.ics")
    await store.look(at: .overflow)
    snapshot = await store.snapshot()
    #expect(snapshot.events.map(\.summary) == ["Changed"])
    #expect(snapshot.stale.isEmpty)
  }

  @Test func anotherFileSystemWithFilesIsTaken() async throws {
    let (store, path) = try await opened()
    try unmount()
    // The same calendar, mounted again: many kinds of file systems have a new number each time.
    try folder.write(Samples.standup, to: "vault/a.ics")
    await store.look(at: .overflow)
    #expect(remove(folder.path("vault/a.ics")) == 0)
    await store.look(at: .changed(folder: ByteString(path), names: ["a.ics"]))
    #expect(await store.snapshot().events.isEmpty, "a deletion is one there too")
  }

  @Test func aNewEventIsNotWrittenBelowTheMountPoint() async throws {
    let (store, path) = try await opened()
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
    // It stays in memory, and is saved where it belongs once that is there.
    calls.isMounted.store(true, ordering: .relaxed)
    #expect(await store.flush() == [])
    #expect(try names() == ["new.ics"])
  }
}
