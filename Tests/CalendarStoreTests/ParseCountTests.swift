import CalendarModel
import Foundation
import TestExtent
import Testing

@testable import CalendarStore

/// Contents that are already known are recognized by their bytes and not parsed again.
@Suite struct ParseCountTests {
  let folder = TemporaryFolder(inMemory: true)

  private func store() -> CalendarStore { CalendarStore(displayZone: .utc, isWatching: false) }

  /// Returns the report that the folder watcher makes when files in the folder change.
  private func report(_ names: ByteString..., in folder: String) -> WatchReport {
    .changed(folder: ByteString(folder), names: Set(names))
  }

  @Test func ownSaveIsNotParsedAgain() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let earlierCount = await store.loader.parseCount.value
    try await store.perform(.edit(event.moved(minutes: 15)))
    await store.handle(report("work.ics", in: folder.path))
    #expect(await store.loader.parseCount.value == earlierCount)
    #expect(try await store.snapshot().event("standup").startText == "2026-01-05T09:15:00")
  }

  @Test func undoRightAfterAMoveIsNotParsed() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let earlierCount = await store.loader.parseCount.value
    let edit = EditID()
    store.submit(.edit(event.moved(minutes: 15)), as: edit)
    _ = await store.flush()
    await store.handle(report("work.ics", in: folder.path))
    store.submit(.undo(edit), as: EditID())
    _ = await store.flush()
    await store.handle(report("work.ics", in: folder.path))
    #expect(await store.loader.parseCount.value == earlierCount)
    #expect(try folder.text("work.ics") == Samples.standup)
  }

  @Test func replacementWithTheSameContentsIsNotParsed() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    await store.open([path])
    let earlierCount = await store.loader.parseCount.value
    try folder.write(Samples.standup, to: "new")
    rename(folder.path("new"), path)
    await store.handle(report("work.ics", in: folder.path))
    #expect(await store.loader.parseCount.value == earlierCount)
  }

  @Test func versionWrittenByAnotherProgramIsParsedOnce() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    await store.open([path])
    let earlierCount = await store.loader.parseCount.value
    try folder.write(Samples.calendar(Samples.event(uid: "standup", summary: "Changed")), to: "work.ics")
    await store.handle(report("work.ics", in: folder.path))
    #expect(await store.loader.parseCount.value == earlierCount + 1)
    #expect(try await store.snapshot().event("standup").summary == "Changed")
  }

  @Test func contentsOfASaveWhoseRenameFailedAreNotParsed() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: FaultyCalls(.rename, EIO)),
      conflictsFolder: folder.path("conflicts"))
    let event = try await store.open([path]).event("standup")
    let earlierCount = await store.loader.parseCount.value
    store.submit(.edit(event.moved(minutes: 15)), as: EditID())
    #expect(await store.flush().count == 1)
    let key = ObjectKey(calendar: CalendarID(path), file: nil)
    let bytes = try #require(await store.file(key)?.document.bytes)
    try folder.write(String(decoding: bytes, as: UTF8.self), to: "work.ics")
    await store.handle(report("work.ics", in: folder.path))
    #expect(await store.file(key)?.unsavedSteps.isEmpty == true)
    #expect(await store.loader.parseCount.value == earlierCount)
  }

  @Test func externalChangeOfOneEventInAFolderReadsOneFile() async throws {
    let count = TestExtent.count(10_000)
    let subfolder = try folder.makeFolder("many")
    for number in 0..<count {
      let event = Samples.event(uid: "event-\(number)", more: ["LOCATION:Room \(number % 40)"])
      try folder.write(Samples.calendar(event), to: "many/\(number).ics")
    }
    let calls = CountingCalls()
    let store = CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts")
    )
    #expect(await store.open([subfolder]).events.count == count)
    let (parseCount, openCount) = (await store.loader.parseCount.value, calls[.open])
    #expect(parseCount == count)
    try folder.write(Samples.calendar(Samples.event(uid: "event-7", summary: "Changed")), to: "many/7.ics")
    await store.handle(report("7.ics", in: subfolder))
    #expect(await store.loader.parseCount.value == parseCount + 1)
    #expect(calls[.open] == openCount + 1)
    #expect(try await store.snapshot().event("event-7").summary == "Changed")
  }
}
