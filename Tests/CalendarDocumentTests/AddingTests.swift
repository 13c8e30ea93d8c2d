import CalendarModel
import TestExtent
import Testing

@testable import CalendarDocument

@Suite struct AddingTests {
  private let berlin = TestZones().zone(named: "Europe/Berlin") ?? .utc

  private func event(_ times: EventTimes, summary: String = "Walk") -> CalendarEvent {
    CalendarEvent(id: EventID(calendar: testCalendar, uid: "new"), times: times, summary: summary)
  }

  private func walk(in zone: Zone) throws -> CalendarEvent {
    event(
      EventTimes(
        start: .at(try wall("2026-01-05T09:00"), in: zone),
        end: .time(.at(try wall("2026-01-05T10:00"), in: zone))))
  }

  private func existingDocument(lineEnding: String = "\r\n") throws -> CalendarDocument {
    try document(event: "DTSTART:20260105T090000Z", "DURATION:PT1H", lineEnding: lineEnding)
  }

  @Test func newEventIsWrittenBeforeTheEndOfTheCalendar() throws {
    var document = try existingDocument()
    let textBefore = document.fileText
    let event = try walk(in: .utc)
    _ = try document.apply(.add(event), stamp: testStamp)
    let written = [
      "BEGIN:VEVENT", "UID:new", "DTSTAMP:20260101T120000Z", "CREATED:20260101T120000Z",
      "DTSTART:20260105T090000Z", "DTEND:20260105T100000Z", "SUMMARY:Walk", "END:VEVENT", "END:VCALENDAR", "",
    ].joined(separator: "\r\n")
    #expect(document.fileText == textBefore.dropLast("END:VCALENDAR\r\n".count) + written)
    #expect(document.events.last == event)
    #expect(document.problems.isEmpty)
  }

  @Test func undoRestoresTheFileAndRedoAddsTheEventAgain() throws {
    for zone in [Zone.utc, berlin] {
      var document = try existingDocument()
      let originalBytes = document.bytes
      let applied = try document.apply(.add(try walk(in: zone)), stamp: testStamp)
      let editedBytes = document.bytes
      try document.revert(applied)
      #expect(document.bytes == originalBytes)
      #expect(document.events.count == 1)
      try document.reapply(applied)
      #expect(document.bytes == editedBytes)
    }
  }

  @Test func allPropertiesSurviveWritingAndReading() throws {
    var document = try existingDocument()
    var event = try walk(in: berlin)
    event.summary = "Lunch, with Ada; 1\\2"
    event.location = "Café “Süd”"
    event.notes = "One\ntwo\r\nthree\t\u{0}end"
    event.link = "https://example.org/a;b,c?d=1"
    event.ownColor = EventColor(cssName: "SeaGreen")
    event.status = .tentative
    event.transparency = .free
    event.categories = ["Food", "A, b"]
    _ = try document.apply(.add(event), stamp: testStamp)
    event.notes = "One\ntwo\nthree\tend"
    #expect(document.events.last == event)
    #expect(document.fileText.contains("\r\nURL:https://example.org/a;b,c?d=1\r\n"))
    #expect(document.fileText.contains("\r\nCOLOR:seagreen\r\nSTATUS:TENTATIVE\r\nTRANSP:TRANSPARENT\r\n"))
    #expect(document.problems.isEmpty)
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func addedLinesUseTheLineEndingsOfTheFileAndAreFolded(lineEnding: String) throws {
    var document = try existingDocument(lineEnding: lineEnding)
    var event = try walk(in: berlin)
    event.notes = String(repeating: "Füße ", count: 60)
    _ = try document.apply(.add(event), stamp: testStamp)
    let lines = document.fileText.split(separator: lineEnding, omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.utf8.count <= 75 && !$0.contains("\r") && !$0.contains("\n") })
    #expect(document.events.last?.notes == event.notes)
  }

  @Test func zoneIsDefinedOnceAndRemovedWithItsLastEvent() throws {
    var document = try existingDocument()
    let originalBytes = document.bytes
    let first = try document.apply(.add(try walk(in: berlin)), stamp: testStamp)
    #expect(document.fileText.contains("\r\nBEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\nBEGIN:DAYLIGHT\r\n"))
    #expect(document.fileText.contains("\r\nDTSTART;TZID=Europe/Berlin:20260105T090000\r\n"))
    var other = try walk(in: berlin)
    other.id = EventID(calendar: testCalendar, uid: "other")
    let second = try document.apply(.add(other), stamp: testStamp)
    #expect(document.fileText.split(separator: "\r\n").count { $0 == "BEGIN:VTIMEZONE" } == 1)
    var outOfOrder = document
    try outOfOrder.revert(first)
    #expect(
      outOfOrder.fileText.contains("TZID:Europe/Berlin"),
      "the definition was removed although the other event needs it")
    try document.revert(second)
    try document.revert(first)
    #expect(document.bytes == originalBytes)
  }

  @Test func allDayEventsNeedNoZone() throws {
    var document = try existingDocument()
    let day = try #require(Day("2026-01-05"))
    _ = try document.apply(
      .add(event(EventTimes(start: .date(day), end: .time(.date(day.adding(days: 2)))))), stamp: testStamp)
    #expect(
      document.fileText.contains("\r\nDTSTART;VALUE=DATE:20260105\r\nDTEND;VALUE=DATE:20260107\r\nSUMMARY:"))
    #expect(!document.fileText.contains("VTIMEZONE"))
  }

  @Test func newFileIsValidICalendar() throws {
    var document = try CalendarDocument(
      newIn: testCalendar, file: "new.ics", zones: TestZones())
    #expect(document.isEmpty)
    let empty = document.bytes
    var event = try walk(in: berlin)
    event.id = EventID(calendar: testCalendar, file: "new.ics", uid: "new")
    let applied = try document.apply(.add(event), stamp: testStamp)
    #expect(document.fileText.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:"))
    #expect(document.problems.isEmpty)
    #expect(document.events == [event])
    #expect(!document.isEmpty)
    try document.revert(applied)
    #expect(document.bytes == empty)
  }

  @Test func unwritableEventsAreRefused() throws {
    var document = try existingDocument()
    let bytesBefore = document.bytes
    let (nine, ten) = (try wall("2026-01-05T09:00"), try wall("2026-01-05T10:00"))
    let day = nine.day
    var withInvalidLink = try walk(in: .utc)
    withInvalidLink.link = "https://example.org/a b"
    var withUnnamedColor = try walk(in: .utc)
    withUnnamedColor.ownColor = EventColor(red: 0.123, green: 0.5, blue: 0.7)
    var withExistingID = try walk(in: .utc)
    withExistingID.id = try document.first.id
    for (event, error) in [
      (event(EventTimes(start: .utc(ten), end: .time(.utc(nine)))), EditError.endNotAfterStart),
      (event(EventTimes(start: .utc(nine), end: .time(.utc(nine)))), .endNotAfterStart),
      (event(EventTimes(start: .date(day), end: .time(.utc(ten)))), .mixedTimes),
      (event(EventTimes(start: .date(day), end: .duration(EventDuration(seconds: 60)))), .mixedTimes),
      (event(EventTimes(start: .date(.latest), end: .implied)), .outOfRange),
      (withInvalidLink, .unwritableLink), (withUnnamedColor, .unnamedColor), (withExistingID, .exists),
    ] {
      #expect(throws: error) { try document.apply(.add(event), stamp: testStamp) }
    }
    #expect(document.bytes == bytesBefore)
  }

  @Test(arguments: [
    "BEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T090000Z\r\nEND:VEVENT\r\n",
    "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260105T090000Z\r\nEND:VEVENT\r\n",
  ])
  func eventIsNotAddedToAnIncompleteCalendar(file: String) throws {
    var document = try document(file: Array(file.utf8))
    let event = try walk(in: .utc)
    #expect(throws: EditError.noCalendar) { try document.apply(.add(event), stamp: testStamp) }
    #expect(document.fileText == file)
  }

  @Test func mergingAnAdditionTwiceAddsTheEventOnce() throws {
    var older = try existingDocument()
    let applied = try older.apply(.add(try walk(in: berlin)), stamp: testStamp)
    var newer = try document(file: Array(existingDocument().fileText.replacing("PT1H", with: "PT2H").utf8))
    let bytes = newer.bytes
    let merged = try newer.merge(applied, stamp: testStamp)
    #expect(newer.events.count == 2)
    #expect(try newer.merge(applied, stamp: testStamp).hasNoEffect)
    #expect(newer.events.count == 2)
    try newer.revert(merged)
    #expect(newer.bytes == bytes)
  }

  @Test func newIdentifiersAreRandomUUIDs() {
    var random = SeededRandom(seed: 5)
    let ids = (0..<1_000).map { _ in
      EventID.random(in: testCalendar, hasSeparateObjects: true, using: &random)
    }
    #expect(Set(ids).count == 1_000)
    for id in ids {
      #expect(id.file == "\(id.uid).ics")
      let pattern = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
      #expect(id.uid.text.wholeMatch(of: pattern) != nil)
    }
  }
}
