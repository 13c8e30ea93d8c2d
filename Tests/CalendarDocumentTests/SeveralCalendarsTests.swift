import CalendarModel
import Testing

@testable import CalendarDocument

/// Files with several VCALENDARs, in which the same TZID may mean different zones (RFC 5545 3.2.19).
@Suite struct SeveralCalendarsTests {
  private static func zone(_ name: String, _ offset: String) -> [String] {
    [
      "BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:\(offset)", "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
    ]
  }

  private static func event(_ uid: String, _ zone: String, _ more: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20250101T000000Z"] + more
      + ["DTSTART;TZID=\(zone):20260302T100000", "DURATION:PT1H", "END:VEVENT"]
  }

  private func document(_ calendars: [String]...) throws -> CalendarDocument { try document(calendars) }

  private func document(_ calendars: [[String]]) throws -> CalendarDocument {
    let lines = calendars.flatMap {
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + $0 + ["END:VCALENDAR"]
    }
    return try CalendarDocumentTests.document(file: Array(lines.map { $0 + "\r\n" }.joined().utf8))
  }

  private func reread(_ document: CalendarDocument) throws -> CalendarDocument {
    try CalendarDocumentTests.document(file: document.bytes)
  }

  private func start(of uid: ByteString, in document: CalendarDocument) throws -> WallTime {
    try #require(document.events.first { $0.id.uid == uid }).times.start.time(in: .utc).wall
  }

  /// Sets properties of an event.
  private func set(
    _ properties: [EventProperty], of uid: ByteString, in document: inout CalendarDocument
  ) throws {
    let event = try #require(document.events.first { $0.id.uid == uid })
    _ = try document.apply(EventEdit(target: event.id, change: .set(properties)), stamp: testStamp)
  }

  @Test func editsThatAddLinesKeepTheZonesOfLaterEvents() throws {
    var document = try document(
      Self.zone("Office", "+0100") + Self.event("a", "Office") + Self.event("b", "Office", "SUMMARY:b"),
      Self.zone("Office", "+0900") + Self.event("c", "Office"))
    try set([.location("l")], of: "a", in: &document)
    try set([.notes("n")], of: "a", in: &document)
    try set([.link("https://example.org")], of: "a", in: &document)
    try set([.status(.tentative)], of: "a", in: &document)
    try set([.summary("a")], of: "a", in: &document)
    for uid: ByteString in ["b", "c"] { try set([.summary("new")], of: uid, in: &document) }
    #expect(try start(of: "b", in: document) == wall("2026-03-02T09:00"))
    #expect(try start(of: "c", in: document) == wall("2026-03-02T01:00"))
    #expect(try document.events == reread(document).events)
  }

  /// More definitions than are compared with each other, and each of them twice.
  @Test func eachOfManyDefinitionsOfANameKeepsItsClocks() throws {
    let count = DocumentZones.comparedDefinitions + 9
    let calendars = (0..<2 * count).map { number in
      let minutes = number % count
      let offset = "+0\(minutes / 60)" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
      return Self.zone("Office", offset) + Self.event("\(number)", "Office")
    }
    let document = try document(calendars)
    let ten = try wall("2026-03-02T10:00")
    for (number, event) in document.events.enumerated() {
      #expect(event.times.start.time(in: .utc).wall == ten.adding(minutes: -(number % count)))
      // An event that is copied beside another one is in the same zone only if the clocks are the same.
      #expect(event.times.zones == document.events[number % count].times.zones)
      if number % count > 0 { #expect(event.times.zones != document.events[0].times.zones) }
    }
  }

  @Test func outlooksAllDayEventIsInTheZoneOfItsCalendar() throws {
    let event = [
      "BEGIN:VEVENT", "UID:a", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Office:20260302T000000",
      "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE:20260302T230000Z",
      "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE", "END:VEVENT",
    ]
    let document = try document(Self.zone("Office", "+0100") + event, Self.zone("Office", "-0500"))
    let expected = try self.document([
      "BEGIN:VEVENT", "UID:a", "DTSTAMP:20250101T000000Z", "DTSTART;VALUE=DATE:20260302",
      "DURATION:P1D", "RRULE:FREQ=DAILY;COUNT=3", "EXDATE;VALUE=DATE:20260303", "END:VEVENT",
    ])
    #expect(document.events == expected.events)
  }

  // MARK: New times

  private func times(in zone: String) throws -> EventTimes {
    let zone = try #require(TestZones().zone(named: zone))
    return EventTimes(
      start: .zoned(try wall("2026-03-02T12:00"), zone), end: .duration(EventDuration(seconds: 3600)))
  }

  @Test func newEventIsNotWrittenWithANameThatMeansAnotherZone() throws {
    var document = try document(Self.zone("UTC", "+0500"))
    let bytes = document.bytes
    let event = CalendarEvent(id: EventID(calendar: testCalendar, uid: "new"), times: try times(in: "UTC"))
    #expect(throws: EditError.conflictingZone) { try document.apply(.add(event), stamp: testStamp) }
    #expect(document.bytes == bytes)
    document = try self.document(Self.zone("UTC", "+0500"), Self.zone("utc", "+0000"))
    _ = try document.apply(.add(event), stamp: testStamp)
    #expect(try start(of: "new", in: reread(document)) == wall("2026-03-02T12:00"))
  }

  @Test func newTimesAreInTheZoneOfTheirCalendar() throws {
    var document = try document(
      Self.zone("UTC", "+0000") + Self.event("a", "Asia/Tokyo"),
      Self.zone("UTC", "+0500") + Self.event("b", "UTC") + Self.event("c", "Asia/Tokyo"))
    let times = try times(in: "UTC")
    try set([.times(times)], of: "a", in: &document)
    for uid: ByteString in ["b", "c"] {
      #expect(throws: EditError.conflictingZone) { try set([.times(times)], of: uid, in: &document) }
    }
    #expect(try start(of: "a", in: document) == wall("2026-03-02T12:00"))
    #expect(try start(of: "b", in: document) == wall("2026-03-02T05:00"))
    #expect(try document.events == reread(document).events)
  }

  // MARK: Definitions that an edit changes

  /// A definition of Berlin's time zone from a year on.
  private static func berlin(since year: Int) -> [String] {
    let observances = [
      ("DAYLIGHT", "0330T020000", "+0100", "+0200", 3), ("STANDARD", "1026T030000", "+0200", "+0100", 10),
    ]
    return ["BEGIN:VTIMEZONE", "TZID:Europe/Berlin"]
      + observances.flatMap { name, start, from, to, month in
        [
          "BEGIN:\(name)", "DTSTART:\(year)\(start)", "TZOFFSETFROM:\(from)", "TZOFFSETTO:\(to)",
          "RRULE:FREQ=YEARLY;BYMONTH=\(month);BYDAY=-1SU", "END:\(name)",
        ]
      } + ["END:VTIMEZONE"]
  }

  private func definitions(in document: CalendarDocument) -> [[UInt8]] {
    document.text.components.indices.filter { document.text.components[$0].name == "VTIMEZONE" }
      .map { Array(document.text.bytes(ofComponent: $0)) }
  }

  @Test func definitionOfTheEventsOwnCalendarIsExtended() throws {
    let original = try document(
      Self.berlin(since: 2025) + Self.event("a", "Europe/Berlin"),
      Self.berlin(since: 2014) + Self.event("b", "Europe/Berlin"))
    var document = original
    let event = try #require(document.events.first)
    let times = event.times.starting(at: event.times.start.with(wall: try wall("2024-07-01T10:00")))
    let applied = try document.apply(EventEdit(target: event.id, change: .move(times)), stamp: testStamp)
    #expect(applied.notice == nil)
    let (old, new) = (definitions(in: original), definitions(in: document))
    #expect(new[0] != old[0] && new[1] == old[1])
    let rules = try #require(FileZone(bytes: new[0]))
    #expect(rules.offset(at: Instant(seconds: try wall("2024-07-01T08:00").seconds)) == 7_200)
    try document.revert(applied)
    #expect(document.bytes == original.bytes)
  }

  /// The edits that a later run finds between two versions of the file.
  @Test func editsBetweenVersionsKeepTheDefinitionsOfOtherCalendars() throws {
    let series = Self.event("a", "Office", "RRULE:FREQ=DAILY;COUNT=3")
    let original = try document(
      Self.zone("Office", "+0100") + series, Self.zone("Office", "+0900") + Self.event("b", "Office"))
    var edited = original
    let event = try #require(edited.events.first)
    _ = try edited.applyToSeries(
      EventEdit(
        target: event.id, originalStart: event.times.start, scope: .all, change: .set([.location("l")])),
      newSeries: EventID(calendar: testCalendar, uid: "new"), stamp: testStamp)
    // Another program has changed the event of the other calendar.
    var current = original
    try set([.summary("b")], of: "b", in: &current)
    for edit in edited.edits(since: original) { _ = try current.merge(edit, stamp: testStamp) }
    #expect(definitions(in: current) == definitions(in: original))
    #expect(current.events.map(\.location) == ["l", ""] && current.events.map(\.summary) == ["", "b"])
    #expect(try start(of: "a", in: reread(current)) == wall("2026-03-02T09:00"))
    #expect(try start(of: "b", in: reread(current)) == wall("2026-03-02T01:00"))
  }

  @Test func newFileOfALaterPartDefinesTheZoneOfItsSeries() throws {
    let series = Self.event("a", "Office", "RRULE:FREQ=DAILY;COUNT=3")
    let bytes = try document(
      Self.zone("Office", "+0100") + series, Self.zone("Office", "+0900") + Self.event("b", "Office")
    ).bytes
    var document = try CalendarDocument(
      bytes: bytes, calendar: testCalendar, file: "s.ics", zones: TestZones())
    let target = try #require(document.events.first)
    let lastStart = target.times.start.with(wall: try wall("2026-03-04T10:00"))
    let applied = try document.applyToSeries(
      EventEdit(
        target: target.id, originalStart: lastStart, scope: .thisAndFollowing,
        change: .set([.summary("Last")])),
      newSeries: EventID(calendar: testCalendar, file: "new.ics", uid: "new"), stamp: testStamp)
    let new = try #require(applied.newFile)
    #expect(definitions(in: new) == [definitions(in: document)[0]])
    #expect(try start(of: "new", in: new) == wall("2026-03-04T09:00"))
  }
}
