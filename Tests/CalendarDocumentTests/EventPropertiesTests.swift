import CalendarModel
import Testing

@testable import CalendarDocument

/// Edits that set properties of an event, such as its title, times and status.
@Suite struct EventPropertiesTests {
  private let berlin = TestZones().zone(named: "Europe/Berlin") ?? .utc

  /// Applies a change, checks that undo restores every byte, and returns the lines that differ.
  private func lineChanges(
    _ lines: [String], _ properties: EventProperty..., sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> [String] {
    var document = try document(["BEGIN:VEVENT", "UID:one"] + lines + ["END:VEVENT"])
    let originalBytes = document.bytes
    let event = try document.first
    let applied = try document.apply(EventEdit(target: event.id, change: .set(properties)), stamp: testStamp)
    let changed = try document.first
    for property in properties {
      #expect(changed.property(property.kind) == property, sourceLocation: sourceLocation)
    }
    let differences = difference(String(decoding: originalBytes, as: UTF8.self), document.fileText)
    #expect(try CalendarDocumentTests.document(file: document.bytes).events == document.events)
    try document.revert(applied)
    #expect(document.bytes == originalBytes, sourceLocation: sourceLocation)
    try document.reapply(applied)
    #expect(try document.first == changed, sourceLocation: sourceLocation)
    return differences
  }

  private let start = "DTSTART:20260105T090000Z"

  @Test func changedLineKeepsItsParameters() throws {
    #expect(
      try lineChanges([start, "Summary;LANGUAGE=en;X-a=1:Old", "X-ODD:kept"], .summary("New, and; better"))
        == ["+Summary;LANGUAGE=en;X-a=1:New\\, and\\; better", "-Summary;LANGUAGE=en;X-a=1:Old"])
  }

  @Test func newPropertiesAreWrittenAfterTheStart() throws {
    #expect(try lineChanges([start, "SUMMARY:x"], .location("Here")) == ["+LOCATION:Here"])
    #expect(try lineChanges([start], .status(.canceled)) == ["+STATUS:CANCELLED"])
    #expect(try lineChanges([start], .transparency(.free)) == ["+TRANSP:TRANSPARENT"])
    #expect(try lineChanges([start], .link("mailto:ada@example.org")) == ["+URL:mailto:ada@example.org"])
    #expect(try lineChanges([start], .color(EventColor(cssName: "red"))) == ["+COLOR:red"])
    #expect(try lineChanges([start], .categories(["a,b", "c"])) == ["+CATEGORIES:a\\,b,c"])
  }

  @Test func combiningMarksAfterSeparatorsSurvive() throws {
    #expect(try lineChanges([start], .summary("a,\u{301} b;\u{338}")) == ["+SUMMARY:a\\,\u{301} b\\;\u{338}"])
    #expect(try lineChanges([start], .categories(["a,\u{301}", "b"])) == ["+CATEGORIES:a\\,\u{301},b"])
  }

  @Test func clearedPropertiesAreRemoved() throws {
    #expect(
      try lineChanges([start, "DESCRIPTION:a", "DESCRIPTION:b"], .notes("")) == [
        "-DESCRIPTION:a", "-DESCRIPTION:b",
      ])
    #expect(try lineChanges([start, "COLOR:red"], .color(nil)) == ["-COLOR:red"])
    #expect(
      try lineChanges([start, "CATEGORIES:a", "CATEGORIES:b,c"], .categories(["b"])) == [
        "+CATEGORIES:b", "-CATEGORIES:a", "-CATEGORIES:b,c",
      ])
  }

  @Test func outdatedFormattedDescriptionIsRemoved() throws {
    #expect(
      try lineChanges([start, "DESCRIPTION;ALTREP=\"data:text/html,Old\";X-a=1:Old"], .notes("New")) == [
        "+DESCRIPTION;X-a=1:New", "-DESCRIPTION;ALTREP=\"data:text/html,Old\";X-a=1:Old",
      ])
  }

  @Test func severalPropertiesAreOneEdit() throws {
    #expect(
      try lineChanges([start, "SUMMARY:a"], .summary("b"), .location("c"), .status(.tentative)).count == 4)
  }

  @Test func unchangedValuesAreNotAnEdit() throws {
    var document = try document(event: start, "SEQUENCE:1", "SUMMARY:Same")
    let bytesBefore = document.bytes
    let id = try document.first.id
    let same: [EventProperty] = [.summary("Same"), .status(.confirmed), .transparency(.busy), .color(nil)]
    #expect(try document.apply(EventEdit(target: id, change: .set(same)), stamp: testStamp).hasNoEffect)
    #expect(document.bytes == bytesBefore)
  }

  @Test func onlyTimesAndStatusIncreaseTheSequence() throws {
    for (property, isRevision) in [
      (EventProperty.summary("b"), false), (.location("b"), false), (.status(.canceled), true),
    ] {
      let lines = try lineChanges([start, "DTSTAMP:20250101T000000Z", "SEQUENCE:3"], property)
      #expect(lines.contains("+DTSTAMP:20260101T120000Z"))
      #expect(lines.contains("+SEQUENCE:4") == isRevision)
    }
  }

  @Test func timedEventCanBecomeAllDayAndBack() throws {
    let day = try wall("2026-01-05T00:00").day
    let days = EventTimes(start: .date(day), end: .time(.date(day.adding(days: 1))))
    #expect(
      try lineChanges(
        ["DTSTART;X-a=1;TZID=Asia/Tokyo:20260105T090000", "DTEND;TZID=Asia/Tokyo:20260105T100000"],
        .times(days)) == [
          "+DTEND;VALUE=DATE:20260106", "+DTSTART;X-a=1;VALUE=DATE:20260105",
          "-DTEND;TZID=Asia/Tokyo:20260105T100000", "-DTSTART;X-a=1;TZID=Asia/Tokyo:20260105T090000",
        ])
    let hour = EventTimes(
      start: .utc(try wall("2026-01-05T09:00")), end: .time(.utc(try wall("2026-01-05T10:00"))))
    #expect(
      try lineChanges(["DTSTART;VALUE=DATE:20260105", "DURATION:P1D"], .times(hour)) == [
        "+DTEND:20260105T100000Z", "+DTSTART:20260105T090000Z", "-DTSTART;VALUE=DATE:20260105",
        "-DURATION:P1D",
      ])
  }

  @Test func newZoneIsDefinedIfTheFileLacksIt() throws {
    let times = EventTimes(
      start: .zoned(try wall("2026-01-05T09:00"), berlin), end: .duration(EventDuration(seconds: 3600)))
    let lines = try lineChanges([start, "DURATION:PT1H"], .times(times))
    #expect(lines.contains("+DTSTART;TZID=Europe/Berlin:20260105T090000"))
    #expect(lines.contains("+TZID:Europe/Berlin"))
    #expect(!lines.contains { $0.contains("DURATION") })
    let later = EventTimes(
      start: .zoned(try wall("2026-01-05T09:30"), berlin), end: .duration(EventDuration(seconds: 3600)))
    let moved = try lineChanges(
      ["DTSTART;TZID=Europe/Berlin:20260105T090000", "DURATION:PT1H"], .times(later))
    #expect(moved.count == 2, "a definition was added for a zone that had none")
  }

  @Test func conflictsAreDetectedPerProperty() throws {
    let lines = [start, "DURATION:PT1H", "SUMMARY:Old", "LOCATION:Here"]
    var older = try document(event: lines[0], lines[1], lines[2], lines[3])
    let edit = EventEdit(
      target: try older.first.id, change: .set([.summary("Mine"), .status(.tentative)]))
    let applied = try older.apply(edit, stamp: testStamp)
    var otherChanged = try document(event: lines[0], "DURATION:PT2H", lines[2], "LOCATION:There")
    _ = try otherChanged.merge(applied, stamp: testStamp)
    #expect(try otherChanged.first.summary == "Mine" && otherChanged.first.location == "There")
    var conflicting = try document(event: lines[0], lines[1], "SUMMARY:Theirs", lines[3])
    #expect(throws: EditError.conflict([.summary("Theirs"), .status(.confirmed)])) {
      try conflicting.merge(applied, stamp: testStamp)
    }
    var equallyChanged = try document(event: lines[0], lines[1], "SUMMARY:Mine", lines[3])
    _ = try equallyChanged.merge(applied, stamp: testStamp)
    #expect(try equallyChanged.first.status == .tentative)
  }

  @Test func applyRefusesToSetPropertiesOfRepeatingEvents() throws {
    var document = try document(event: start, "RRULE:FREQ=DAILY")
    let id = try document.first.id
    #expect(throws: EditError.repeating) {
      try document.apply(EventEdit(target: id, change: .set([.summary("x")])), stamp: testStamp)
    }
  }
}
