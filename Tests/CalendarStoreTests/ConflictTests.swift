import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Edits to a file that another program also changes.
@Suite struct ConflictTests {
  let folder = TemporaryFolder()

  private func store() -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(), conflictsFolder: folder.path("conflicts"))
  }

  private static func calendar(summary: String = "Standup", start: String = "DTSTART:20260105T090000Z")
    -> String
  {
    Samples.calendar(
      Samples.event(uid: "standup", summary: summary, start: start),
      Samples.event(uid: "other", summary: "Lunch"))
  }

  @Test func editIsMergedWithAChangeElsewhereInTheFile() async throws {
    let path = try folder.write(Self.calendar(), to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    try folder.write(Self.calendar(summary: "Daily standup"), to: "work.ics")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let text = try folder.text("work.ics")
    #expect(text.contains("SUMMARY:Daily standup"))
    #expect(text.contains("DTSTART:20260105T093000Z"))
    #expect(try await store.snapshot().event("standup").summary == "Daily standup")
    #expect(try folder.names() == ["work.ics"])
  }

  @Test func changeWithTheSameSizeAndTimeIsDetected() async throws {
    let path = try folder.write(Self.calendar(summary: "Standup"), to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    var attributes = stat()
    stat(path, &attributes)
    // The file is rewritten in place with the same size and the old modification time, so only its contents
    // differ.
    let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    try handle.write(contentsOf: Data(Self.calendar(summary: "Seminar").utf8))
    try handle.close()
    var times = [attributes.st_atim, attributes.st_mtim]
    utimensat(AT_FDCWD, path, &times, 0)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("work.ics").contains("SUMMARY:Seminar"))
  }

  @Test func conflictingChangesKeepBothVersions() async throws {
    let path = try folder.write(Self.calendar(), to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let theirs = Self.calendar(start: "DTSTART:20260105T083000Z")
    try folder.write(theirs, to: "work.ics")
    let error = await #expect(throws: StoreError.self) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(try folder.text("work.ics") == theirs)
    #expect(try await store.snapshot().event("standup").startText == "2026-01-05T08:30:00")
    guard case .conflict(.path(path), let copyPath?) = error else {
      Issue.record("no conflict with a copy of our version was reported: \(String(describing: error))")
      return
    }
    #expect(try String(contentsOfFile: copyPath, encoding: .utf8).contains("DTSTART:20260105T093000Z"))
    #expect(copyPath.hasPrefix(folder.path("conflicts/work-")))
    #expect(await store.flush().isEmpty)
  }

  @Test func touchingAFileIsNotAConflict() async throws {
    let path = try folder.write(Self.calendar(), to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    utimes(path, nil)
    chmod(path, 0o640)
    try await store.perform(.edit(event.moved(minutes: 30)))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func undoIsRefusedIfAnotherProgramHasChangedTheEvent() async throws {
    let path = try folder.write(Self.calendar(), to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let id = EditID()
    store.submit(.edit(event.moved(minutes: 30)), as: id)
    _ = await store.flush()
    let theirs = try folder.text("work.ics").replacingOccurrences(
      of: "SUMMARY:Standup", with: "SUMMARY:Changed")
    try folder.write(theirs, to: "work.ics")
    await #expect(throws: StoreError.self) { try await store.perform(.undo(id)) }
    #expect(try folder.text("work.ics") == theirs)
  }

  @Test func twoStoresEditingTheSameFileLoseNothing() async throws {
    let path = try folder.write(Self.calendar(), to: "work.ics")
    let (firstStore, secondStore) = (store(), store())
    let standup = try await firstStore.open([path]).event("standup")
    let other = try await secondStore.open([path]).event("other")
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for minutes in 1...40 { try? await firstStore.perform(.edit(standup.moved(minutes: minutes))) }
      }
      group.addTask {
        for minutes in 1...40 { try? await secondStore.perform(.edit(other.moved(minutes: -minutes))) }
      }
    }
    #expect(await firstStore.flush().isEmpty)
    #expect(await secondStore.flush().isEmpty)
    let text = try folder.text("work.ics")
    #expect(text.contains("DTSTART:20260105T094000Z"))
    #expect(text.contains("DTSTART:20260105T082000Z"))
    #expect(try folder.names() == ["work.ics"])
  }
}
