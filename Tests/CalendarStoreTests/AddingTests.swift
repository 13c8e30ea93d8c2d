import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Creating and deleting events, in a file and in a folder of files.
@Suite struct AddingTests {
  let folder = TemporaryFolder()

  private func store(files: CalendarFiles = CalendarFiles()) -> CalendarStore {
    CalendarStore(
      displayZone: .utc, isWatching: false, files: files, conflictsFolder: folder.path("conflicts"))
  }

  /// Returns a new event, “Walk”, on Tuesday at 9:00.
  private func walk(in calendar: CalendarID, hasSeparateObjects: Bool, zone: Zone = .utc) throws
    -> CalendarEvent
  {
    var random = SystemRandomNumberGenerator()
    let start = try #require(WallTime("2026-01-06T09:00"))
    let times = EventTimes(
      start: .at(start, in: zone), end: .time(.at(start.adding(minutes: 45), in: zone)))
    return CalendarEvent(
      id: .random(in: calendar, hasSeparateObjects: hasSeparateObjects, using: &random), times: times,
      summary: "Walk")
  }

  private func deletion(of event: CalendarEvent) -> StoreChange {
    .edit(EventEdit(target: event.id, change: .delete))
  }

  /// Makes a calendar folder with the standup in it, and returns the folder's path.
  private func makeFolderCalendar() throws -> String {
    let path = try folder.makeFolder("home")
    try folder.write(Samples.standup, to: "home/standup.ics")
    return path
  }

  /// Returns the names in the temporary folder and in its subfolder `home`.
  private func names() throws -> [String] {
    try folder.names().filter { $0 != "home" }
      + FileManager.default.contentsOfDirectory(
        atPath: folder.path("home")
      ).sorted()
  }

  @Test func addingToAFileAddsOnlyTheLinesOfTheEvent() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    await store.open([path])
    let event = try walk(in: CalendarID(path), hasSeparateObjects: false)
    try await store.perform(.edit(.add(event)))
    let lines = difference(Samples.standup, try folder.text("work.ics"))
    #expect(lines.allSatisfy { $0.hasPrefix("+") })
    #expect(lines.contains("+UID:\(event.id.uid)"))
    #expect(try await store.snapshot().event(event.id.uid) == event)
  }

  @Test func eventInAFolderHasItsOwnFile() async throws {
    let path = try makeFolderCalendar()
    let store = store()
    await store.open([path])
    let berlin = try #require(SystemZones.shared.zone(named: "Europe/Berlin"))
    let event = try walk(in: CalendarID(path), hasSeparateObjects: true, zone: berlin)
    try await store.perform(.edit(.add(event)))
    #expect(try names() == ["\(event.id.uid).ics", "standup.ics"].sorted())
    let reopenedStore = self.store()
    let snapshot = await reopenedStore.open([path])
    #expect(try snapshot.event(event.id.uid) == event)
    #expect(snapshot.problems.isEmpty)
    #expect(try folder.text("home/\(event.id.uid).ics").contains("BEGIN:VTIMEZONE"))
  }

  @Test func undoneAdditionLeavesNoTrace() async throws {
    let path = try makeFolderCalendar()
    let store = store()
    await store.open([path])
    let event = try walk(in: CalendarID(path), hasSeparateObjects: true)
    let id = EditID()
    store.submit(.edit(.add(event)), as: id)
    #expect(await store.flush().isEmpty)
    let writtenText = try folder.text("home/\(event.id.uid).ics")
    try await store.perform(.undo(id))
    #expect(try names() == ["standup.ics"])
    #expect(await store.snapshot().events.count == 1)
    #expect(await store.snapshot().problems.isEmpty)
    try await store.perform(.redo(id))
    #expect(try folder.text("home/\(event.id.uid).ics") == writtenText)
  }

  @Test func undoneAdditionThatWasNotSavedIsNeverWritten() async throws {
    let path = try makeFolderCalendar()
    let calls = FaultyCalls(.create, ENOSPC)
    let store = store(files: CalendarFiles(calls: calls))
    await store.open([path])
    let event = try walk(in: CalendarID(path), hasSeparateObjects: true)
    let id = EditID()
    store.submit(.edit(.add(event)), as: id)
    #expect(await store.flush().count == 1)
    try await store.perform(.undo(id))
    #expect(await store.flush().isEmpty)
    #expect(try names() == ["standup.ics"])
  }

  /// Deletes the only event of a folder; returns the store, the event as it was, and the edit's ID for undo.
  private func deleteFromFolder() async throws -> (CalendarStore, CalendarEvent, EditID) {
    let path = try makeFolderCalendar()
    let store = store()
    let event = try await store.open([path]).event("standup")
    let id = EditID()
    store.submit(deletion(of: event), as: id)
    #expect(await store.flush().isEmpty)
    return (store, event, id)
  }

  @Test func deletingInAFolderRemovesTheFileAndUndoRestoresItsBytes() async throws {
    let (store, event, id) = try await deleteFromFolder()
    #expect(try names() == [])
    #expect(await store.snapshot().events.isEmpty)
    try await store.perform(.undo(id))
    #expect(try folder.text("home/standup.ics") == Samples.standup)
    #expect(try await store.snapshot().event("standup") == event)
    try await store.perform(.redo(id))
    #expect(try names() == [])
  }

  @Test func deletingInAFileRemovesOnlyTheLinesOfTheEvent() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    try await store.perform(deletion(of: event))
    #expect(try folder.text("work.ics") == Samples.calendar([]))
    #expect(await self.store().open([path]).failures.isEmpty)
  }

  @Test func fileWithOtherEventsIsNotRemoved() async throws {
    let path = try folder.makeFolder("home")
    try folder.write(
      Samples.calendar(Samples.event(uid: "a"), Samples.event(uid: "b")), to: "home/both.ics")
    let store = store()
    let event = try await store.open([path]).event("a")
    try await store.perform(deletion(of: event))
    #expect(try folder.text("home/both.ics") == Samples.calendar(Samples.event(uid: "b")))
  }

  @Test func eventChangedByAnotherProgramIsNotDeleted() async throws {
    let path = try makeFolderCalendar()
    let store = store()
    let event = try await store.open([path]).event("standup")
    let theirs = Samples.calendar(Samples.event(uid: "standup", summary: "Theirs"))
    try folder.write(theirs, to: "home/standup.ics")
    let change = deletion(of: event)
    let error = await #expect(throws: StoreError.self) { try await store.perform(change) }
    guard case .conflict = error else {
      Issue.record("no conflict: \(String(describing: error))")
      return
    }
    #expect(try folder.text("home/standup.ics") == theirs)
    #expect(try await store.snapshot().event("standup").summary == "Theirs")
  }

  @Test func deletingAnAlreadyRemovedEventSucceeds() async throws {
    let path = try makeFolderCalendar()
    let store = store()
    let event = try await store.open([path]).event("standup")
    try FileManager.default.removeItem(atPath: folder.path("home/standup.ics"))
    try await store.perform(deletion(of: event))
    #expect(try names() == [])
  }

  @Test func undoDoesNotOverwriteAnEventThatAnotherProgramRestored() async throws {
    let (store, _, id) = try await deleteFromFolder()
    let theirs = Samples.calendar(Samples.event(uid: "standup", summary: "Theirs"))
    try folder.write(theirs, to: "home/standup.ics")
    await #expect(throws: StoreError.self) { try await store.perform(.undo(id)) }
    #expect(try folder.text("home/standup.ics") == theirs)
  }

  @Test(arguments: [FaultyCalls.Call.create, .write, .synchronizeFile, .rename, .remove])
  func failedSavesAreRetried(call: FaultyCalls.Call) async throws {
    let path = try makeFolderCalendar()
    let calls = FaultyCalls(call, ENOSPC)
    let store = store(files: CalendarFiles(calls: calls))
    let event = try await store.open([path]).event("standup")
    let addedEvent = try walk(in: CalendarID(path), hasSeparateObjects: true)
    store.submit(.edit(.add(addedEvent)), as: EditID())
    store.submit(deletion(of: event), as: EditID())
    // A file is deleted by renaming it and then removing it under its new name. If the removal fails, the
    // next launch removes it.
    let unsavedCount =
      switch call {
      case .synchronizeFile, .rename: 2
      case .remove: 0
      case .create, .write: 1
      }
    #expect(await store.flush().count == unsavedCount)
    // Everything that was reported as saved is on disk: the name of the deleted file is gone, and only a hidden file
    // may be left.
    if call == .remove { #expect(try names().filter { !$0.hasPrefix(".") } == ["\(addedEvent.id.uid).ics"]) }
    calls.repair()
    #expect(await store.flush().isEmpty)
    #expect(await store.open([path]).events.map(\.summary) == ["Walk"])
    #expect(try names().count == 1)
    #expect(try names() != ["standup.ics"])
  }

  @Test func ownWritesAreNotTreatedAsExternalChanges() async throws {
    let path = try makeFolderCalendar()
    let store = store()
    let event = try await store.open([path]).event("standup")
    let createdEvent = try walk(in: CalendarID(path), hasSeparateObjects: true)
    try await store.perform(.edit(.add(createdEvent)))
    let id = EditID()
    store.submit(deletion(of: event), as: id)
    #expect(await store.flush().isEmpty)
    await store.handle(
      .changed(folder: ByteString(path), names: ["standup.ics", "\(createdEvent.id.uid).ics"]))
    #expect(await store.snapshot().events == [createdEvent])
    try await store.perform(.undo(id))
    #expect(await store.snapshot().events.count == 2)
  }

  @Test func propertyChangesAreSavedAndUndone() async throws {
    let path = try folder.write(Samples.standup, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("standup")
    let id = EditID()
    let change = EventEdit.Change.set([.summary("Daily"), .location("Room 5")])
    store.submit(.edit(EventEdit(target: event.id, change: change)), as: id)
    #expect(await store.flush().isEmpty)
    let lines = difference(Samples.standup, try folder.text("work.ics")).filter { !$0.contains("DTSTAMP") }
    #expect(Set(lines) == ["-SUMMARY:Standup", "+SUMMARY:Daily", "+LOCATION:Room 5"])
    try await store.perform(.undo(id))
    #expect(try folder.text("work.ics") == Samples.standup)
  }

  @Test func closedCalendarRefusesEvents() async throws {
    let store = store()
    let event = try walk(in: CalendarID("/nowhere"), hasSeparateObjects: true)
    await #expect(throws: StoreError.notFound(path: "/nowhere")) {
      try await store.perform(.edit(.add(event)))
    }
  }
}
