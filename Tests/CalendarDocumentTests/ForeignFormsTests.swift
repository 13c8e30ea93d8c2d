import CalendarModel
import Testing

@testable import CalendarDocument

/// Forms of times other than those of RFC 5545: they are read, named, and written as in RFC 5545 by an edit.
@Suite struct ForeignFormsTests {
  private let newSeries = EventID(calendar: testCalendar, uid: "two")
  private let flag = "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"

  private func document(_ lines: String...) throws -> CalendarDocument {
    try CalendarDocumentTests.document(
      ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"])
  }

  /// Applies a change, checks that what is written is read alike and that undo restores every byte, and returns the lines
  /// that differ.
  private func lineChanges(
    _ original: CalendarDocument, _ change: (CalendarEvent) -> EventEdit.Change,
    scope: EventEdit.Scope = .all,
    at start: EventTime? = nil
  ) throws -> [String] {
    var document = original
    let event = try document.first
    let applied = try document.change(
      by: EventEdit(
        target: event.id, originalStart: start ?? event.times.start, scope: scope, change: change(event),
        newSeries: newSeries), stamp: testStamp)
    let reread = try CalendarDocumentTests.document(file: document.bytes)
    #expect(reread.events == document.events)
    let text = document.fileText
    try document.revert(applied)
    #expect(document.bytes == original.bytes)
    #expect(document.events == original.events)
    try document.reapply(applied)
    #expect(document.events == reread.events)
    return difference(original.fileText, text).filter { !$0.contains("DTSTAMP") }
  }

  private func date(_ text: String) throws -> EventTime { .date(try #require(Day(text))) }

  // MARK: Hyphens

  @Test func hyphensAreReadAndNamed() throws {
    let document = try document("DTSTART:2026-03-02", "DTEND:2026-03-04", "SUMMARY:x")
    #expect(
      try document.first.times
        == EventTimes(start: date("2026-03-02"), end: .time(date("2026-03-04"))))
    #expect(document.problems.map(\.line) == [7, 8])
    #expect(
      document.problemTexts.first
        == "DTSTART is written with hyphens, as in ISO 8601; many programs do not read that.")
  }

  @Test(arguments: [
    ("2026-03-02T09:00:00", "20260302T090000"), ("2026-03-02T09:00:00Z", "20260302T090000Z"),
    ("2026-03-02 09:00", "20260302T090000"), ("2026-03-02T0900Z", "20260302T090000Z"),
    ("2026-03-02T09:00:00.123z", "20260302T090000Z"), ("2026-03-02T00:30:00+01:00", "20260301T233000Z"),
    ("2026-03-02T23:30:00-0130", "20260303T010000Z"),
  ])
  func timesAreThoseOfISO8601(written: String, value: String) throws {
    let (foreign, standard) = (try document("DTSTART:\(written)"), try document("DTSTART:\(value)"))
    #expect(foreign.events == standard.events)
    #expect(foreign.problems.count == 1)
  }

  @Test(arguments: [
    "2026-13-02", "2026-02-30", "2026-3-2", "2026-03-02T25:00", "2026-03-02X", "2026-03-02T09:00:00+1",
    "2026-03-02T09", "26-03-02", "2026-03-02T09:00:00ZZ",
  ])
  func whatIsNoDateIsNotShown(written: String) throws {
    #expect(try document("DTSTART:\(written)").events.isEmpty)
  }

  @Test func editOfTheTextKeepsHyphens() throws {
    let document = try document("DTSTART:2026-03-02", "SUMMARY:x")
    #expect(try lineChanges(document) { _ in .set([.summary("y")]) } == ["+SUMMARY:y", "-SUMMARY:x"])
  }

  @Test func editOfTheTimesWritesAllOfThemAsInRFC5545() throws {
    let document = try document("DTSTART:2026-03-02", "DTEND;X-A=1:2026-03-04")
    let end = try date("2026-03-05")
    #expect(
      try lineChanges(document) { .resizeEnd(EventTimes(start: $0.times.start, end: .time(end))) } == [
        "+DTEND;X-A=1;VALUE=DATE:20260305", "+DTSTART;VALUE=DATE:20260302", "-DTEND;X-A=1:2026-03-04",
        "-DTSTART:2026-03-02",
      ])
  }

  private func isoSeries() throws -> CalendarDocument {
    try document("DTSTART:2026-03-02", "RRULE:FREQ=DAILY;UNTIL=2026-03-06", "EXDATE:2026-03-03", "SUMMARY:x")
  }

  @Test func deletedOccurrenceIsWrittenInTheFormOfTheSeries() throws {
    let day = try date("2026-03-04")
    #expect(
      try lineChanges(isoSeries(), { _ in .delete }, scope: .thisOccurrence, at: day) == [
        "+DTSTART;VALUE=DATE:20260302", "+EXDATE;VALUE=DATE:20260303", "+EXDATE;VALUE=DATE:20260304",
        "+RRULE:FREQ=DAILY;UNTIL=20260306", "-DTSTART:2026-03-02", "-EXDATE:2026-03-03",
        "-RRULE:FREQ=DAILY;UNTIL=2026-03-06",
      ])
  }

  @Test func changedOccurrenceHasTheFormOfItsSeries() throws {
    let changes = try lineChanges(
      isoSeries(), { _ in .set([.summary("y")]) }, scope: .thisOccurrence, at: try date("2026-03-04"))
    #expect(!changes.contains { $0.hasPrefix("+") && $0.contains("2026-") })
    #expect(changes.contains("+RECURRENCE-ID;VALUE=DATE:20260304"))
    #expect(changes.contains("-DTSTART:2026-03-02"))
  }

  // MARK: Outlook's flag

  private let midnights = [
    "DTSTART;TZID=Europe/Berlin:20260302T000000", "DTEND;TZID=Europe/Berlin:20260304T000000",
  ]

  @Test func markedMidnightsAreDates() throws {
    let document = try document(midnights[0], midnights[1], flag)
    #expect(
      try document.first.times
        == EventTimes(start: date("2026-03-02"), end: .time(date("2026-03-04"))))
    #expect(document.problems.map(\.line) == [7])
    #expect(document.problemTexts[0].hasPrefix("X-MICROSOFT-CDO-ALLDAYEVENT makes this an all-day event"))
  }

  @Test func periodsOfMarkedEventsAreDates() throws {
    let document = try document(
      midnights[0], midnights[1],
      "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260310T000000/P2D,20260320T000000/P2D",
      flag)
    guard case .master(let recurrence)? = try document.first.series else { return #expect(Bool(false)) }
    #expect(
      recurrence.addedWallTimes.map(\.day) == [
        try #require(Day("2026-03-10")), try #require(Day("2026-03-20")),
      ])
  }

  @Test func onlyMarkedMidnightsAreDates() throws {
    let unmarked = "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE"
    #expect(try !document(midnights[0], midnights[1], unmarked).first.times.isAllDay)
    #expect(try !document("DTSTART:20260302T080000Z", "DTEND:20260303T000000Z", flag).first.times.isAllDay)
    #expect(try !document("DTSTART:20260302T000000Z", "DTEND:20260302T000000Z", flag).first.times.isAllDay)
    #expect(try !document("DTSTART:20260302T000000Z", "DURATION:PT1H", flag).first.times.isAllDay)
    #expect(try document("DTSTART:20260302T000000", "DURATION:P1D", flag).first.times.isAllDay)
    #expect(try document("DTSTART:20260302T000000", flag).first.times.isAllDay)
    #expect(try document("DTSTART;VALUE=DATE:20260302", flag).problems.isEmpty)
  }

  @Test func moveOfAMarkedEventWritesDates() throws {
    let document = try document(midnights[0], midnights[1], flag)
    #expect(
      try lineChanges(document) {
        .move($0.times.moved(toStart: $0.times.start.wall.adding(days: 1), in: .utc))
      }
        == [
          "+DTEND;VALUE=DATE:20260305", "+DTSTART;VALUE=DATE:20260303",
          "-DTEND;TZID=Europe/Berlin:20260304T000000", "-DTSTART;TZID=Europe/Berlin:20260302T000000",
        ])
  }

  @Test func flagFollowsTheTimes() throws {
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    let marked = try document(midnights[0], midnights[1], flag)
    let start = EventTime.zoned(try wall("2026-03-02T00:00"), berlin)
    let end = EventTime.zoned(try wall("2026-03-03T00:00"), berlin)
    let changes = try lineChanges(marked) { _ in .set([.times(EventTimes(start: start, end: .time(end)))]) }
    #expect(changes.contains("+X-MICROSOFT-CDO-ALLDAYEVENT:FALSE"))
    let unmarked = try document("DTSTART:20260302T080000Z", "X-MICROSOFT-CDO-ALLDAYEVENT:FALSE")
    let day = try date("2026-03-02")
    #expect(
      try lineChanges(unmarked) { _ in .set([.times(EventTimes(start: day, end: .implied))]) }
        .contains("+X-MICROSOFT-CDO-ALLDAYEVENT:TRUE"))
  }

  /// A series of which the exceptions and the end are written in UTC, where they are on the day before.
  @Test func timesInUTCAreOnTheDayOfTheEvent() throws {
    let document = try document(
      midnights[0], "DTEND;TZID=Europe/Berlin:20260303T000000", "RRULE:FREQ=DAILY;UNTIL=20260304T230000Z",
      "EXDATE:20260302T230000Z", flag)
    let expected = try self.document(
      "DTSTART;VALUE=DATE:20260302", "DTEND;VALUE=DATE:20260303", "RRULE:FREQ=DAILY;UNTIL=20260305",
      "EXDATE;VALUE=DATE:20260303", flag)
    #expect(document.events == expected.events)
    #expect(expected.problems.isEmpty && document.problems.count == 1)
    for scope in EventEdit.Scope.allCases {
      let changes = try lineChanges(
        document, { _ in .set([.summary("y")]) }, scope: scope, at: try date("2026-03-04"))
      #expect(scope == .all || changes.contains("-DTSTART;TZID=Europe/Berlin:20260302T000000"), "\(scope)")
    }
  }

  // MARK: vCalendar 1.0

  @Test(arguments: ["D1 #3", "W2 MO WE 20261231T000000", "MP1 1+ TU #0", "MD1 6 #4", "YM1 6 #10", "YD1 1 #2"])
  func rulesOfVCalendarAreNamed(rule: String) throws {
    let problems = try document("DTSTART:20260302T080000Z", "RRULE:\(rule)").problemTexts
    #expect(
      problems == ["RRULE is a rule of vCalendar 1.0, which is not read; the event is shown without it."])
  }

  @Test(arguments: ["DAILY", "D", "FREQ=D1", "X1"])
  func otherBadRulesAreNoRulesOfVCalendar(rule: String) throws {
    let problems = try document("DTSTART:20260302T080000Z", "RRULE:\(rule)").problemTexts
    #expect(problems.count == 1 && !problems[0].contains("vCalendar"))
  }

  // MARK: UTF-16

  @Test func limitIsAboutTheBytesOfTheFile() throws {
    let text = try document("DTSTART:20260302T080000Z", "SUMMARY:" + String(repeating: "漢", count: 2_000))
      .fileText
    let units = ("\u{FEFF}" + text).utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    #expect(text.utf8.count > units.count)
    func read(limit: Int) throws -> CalendarDocument {
      try CalendarDocument(
        bytes: units, calendar: testCalendar, file: nil, zones: TestZones(), limit: limit)
    }
    #expect(try read(limit: units.count).conversion == .complete)
    #expect(throws: DocumentError.self) { try read(limit: units.count - 1) }
  }

  @Test func editsKeepUTF16() throws {
    let text = try document("DTSTART:20260302T080000Z", "SUMMARY:é🎈", "RRULE:FREQ=DAILY;COUNT=3").fileText
    for isBigEndian in [false, true] {
      let units = ("\u{FEFF}" + text).utf16.flatMap { unit in
        isBigEndian ? [UInt8(unit >> 8), UInt8(unit & 0xFF)] : [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
      var document = try CalendarDocumentTests.document(file: units)
      #expect(document.bytes == units)
      #expect(document.problems.map(\.line) == [1])
      for scope in EventEdit.Scope.allCases {
        let event = try document.first
        let edit = EventEdit(
          target: event.id, originalStart: .utc(try wall("2026-03-03T08:00")), scope: scope,
          change: .set([.summary("Größe 🎈")]), newSeries: newSeries)
        let applied = try document.change(by: edit, stamp: testStamp)
        let reread = try CalendarDocumentTests.document(file: document.bytes)
        #expect(reread.events == document.events)
        #expect(reread.events.contains { $0.summary == "Größe 🎈" })
        try document.revert(applied)
        #expect(document.bytes == units)
      }
    }
  }
}
