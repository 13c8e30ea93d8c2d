import CalendarModel
import ICalendar
import SeriesTestSupport
import Testing

@testable import CalendarDocument

@Suite struct SeriesEditTests {
  /// The identifier of the new series in the expected files.
  private static let newSeries = EventID(calendar: testCalendar, uid: "new@handspan")

  @Test(arguments: SeriesCase.all)
  func editGivesTheExpectedFileAndUndoRestoresTheOriginal(_ example: SeriesCase) throws {
    var document = try document(file: example.before)
    let edit = try example.edit(in: document, zones: TestZones())
    let ownAddresses: Set<String> = example.details.ownAddress.map { [$0] } ?? []
    if let refused = example.details.refused {
      let names: [EventEdit.Scope: String] = [
        .thisOccurrence: "this", .thisAndFollowing: "following", .all: "all",
      ]
      do {
        _ = try document.applyToSeries(
          edit, newSeries: Self.newSeries, ownAddresses: ownAddresses, stamp: testStamp)
        Issue.record("the edit is not refused:\n\(document.fileText)")
      } catch {
        #expect("\(error.reason)" == refused.reason)
        #expect(error.possibleScopes.compactMap { names[$0] } == refused.possibleScopes)
      }
      #expect(document.bytes == example.before)
      return
    }
    let applied = try document.applyToSeries(
      edit, newSeries: Self.newSeries, ownAddresses: ownAddresses, stamp: testStamp)
    let expected = String(decoding: try #require(example.expected), as: UTF8.self)
    #expect(document.fileText == expected, "\(difference(expected, document.fileText))")
    if let window = example.details.window {
      let from = try example.time(window[0], zones: TestZones()).wall.day
      let to = try example.time(window[1], zones: TestZones()).wall.day
      #expect(document.instants(from: from, to: to) == example.details.instants?.sorted())
    }
    // Reading the written file again gives the same events.
    #expect(try CalendarDocumentTests.document(file: document.bytes).events == document.events)
    let editedBytes = document.bytes
    try document.revert(applied)
    #expect(document.bytes == example.before)
    try document.reapply(applied)
    #expect(document.bytes == editedBytes)
  }

  @Test func exampleFilesAreFound() {
    #expect(SeriesCase.all.count >= 176)
  }

  @Test func undoIsRefusedIfAComponentChangedAfterTheEdit() throws {
    let example = try #require(SeriesCase.all.first { $0.description == "daily-this-move-override-added" })
    var document = try document(file: example.before)
    let applied = try document.applyToSeries(
      try example.edit(in: document, zones: TestZones()), newSeries: Self.newSeries, stamp: testStamp)
    let later = document.fileText.replacing("SUMMARY:Standup", with: "SUMMARY:Other")
    var newer = try CalendarDocumentTests.document(file: Array(later.utf8))
    #expect(throws: EditError.changedAfterEdit) { try newer.revert(applied) }
    #expect(newer.fileText == later)
  }

  /// A synchronization program may have restored the events in the meantime.
  @Test(arguments: ["SUMMARY:Standup", "SUMMARY:Other\r\nSEQUENCE:9"])
  func undoOfADeletionIsRefusedIfTheEventsAreBack(_ restoredLine: String) throws {
    let example = try #require(SeriesCase.all.first { $0.description == "daily-this-move-override-added" })
    let original = try document(file: try #require(example.expected))
    let target = try #require(original.events.first { $0.id.recurrenceID == nil })
    var edited = original
    let deletion = try edited.change(
      by: EventEdit(target: target.id, scope: .all, change: .delete), stamp: testStamp)
    #expect(edited.events.isEmpty)
    let restoredText = original.fileText.replacing("SUMMARY:Standup", with: restoredLine)
    var restored = try document(file: Array(restoredText.utf8))
    #expect(throws: EditError.changedAfterEdit) { try restored.revert(deletion) }
    #expect(restored.fileText == restoredText)
    try edited.revert(deletion)
    #expect(edited.bytes == original.bytes)
    // Nor is the deletion of the changed occurrence undone if it is back.
    let change = try #require(original.events.first { $0.id.recurrenceID != nil })
    guard case .changed(let originalStart, _) = change.series else {
      Issue.record("the occurrence is not a changed one")
      return
    }
    let occurrenceDeletion = try edited.change(
      by: EventEdit(target: change.id, originalStart: originalStart, change: .delete), stamp: testStamp)
    let component = try #require(original.fileText.split(separator: "BEGIN:VEVENT").last)
    let end = try #require(edited.fileText.range(of: "END:VCALENDAR"))
    let text =
      edited.fileText[..<end.lowerBound] + "BEGIN:VEVENT" + component
    restored = try document(file: Array(text.utf8))
    #expect(restored.events.count == 2)
    #expect(throws: EditError.changedAfterEdit) { try restored.revert(occurrenceDeletion) }
    #expect(restored.fileText == text)
  }

  /// The lines between the components belong to the VCALENDAR and stay where they are.
  @Test(arguments: [["X-A:1", "X-B:2"], []])
  func undoRestoresManyComponentsAmongOtherLines(_ ownLines: [String]) throws {
    func component(_ uid: String, _ day: Int, _ more: String) -> [String] {
      let start = "202601\(day < 10 ? "0" : "")\(day)T090000Z"
      return [
        "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART:\(start)", more, "END:VEVENT",
      ]
    }
    var lines = ownLines
    for day in 6...25 {
      let original = "202601\(day < 10 ? "0" : "")\(day)T090000Z"
      lines += component("s", day, "RECURRENCE-ID:\(original)") + ownLines
      if day.isMultiple(of: 7) { lines += component("other\(day)", day, "SUMMARY:x") }
      if day == 15 { lines += component("s", 5, "RRULE:FREQ=DAILY;COUNT=30") }
    }
    let original = try document(lines)
    let target = try #require(original.events.first { $0.id.uid == "s" && $0.id.recurrenceID == nil })
    let times = target.times.moved(toStart: target.times.start.wall.adding(minutes: 30), in: .utc)
    for change in [EventEdit.Change.delete, .move(times), .set([.summary("Other")])] {
      var edited = original
      let applied = try edited.change(
        by: EventEdit(target: target.id, scope: .all, change: change), stamp: testStamp)
      let editedBytes = edited.bytes
      let kept = edited.fileText.split(separator: "\r\n").filter { $0.hasPrefix("X-") }
      #expect(kept.count == 21 * ownLines.count)
      if change == .delete { #expect(edited.events.count == original.events.count - 21) }
      try edited.revert(applied)
      #expect(edited.bytes == original.bytes)
      try edited.reapply(applied)
      #expect(edited.bytes == editedBytes)
      // The undo finds the components although another program has removed one of the other events.
      let shortened = edited.events.first { $0.id.uid == "other14" }
      _ = try edited.apply(EventEdit(target: #require(shortened).id, change: .delete), stamp: testStamp)
      try edited.revert(applied)
      #expect(edited.events.count == original.events.count - 1)
    }
  }

  @Test func changesOfManyComponentsExamineEachOnce() throws {
    func examinedCount(_ count: Int) throws -> Int {
      let components = (1...count).map { number in
        [
          "BEGIN:VEVENT", "UID:\(number)", "DTSTART:20260105T090000Z", "SUMMARY:\(10_000 + number)",
          "END:VEVENT",
        ]
      }
      let text = try ICalendarText(
        Array(
          (["BEGIN:VCALENDAR"] + components.joined() + ["END:VCALENDAR", ""]).joined(separator: "\n").utf8))
      let changes = text.components.indices.dropFirst().map { component in
        ComponentChange(oldBytes: Array(text.bytes(ofComponent: component)), newBytes: [], position: nil)
      }
      var splicer = ComponentSplicer(text, changing: changes)
      for change in changes { try splicer.make(change) }
      #expect(String(decoding: try splicer.bytes(), as: UTF8.self) == "BEGIN:VCALENDAR\nEND:VCALENDAR\n")
      return splicer.examinedCount
    }
    #expect(try examinedCount(100) == 100)
    #expect(try examinedCount(1_000) == 1_000)
  }

  @Test func redoOfAChangedOccurrenceIsRefusedIfAnotherProgramAddedIt() throws {
    let example = try #require(SeriesCase.all.first { $0.description == "daily-this-move-override-added" })
    var edited = try document(file: example.before)
    let applied = try edited.applyToSeries(
      try example.edit(in: edited, zones: TestZones()), newSeries: Self.newSeries, stamp: testStamp)
    try edited.revert(applied)
    #expect(edited.bytes == example.before)
    var restored = try document(file: try #require(example.expected))
    #expect(throws: EditError.changedAfterEdit) { try restored.reapply(applied) }
  }
}

/// Refused edits that need no example files.
@Suite struct SeriesRefusalTests {
  private static let newSeries = EventID(calendar: testCalendar, uid: "new")

  private func refusal(
    of edit: EventEdit, in document: CalendarDocument
  ) throws -> SeriesRefusal {
    var edited = document
    let refusal = #expect(throws: SeriesRefusal.self) {
      try edited.applyToSeries(edit, newSeries: Self.newSeries, stamp: testStamp)
    }
    #expect(edited.bytes == document.bytes)
    return try #require(refusal)
  }

  @Test(arguments: EventEdit.Scope.allCases)
  func seriesEditOfASingleEventIsRefused(scope: EventEdit.Scope) throws {
    let document = try document(event: "DTSTART:20260105T090000Z")
    for change in [EventEdit.Change.set([.summary("x")]), .delete] {
      let edit = EventEdit(target: try document.first.id, scope: scope, change: change)
      #expect(try refusal(of: edit, in: document) == SeriesRefusal(.notRepeating))
    }
  }

  @Test func eventIsNotAddedToASeries() throws {
    let document = try document(event: "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY")
    let edit = EventEdit(target: try document.first.id, scope: .all, change: .add(try document.first))
    #expect(try refusal(of: edit, in: document) == SeriesRefusal(.notAnOccurrenceEdit))
  }

  @Test func deletingASeriesWithoutAUIDKeepsOtherEventsWithoutOne() throws {
    let head = ["BEGIN:VEVENT", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z"]
    var document = try document(head + ["RRULE:FREQ=DAILY", "END:VEVENT"] + head + ["END:VEVENT"])
    let target = try document.first.id
    _ = try document.change(
      by: EventEdit(target: target, scope: .all, change: .delete), stamp: Instant(seconds: 0))
    #expect(document.events.count == 1 && !document.fileText.contains("RRULE"))
  }

  @Test func changedOccurrenceOfOneOfTwoSeriesWithTheSameUIDIsAmbiguous() throws {
    let series = [
      "BEGIN:VEVENT", "UID:s", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY",
      "END:VEVENT",
    ]
    let document = try document(series + series)
    for event in document.events {
      let edit = EventEdit(target: event.id, scope: .thisOccurrence, change: .set([.summary("x")]))
      #expect(
        try refusal(of: edit, in: document)
          == SeriesRefusal(.sharedUID, possibleScopes: [.thisAndFollowing, .all]))
    }
  }

  @Test func occurrenceWithAnUnreadableOriginalStartIsNotEdited() throws {
    let document = try document(event: "DTSTART:20260105T090000Z", "RECURRENCE-ID:tomorrow")
    let edit = EventEdit(target: try document.first.id, scope: .all, change: .set([.summary("x")]))
    #expect(try refusal(of: edit, in: document) == SeriesRefusal(.unreadable))
  }

  @Test func splitAfterTooManyDatesIsRefused() throws {
    let document = try document(event: "DTSTART:20000101T000000Z", "RRULE:FREQ=HOURLY;COUNT=300000")
    let edit = EventEdit(
      target: try document.first.id, originalStart: .utc(try wall("2026-01-05T09:00")),
      scope: .thisAndFollowing,
      change: .set([.summary("x")]))
    #expect(
      try refusal(of: edit, in: document) == SeriesRefusal(.tooLong, possibleScopes: [.thisOccurrence, .all]))
  }

  @Test func applyRefusesEditsOfSeries() throws {
    var document = try document(event: "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY")
    for scope in EventEdit.Scope.allCases {
      let edit = EventEdit(target: try document.first.id, scope: scope, change: .set([.summary("x")]))
      #expect(throws: EditError.repeating) { try document.apply(edit, stamp: testStamp) }
    }
  }
}
