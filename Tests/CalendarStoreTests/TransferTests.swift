import CalendarDocument
import CalendarModel
import CalendarText
import Foundation
import Testing

@testable import CalendarStore

/// Transfers of events from one open calendar to another.
@Suite struct TransferTests {
  @Test(arguments: TwoCalendars.Kind.allCases, TwoCalendars.Content.allCases)
  func transferMovesExactlyTheBytesOfTheEvent(
    kind: TwoCalendars.Kind, content: TwoCalendars.Content
  ) async throws {
    let calendars = try TwoCalendars(kind, of: content)
    let (store, edit) = await calendars.store()
    let eventBefore = try await store.snapshot().walk
    try await store.perform(.edit(edit))

    #expect(try calendars.calendarsWithEvent == [calendars.destination])
    let files = try calendars.files
    switch kind {
    case .fileToFile:
      let zones = Array(content.zones.joined())
      #expect(files["home.ics"] == Samples.calendar(zones, TwoCalendars.lunch))
      let walk = Array(content.components.joined())
      #expect(files["work.ics"] == Samples.calendar(TwoCalendars.dinner, zones, walk))
    case .fileToFolder:
      #expect(files.keys.sorted() == ["home.ics", "work/dinner.ics", "work/new.ics"])
    case .folderToFile:
      #expect(files.keys.sorted() == ["work.ics"])
    }
    let eventAfter = try await store.snapshot().walk
    #expect(eventAfter.id == calendars.transferredID)
    #expect(eventAfter.differences(to: eventBefore).isEmpty)
    #expect(eventAfter.times.start.time(in: .utc).instant == eventBefore.times.start.time(in: .utc).instant)
  }

  @Test(arguments: TwoCalendars.Kind.allCases, TwoCalendars.Content.allCases)
  func undoRestoresTheBytesOfBothFilesAndRedoRepeatsTheTransfer(
    kind: TwoCalendars.Kind, content: TwoCalendars.Content
  ) async throws {
    let calendars = try TwoCalendars(kind, of: content)
    let (store, edit) = await calendars.store()
    let filesBefore = try calendars.files
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    let filesAfter = try calendars.files
    #expect(filesAfter != filesBefore)
    for _ in 0..<2 {
      try await store.perform(.undo(id))
      #expect(try calendars.files == filesBefore)
      #expect(try await store.snapshot().walk.id == edit.target)
      try await store.perform(.redo(id))
      #expect(try calendars.files == filesAfter)
    }
  }

  /// A synchronization program may have restored the event in the meantime.
  @Test(arguments: TwoCalendars.Kind.allCases, TwoCalendars.Content.allCases)
  func undoDoesNotDoubleAnEventThatIsBackInItsCalendar(
    kind: TwoCalendars.Kind, content: TwoCalendars.Content
  ) async throws {
    let calendars = try TwoCalendars(kind, of: content)
    let (store, edit) = await calendars.store()
    let originalTexts = try calendars.files
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    let restoredFile = kind == .folderToFile ? "home/restored.ics" : "home.ics"
    try calendars.folder.write(
      try #require(originalTexts[kind == .folderToFile ? "home/walk.ics" : restoredFile]), to: restoredFile)
    let folder = kind == .folderToFile ? calendars.folder.path("home") : calendars.folder.path
    let name = ByteString(restoredFile).splitPath.name
    await store.handle(.changed(folder: ByteString(folder), names: [name]))
    let files = try calendars.files
    await #expect(throws: StoreError.self) { try await store.perform(.undo(id)) }
    #expect(try calendars.files == files)
  }

  @Test func pendingChangesAreTransferred() async throws {
    let calendars = try TwoCalendars()
    let (store, edit) = await calendars.store()
    store.submit(
      .edit(EventEdit(target: edit.target, change: .set([.summary("Run")]))), as: EditID())
    store.submit(.edit(edit), as: EditID())
    store.submit(
      .edit(EventEdit(target: calendars.transferredID, change: .set([.location("Park")]))), as: EditID())
    #expect(await store.flush().isEmpty)
    let files = try calendars.files
    #expect(files["home.ics"]?.contains("UID:walk") == false)
    #expect(files["work.ics"]?.contains("SUMMARY:Run\r\n") == true)
    #expect(files["work.ics"]?.contains("LOCATION:Park\r\n") == true)
  }

  @Test func existingZoneIsNotWrittenTwice() async throws {
    let calendars = try TwoCalendars()
    try calendars.folder.write(Samples.calendar(TwoCalendars.zone), to: "work.ics")
    let (store, edit) = await calendars.store()
    try await store.perform(.edit(edit))
    #expect(try calendars.files["work.ics"] == Samples.calendar(TwoCalendars.zone, TwoCalendars.walk))
  }

  @Test func conflictingZonePreventsATransfer() async throws {
    let calendars = try TwoCalendars()
    let otherZone = TwoCalendars.zone.map { $0.replacing("+0530", with: "+0400") }
    try calendars.folder.write(Samples.calendar(otherZone), to: "work.ics")
    let filesBefore = try calendars.files
    let (store, edit) = await calendars.store()
    await #expect(throws: StoreError.transferFailed(.refused(.conflictingZone))) {
      try await store.perform(.edit(edit))
    }
    #expect(try calendars.files == filesBefore)
  }

  @Test(arguments: [TwoCalendars.Kind.fileToFile, .fileToFolder])
  func existingUIDPreventsATransfer(kind: TwoCalendars.Kind) async throws {
    let calendars = try TwoCalendars(kind)
    let name = kind == .fileToFolder ? "work/old.ics" : "work.ics"
    try calendars.folder.write(Samples.calendar(Samples.event(uid: "walk", summary: "Old walk")), to: name)
    let (store, _) = await calendars.store()
    let walk = try #require(await store.snapshot().events.first { $0.id.calendar == calendars.origin })
    let filesBefore = try calendars.files
    let id = walk.id.uid == "walk" ? walk.id : EventID(calendar: calendars.origin, uid: "walk")
    let error = await #expect(throws: StoreError.transferFailed(.refused(.exists))) {
      try await store.perform(
        .edit(EventEdit(target: id, change: .transfer(to: calendars.transferredID, calendarColor: nil))))
    }
    #expect(error?.message(.source).contains("choose another calendar") == true)
    #expect(try calendars.files == filesBefore)
  }

  @Test func transferOfOneOccurrenceOfASeriesIsRefused() async throws {
    let calendars = try TwoCalendars()
    let run = Samples.event(uid: "walk", more: ["RRULE:FREQ=DAILY"])
    try calendars.folder.write(Samples.calendar(run), to: "home.ics")
    let filesBefore = try calendars.files
    let (store, edit) = await calendars.store()
    await #expect(throws: StoreError.refused(.repeating)) { try await store.perform(.edit(edit)) }
    #expect(try calendars.files == filesBefore)
  }

  @Test func transferredSeriesHasTheSameOccurrences() async throws {
    let calendars = try TwoCalendars(.fileToFolder, of: .series)
    let (store, edit) = await calendars.store()
    func starts() async throws -> [Instant] {
      let days = try #require(Day("2026-01-01"))..<(try #require(Day("2026-04-01")))
      return await store.snapshot().index.occurrences(in: days).filter { $0.event.id.uid == "walk" }.map {
        $0.start.instant
      }
    }
    let startsBefore = try await starts()
    // The rule gives eight dates; one date is added, and another is excluded.
    #expect(startsBefore.count == 8)
    try await store.perform(.edit(edit))
    #expect(try await starts() == startsBefore)
    let nextStore = CalendarStore(displayZone: .utc, isWatching: false)
    let snapshot = await nextStore.open([calendars.origin.path, calendars.destination.path])
    #expect(snapshot.problems.isEmpty && snapshot.events.count { $0.id.uid == "walk" } == 3)
  }

  @Test func seriesInSeveralFilesIsNotTransferred() async throws {
    let calendars = try TwoCalendars(.folderToFile, of: .series)
    try calendars.folder.write(
      Samples.calendar(TwoCalendars.zone, TwoCalendars.series[2]), to: "home/other.ics")
    let (store, edit) = await calendars.store()
    let filesBefore = try calendars.files
    await #expect(throws: StoreError.refused(.series(SeriesRefusal(.severalFiles)))) {
      try await store.perform(.edit(edit))
    }
    #expect(try calendars.files == filesBefore)
  }

  @Test func zoneOfAnExcludedDateMustHaveTheSameMeaning() async throws {
    let calendars = try TwoCalendars()
    let series = Samples.event(
      uid: "walk", more: ["RRULE:FREQ=DAILY;COUNT=5", "EXDATE;TZID=Somewhere:20260107T090000"])
    try calendars.folder.write(Samples.calendar(TwoCalendars.zone, series), to: "home.ics")
    let otherZone = TwoCalendars.zone.map { $0.replacing("+0530", with: "+0400") }
    try calendars.folder.write(Samples.calendar(otherZone), to: "work.ics")
    let filesBefore = try calendars.files
    let (store, edit) = await calendars.store()
    var seriesEdit = edit
    seriesEdit.scope = .all
    await #expect(throws: StoreError.transferFailed(.refused(.conflictingZone))) {
      try await store.perform(.edit(seriesEdit))
    }
    #expect(try calendars.files == filesBefore)
  }

  @Test func undoDoesNotMoveASeriesThatAnotherProgramChanged() async throws {
    let calendars = try TwoCalendars(.fileToFile, of: .series)
    let (store, edit) = await calendars.store()
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    try calendars.folder.write(
      try calendars.folder.text("work.ics").replacing("Walk at night", with: "Walk at noon"), to: "work.ics")
    let filesBefore = try calendars.files
    await #expect(throws: StoreError.refused(.changedAfterEdit)) { try await store.perform(.undo(id)) }
    #expect(try calendars.files == filesBefore)
  }

  @Test func transferToAReadOnlyCalendarIsRefused() async throws {
    let calendars = try TwoCalendars()
    chmod(calendars.destination.path, 0o444)
    let filesBefore = try calendars.files
    let (store, edit) = await calendars.store()
    let error = StoreError.transferFailed(.readOnly(path: calendars.destination.path))
    await #expect(throws: error) { try await store.perform(.edit(edit)) }
    #expect(error.message(.source).contains("Choose another calendar"))
    #expect(try calendars.files == filesBefore)
    #expect(try await store.snapshot().walk.id == edit.target)
    #expect(await store.flush().isEmpty)
  }

  @Test func transferToAVanishedFolderIsRefused() async throws {
    let calendars = try TwoCalendars(.fileToFolder)
    let (store, edit) = await calendars.store()
    try FileManager.default.removeItem(atPath: calendars.destination.path)
    let filesBefore = try calendars.files
    let error = StoreError.transferFailed(.vanished(path: calendars.destination.path))
    await #expect(throws: error) { try await store.perform(.edit(edit)) }
    #expect(error.message(.source).contains("Choose another calendar"))
    #expect(try calendars.files == filesBefore)
    #expect(try await store.snapshot().walk.id == edit.target)
  }

  // MARK: Other programs

  @Test func changeByAnotherProgramIsTransferred() async throws {
    let calendars = try TwoCalendars()
    let (store, edit) = await calendars.store()
    let theirs = try calendars.folder.text("home.ics").replacing("X-ALARM:kept", with: "X-ALARM:theirs")
    try calendars.folder.write(theirs, to: "home.ics")
    try await store.perform(.edit(edit))
    #expect(try calendars.files["work.ics"]?.contains("X-ALARM:theirs") == true)
    #expect(try calendars.files["home.ics"]?.contains("UID:walk") == false)
  }

  @Test func eventDeletedByAnotherProgramIsNotTransferred() async throws {
    let calendars = try TwoCalendars()
    let (store, edit) = await calendars.store()
    try calendars.folder.write(Samples.calendar(TwoCalendars.lunch), to: "home.ics")
    let filesBefore = try calendars.files
    await #expect(throws: StoreError.unknownEvent(uid: "walk")) { try await store.perform(.edit(edit)) }
    #expect(try calendars.files == filesBefore)
  }

  @Test func eventAddedByAnotherProgramToTheDestinationIsKept() async throws {
    let calendars = try TwoCalendars()
    let (store, edit) = await calendars.store()
    try calendars.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "work.ics")
    try await store.perform(.edit(edit))
    #expect(try calendars.calendarsWithEvent == [calendars.destination])
    #expect(try calendars.files["work.ics"]?.contains("UID:theirs") == true)
    #expect(await store.snapshot().events.count == 3)
  }

  @Test func undoIsRefusedIfAnotherProgramHasChangedTheEvent() async throws {
    let calendars = try TwoCalendars()
    let (store, edit) = await calendars.store()
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    try calendars.folder.write(
      try calendars.folder.text("work.ics").replacing("X-ALARM:kept", with: "X-ALARM:theirs"), to: "work.ics")
    let filesBefore = try calendars.files
    await #expect(throws: StoreError.refused(.changedAfterEdit)) { try await store.perform(.undo(id)) }
    #expect(try calendars.files == filesBefore)
  }
}
