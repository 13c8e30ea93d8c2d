import CalendarDocument
import CalendarModel
import SeriesTestSupport
import Testing

/// Splitting a series in a folder, where each UID has its own file.
@Suite struct SeriesInFolderTests {
  private func folderDocument(_ example: SeriesCase) throws -> CalendarDocument {
    try CalendarDocument(
      bytes: example.before, calendar: testCalendar, file: "s.ics", zones: TestZones())
  }

  @Test func laterPartIsWrittenToItsOwnFile() throws {
    let example = try #require(
      SeriesCase.all.first { $0.description == "following-with-overrides-and-dates" })
    var document = try folderDocument(example)
    let newSeries = EventID(calendar: testCalendar, file: "new.ics", uid: "new@handspan")
    let applied = try document.applyToSeries(
      try example.edit(in: document, zones: TestZones()), newSeries: newSeries, stamp: testStamp)
    let new = try #require(applied.newFile)
    #expect(applied.newSeries == newSeries)
    #expect(document.events.allSatisfy { $0.id.uid.text == "s" && $0.id.file == "s.ics" })
    #expect(new.events.allSatisfy { $0.id.uid.text == "new@handspan" && $0.id.file == "new.ics" })
    #expect(new.problems.isEmpty)
    // Together, the two files have the same instances as the expected single file.
    let (from, to) = (try #require(Day("2026-03-01")), try #require(Day("2026-05-01")))
    let instants = document.instants(from: from, to: to) + new.instants(from: from, to: to)
    #expect(instants.sorted() == example.details.instants?.sorted())
    try document.revert(applied)
    #expect(document.bytes == example.before)
  }

  @Test func newFileDefinesTheZonesItUses() throws {
    let lines = [
      "BEGIN:VTIMEZONE", "TZID:Home", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:+0300",
      "TZOFFSETTO:+0300", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:s",
      "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Home:20260302T090000", "RRULE:FREQ=DAILY;COUNT=3",
      "END:VEVENT",
    ]
    let bytes = try CalendarDocumentTests.document(lines, lineEnding: "\n").bytes
    var document = try CalendarDocument(
      bytes: bytes, calendar: testCalendar, file: "s.ics", zones: TestZones())
    let target = try #require(document.events.first)
    let lastStart = try target.times.start.with(wall: wall("2026-03-04T09:00"))
    let applied = try document.applyToSeries(
      EventEdit(
        target: target.id, originalStart: lastStart, scope: .thisAndFollowing,
        change: .set([.summary("Last")])),
      newSeries: EventID(calendar: testCalendar, file: "new.ics", uid: "new"), stamp: testStamp)
    let new = try #require(applied.newFile)
    #expect(new.file.replacing("\r\n", with: "\n").contains(lines[0...7].joined(separator: "\n")))
    #expect(new.events.first?.times.start == lastStart)
  }
}
