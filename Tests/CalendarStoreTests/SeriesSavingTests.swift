import CalendarDocument
import CalendarModel
import Foundation
import SeriesTestSupport
import Testing

@testable import CalendarStore

/// Saving, undoing and redoing edits to series with a store.
@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct SeriesSavingTests {
  /// The cases that do not depend on the user's own address, which the store does not know.
  private static let cases = SeriesCase.all.filter { $0.details.ownAddress == nil }

  @Test(arguments: cases)
  func editOfASingleFileIsSavedAsExpectedAndUndoneToTheByte(_ example: SeriesCase) async throws {
    let calendar = try SeriesCalendar(example, in: .file)
    let store = calendar.store()
    let edit = try await calendar.edit(in: store)
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    guard let expected = example.expected else {
      #expect(try calendar.texts == calendar.originalTexts)
      return
    }
    let savedTexts = try calendar.texts
    #expect(
      try #require(savedTexts["s.ics"]).withoutStamps
        == String(decoding: expected, as: UTF8.self).withoutStamps)
    try await store.perform(.undo(id))
    #expect(try calendar.texts == calendar.originalTexts)
    try await store.perform(.redo(id))
    #expect(try calendar.texts == savedTexts)
  }

  @Test(arguments: cases.filter { $0.expected != nil })
  func editInAFolderHasTheSameInstancesAndIsUndoneToTheByte(_ example: SeriesCase) async throws {
    let calendar = try SeriesCalendar(example, in: .folder)
    let store = calendar.store()
    let edit = try await calendar.edit(in: store)
    let problemCount = await store.snapshot().problems.count
    let id = EditID()
    store.submit(.edit(edit), as: id)
    #expect(await store.flush().isEmpty)
    let savedTexts = try calendar.texts
    if example.details.window != nil {
      #expect(try calendar.instants == example.details.instants?.sorted())
    }
    let isSplit = String(decoding: try #require(example.expected), as: UTF8.self).contains("RELTYPE=SIBLING")
    #expect(savedTexts.keys.contains("new.ics") == isSplit)
    #expect(await store.interruptedSplits().isEmpty)
    try await store.perform(.undo(id))
    #expect(try calendar.texts == calendar.originalTexts)
    try await store.perform(.redo(id))
    #expect(try calendar.texts == savedTexts)
    #expect(await store.snapshot().problems.count <= problemCount)
  }

  /// A synchronization program that restores a deleted object may choose another file name.
  @Test(arguments: ["s.ics", "restored.ics"], [true, false])
  func undoDoesNotDoubleAnEventThatIsBack(file: String, isSeries: Bool) async throws {
    let calendar = try SeriesCalendar("daily-following-move-count", in: .folder)
    if !isSeries { try calendar.folder.write(Samples.standup, to: "home/s.ics") }
    let restoredText = try calendar.folder.text("home/s.ics")
    let store = calendar.store()
    let event = try #require(await store.open([calendar.calendar.path]).events.first)
    let id = EditID()
    store.submit(
      .edit(EventEdit(target: event.id, scope: isSeries ? .all : .thisOccurrence, change: .delete)), as: id)
    #expect(await store.flush().isEmpty)
    #expect(try calendar.texts.isEmpty)
    try calendar.folder.write(restoredText, to: "home/\(file)")
    await store.handle(
      .changed(folder: ByteString(calendar.calendar.path), names: [ByteString(file)]))
    #expect(await store.snapshot().events.count == 1)
    await #expect(throws: StoreError.refused(.changedAfterEdit)) { try await store.perform(.undo(id)) }
    #expect(try calendar.texts == [file: restoredText])
    #expect(await store.snapshot().events.count == 1)
  }

  @Test func undoRestoresOneOfTwoEventsWithTheSameUID() async throws {
    let calendar = try SeriesCalendar("daily-following-move-count", in: .folder)
    try calendar.folder.write(Samples.standup, to: "home/s.ics")
    try calendar.folder.write(Samples.standup, to: "home/t.ics")
    let texts = try calendar.texts
    let store = calendar.store()
    let event = try #require(await store.open([calendar.calendar.path]).events.first)
    let id = EditID()
    store.submit(.edit(EventEdit(target: event.id, change: .delete)), as: id)
    #expect(await store.flush().isEmpty)
    try await store.perform(.undo(id))
    #expect(try calendar.texts == texts)
  }

  @Test(arguments: cases.filter { $0.details.refused != nil })
  func refusalNamesItsReasonAndThePossibleScopes(_ example: SeriesCase) async throws {
    let expectedRefusal = try #require(example.details.refused)
    let scopeNames: [EventEdit.Scope: String] = [
      .thisOccurrence: "this", .thisAndFollowing: "following", .all: "all",
    ]
    for kind in SeriesCalendar.Kind.allCases {
      let calendar = try SeriesCalendar(example, in: kind)
      let store = calendar.store()
      let edit = try await calendar.edit(in: store)
      var error: StoreError?
      do { try await store.perform(.edit(edit)) } catch let refusal { error = refusal }
      switch error {
      case .refused(.series(let refusal)):
        #expect("\(refusal.reason)" == expectedRefusal.reason)
        #expect(refusal.possibleScopes.compactMap { scopeNames[$0] } == expectedRefusal.possibleScopes)
      case .unknownEvent: #expect(expectedRefusal.reason == "edit(CalendarModel.EditError.vanished)")
      case .refused(let error): #expect(expectedRefusal.reason == "edit(CalendarModel.EditError.\(error))")
      default: Issue.record("not refused: \(String(describing: error))")
      }
      #expect(try calendar.texts == calendar.originalTexts)
    }
  }

  @Test func seriesWithOverridesInOtherFilesIsNotChangedAsAWhole() async throws {
    let calendar = try SeriesCalendar("weekly-all-text-with-overrides", in: .folder)
    let seriesText = try #require(calendar.originalTexts["s.ics"])
    let override = Samples.calendar([
      "BEGIN:VEVENT", "UID:s", "DTSTAMP:20250101T000000Z", "RECURRENCE-ID:20260310T130000Z",
      "DTSTART:20260310T150000Z", "DTEND:20260310T160000Z", "END:VEVENT",
    ])
    try calendar.folder.write(override, to: "home/other.ics")
    let store = calendar.store()
    let edit = try await calendar.edit(in: store)
    await #expect(throws: StoreError.refused(.series(SeriesRefusal(.severalFiles)))) {
      try await store.perform(.edit(edit))
    }
    #expect(try calendar.texts == ["s.ics": seriesText, "other.ics": override])
  }
}

/// Edits to series while another program changes the same file.
@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct SeriesMergeTests {
  /// Makes the edit of a case after another program has replaced some text in the file.
  private func outcome(
    of name: String, in kind: SeriesCalendar.Kind = .file, replacing oldText: String, with newText: String
  ) async throws -> (calendar: SeriesCalendar, error: StoreError?) {
    let calendar = try SeriesCalendar(name, in: kind)
    let store = calendar.store()
    let edit = try await calendar.edit(in: store)
    let text = try #require(calendar.originalTexts["s.ics"])
    #expect(text.contains(oldText))
    try calendar.folder.write(text.replacing(oldText, with: newText), to: "home/s.ics")
    var error: StoreError?
    do { try await store.perform(.edit(edit)) } catch let refusal { error = refusal }
    return (calendar, error)
  }

  @Test func anotherProgramsNewTextIsInTheNewOverride() async throws {
    let (calendar, error) = try await outcome(
      of: "daily-this-move-override-added", replacing: "SUMMARY:Standup", with: "SUMMARY:Daily")
    #expect(error == nil)
    let text = try #require(calendar.texts["s.ics"])
    #expect(text.components(separatedBy: "SUMMARY:Daily").count == 3 && !text.contains("SUMMARY:Standup"))
    #expect(text.contains("RECURRENCE-ID"))
  }

  @Test func timesSetByAnotherProgramAreKept() async throws {
    let (calendar, error) = try await outcome(
      of: "daily-all-move-over-dst", replacing: "DTSTART;TZID=Europe/Berlin:20260328T023000",
      with: "DTSTART;TZID=Europe/Berlin:20260328T043000")
    guard case .conflict = error else {
      Issue.record("no conflict: \(String(describing: error))")
      return
    }
    #expect(try calendar.texts["s.ics"]?.contains("T043000") == true)
  }

  @Test func deletionOfAnOccurrenceChangedByAnotherProgramIsAConflict() async throws {
    let (_, error) = try await outcome(
      of: "daily-this-delete", replacing: "SUMMARY:Standup", with: "SUMMARY:Daily")
    guard case .conflict = error else {
      Issue.record("no conflict: \(String(describing: error))")
      return
    }
  }

  @Test func splitInAFolderIsWithdrawnIfTheEarlierPartWasChanged() async throws {
    let (calendar, error) = try await outcome(
      of: "daily-following-move-count", in: .folder, replacing: "SUMMARY:Standup", with: "SUMMARY:Daily")
    guard case .conflict = error else {
      Issue.record("no conflict: \(String(describing: error))")
      return
    }
    #expect(
      try calendar.texts == [
        "s.ics": calendar.originalTexts["s.ics"]?.replacing("SUMMARY:Standup", with: "SUMMARY:Daily")
      ])
  }

  @Test func splitInAFolderIsMergedWithAChangeToAnotherEvent() async throws {
    let (calendar, error) = try await outcome(
      of: "daily-following-last", in: .folder, replacing: "SUMMARY:Other", with: "SUMMARY:Changed")
    #expect(error == nil)
    #expect(
      try calendar.instants
        == calendar.example.details.instants?.map { $0.replacing("Other", with: "Changed") }.sorted())
  }
}

/// Edits to series that could not be saved and are applied by a later run of the program.
@Suite(.enabled(if: Listing.hasZones, "the time zone database (tzdata) is not installed"))
struct PendingSeriesTests {
  private static let cases = SeriesCase.all.filter { $0.details.ownAddress == nil && $0.expected != nil }

  /// Makes the edit of a case in a store that cannot save it.
  private func leaveUnsaved(_ calendar: SeriesCalendar) async throws {
    let store = calendar.store(FaultyCalls(.rename, EROFS), pendingFolder: calendar.folder.path("pending"))
    let edit = try await calendar.edit(in: store)
    store.submit(.edit(edit), as: EditID())
    #expect(await !store.flush().isEmpty)
    #expect(try calendar.texts == calendar.originalTexts)
  }

  @Test(arguments: cases)
  func nextRunAppliesTheEdit(_ example: SeriesCase) async throws {
    for kind in SeriesCalendar.Kind.allCases {
      let calendar = try SeriesCalendar(example, in: kind)
      try await leaveUnsaved(calendar)
      let store = calendar.store(pendingFolder: calendar.folder.path("pending"))
      await store.open([calendar.calendar.path])
      let pendingChanges = await store.pendingChanges()
      #expect(!pendingChanges.isEmpty)
      #expect(await store.apply(pendingChanges).isEmpty)
      if kind == .file {
        #expect(
          try #require(calendar.texts["s.ics"]).withoutStamps
            == String(decoding: try #require(example.expected), as: UTF8.self).withoutStamps)
      } else if example.details.window != nil {
        #expect(try calendar.instants == example.details.instants?.sorted())
      }
      #expect(await store.pendingChanges().isEmpty)
      // The store does not adopt a file while another process has it open for writing. One that a different test has just
      // started may have inherited it.
      for _ in 0..<1_000 where await !store.interruptedSplits().isEmpty {
        try await Task.sleep(for: .milliseconds(10))
      }
      #expect(await store.interruptedSplits().isEmpty)
    }
  }

  @Test func componentChangedByAnotherProgramIsKept() async throws {
    let calendar = try SeriesCalendar("daily-following-last", in: .file)
    try await leaveUnsaved(calendar)
    let text = try #require(
      calendar.originalTexts["s.ics"]?.replacing("SUMMARY:Other", with: "SUMMARY:Changed"))
    try calendar.folder.write(text, to: "home/s.ics")
    let store = calendar.store(pendingFolder: calendar.folder.path("pending"))
    await store.open([calendar.calendar.path])
    #expect(await store.apply(store.pendingChanges()).isEmpty)
    let savedText = try #require(calendar.texts["s.ics"])
    #expect(savedText.contains("SUMMARY:Changed") && savedText.contains("UID:new@handspan"))
  }
}
