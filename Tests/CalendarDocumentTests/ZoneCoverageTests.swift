import CalendarModel
import Testing

@testable import CalendarDocument

/// The VTIMEZONE of a file after an edit: it covers the times of every event, and is removed with the last event that
/// uses it.
@Suite struct ZoneCoverageTests {
  private func zoneLines(_ identifier: String, _ observances: [String]...) -> [String] {
    ["BEGIN:VTIMEZONE", "TZID:\(identifier)"] + observances.joined() + ["END:VTIMEZONE"]
  }

  private func observanceLines(
    _ name: String, _ start: String, _ from: String, _ to: String, _ more: String...
  )
    -> [String]
  {
    ["BEGIN:\(name)", "DTSTART:\(start)", "TZOFFSETFROM:\(from)", "TZOFFSETTO:\(to)"] + more + ["END:\(name)"]
  }

  /// A definition of Berlin's time zone that begins in 2025, as Handspan writes it for an event in 2026.
  private var berlin: [String] {
    zoneLines(
      "Europe/Berlin",
      observanceLines(
        "DAYLIGHT", "20250330T020000", "+0100", "+0200", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU"),
      observanceLines(
        "STANDARD", "20251026T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))
  }

  private func eventLines(_ start: String, zone: String = "Europe/Berlin", uid: String = "one") -> [String] {
    [
      "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=\(zone):\(start)",
      "DURATION:PT1H",
      "END:VEVENT",
    ]
  }

  /// Returns the offset from UTC in seconds according to the file's own definition, without a zone database.
  private func offset(_ document: CalendarDocument, at moment: String) throws -> Int {
    let component = try #require(document.text.components.firstIndex { $0.name == "VTIMEZONE" })
    let rules = try #require(FileZone(bytes: Array(document.text.bytes(ofComponent: component))))
    return rules.offset(at: Instant(seconds: try wall(moment).seconds))
  }

  /// Returns a change that moves an event to a start in its own zone.
  private func moveChange(to start: String) -> (CalendarEvent) -> EventEdit.Change {
    { event in .move(self.times(of: event, at: start)) }
  }

  private func times(of event: CalendarEvent, at start: String) -> EventTimes {
    guard case .zoned(let oldStart, let zone) = event.times.start else { return event.times }
    return event.times.moved(toStart: WallTime(start) ?? oldStart, in: zone)
  }

  @Test func moveToAnEarlierYearExtendsTheDefinition() throws {
    var document = try CalendarDocumentTests.document(berlin + eventLines("20260707T090000"))
    let textBefore = document.fileText
    #expect(try offset(document, at: "2019-07-07T07:00") == 3600)
    let applied = try document.change(moveChange(to: "2019-07-07T09:00"))
    let textAfter = document.fileText
    #expect(try offset(document, at: "2019-07-07T07:00") == 7200)
    for year in 2019...2030 {
      #expect(try offset(document, at: "\(year)-01-07T07:00") == 3600)
      #expect(try offset(document, at: "\(year)-07-07T07:00") == 7200)
    }
    // Observances are added, and the existing ones are unchanged. Only DTSTART and DTSTAMP of the event are replaced.
    #expect(
      difference(textBefore, textAfter).filter { $0.hasPrefix("-") }.allSatisfy { $0.hasPrefix("-DTSTA") })
    #expect(textAfter.contains("DTSTART:20180325T020000\r\n") && !textAfter.contains("RDATE:20250330T020000"))
    #expect(applied.notice == nil)
    try document.revert(applied)
    #expect(document.fileText == textBefore)
    try document.reapply(applied)
    #expect(document.fileText == textAfter)
  }

  @Test func sufficientDefinitionIsUnchanged() throws {
    var document = try CalendarDocumentTests.document(berlin + eventLines("20260707T090000"))
    let textBefore = document.fileText
    _ = try document.change(moveChange(to: "2027-07-07T09:00"))
    #expect(difference(textBefore, document.fileText).allSatisfy { $0.dropFirst().hasPrefix("DTSTA") })
    // The definition happens to be correct in winter, so nothing is added.
    _ = try document.change(moveChange(to: "2019-01-07T09:00"))
    #expect(difference(textBefore, document.fileText).allSatisfy { $0.dropFirst().hasPrefix("DTSTA") })
  }

  @Test func listedClockChangesAreExtended() throws {
    let definition = zoneLines(
      "Europe/Berlin",
      observanceLines("DAYLIGHT", "20250330T020000", "+0100", "+0200", "RDATE:20260329T020000"),
      observanceLines("STANDARD", "20251026T030000", "+0200", "+0100", "RDATE:20261025T030000"))
    var document = try CalendarDocumentTests.document(definition + eventLines("20260707T090000"))
    let textBefore = document.fileText
    let applied = try document.change(moveChange(to: "2031-07-07T09:00"))
    #expect(try offset(document, at: "2031-07-07T07:00") == 7200)
    #expect(try offset(document, at: "2041-01-07T07:00") == 3600)
    try document.revert(applied)
    #expect(document.fileText == textBefore)
  }

  @Test func addedEventExtendsTheDefinition() throws {
    var document = try CalendarDocumentTests.document(berlin + eventLines("20260707T090000"))
    let textBefore = document.fileText
    let berlin = try #require(TestZones().zone(named: "Europe/Berlin"))
    let start = EventTime.zoned(try wall("2019-07-07T09:00"), berlin)
    let times = EventTimes(start: start, end: .duration(EventDuration(seconds: 3600)))
    let id = EventID(calendar: testCalendar, uid: "new")
    let applied = try document.apply(.add(CalendarEvent(id: id, times: times)), stamp: testStamp)
    #expect(try offset(document, at: "2019-07-07T07:00") == 7200)
    try document.revert(applied)
    #expect(document.fileText == textBefore)
  }

  /// The first definition contradicts the database, in which summer time does not begin in July. The second
  /// zone is not in the database.
  @Test(arguments: ["Europe/Berlin", "Company Time"])
  func definitionThatDiffersFromTheDatabaseIsKeptWithANotice(identifier: String) throws {
    let other = zoneLines(
      identifier,
      observanceLines(
        "DAYLIGHT", "20250706T020000", "+0100", "+0200", "RRULE:FREQ=YEARLY;BYMONTH=7;BYDAY=1SU"),
      observanceLines(
        "STANDARD", "20251026T030000", "+0200", "+0100", "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU"))
    var document = try CalendarDocumentTests.document(other + eventLines("20260807T090000", zone: identifier))
    let textBefore = document.fileText
    let applied = try document.change(moveChange(to: "2019-08-07T09:00"))
    #expect(applied.notice == .timeOutsideZoneDefinition(identifier: identifier))
    #expect(difference(textBefore, document.fileText).allSatisfy { $0.dropFirst().hasPrefix("DTSTA") })
    // The second edit adds no new problem, so there is no notice.
    #expect(try document.change(moveChange(to: "2019-08-08T09:00")).notice == nil)
  }

  @Test func undoKeepsADefinitionThatAnotherEventNeeds() throws {
    var document = try CalendarDocumentTests.document(
      berlin + eventLines("20260707T090000") + eventLines("20260708T090000", uid: "two"))
    let applied = try document.change(moveChange(to: "2019-07-07T09:00"))
    let second = try #require(document.events.last)
    _ = try document.apply(
      EventEdit(target: second.id, change: moveChange(to: "2019-07-08T09:00")(second)), stamp: testStamp)
    try document.revert(applied)
    #expect(try offset(document, at: "2019-07-08T07:00") == 7200)
  }

  // MARK: Removing definitions

  private func addition(_ zone: String = "Europe/Berlin", _ start: String = "2026-07-07T09:00") throws
    -> EventEdit
  {
    let zone = try #require(TestZones().zone(named: zone))
    let start = EventTime.zoned(try wall(start), zone)
    let times = EventTimes(start: start, end: .duration(EventDuration(seconds: 3600)))
    let id = EventID(calendar: testCalendar, uid: "new")
    return .add(CalendarEvent(id: id, times: times))
  }

  @Test(arguments: ["Europe/Berlin", "Asia/Tokyo"])
  func deletingAnAddedEventRemovesItsDefinition(name: String) throws {
    let other = [
      "BEGIN:VEVENT", "UID:other", "DTSTAMP:20250101T000000Z", "DTSTART:20260101T000000Z", "END:VEVENT",
    ]
    var document = try CalendarDocumentTests.document(other)
    let textBefore = document.fileText
    _ = try document.apply(addition(name), stamp: testStamp)
    let textAfterAddition = document.fileText
    let id = try #require(document.events.last).id
    let deleted = try document.apply(EventEdit(target: id, change: .delete), stamp: testStamp)
    #expect(document.fileText == textBefore)
    try document.revert(deleted)
    #expect(document.fileText == textAfterAddition)
    try document.reapply(deleted)
    #expect(document.fileText == textBefore)
  }

  @Test func undoRestoresTheDefinitionToItsPosition() throws {
    let lines = eventLines("20260707T090000")
    var document = try CalendarDocumentTests.document(
      ["BEGIN:VTODO", "UID:first", "END:VTODO"] + berlin + [
        "X-OWN:1", "BEGIN:VTODO", "UID:todo", "END:VTODO",
      ]
        + lines)
    let textBefore = document.fileText
    let id = try document.first.id
    let deleted = try document.apply(EventEdit(target: id, change: .delete), stamp: testStamp)
    #expect(!document.fileText.contains("VTIMEZONE"))
    try document.revert(deleted)
    #expect(document.fileText == textBefore)
  }

  /// Any component can refer to a zone, and the case of the zone's name does not matter.
  @Test func definitionUsedElsewhereIsKept() throws {
    for other in [
      ["BEGIN:VTODO", "UID:todo", "DUE;TZID=europe/BERLIN:20260101T090000", "END:VTODO"],
      eventLines("20270707T090000", uid: "two"),
    ] {
      var document = try CalendarDocumentTests.document(berlin + eventLines("20260707T090000") + other)
      let id = try document.first.id
      _ = try document.apply(EventEdit(target: id, change: .delete), stamp: testStamp)
      #expect(document.fileText.contains("TZID:Europe/Berlin"))
    }
  }

  @Test func definitionsWrittenByOtherProgramsAreKept() throws {
    var lines = berlin
    lines.insert("X-LIC-LOCATION:Europe/Berlin", at: 2)
    var document = try CalendarDocumentTests.document(lines + eventLines("20260707T090000"))
    let id = try document.first.id
    _ = try document.apply(EventEdit(target: id, change: .delete), stamp: testStamp)
    #expect(document.fileText.contains("X-LIC-LOCATION"))
  }

  // MARK: Case of zone names

  /// RFC 5545, 2: parameter values are case-insensitive.
  @Test func zoneNamesAreCaseInsensitive() throws {
    let own = zoneLines("Company Time", observanceLines("STANDARD", "19700101T000000", "+0500", "+0500"))
    var document = try CalendarDocumentTests.document(
      own + eventLines("20260707T090000", zone: "COMPANY time"))
    #expect(document.problems.isEmpty)
    #expect(try document.first.times.start.time(in: .utc).wall == wall("2026-07-07T04:00"))
    let applied = try document.change(moveChange(to: "2026-07-08T09:00"))
    #expect(document.fileText.contains("DTSTART;TZID=COMPANY time:20260708T090000"))
    #expect(!applied.hasNoEffect && applied.notice == nil)

    var berlinDocument = try documentInBerlin(named: "europe/berlin")
    #expect(berlinDocument.problems.isEmpty)
    #expect(try berlinDocument.first.times.start.time(in: .utc).wall == wall("2026-07-07T07:00"))
    // The zone name stays as written, and no second definition is added.
    _ = try berlinDocument.change { .set([.times(self.times(of: $0, at: "2026-07-08T09:00"))]) }
    #expect(berlinDocument.fileText.contains("DTSTART;TZID=europe/berlin:20260708T090000"))
    #expect(berlinDocument.fileText.split(separator: "BEGIN:VTIMEZONE").count == 2)
  }

  private func documentInBerlin(named identifier: String) throws -> CalendarDocument {
    try CalendarDocumentTests.document(berlin + eventLines("20260707T090000", zone: identifier))
  }

  @Test(arguments: ["w. europe standard time", "W. EUROPE STANDARD TIME"])
  func windowsZoneNamesAreCaseInsensitive(name: String) throws {
    let document = try CalendarDocumentTests.document(eventLines("20260707T090000", zone: name))
    #expect(document.problems.isEmpty)
    #expect(try document.first.times.start.time(in: .utc).wall == wall("2026-07-07T07:00"))
  }
}
