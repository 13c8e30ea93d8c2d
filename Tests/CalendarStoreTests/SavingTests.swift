import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Saving and undoing edits to a calendar file, and saving a copy of the file.
@Suite struct SavingTests {
  let folder = TemporaryFolder()

  func store(files: CalendarFiles = CalendarFiles()) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: files, conflictsFolder: folder.path("conflicts"))
  }

  @Test func editChangesOnlyItsOwnLinesOnDisk() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    try await store.perform(.edit(event.moved(minutes: 30)))
    let lines = difference(Samples.standup, try folder.text("work.ics")).filter { !$0.contains("DTSTAMP") }
    #expect(
      Set(lines) == [
        "-DTSTART:20260105T090000Z", "+DTSTART:20260105T093000Z", "-DTEND:20260105T091500Z",
        "+DTEND:20260105T094500Z",
      ])
    #expect(try folder.names() == ["work.ics"])
  }

  @Test func openingAndFlushingLeaveTheFileUnchanged() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let originalInode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    let store = store()
    await store.open([path])
    #expect(await store.flush().isEmpty)
    #expect(try folder.text("work.ics") == Samples.standup)
    #expect(
      try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int == originalInode)
  }

  @Test func undoRestoresTheBytesAndRedoRestoresTheEdit() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let id = EditID()
    store.submit(.edit(event.moved(minutes: 30)), as: id)
    #expect(await store.flush().isEmpty)
    let editedText = try folder.text("work.ics")
    try await store.perform(.undo(id))
    #expect(try folder.text("work.ics") == Samples.standup)
    try await store.perform(.redo(id))
    #expect(try folder.text("work.ics") == editedText)
  }

  @Test func editsAreAppliedInSubmissionOrder() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    for minutes in 1...200 { store.submit(.edit(event.moved(minutes: minutes)), as: EditID()) }
    #expect(await store.flush().isEmpty)
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T122000Z"))
  }

  @Test func everySubmittedEditIsReportedAsSaved() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let ids = (0..<20).map { _ in EditID() }
    for (minutes, id) in ids.enumerated() { store.submit(.edit(event.moved(minutes: minutes)), as: id) }
    var unsavedIDs = Set(ids)
    for await event in store.events {
      if case .saved(let ids) = event { unsavedIDs.subtract(ids) }
      if unsavedIDs.isEmpty { break }
    }
    #expect(unsavedIDs.isEmpty)
  }

  @Test func editOfAnUnknownEventIsRefused() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    var event = try await store.open([path]).event("standup")
    event.id = EventID(calendar: event.id.calendar, uid: "nobody")
    let edit = event.moved(minutes: 5)
    await #expect(throws: StoreError.unknownEvent(uid: "nobody")) { try await store.perform(.edit(edit)) }
  }

  @Test func copyDoesNotOverwriteAnExistingFile() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    await store.open([path])
    try await store.saveCopy(of: CalendarID(path), to: folder.path("copy.ics"))
    #expect(try folder.text("copy.ics") == Samples.standup)
    await #expect(throws: StoreError.exists(path: path)) {
      try await store.saveCopy(of: CalendarID(path), to: path)
    }
    #expect(try folder.names() == ["copy.ics", "work.ics"])
  }
}
