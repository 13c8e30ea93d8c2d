import CalendarModel
import ICalendar
import TestExtent
import Testing

@testable import CalendarDocument

/// Events have two readers: a fast one for ordinary events without problems, and one for all events. They must agree.
@Suite struct OrdinaryEventTests {
  /// Reads every event of a file with both readers.
  ///
  /// - Returns: the number of events, and how many of them are ordinary.
  private func compare(_ file: [UInt8], _ name: String = "") throws -> (eventCount: Int, ordinaryCount: Int) {
    guard let document = try? CalendarDocumentTests.document(file: file) else { return (0, 0) }
    var text = try ICalendarText(document.bytes)
    var (eventCount, ordinaryCount) = (0, 0)
    var fastReader = OrdinaryEventReader(calendar: document.calendar, file: nil, color: document.color)
    var (fastZones, fastProblems) = (document.zones, ProblemCollector())
    for component in text.components.indices where text.components[component].name == "VEVENT" {
      eventCount += 1
      let result = fastReader.read(component, of: text, zones: &fastZones, problems: &fastProblems)
      guard let result, let event = result.event?.event else { continue }
      ordinaryCount += 1
      var (zones, problems) = (document.zones, ProblemCollector())
      let reader = EventReader(component, of: &text, zones: &zones, problems: &problems)
      let expected = try #require(reader.event)
      try #require(document.withFinalID(expected, duplicate: 0) == event, "\(name) \(expected.id.uid)")
      try #require(problems.listedProblems.isEmpty, "\(name) \(problems.listedProblems)")
      #expect(result.hasIDAndColor && result.recurrenceID == nil)
    }
    return (eventCount, ordinaryCount)
  }

  @Test func ordinaryEventIsReadByTheFastReader() throws {
    let file = event(
      "DTSTART;TZID=Europe/Berlin:20260105T090000", "DTEND;TZID=Europe/Berlin:20260105T100000",
      "SUMMARY;LANGUAGE=en:Words\\, and\\n more", "LOCATION:Here", "DESCRIPTION:A long li", " ne\\",
      " , folded",
      "STATUS:Tentative", "TRANSP:TRANSPARENT", "COLOR:red", "CATEGORIES:a,b\\,c", "CATEGORIES:d",
      "URL:https://example.org", "X-OTHER;A=\"b:c\":d", "ATTENDEE;CN=A", " B:mailto:a@example.org",
      "SEQUENCE:1",
      "LAST-MODIFIED:20250101T000000Z", "CREATED:20250101T000000Z", "BEGIN:VALARM", "TRIGGER:-PT15M",
      "SUMMARY:not its own",
      "END:VALARM")
    #expect(try compare(file) == (1, 1))
    let event = try document(file: file).first
    #expect(event.notes == "A long line, folded")
    #expect(event.categories == ["a", "b,c", "d"])
    #expect(event.alarms.count == 1)
    #expect(event.status == .tentative && event.transparency == .free && event.ownColor != nil)
  }

  @Test(arguments: [
    (
      [
        "CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+49301234",
        "CONFERENCE;VALUE=URI;FEATURE=VIDEO:https://a.example/1",
      ],
      "https://a.example/1"
    ),
    (["X-GOOGLE-CONFERENCE:https://meet.exa", " mple.org/x"], "https://meet.example.org/x"),
    (
      ["X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.example/y", "CONFERENCE:https://b.example"],
      "https://teams.example/y"
    ),
    (
      ["x-moz-snooze-time-1767225600000000:20260105T090000Z", "conference:https://c.example"],
      "https://c.example"
    ),
    (["CONFERENCE:http://plain.example", "X-GOOGLE-CONFERENCE-2:https://d.example"], ""),
  ])
  func conferenceIsReadByBothReaders(lines: [String], expected: String) throws {
    let start = "DTSTART:20260105T090000Z"
    for (rule, isOrdinary) in [("SEQUENCE:1", 1), ("RRULE:FREQ=DAILY", 0)] {
      let head = [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z",
      ]
      let bytes = Array(
        (head + [start, rule] + lines + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined().utf8)
      #expect(try compare(bytes) == (1, isOrdinary))
      #expect(try document(file: bytes).first.conference == expected)
    }
  }

  private func event(_ lines: String...) -> [UInt8] {
    let fileLines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z"]
      + lines
      + ["END:VEVENT", "END:VCALENDAR"]
    return Array(fileLines.map { $0 + "\r\n" }.joined().utf8)
  }

  @Test(arguments: [
    ["DTSTART:20260105T090000Z", "RRULE:FREQ=DAILY"],
    ["DTSTART:20260105T090000Z", "RECURRENCE-ID:20260105T090000Z"],
    ["DTSTART:20260105"], ["DTSTART;VALUE=DATE:20260105T090000Z"],
    ["DTSTART;TZID=Europe/Berlin:20260105T090000Z"],
    ["DTSTART;TZID=Nowhere:20260105T090000"], ["DTSTART:20260105T090000Z", "DTEND:20260105T080000Z"],
    ["DTSTART:20260105T090000Z", "DTEND;VALUE=DATE:20260106"],
    ["DTSTART:20260105T090000Z", "DURATION:-PT1H"],
    ["DTSTART;VALUE=DATE:20260105", "DURATION:PT1H"],
    ["DTSTART:20260105T090000Z", "DTSTART:20260105T090000Z"],
    ["DTSTART:20260105T090000Z", "STATUS:SO"], ["DTSTART:20260105T090000Z", "TRANSP:SO"],
    ["DTSTART:20260105T090000Z", "COLOR:so"], ["DTSTART:20260105T090000Z", "UID:two"], ["SUMMARY:x"],
    ["DTSTART:20260105T240000"], ["DTSTART:20260105T0900"], ["DTSTART:20260105T090000z"],
    ["DTSTART: 20260105T090000Z"], ["DTSTART:20260105T090060Z"], ["DTSTART:20260230T090000Z"],
  ])
  func irregularEventIsNotOrdinary(lines: [String]) throws {
    let head = [
      "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z",
    ]
    let bytes = Array((head + lines + ["END:VEVENT", "END:VCALENDAR"]).map { $0 + "\r\n" }.joined().utf8)
    #expect(try compare(bytes) == (1, 0))
  }

  @Test func bothReadersAgreeOnDamagedEvents() throws {
    var random = SeededRandom(seed: TestExtent.seed(4711))
    var (eventCount, ordinaryCount) = (0, 0)
    for round in 0..<TestExtent.count(20_000) {
      let template = DamagedFileFuzzTests.templates[round % DamagedFileFuzzTests.templates.count]
      var file = Array(template.replacing("|", with: round % 3 == 0 ? "\n" : "\r\n").utf8)
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        let position = Int.random(in: 0...file.count, using: &random)
        if Bool.random(using: &random) {
          file.insert(
            contentsOf: (DamagedFileFuzzTests.fragments.randomElement(using: &random) ?? "").utf8,
            at: position)
        } else if position < file.count {
          file[position] = UInt8.random(in: 0...255, using: &random)
        }
      }
      let counts = try compare(file)
      (eventCount, ordinaryCount) = (eventCount + counts.eventCount, ordinaryCount + counts.ordinaryCount)
    }
    #expect(ordinaryCount > eventCount / 10)
  }

  @Test(.enabled(if: !Corpus.files.isEmpty)) func bothReadersAgreeOnPublicCalendars() throws {
    var (eventCount, ordinaryCount) = (0, 0)
    for (name, bytes) in try Corpus.read() {
      let counts = try compare(bytes, name)
      (eventCount, ordinaryCount) = (eventCount + counts.eventCount, ordinaryCount + counts.ordinaryCount)
    }
    #expect(ordinaryCount > 100)
    print("Corpus: \(ordinaryCount) of \(eventCount) events are ordinary.")
  }
}
