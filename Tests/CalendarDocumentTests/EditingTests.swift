import CalendarDocument
import CalendarModel
import CalendarText
import Testing

@Suite struct EditingTests {
  /// Returns a change that moves the event by half an hour, or by a day if it is all-day, in its own time
  /// zone.
  private func movedLater(_ event: CalendarEvent) -> EventEdit.Change {
    let start = event.times.start.wall
    return .move(
      event.times.moved(
        toStart: event.times.isAllDay ? start.adding(days: 1) : start.adding(minutes: 30), in: zone(event)))
  }

  private func zone(_ event: CalendarEvent) -> Zone {
    if case .zoned(_, let zone) = event.times.start { zone } else { .utc }
  }

  @Test(arguments: [
    (
      ["DTSTART;TZID=Europe/Berlin:20260105T090000", "DTEND;TZID=Asia/Tokyo:20260105T180000"],
      ["DTSTART;TZID=Europe/Berlin:20260105T093000", "DTEND;TZID=Asia/Tokyo:20260105T183000"]
    ),
    (
      ["dtstart;X-y=1;tzid=\"Europe/Berlin\":20260105T090000", "Duration;X-y=2:PT60M"],
      ["dtstart;X-y=1;tzid=\"Europe/Berlin\":20260105T093000"]
    ),
    (
      ["DTSTART:20260105T234500Z", "DTEND:20260106T000000Z"],
      ["DTSTART:20260106T001500Z", "DTEND:20260106T003000Z"]
    ),
    (["DTSTART:20260105T090000"], ["DTSTART:20260105T093000"]),
    (
      ["DTSTART;VALUE=DATE:20260228", "DTEND;VALUE=DATE:20260301"],
      ["DTSTART;VALUE=DATE:20260301", "DTEND;VALUE=DATE:20260302"]
    ),
    (["DTSTART;VALUE=DATE:20260105"], ["DTSTART;VALUE=DATE:20260106"]),
  ])
  func moveKeepsTheFormOfTheTimes(oldLines: [String], newLines: [String]) throws {
    var document = try document(
      ["BEGIN:VEVENT", "UID:one"] + oldLines + ["X-ODD;A=\"b\":kept", "END:VEVENT"])
    let textBefore = document.fileText
    let applied = try document.change(movedLater)
    #expect(
      difference(textBefore, document.fileText)
        == (oldLines.prefix(newLines.count).map { "-" + $0 } + newLines.map { "+" + $0 }).sorted())
    #expect(try document.first.times == applied.edit.change.times)
  }

  @Test func existingStampsAreUpdatedAndNoneIsAdded() throws {
    var document = try document([
      "BEGIN:VEVENT", "UID:1", "DTSTAMP:20250101T000000Z", "LAST-MODIFIED:20250101T000000Z", "SEQUENCE:7",
      "DTSTART:20260105T090000Z", "END:VEVENT",
    ])
    let textBefore = document.fileText
    _ = try document.change(movedLater)
    #expect(
      difference(textBefore, document.fileText) == [
        "+DTSTAMP:20260101T120000Z", "+DTSTART:20260105T093000Z", "+LAST-MODIFIED:20260101T120000Z",
        "+SEQUENCE:8", "-DTSTAMP:20250101T000000Z", "-DTSTART:20260105T090000Z",
        "-LAST-MODIFIED:20250101T000000Z", "-SEQUENCE:7",
      ])
  }

  @Test func editWithoutAChangeLeavesTheBytesUnchanged() throws {
    var document = try document(event: "DTSTART:20260105T090000Z", "DURATION:PT60M", "SEQUENCE:1")
    let bytesBefore = document.bytes
    let applied = try document.change { .move($0.times) }
    #expect(applied.hasNoEffect)
    #expect(document.bytes == bytesBefore)
  }

  @Test(arguments: [
    (45, "PT45M"), (60, "PT1H"), (75, "PT1H15M"), (24 * 60, "PT24H"), (26 * 60 + 30, "PT26H30M"),
  ])
  func durationIsWrittenInItsShortestForm(minutes: Int, value: String) throws {
    var document = try document(event: "DTSTART:20260105T090000Z", "DURATION:PT0H30M0S")
    _ = try document.change {
      .resizeEnd($0.times.resized(toEnd: $0.times.start.wall.adding(minutes: minutes), in: .utc))
    }
    #expect(document.fileText.contains("\r\nDURATION:\(value)\r\n"))
  }

  @Test(arguments: [(3601, "PT1H0M1S"), (1, "PT1S"), (86_400, "PT24H")])
  func durationsWithSecondsFollowTheGrammar(seconds: Int, value: String) throws {
    var document = try document(event: "DTSTART:20260105T090000Z", "DURATION:PT30M")
    _ = try document.change {
      .resizeEnd(EventTimes(start: $0.times.start, end: .duration(EventDuration(seconds: seconds))))
    }
    #expect(document.fileText.contains("\r\nDURATION:\(value)\r\n"))
  }

  @Test func durationInDaysStaysInDays() throws {
    var document = try document(event: "DTSTART;VALUE=DATE:20260105", "DURATION:P1W")
    _ = try document.change {
      .resizeEnd($0.times.resized(toEnd: $0.times.start.wall.adding(days: 2), in: .utc))
    }
    #expect(document.fileText.contains("\r\nDURATION:P2D\r\n"))
  }

  @Test func impliedEndIsWrittenAfterTheStartInTheSameForm() throws {
    var document = try document(
      event: #"DTSTART;X-a=1;TZID="Europe/Berlin":20260105T090000"#, "SUMMARY:x")
    let zone = zone(try document.first)
    _ = try document.change {
      .resizeEnd($0.times.resized(toEnd: $0.times.start.wall.adding(minutes: 45), in: zone))
    }
    #expect(
      document.fileText.contains(
        ":20260105T090000\r\nDTEND;TZID=\"Europe/Berlin\":20260105T094500\r\nSUMMARY"))
    #expect(document.problems.isEmpty)
  }

  @Test(arguments: ["\n", "\r", "\r\n"])
  func addedLinesUseTheLineEndingsOfTheirNeighbors(lineEnding: String) throws {
    var document = try document(event: "DTSTART;VALUE=DATE:20260105", lineEnding: lineEnding)
    _ = try document.change {
      .resizeEnd($0.times.resized(toEnd: $0.times.start.wall.adding(days: 3), in: .utc))
    }
    #expect(
      document.fileText.contains(
        "DTSTART;VALUE=DATE:20260105\(lineEnding)DTEND;VALUE=DATE:20260108\(lineEnding)END"))
    #expect(document.bytes.filter { $0 == 0x0D }.count == (lineEnding == "\n" ? 0 : 10))
  }

  @Test(arguments: [
    "RRULE:FREQ=DAILY", "RDATE:20260107T090000Z", "EXDATE:20260105T090000Z", "RECURRENCE-ID:1",
  ])
  func applyRefusesToMoveRepeatingEvents(line: String) throws {
    var document = try document(event: "DTSTART:20260105T090000Z", line)
    let bytesBefore = document.bytes
    #expect(throws: EditError.repeating) { try document.change(movedLater) }
    #expect(document.bytes == bytesBefore)
    #expect(EditError.repeating.message(.source) == "Repeating events cannot be changed this way.")
  }

  @Test func unwritableChangesAreRefused() throws {
    var document = try document(event: "DTSTART:20260105T090000Z", "DTEND:20260105T100000Z")
    let bytesBefore = document.bytes
    let start = try document.first.times.start
    let end = EventTimes.End.time(start.with(wall: start.wall.adding(minutes: 60)))
    for (change, error) in [
      (EventEdit.Change.move(EventTimes(start: .floating(start.wall), end: end)), EditError.differentForm),
      (.move(EventTimes(start: start, end: .implied)), .differentForm),
      (.move(EventTimes(start: start, end: .duration(EventDuration(seconds: 60)))), .differentForm),
      (.resizeEnd(EventTimes(start: start, end: .time(start))), .endNotAfterStart),
      (.move(EventTimes(start: start.with(wall: WallTime(.latest)), end: end)), .outOfRange),
      (.move(EventTimes(start: start.with(wall: WallTime(.earliest)), end: end)), .outOfRange),
    ] {
      #expect(throws: error) { try document.change { _ in change } }
    }
    let otherID = EventID(calendar: testCalendar, uid: "other")
    #expect(throws: EditError.vanished) {
      try document.apply(
        EventEdit(target: otherID, change: .move(EventTimes(start: start, end: end))), stamp: testStamp)
    }
    #expect(document.bytes == bytesBefore)
  }

  @Test func unreadableEndIsNotReplaced() throws {
    var document = try document(event: "DTSTART:20260105T090000Z", "DTEND:soon")
    #expect(throws: EditError.unreadableEnd) {
      try document.change {
        .resizeEnd($0.times.resized(toEnd: $0.times.start.wall.adding(minutes: 60), in: .utc))
      }
    }
    _ = try document.change(movedLater)
    #expect(document.fileText.contains("DTSTART:20260105T093000Z\r\nDTEND:soon\r\n"))
  }

  @Test func problemsHaveTheRightLineNumbersAfterAnEdit() throws {
    var document = try document([
      "stray", "BEGIN:VEVENT", "UID:1", "DTSTAMP:20250101T000000Z", "DTSTART:20260105", "odd", "END:VEVENT",
      "stray", "BEGIN:VEVENT", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T090000Z", "END:VEVENT",
    ])
    _ = try document.change {
      .resizeEnd($0.times.resized(toEnd: $0.times.start.wall.adding(days: 3), in: .utc))
    }
    let reread = try CalendarDocumentTests.document(file: document.bytes)
    #expect(document.problems == reread.problems)
    #expect(document.events == reread.events)
  }
}
