import CalendarDocument
import CalendarModel
import Testing

@Suite struct EventReadingTests {
  @Test func everyShownPropertyIsRead() throws {
    let document = try document(
      event: "DTSTART;TZID=Europe/Berlin:20260105T090000", "DTEND;TZID=Europe/Berlin:20260105T100000",
      #"SUMMARY;LANGUAGE=de:Standup\, daily"#, #"LOCATION:Room 1\; ground floor"#, #"DESCRIPTION:one\ntwo"#,
      "STATUS:TENTATIVE", "TRANSP:TRANSPARENT", "COLOR:DarkSeaGreen", #"CATEGORIES:work,a\,b"#,
      "CATEGORIES:more", "X-ODD;X=1:kept")
    let event = try document.first
    #expect(event.id == EventID(calendar: testCalendar, uid: "one"))
    #expect(event.summary == "Standup, daily")
    #expect(event.location == "Room 1; ground floor")
    #expect(event.notes == "one\ntwo")
    #expect(event.status == .tentative)
    #expect(event.transparency == .free)
    #expect(event.categories == ["work", "a,b", "more"])
    #expect(event.color == EventColor(red: 0x8F / 255.0, green: 0xBC / 255.0, blue: 0x8F / 255.0))
    #expect(!event.isRepeating)
    #expect(document.problems.isEmpty)
    let times = event.times.resolved(in: .utc)
    #expect(times.start.description == "2026-01-05T08:00:00Z")
    #expect(times.end.description == "2026-01-05T09:00:00Z")
  }

  @Test func triggersOfAlarmsAreRead() throws {
    func alarm(_ trigger: String) -> [String] { ["BEGIN:VALARM", "ACTION:AUDIO", trigger, "END:VALARM"] }
    let triggers = [
      "TRIGGER:-PT15M", "TRIGGER;RELATED=END:PT5M", "trigger;related=end:-P1D", "TRIGGER:PT0S",
      "TRIGGER;VALUE=DATE-TIME:20260105T080000Z", "TRIGGER:20260105T080000", "TRIGGER:soon", "X-NONE:1",
    ]
    let lines =
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT", "UID:one"]
      + ["DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z"] + triggers.flatMap(alarm)
      + ["END:VEVENT", "END:VCALENDAR"]
    #expect(
      try document(lines).first.alarms == [
        .offset(EventDuration(seconds: -900), from: .start), .offset(EventDuration(seconds: 300), from: .end),
        .offset(EventDuration(days: -1), from: .end), .offset(EventDuration(), from: .start),
        .at(Instant(seconds: try wall("2026-01-05T08:00").seconds)),
      ])
  }

  @Test(arguments: [[], ["STATUS:ODD"]])
  func organizerAndAttendeesAreNamedByCNOrAddress(irregularLines: [String]) throws {
    let lines = [
      "DTSTART:20260105T090000Z", "ORGANIZER;CN=\"Lovelace, Ada\":mailto:ada@example.org",
      "ORGANIZER:mailto:second@example.org",
      "ATTENDEE;PARTSTAT=ACCEPTED;CN=Grace^'s:MAILTO:grace@example.org",
      "ATTENDEE:mailto:alan@exam\r\n ple.org", "ATTENDEE;CN= :urn:uuid:1", "ATTENDEE;CN=:",
    ]
    let start = ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z"]
    let event = try document(start + lines + irregularLines + ["END:VEVENT"]).first
    #expect(event.organizer?.name == "Lovelace, Ada")
    #expect(event.attendees.map(\.name) == ["Grace\"s", "alan@example.org", "urn:uuid:1"])
    #expect(event.attendees.map(\.answer) == [.accepted, nil, nil])
  }

  @Test func missingPropertiesHaveDefaults() throws {
    let event = try document(event: "DTSTART:20260105T090000Z").first
    #expect(event.summary.isEmpty && event.location.isEmpty && event.notes.isEmpty)
    #expect(event.status == .confirmed && event.transparency == .busy && event.color == nil)
    #expect(event.times == EventTimes(start: .utc(try wall("2026-01-05T09:00")), end: .implied))
  }

  @Test func everyFormOfTimeIsRead() throws {
    let nine = try wall("2026-01-05T09:00")
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    for (value, expected) in [
      (":20260105T090000", EventTime.floating(nine)), (":20260105T090000Z", .utc(nine)),
      (";TZID=Europe/Berlin:20260105T090000", .zoned(nine, berlin)),
      (#";TZID="Europe/Berlin":20260105T090000"#, .zoned(nine, berlin)),
      (";VALUE=DATE:20260105", .date(nine.day)), (";VALUE=DATE-TIME:20260105T090000", .floating(nine)),
    ] {
      let document = try document(event: "DTSTART" + value)
      #expect(try document.first.times.start == expected)
      #expect(document.problems.isEmpty, "\(value)")
    }
  }

  @Test func nameAndColorOfTheCalendarAreRead() throws {
    let plain = try document(["X-WR-CALNAME:Home", "X-APPLE-CALENDAR-COLOR:#FF0000FF"])
    #expect(plain.name == "Home")
    #expect(plain.color == EventColor(red: 1, green: 0, blue: 0))
    let standard = try document([
      "X-WR-CALNAME:Home", "X-APPLE-CALENDAR-COLOR:#FF0000", "NAME:Work", "COLOR:lime", "BEGIN:VEVENT",
      "UID:1", "DTSTART:20260101T000000Z", "END:VEVENT",
    ])
    #expect(standard.name == "Work")
    #expect(standard.color == EventColor(red: 0, green: 1, blue: 0))
    #expect(
      try standard.first.color == standard.color, "an event without a color does not have the calendar's")
  }

  @Test(arguments: ["#12345", "#-12345", "no such color", "", "#GGGGGG", "0xFF0000"])
  func invalidColorsAreIgnored(value: String) throws {
    let document = try document(event: "DTSTART:20260105T090000Z", "COLOR:" + value)
    #expect(try document.first.color == nil)
    #expect(document.problemTexts == ["COLOR is not a CSS3 color name."])
  }

  @Test(arguments: [
    "RRULE:FREQ=DAILY", "RDATE:20260106T090000Z", "EXDATE:20260106T090000Z", "RECURRENCE-ID:20260106T090000Z",
    "rrule;X=1:FREQ=DAILY", "RDATE;VALUE=PERIOD:20260106T090000Z/PT1H",
  ])
  func eventsOfASeriesAreRepeating(line: String) throws {
    let event = try document(event: "DTSTART:20260105T090000Z", line).first
    #expect(event.isRepeating)
  }

  @Test func eventsWithTheSameUIDHaveDifferentIdentifiers() throws {
    func event(_ lines: String...) -> [String] {
      ["BEGIN:VEVENT", "UID:same", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"]
    }
    let document = try document(
      event("DTSTART:20260101T000000Z") + event("SUMMARY:no start") + event("DTSTART:20260103T000000Z")
        + event("DTSTART:20260104T000000Z", "RECURRENCE-ID:20260103T000000Z"))
    #expect(document.events.map(\.id.duplicate) == [0, 2, 0])
    #expect(document.events.map(\.id.recurrenceID) == [nil, nil, "20260103T000000Z"])
    #expect(Set(document.events.map(\.id)).count == 3)
  }

  @Test func eventsInAFolderAreIdentifiedByTheirFileName() throws {
    let bytes = try document(event: "DTSTART:20260105T090000Z").bytes
    let document = try CalendarDocument(
      bytes: bytes, calendar: CalendarID("/folder"), file: "a.ics", zones: TestZones())
    #expect(try document.first.id.file == "a.ics")
  }
}
