import CalendarModel
import CalendarText
import Glibc
import Testing

@testable import CalendarStore

/// Failed saves: the file stays intact, and the edit stays in memory and can be saved again.
@Suite struct FaultTests {
  let folder = TemporaryFolder()

  @Test(arguments: FaultyCalls.Call.forReplacement)
  func editOnAFullDiskIsKeptAndCanBeSavedLater(call: FaultyCalls.Call) async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let calls = FaultyCalls(call, ENOSPC)
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts")
    )
    let event = try await store.open([path]).event("standup")
    await #expect(throws: StoreError.diskFull(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(try folder.text("work.ics") == Samples.standup)
    #expect(try folder.names() == ["work.ics"])
    #expect(try await store.snapshot().event("standup").startText == "2026-01-05T09:30:00")
    #expect(await store.flush().map(\.error) == [.diskFull(path: path)])

    calls.repair()
    #expect(await store.flush().isEmpty)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func nextEditAlsoSavesTheFailedOne() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let calls = FaultyCalls(.write, ENOSPC)
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls), conflictsFolder: nil)
    let event = try await store.open([path]).event("standup")
    let (first, second) = (EditID(), EditID())
    store.submit(.edit(event.moved(minutes: 30)), as: first)
    _ = await store.flush()
    calls.repair()
    store.submit(.edit(event.moved(minutes: 60)), as: second)
    _ = await store.flush()
    var savedIDs: [EditID] = []
    for await event in store.events {
      if case .saved(let ids) = event { savedIDs = ids }
      if !savedIDs.isEmpty { break }
    }
    #expect(savedIDs == [first, second])
  }

  @Test(arguments: [EROFS, EACCES, EPERM]) func readOnlyErrorNamesTheFile(code: Int32) async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let files = CalendarFiles(calls: FaultyCalls(.create, code))
    let store = CalendarStore(displayZone: .utc, isWatching: false, files: files, conflictsFolder: nil)
    let event = try await store.open([path]).event("standup")
    await #expect(throws: StoreError.readOnly(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(StoreError.readOnly(path: path).message(.source).contains(path))
  }

  @Test func unwritableFileIsNotReplaced() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    chmod(path, 0o444)
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let snapshot = await store.open([path])
    #expect(snapshot.calendars.map(\.isReadOnly) == [true])
    let event = try snapshot.event("standup")
    await #expect(throws: StoreError.readOnly(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(try folder.text("work.ics") == Samples.standup)
  }

  @Test func editInAVanishedFolderCanBeSavedAsACopy() async throws {
    let subfolder = try folder.makeFolder("stick")
    let path = try folder.write(Samples.standup, to: "stick/work.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = try await store.open([path]).event("standup")
    unlink(path)
    rmdir(subfolder)
    await #expect(throws: StoreError.vanished(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    try await store.saveCopy(of: CalendarID(path), to: folder.path("copy.ics"))
    #expect(try folder.text("copy.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func editDoesNotRecreateADeletedFileOfAFolder() async throws {
    let subfolder = try folder.makeFolder("personal")
    let path = try folder.write(Samples.standup, to: "personal/a.ics")
    let store = CalendarStore(displayZone: .utc, isWatching: false)
    let event = try await store.open([subfolder]).event("standup")
    unlink(path)
    await #expect(throws: StoreError.vanished(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(access(path, F_OK) != 0)
  }
}
