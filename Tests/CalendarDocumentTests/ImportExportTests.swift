import CalendarDocument
import CalendarModel
import Testing

/// Copying events from one calendar to another.
@Suite struct ImportExportTests {
  private let berlin = "DTSTART;TZID=Europe/Berlin:20260105T090000"

  private func copy(_ document: CalendarDocument, times: EventTimes? = nil) throws -> EventImport {
    let event = try document.first
    let occurrence = Occurrence(event: event, times: times ?? event.times, zone: .utc)
    return try EventImport(try #require(document.copy(of: occurrence)), zones: TestZones())
  }

  private func emptyDocument() throws -> CalendarDocument { try document([]) }

  /// Returns an imported event with an identifier in the test calendar.
  private func inTestCalendar(_ event: CalendarEvent, uid: ByteString? = nil) -> CalendarEvent {
    var event = event
    event.id = EventID(calendar: testCalendar, uid: uid ?? event.id.uid, recurrenceID: event.id.recurrenceID)
    return event
  }

  @Test func copyIsACompleteCalendarWithItsZone() throws {
    let file = try document(event: berlin, "DURATION:PT1H", "SUMMARY:Standup", "X-ODD;X-P=\"a;b\":kept")
    let occurrence = Occurrence(event: try file.first, zone: .utc)
    let text = String(decoding: try #require(file.copy(of: occurrence)), as: UTF8.self)
    #expect(text.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Handspan//"))
    #expect(text.contains("BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n"))
    #expect(text.contains("\r\nX-ODD;X-P=\"a;b\":kept\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"))
    #expect(try document(file: Array(text.utf8)).problems.isEmpty)
  }

  @Test func pasteAddsTheWholeComponentAndUndoRemovesEveryByte() throws {
    let lines = [
      berlin, "DURATION:PT1H", "SUMMARY:Stand", "\tup", "x-odd:1", "BEGIN:VALARM", "TRIGGER:-PT5M",
      "END:VALARM",
    ]
    let copied = try copy(
      try document(
        ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"], lineEnding: "\n"))
    var target = try emptyDocument()
    let before = target.bytes
    let applied = try target.apply(.add(inTestCalendar(try #require(copied.events.first))), stamp: testStamp)
    #expect(
      target.file.hasSuffix(
        "BEGIN:VEVENT\r\nUID:one\r\nDTSTAMP:20250101T000000Z\r\n" + lines.map { $0 + "\r\n" }.joined()
          + "END:VEVENT\r\nEND:VCALENDAR\r\n"))
    #expect(target.problems.isEmpty)
    let after = target.bytes
    try target.revert(applied)
    #expect(target.bytes == before)
    try target.reapply(applied)
    #expect(target.bytes == after)
  }

  @Test func newUIDAndTimesChangeOnlyTheirLinesAndTheStamp() throws {
    let copied = try copy(
      try document(event: berlin, "DTEND;TZID=Europe/Berlin:20260105T100000", "SEQUENCE:3"))
    var event = inTestCalendar(try #require(copied.events.first), uid: "two")
    event.times = event.times.moved(toStart: try wall("2026-02-01T09:00"), in: .utc)
    var (target, unchanged) = (try emptyDocument(), try emptyDocument())
    _ = try target.apply(.add(event), stamp: testStamp)
    _ = try unchanged.apply(.add(inTestCalendar(try #require(copied.events.first))), stamp: testStamp)
    #expect(
      difference(unchanged.file, target.file) == [
        "+DTEND;TZID=Europe/Berlin:20260201T110000", "+DTSTAMP:20260101T120000Z",
        "+DTSTART;TZID=Europe/Berlin:20260201T100000", "+UID:two",
        "-DTEND;TZID=Europe/Berlin:20260105T100000",
        "-DTSTAMP:20250101T000000Z", "-DTSTART;TZID=Europe/Berlin:20260105T090000", "-UID:one",
      ])
  }

  @Test func occurrenceIsCopiedAloneWithItsOwnTimes() throws {
    let file = try document(
      event: berlin, "DTEND;TZID=Europe/Berlin:20260105T100000", "RRULE:FREQ=DAILY", "SUMMARY:Run",
      "EXDATE;TZID=Europe/Berlin:20260107T090000")
    let times = try file.first.times.moved(toStart: try wall("2026-07-06T07:00"), in: .utc)
    let event = try #require(try copy(file, times: times).events.first)
    #expect(!event.isRepeating && event.series == nil)
    #expect(event.times.start.wall == (try wall("2026-07-06T09:00")))
    #expect(event.summary == "Run")
  }

  @Test func seriesIsImportedWithItsChangedOccurrences() throws {
    let text = try document([
      "BEGIN:VEVENT", "UID:run", "DTSTAMP:20250101T000000Z", "RECURRENCE-ID:20260106T090000Z",
      "DTSTART:20260106T140000Z", "END:VEVENT",
      "BEGIN:VEVENT", "UID:run", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY",
      "END:VEVENT",
    ]).bytes
    let imported = try EventImport(text, zones: TestZones())
    #expect(imported.events.map(\.id.recurrenceID) == [nil, "20260106T090000Z"])
    var target = try emptyDocument()
    let before = target.bytes
    let applied = try imported.events.map { try target.apply(.add(inTestCalendar($0)), stamp: testStamp) }
    #expect(target.events.count == 2 && target.problems.isEmpty)
    for edit in applied.reversed() { try target.revert(edit) }
    #expect(target.bytes == before)
  }

  @Test func existingEventIsNotAddedTwice() throws {
    let copied = try copy(try document(event: berlin))
    var target = try emptyDocument()
    let event = inTestCalendar(try #require(copied.events.first))
    _ = try target.apply(.add(event), stamp: testStamp)
    #expect(throws: EditError.exists) { try target.apply(.add(event), stamp: testStamp) }
    _ = try target.apply(.add(inTestCalendar(event, uid: "two")), stamp: testStamp)
    #expect(target.file.components(separatedBy: "BEGIN:VTIMEZONE").count == 2)
  }

  private func zone(_ offset: String) -> [String] {
    [
      "BEGIN:VTIMEZONE", "TZID:Home", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:\(offset)",
      "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
    ]
  }

  @Test func customZoneIsCopiedAndAConflictingOneIsRefused() throws {
    let event = [
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Home:20260105T090000", "END:VEVENT",
    ]
    let copied = inTestCalendar(try #require(try copy(try document(zone("+0300") + event)).events.first))
    var target = try emptyDocument()
    _ = try target.apply(.add(copied), stamp: testStamp)
    #expect(try target.first.times.resolved(in: .utc).start.wall == wall("2026-01-05T06:00"))
    #expect(target.file.contains("TZOFFSETTO:+0300"))
    var documentWithSameZone = try document(zone("+0300"))
    _ = try documentWithSameZone.apply(.add(copied), stamp: testStamp)
    var documentWithOtherZone = try document(zone("+0500"))
    #expect(throws: EditError.conflictingZone) {
      try documentWithOtherZone.apply(.add(copied), stamp: testStamp)
    }
  }

  @Test func seriesThatGetsAUIDInAnotherCalendarAlsoGetsAStamp() throws {
    let source = try document([
      "BEGIN:VEVENT", "DTSTAMP:20250101T000000Z", berlin, "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3",
      "END:VEVENT",
    ])
    var target = try emptyDocument()
    let new = EventID(calendar: testCalendar, uid: "new")
    _ = try target.add(try source.seriesForTransfer(try source.first.id, as: new), stamp: testStamp)
    #expect(target.file.contains("\r\nUID:new\r\n"))
    #expect(target.file.contains("\r\nDTSTAMP:20260101T120000Z\r\n"))
    #expect(!target.file.contains("1970"))
  }
}
