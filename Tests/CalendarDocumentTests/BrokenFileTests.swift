import CalendarDocument
import CalendarModel
import ICalendar
import Testing

@Suite struct BrokenFileTests {
  @Test func filesThatAreNotCalendarsAreRefusedWithAReason() {
    for (file, reason) in [("", DocumentError.empty), ("\r\n \r\n", .empty), ("hello", .noCalendar)] {
      #expect(throws: reason) { try document(file: Array(file.utf8)) }
    }
    #expect(throws: DocumentError.tooLarge(bytes: 1_001, limit: 1_000)) {
      try CalendarDocument(
        bytes: [UInt8](repeating: 0, count: 1_001), calendar: testCalendar, file: nil, zones: TestZones(),
        limit: 1_000)
    }
    // The limit is large enough for any real calendar and small enough for a 32-bit program to address.
    #expect(CalendarDocument.sizeLimit == 1 << 30)
  }

  @Test func eventOutsideACalendarIsShown() throws {
    let document = try document(
      file: Array(
        "BEGIN:VEVENT\nUID:1\nDTSTAMP:20250101T000000Z\nDTSTART:20260101T000000Z\nEND:VEVENT\n".utf8))
    #expect(document.events.count == 1)
    #expect(document.problemTexts == ["The event is not inside a VCALENDAR."])
  }

  @Test func brokenEventDoesNotHideOthers() throws {
    let document = try document([
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20250101T000000Z", "DTSTART:tomorrow", "END:VEVENT", "BEGIN:VEVENT",
      "UID:2", "DTSTAMP:20250101T000000Z", "END:VEVENT", "BEGIN:VEVENT", "UID:3",
      "DTSTAMP:20250101T000000Z", "DTSTART:20260101T000000Z", "END:VEVENT",
    ])
    #expect(document.events.map(\.id.uid) == ["3"])
    #expect(document.problems.map(\.line) == [7, 9])
    #expect(document.problems.allSatisfy { $0.severity == .lost })
  }

  @Test(arguments: [
    "20260230", "20261301T000000Z", "00000101T000000", "99990101T250000", "20260101T", "2026010",
    "20260101T0000000",
    "２０２６０１０１", "-0260101", "20260101T00000Z", "", "P1D", "20260101T240001",
  ])
  func eventWithAnInvalidStartIsNotShown(value: String) throws {
    let document = try document(event: "DTSTART:" + value)
    #expect(document.events.isEmpty)
    #expect(document.problemTexts == ["DTSTART is not a date or a time; the event is not shown."])
  }

  @Test(arguments: [
    ("DTSTART:20260105", "DTSTART is a date without VALUE=DATE."),
    ("DTSTART;VALUE=DATE:20260105T090000Z", "DTSTART is a time with VALUE=DATE."),
    ("DTSTART;TZID=Europe/Berlin:20260105T090000Z", "DTSTART in UTC has a TZID; UTC is used."),
    (
      "DTSTART;TZID=Nowhere/Land:20260105T090000",
      "The time zone “Nowhere/Land” is unknown; the time is read without a zone."
    ),
  ])
  func irregularStartsAreShownAndReported(line: String, problem: String) throws {
    let document = try document(event: line)
    #expect(document.events.count == 1)
    #expect(document.problemTexts == [problem])
  }

  @Test(arguments: [
    ("DTEND:20260105T080000Z", "DTEND is not after DTSTART."),
    ("DTEND:20260105T090000Z", "DTEND is not after DTSTART."),
    ("DTEND;VALUE=DATE:20260106", "DTSTART and DTEND must both be dates or both be times."),
    ("DTEND:soon", "DTEND is not a date or a time; it is ignored."),
    ("DURATION:-PT1H", "DURATION is negative."),
    ("DURATION:PT1X", "DURATION is not a duration; it is ignored."),
    ("DURATION:P999999999W", "DURATION is not a duration; it is ignored."),
    ("DURATION:PT99999999999999999999H", "DURATION is not a duration; it is ignored."),
  ])
  func irregularEndsAreReportedAndNeverPrecedeTheStart(line: String, problem: String) throws {
    let document = try document(event: "DTSTART:20260105T090000Z", line)
    #expect(document.problemTexts == [problem])
    let times = try document.first.times.resolved(in: .utc)
    #expect(times.end.instant >= times.start.instant)
  }

  @Test func firstOfTwoStartsIsUsed() throws {
    let document = try document(event: "DTSTART:20260105T090000Z", "DTSTART:20270105T090000Z")
    #expect(try document.first.times.start.wall.day.year == 2026)
    #expect(document.problemTexts == ["DTSTART occurs twice; the first one is used."])
  }

  @Test func windows1252AndNulAreShownAndKept() throws {
    var file = try document(event: "DTSTART:20260105T090000Z", "SUMMARY:Caf#%").bytes
    file = file.map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 == UInt8(ascii: "%") ? 0 : $0 }
    let document = try document(file: file)
    #expect(try document.first.summary == "Café\u{FFFD}")
    #expect(document.bytes == file)
    #expect(
      document.problemTexts == [
        "This line is not UTF-8; it is read as Windows-1252, which many programs do not do."
      ])
  }

  @Test func fiveThousandDatesOnOneLineAreRead() throws {
    let dates = Array(repeating: "20260106T090000Z", count: 5000).joined(separator: ",")
    let document = try document(event: "DTSTART:20260105T090000Z", "RDATE:" + dates)
    #expect(try document.first.isRepeating)
    #expect(document.problems.isEmpty)
  }

  @Test func fiveThousandNestedComponentsDoNotHideEvents() throws {
    let nested = (0..<5000).map { "BEGIN:X\($0)" } + (0..<5000).reversed().map { "END:X\($0)" }
    let document = try document(nested + ["BEGIN:VEVENT", "UID:1", "DTSTART:20260101T000000Z", "END:VEVENT"])
    #expect(document.events.count == 1)
    #expect(
      document.problems.count == 2, "expected one problem for the nesting and one for the missing DTSTAMP"
    )
  }

  @Test func missingRequiredPropertiesAreNamed() throws {
    let document = try document(
      file: Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20260101T000000Z\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    )
    #expect(
      document.problemTexts.sorted() == [
        "The VCALENDAR has no PRODID.", "The VCALENDAR has no VERSION.", "The event has no DTSTAMP.",
        "The event has no UID.",
      ])
  }

  @Test func onlyTheFirstThousandProblemsAreListed() throws {
    let document = try document(Array(repeating: "stray", count: 20_000))
    #expect(document.problems.count == 1001)
    #expect(document.problemTexts.last == "19000 more problems are not listed.")
  }
}
