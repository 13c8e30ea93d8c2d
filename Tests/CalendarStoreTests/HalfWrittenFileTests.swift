import CalendarModel
import Foundation
import Testing

@testable import CalendarStore

/// Another program rewrites the file in place, so the file is incomplete for a while.
@Suite struct HalfWrittenFileTests {
  let folder = TemporaryFolder()
  let clock = ManualClock()

  private static let events = (0..<200).map { number in
    Samples.event(uid: "event\(number)", start: "DTSTART:20260105T090000Z")
  }
  private static let text = Samples.calendar(events.flatMap { $0 })
  /// The text that the other program writes: the same calendar with every summary changed.
  private static let theirs = text.replacing("SUMMARY:Standup", with: "SUMMARY:Theirs")

  private func store(_ calls: any FileCalls = SystemCalls()) -> CalendarStore {
    let clock = clock
    return CalendarStore(
      displayZone: .utc, isWatching: false, files: CalendarFiles(calls: calls),
      conflictsFolder: folder.path("conflicts"), clock: { clock.now })
  }

  private func eventCount(_ text: String) -> Int { text.components(separatedBy: "END:VEVENT").count - 1 }

  private func expectBothChanges(in text: String) {
    #expect(eventCount(text) == 200)
    #expect(
      text.components(separatedBy: "SUMMARY:Theirs").count == 201, "the other program's changes are missing")
    #expect(text.components(separatedBy: "DTSTART:20260105T093000Z").count == 2, "the moved event is missing")
    #expect(text.hasSuffix("END:VCALENDAR\r\n"))
  }

  /// The text that the other program has written when it pauses: nothing, or everything up to a point between
  /// two events, in a DTEND or in a property name.
  private static let partialTexts: [String] = {
    let betweenEvents = theirs.range(of: "UID:event100")?.lowerBound ?? theirs.endIndex
    let secondHalf = theirs[betweenEvents...]
    let inDTEND = secondHalf.range(of: "DTEND:2026")?.upperBound ?? theirs.endIndex
    let inPropertyName = secondHalf.range(of: "SUMM")?.upperBound ?? theirs.endIndex
    return [
      "", String(theirs[..<betweenEvents]), String(theirs[..<inDTEND]), String(theirs[..<inPropertyName]),
    ]
  }()

  @Test(arguments: partialTexts.indices)
  func editWaitsForTheOtherProgramAndBothChangesAreSaved(number: Int) async throws {
    let partialText = Self.partialTexts[number]
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("event3")
    let other = OtherProgram(path)
    other.write(partialText)
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(try folder.text("work.ics") == partialText)
    #expect(try await store.snapshot().event("event3").startText == "2026-01-05T09:30:00")
    // The edit waits however long the other program takes.
    clock.advance(by: .seconds(60))
    #expect(await store.flush().map(\.error) == [.beingWritten(path: path)])
    #expect(try folder.text("work.ics") == partialText)

    other.write(Self.theirs.dropFirst(partialText.count))
    other.close()
    #expect(await store.flush().isEmpty)
    expectBothChanges(in: try folder.text("work.ics"))
    #expect(try folder.names() == ["work.ics"])
  }

  @Test func halfWrittenContentIsNotShown() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    await store.open([path])
    let other = OtherProgram(path)
    other.write(Self.partialTexts[1])
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    var snapshot = await store.snapshot()
    #expect(snapshot.events.count == 200 && snapshot.staleFiles.isEmpty)
    #expect(snapshot.filesBeingWritten == [.path(path)])
    // A long wait is reported.
    clock.advance(by: .seconds(3))
    await store.rescan()
    #expect(await store.snapshot().staleFiles.map(\.error) == [.beingWritten(path: path)])
    other.write(Self.theirs.dropFirst(Self.partialTexts[1].count))
    other.close()
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    snapshot = await store.snapshot()
    #expect(snapshot.events.map(\.summary) == Array(repeating: "Theirs", count: 200))
    #expect(snapshot.staleFiles.isEmpty && snapshot.filesBeingWritten.isEmpty && snapshot.problems.isEmpty)
  }

  @Test func writerThatHasNotStartedIsAwaited() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("event3")
    let other = OtherProgram(path, truncates: false)
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    #expect(try folder.text("work.ics") == Self.text)
    other.close()
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    #expect(try folder.text("work.ics").contains("DTSTART:20260105T093000Z"))
  }

  @Test func watchingStoreSavesOnItsOwnWhenTheWriterIsDone() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = CalendarStore(displayZone: .utc)
    let event = try await store.open([path]).event("event3")
    let other = OtherProgram(path)
    other.write(Self.partialTexts[2])
    let id = EditID()
    store.submit(.edit(event.moved(minutes: 30)), as: id)
    for await event in store.events {
      switch event {
      case .unsaved(let ids, let error):
        #expect(ids == [id] && error == .beingWritten(path: path))
        other.write(Self.theirs.dropFirst(Self.partialTexts[2].count))
        other.close()
        continue
      case .saved(let ids): #expect(ids == [id])
      default: continue
      }
      break
    }
    expectBothChanges(in: try folder.text("work.ics"))
  }

  @Test func savingWithoutLeasesWaitsForTwoQuietSeconds() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store(CallsWithoutLeases())
    let event = try await store.open([path]).event("event3")
    let other = OtherProgram(path)
    other.write(Self.theirs)
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(event.moved(minutes: 30)))
    }
    clock.advance(by: .milliseconds(1_900))
    #expect(await store.flush().map(\.error) == [.beingWritten(path: path)])
    #expect(try folder.text("work.ics") == Self.theirs)
    clock.advance(by: .milliseconds(100))
    #expect(await store.flush().isEmpty)
    expectBothChanges(in: try folder.text("work.ics"))
  }

  @Test func onlyTheUnfinishedFileOfAFolderIsAwaited() async throws {
    let subfolder = try folder.makeFolder("personal")
    let path = try folder.write(Samples.standup, to: "personal/a.ics")
    try folder.write(Samples.calendar(Samples.event(uid: "other")), to: "personal/b.ics")
    let store = store()
    let snapshot = await store.open([subfolder])
    let (standup, otherEvent) = (try snapshot.event("standup"), try snapshot.event("other"))
    let other = OtherProgram(path)
    other.write("BEGIN:VCALENDAR\r\nBEGIN:VEV")
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(standup.moved(minutes: 30)))
    }
    await #expect(throws: StoreError.beingWritten(path: path)) {
      try await store.perform(.edit(EventEdit(target: standup.id, change: .delete)))
    }
    try await store.perform(.edit(otherEvent.moved(minutes: 30)))
    #expect(try folder.text("personal/b.ics").contains("T093000Z"))
    #expect(try folder.text("personal/a.ics") == "BEGIN:VCALENDAR\r\nBEGIN:VEV")
  }

  @Test func shortenedStreamIsNotShownWhileItIsBeingWritten() async throws {
    func stream(_ uids: String...) -> String {
      uids.map { Samples.calendar(Samples.event(uid: $0)) }.joined()
    }
    let path = try folder.write(stream("a", "b", "c"), to: "work.ics")
    let store = store()
    await store.open([path])
    // The new file is renamed onto the old one, so only the missing calendars suggest an unfinished file.
    try folder.write("", to: "new.ics")
    let other = OtherProgram(folder.path("new.ics"))
    other.write(stream("a"))
    rename(folder.path("new.ics"), path)
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    #expect(await store.snapshot().events.count == 3)
    other.close()
    await store.handle(.changed(folder: ByteString(folder.path), names: ["work.ics"]))
    #expect(await store.snapshot().events.map(\.id.uid) == ["a"])
  }

  // MARK: Transfers

  @Test(arguments: [true, false]) func nothingIsTransferredWhileEitherFileIsBeingWritten(isOrigin: Bool)
    async throws
  {
    let calendars = try TwoCalendars()
    let (store, edit) = await calendars.store()
    let filesBefore = try calendars.files
    let path = (isOrigin ? calendars.origin : calendars.destination).path
    let other = OtherProgram(path, truncates: false)
    await #expect(throws: StoreError.transferFailed(.beingWritten(path: path))) {
      try await store.perform(.edit(edit))
    }
    #expect(try calendars.files == filesBefore)
    other.close()
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    #expect(try calendars.calendarsWithEvent == [calendars.destination])
    // The same applies to the undo.
    let filesAfter = try calendars.files
    let programDuringUndo = OtherProgram(path, truncates: false)
    await #expect(throws: StoreError.transferFailed(.beingWritten(path: path))) {
      try await store.perform(.undo(id))
    }
    #expect(try calendars.files == filesAfter)
    programDuringUndo.close()
    try await store.perform(.undo(id))
    #expect(try calendars.calendarsWithEvent == [calendars.origin])
  }

  // MARK: Late writers

  /// Moves an event and saves the move. Between the last check and the rename, another program opens the
  /// file, but does not write to it yet.
  private func saveWhileOtherProgramOpens() async throws -> (
    path: String, store: CalendarStore, program: OtherProgram
  ) {
    let path = try folder.write(Self.text, to: "work.ics")
    let lateProgram = LateProgram()
    let store = store(CallsWithRace { lateProgram.open(path, truncates: true) })
    let event = try await store.open([path]).event("event3")
    try await store.perform(.edit(event.moved(minutes: 30)))
    return (path, store, try #require(lateProgram.program))
  }

  @Test func lateWritesToAReplacedFileAreMerged() async throws {
    let (_, store, other) = try await saveWhileOtherProgramOpens()
    other.write(Self.partialTexts[2])
    await store.rescan()
    #expect(!(try folder.text("work.ics").contains("Theirs")))
    other.write(Self.theirs.dropFirst(Self.partialTexts[2].count))
    other.close()
    await store.rescan()
    expectBothChanges(in: try folder.text("work.ics"))
    #expect(try await store.snapshot().event("event3").summary == "Theirs")
    #expect(try folder.names() == ["work.ics"])
  }

  @Test(arguments: [true, false])
  func conflictingLateWritesAreKeptAndReported(isPartial: Bool) async throws {
    let (path, store, other) = try await saveWhileOtherProgramOpens()
    let ours = try folder.text("work.ics")
    let theirs =
      isPartial
      ? Self.partialTexts[2]
      : Self.text.replacing("DTSTART:20260105T090000Z", with: "DTSTART:20260105T080000Z")
    other.write(theirs)
    other.close()
    await store.rescan()
    var warning: StoreError?
    for await event in store.events {
      if case .saveWarning(let error) = event {
        warning = error
        break
      }
    }
    guard case .lateWrite(.path(path), let copyPath?) = warning else {
      Issue.record("the late write was not reported: \(String(describing: warning))")
      return
    }
    #expect(try String(contentsOfFile: copyPath, encoding: .utf8) == theirs)
    #expect(try folder.text("work.ics") == ours)
  }

  @Test func lateWriterThatNeverFinishesIsAwaitedForThirtySeconds() async throws {
    let (_, store, other) = try await saveWhileOtherProgramOpens()
    other.write(Self.partialTexts[1])
    clock.advance(by: .seconds(29))
    await store.rescan()
    #expect(await store.replacements.count == 1)
    clock.advance(by: .seconds(1))
    await store.rescan()
    #expect(await store.replacements.isEmpty)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("conflicts")).count == 1)
  }

  @Test func ordinarySaveLeavesNoFileOpen() async throws {
    let path = try folder.write(Self.text, to: "work.ics")
    let store = store()
    let event = try await store.open([path]).event("event3")
    for minutes in 1...5 { try await store.perform(.edit(event.moved(minutes: minutes))) }
    #expect(await store.replacements.isEmpty)
  }
}
