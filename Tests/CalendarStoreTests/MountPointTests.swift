import CalendarModel
import Foundation
import Glibc
import Synchronization
import Testing

@testable import CalendarStore

/// Calendars on a volume that was mounted when they were last opened. While the volume is not mounted, the folder at
/// its mount point is not the calendar.
@Suite struct MountPointTests {
  private let folder = TemporaryFolder()
  private let calls = MountingCalls()

  /// System calls with a given set of mount points.
  private final class MountingCalls: FileCalls {
    let mountPoints = Mutex<Set<String>>([])

    func isMountPoint(_ folder: Int32) -> Bool {
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(folder)")
      return mountPoints.withLock { $0.contains(path ?? "") }
    }
  }

  private func store(isWatching: Bool = true) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: isWatching, files: CalendarFiles(calls: calls), conflictsFolder: nil,
      timeout: 5_000, mountsFolder: folder.path("state/mounts"))
  }

  private func mount(_ name: String = "vault") throws {
    if !FileManager.default.fileExists(atPath: folder.path(name)) { try folder.makeFolder(name) }
    try folder.write(Samples.standup, to: "\(name)/a.ics")
    calls.mountPoints.withLock { _ = $0.insert(folder.path(name)) }
  }

  private func unmount(_ name: String = "vault") {
    #expect(remove(folder.path("\(name)/a.ics")) == 0)
    calls.mountPoints.withLock { $0 = [] }
  }

  private func names(in folderName: String = "vault") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path(folderName))
  }

  private func newEvent() throws -> CalendarEvent {
    CalendarEvent(
      id: EventID(calendar: CalendarID(folder.path("vault")), file: "new.ics", uid: "new"),
      times: EventTimes(
        start: .utc(try #require(WallTime("2026-01-07T09:00"))),
        end: .duration(EventDuration(seconds: 3_600))),
      summary: "New")
  }

  @Test func emptyMountPointIsNotAnEmptyCalendar() async throws {
    try mount()
    let path = folder.path("vault")
    #expect(await store().open([path]).events.count == 1)

    unmount()
    let store = store()
    let snapshot = await store.open([path], isReopening: true)
    #expect(snapshot.calendars.map(\.unavailableReason) == [.missing(.notMounted(path: path))])
    #expect(snapshot.failures.isEmpty)
    let event = try newEvent()
    await #expect(throws: StoreError.vanished(path: path)) {
      try await store.perform(.edit(.add(event)))
    }
    #expect(try names() == [])

    // The calendar is opened once its volume is mounted.
    try mount()
    await store.openMissing()
    for _ in 0..<3_000 where await store.snapshot().events.isEmpty {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(await store.snapshot().events.map(\.summary) == ["Standup"])
    try await store.perform(.edit(.add(event)))
    #expect(try names().sorted() == ["a.ics", "new.ics"])
  }

  @Test func mountPointWithOtherFilesIsNotTheCalendar() async throws {
    try mount()
    let path = folder.path("vault")
    _ = await store().open([path])
    unmount()
    try folder.write(Samples.calendar(Samples.event(uid: "left")), to: "vault/left.ics")
    let snapshot = await store().open([path], isReopening: true)
    #expect(snapshot.calendars.map(\.unavailableReason) == [.missing(.notMounted(path: path))])
  }

  @Test func commandsDoNotOpenAnEmptyMountPoint() async throws {
    try mount()
    let path = folder.path("vault")
    _ = await store().open([path])
    unmount()
    let snapshot = await store(isWatching: false).open([path])
    #expect(snapshot.failures == [.notMounted(path: path)])
  }

  @Test func explicitlyOpenedMountPointIsUsed() async throws {
    try mount()
    let path = folder.path("vault")
    _ = await store().open([path])
    unmount()
    // The volume is no longer used, and its calendars were copied to the folder.
    try folder.write(Samples.standup, to: "vault/a.ics")
    #expect(await store().open([path]).events.count == 1)
    #expect(await store().open([path], isReopening: true).events.count == 1)
  }

  @Test func calendarBelowAnUnmountedMountPointIsMissing() async throws {
    try folder.makeFolder("stick")
    try mount("stick/work")
    calls.mountPoints.withLock { $0 = [folder.path("stick")] }
    let path = folder.path("stick/work")
    _ = await store().open([path])
    unmount("stick/work")
    let snapshot = await store().open([path], isReopening: true)
    #expect(snapshot.calendars.map(\.unavailableReason) == [.missing(.notMounted(path: path))])
  }

  @Test func mountPointThatContainsTheStateFileIsIgnored() async throws {
    try folder.makeFolder("state")
    try mount()
    calls.mountPoints.withLock { $0 = [folder.path] }
    let path = folder.path("vault")
    _ = await store().open([path])
    // The home folder is now on the root file system, with everything in it.
    calls.mountPoints.withLock { $0 = [] }
    #expect(await store().open([path], isReopening: true).events.count == 1)
  }

  @Test func plainFolderMayBecomeEmptyButNotBeReplaced() async throws {
    let path = try folder.makeFolder("work")
    try folder.write(Samples.standup, to: "work/a.ics")
    _ = await store().open([path])
    #expect(remove(folder.path("work/a.ics")) == 0)
    var snapshot = await store().open([path], isReopening: true)
    #expect(
      snapshot.calendars.map(\.unavailableReason) == [nil],
      "a folder whose last event was deleted counts as missing")

    try folder.write(Samples.standup, to: "work/a.ics")
    _ = await store().open([path], isReopening: true)
    #expect(rename(path, folder.path("elsewhere")) == 0)
    try folder.makeFolder("work")
    snapshot = await store().open([path], isReopening: true)
    #expect(snapshot.calendars.map(\.unavailableReason) == [.missing(.emptied(path: path))])
    snapshot = await store().open([path])
    #expect(
      snapshot.calendars.map(\.unavailableReason) == [nil], "an explicitly opened folder counts as missing")
    snapshot = await store().open([path], isReopening: true)
    #expect(snapshot.calendars.map(\.unavailableReason) == [nil], "the new folder was not remembered")
  }

  @Test func unmountingAnOpenCalendarKeepsItsEventsAndRefusesEdits() async throws {
    try mount()
    let path = folder.path("vault")
    let store = store(isWatching: false)
    await store.open([path])
    // A bind mount from the same file system has the same device number.
    unmount()
    await store.handle(.checkEverything)
    #expect(await store.snapshot().events.map(\.summary) == ["Standup"])
    let event = try newEvent()
    await #expect(throws: StoreError.vanished(path: "\(path)/new.ics")) {
      try await store.perform(.edit(.add(event)))
    }
    #expect(try names() == [])
  }

  @Test func mountPointsAreRecognized() {
    let files = CalendarFiles()
    #expect(files.isMountPoint("/proc") && files.mountPoint(above: "/proc/self/task") == "/proc")
    #expect(!files.isMountPoint(ByteString(folder.path)))
  }
}
