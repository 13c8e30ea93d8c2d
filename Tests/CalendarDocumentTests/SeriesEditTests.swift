import CalendarDocument
import CalendarModel
import Testing

@Suite struct SeriesEditTests {
  /// 2026-01-01T12:00:00Z, as the expected files have it.
  private static let newSeries = EventID(calendar: testCalendar, uid: "new@handspan")

  @Test(arguments: SeriesCase.all)
  func theFileIsAsExpectedAndUndoRestoresIt(_ example: SeriesCase) throws {
    var document = try document(file: example.before)
    let edit = try example.edit(in: document)
    let own: Set<String> = example.details.own.map { [$0] } ?? []
    if let refused = example.details.refused {
      let names: [EventEdit.Scope: String] = [
        .thisOccurrence: "this", .thisAndFollowing: "following", .all: "all",
      ]
      do {
        _ = try document.applyToSeries(
          edit, newSeries: Self.newSeries, ownAddresses: own, stamp: testStamp)
        Issue.record("not refused:\n\(document.file)")
      } catch {
        #expect("\(error.reason)" == refused.reason)
        #expect(error.possible.compactMap { names[$0] } == refused.possible)
      }
      #expect(document.bytes == example.before)
      return
    }
    let applied = try document.applyToSeries(
      edit, newSeries: Self.newSeries, ownAddresses: own, stamp: testStamp)
    let expected = String(decoding: try #require(example.expected), as: UTF8.self)
    #expect(document.file == expected, "\(difference(expected, document.file))")
    if let window = example.details.window {
      let from = try example.time(window[0]).wall.day
      let to = try example.time(window[1]).wall.day
      #expect(document.instants(from: from, to: to) == example.details.instants?.sorted())
    }
    // What is read after the edit is what the file says.
    #expect(try CalendarDocumentTests.document(file: document.bytes).events == document.events)
    let edited = document.bytes
    try document.revert(applied)
    #expect(document.bytes == example.before)
    try document.reapply(applied)
    #expect(document.bytes == edited)
  }

  @Test func thereAreCases() {
    #expect(SeriesCase.all.count >= 70)
  }

  @Test func undoIsRefusedWhereAComponentWasChangedSince() throws {
    let example = try #require(SeriesCase.all.first { $0.description == "daily-this-move-override-added" })
    var document = try document(file: example.before)
    let applied = try document.applyToSeries(
      try example.edit(in: document), newSeries: Self.newSeries, stamp: testStamp)
    let later = document.file.replacing("SUMMARY:Standup", with: "SUMMARY:Other")
    var newer = try CalendarDocumentTests.document(file: Array(later.utf8))
    #expect(throws: EditError.changedSince) { try newer.revert(applied) }
    #expect(newer.file == later)
  }
}
