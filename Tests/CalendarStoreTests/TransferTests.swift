import CalendarDocument
import CalendarModel
import CalendarText
import Foundation
import Testing

@testable import CalendarStore

/// Transfers of events from one open calendar to another.
@Suite struct TransferTests {
  @Test(arguments: TwoCalendars.Kind.allCases)
  func transferMovesExactlyTheBytesOfTheEvent(kind: TwoCalendars.Kind) async throws {
    let two = try TwoCalendars(kind)
    let (store, edit) = await two.store()
    let before = try await store.snapshot().event("walk")
    try await store.perform(.edit(edit))

    #expect(try two.calendarsWithEvent == [two.destination])
    let files = try two.files
    switch kind {
    case .fileToFile:
      #expect(files["home.ics"] == Samples.calendar(TwoCalendars.zone, TwoCalendars.lunch))
      #expect(
        files["work.ics"] == Samples.calendar(TwoCalendars.dinner, TwoCalendars.zone, TwoCalendars.walk))
    case .fileToFolder:
      #expect(files.keys.sorted() == ["home.ics", "work/dinner.ics", "work/new.ics"])
    case .folderToFile:
      #expect(files.keys.sorted() == ["work.ics"])
    }
    let after = try await store.snapshot().event("walk")
    #expect(after.id == two.transferredID)
    #expect(after.differences(to: before).isEmpty)
    #expect(after.times.start.time(in: .utc).instant == before.times.start.time(in: .utc).instant)
  }

  @Test(arguments: TwoCalendars.Kind.allCases)
  func undoRestoresEveryByteOfBothAndRedoTheTransfer(kind: TwoCalendars.Kind) async throws {
    let two = try TwoCalendars(kind)
    let (store, edit) = await two.store()
    let before = try two.files
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    let after = try two.files
    #expect(after != before)
    for _ in 0..<2 {
      try await store.perform(.undo(id))
      #expect(try two.files == before)
      #expect(try await store.snapshot().event("walk").id == edit.target)
      try await store.perform(.redo(id))
      #expect(try two.files == after)
    }
  }

  @Test func pendingChangesAreTransferred() async throws {
    let two = try TwoCalendars()
    let (store, edit) = await two.store()
    store.submit(
      .edit(EventEdit(target: edit.target, change: .set([.summary("Run")]))), as: EditID())
    store.submit(.edit(edit), as: EditID())
    store.submit(.edit(EventEdit(target: two.transferredID, change: .set([.location("Park")]))), as: EditID())
    #expect(await store.flush().isEmpty)
    let files = try two.files
    #expect(files["home.ics"]?.contains("UID:walk") == false)
    #expect(files["work.ics"]?.contains("SUMMARY:Run\r\n") == true)
    #expect(files["work.ics"]?.contains("LOCATION:Park\r\n") == true)
  }

  @Test func existingZoneIsNotWrittenTwice() async throws {
    let two = try TwoCalendars()
    try two.folder.write(Samples.calendar(TwoCalendars.zone), to: "work.ics")
    let (store, edit) = await two.store()
    try await store.perform(.edit(edit))
    #expect(try two.files["work.ics"] == Samples.calendar(TwoCalendars.zone, TwoCalendars.walk))
  }

  @Test func conflictingZoneRefusesATransfer() async throws {
    let two = try TwoCalendars()
    let other = TwoCalendars.zone.map { $0.replacing("+0530", with: "+0400") }
    try two.folder.write(Samples.calendar(other), to: "work.ics")
    let before = try two.files
    let (store, edit) = await two.store()
    await #expect(throws: StoreError.notMoved(.refused(.otherZone))) { try await store.perform(.edit(edit)) }
    #expect(try two.files == before)
  }

  @Test(arguments: [TwoCalendars.Kind.fileToFile, .fileToFolder])
  func existingUIDRefusesATransfer(kind: TwoCalendars.Kind) async throws {
    let two = try TwoCalendars(kind)
    let name = kind == .fileToFolder ? "work/old.ics" : "work.ics"
    try two.folder.write(Samples.calendar(Samples.event(uid: "walk", summary: "Old walk")), to: name)
    let (store, _) = await two.store()
    let walk = try #require(await store.snapshot().events.first { $0.id.calendar == two.origin })
    let before = try two.files
    let id = walk.id.uid == "walk" ? walk.id : EventID(calendar: two.origin, uid: "walk")
    let error = await #expect(throws: StoreError.notMoved(.refused(.exists))) {
      try await store.perform(
        .edit(EventEdit(target: id, change: .transfer(to: two.transferredID, calendarColor: nil))))
    }
    #expect(error?.message(.source).contains("choose another calendar") == true)
    #expect(try two.files == before)
  }

  @Test func transferOfASeriesIsRefused() async throws {
    let two = try TwoCalendars()
    let run = Samples.event(uid: "walk", more: ["RRULE:FREQ=DAILY"])
    try two.folder.write(Samples.calendar(run), to: "home.ics")
    let before = try two.files
    let (store, edit) = await two.store()
    await #expect(throws: StoreError.refused(.repeating)) { try await store.perform(.edit(edit)) }
    #expect(try two.files == before)
  }

  @Test func transferToAReadOnlyCalendarIsRefused() async throws {
    let two = try TwoCalendars()
    chmod(two.destination.path, 0o444)
    let before = try two.files
    let (store, edit) = await two.store()
    let error = StoreError.notMoved(.readOnly(path: two.destination.path))
    await #expect(throws: error) { try await store.perform(.edit(edit)) }
    #expect(error.message(.source).contains("Choose another one"))
    #expect(try two.files == before)
    #expect(try await store.snapshot().event("walk").id == edit.target)
    #expect(await store.flush().isEmpty)
  }

  @Test func transferToAVanishedFolderIsRefused() async throws {
    let two = try TwoCalendars(.fileToFolder)
    let (store, edit) = await two.store()
    try FileManager.default.removeItem(atPath: two.destination.path)
    let before = try two.files
    let error = StoreError.notMoved(.vanished(path: two.destination.path))
    await #expect(throws: error) { try await store.perform(.edit(edit)) }
    #expect(error.message(.source).contains("Choose another one"))
    #expect(try two.files == before)
    #expect(try await store.snapshot().event("walk").id == edit.target)
  }

  // MARK: Other programs

  @Test func changeByAnotherProgramIsTransferred() async throws {
    let two = try TwoCalendars()
    let (store, edit) = await two.store()
    let theirs = try two.folder.text("home.ics").replacing("X-ALARM:kept", with: "X-ALARM:theirs")
    try two.folder.write(theirs, to: "home.ics")
    try await store.perform(.edit(edit))
    #expect(try two.files["work.ics"]?.contains("X-ALARM:theirs") == true)
    #expect(try two.files["home.ics"]?.contains("UID:walk") == false)
  }

  @Test func eventDeletedByAnotherProgramIsNotTransferred() async throws {
    let two = try TwoCalendars()
    let (store, edit) = await two.store()
    try two.folder.write(Samples.calendar(TwoCalendars.lunch), to: "home.ics")
    let before = try two.files
    await #expect(throws: StoreError.unknownEvent(uid: "walk")) { try await store.perform(.edit(edit)) }
    #expect(try two.files == before)
  }

  @Test func newEventOfAnotherProgramInTheDestinationIsKept() async throws {
    let two = try TwoCalendars()
    let (store, edit) = await two.store()
    try two.folder.write(Samples.calendar(Samples.event(uid: "theirs")), to: "work.ics")
    try await store.perform(.edit(edit))
    #expect(try two.calendarsWithEvent == [two.destination])
    #expect(try two.files["work.ics"]?.contains("UID:theirs") == true)
    #expect(await store.snapshot().events.count == 3)
  }

  @Test func undoIsRefusedIfTheEventHasChangedSince() async throws {
    let two = try TwoCalendars()
    let (store, edit) = await two.store()
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    try two.folder.write(
      try two.folder.text("work.ics").replacing("X-ALARM:kept", with: "X-ALARM:theirs"), to: "work.ics")
    let before = try two.files
    await #expect(throws: StoreError.refused(.changedSince)) { try await store.perform(.undo(id)) }
    #expect(try two.files == before)
  }
}
