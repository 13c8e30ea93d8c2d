import Foundation
import Testing

/// Files with time zone definitions: which one a TZID means (RFC 5545 3.2.19 and 3.6.5).
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct ReceivedZonesTests {
  private let program: Program

  init() throws { program = try Program() }

  private func starts(_ path: String) throws -> [String] { try program.rows(path, zone: "UTC").map(\.start) }

  /// A VTIMEZONE with a fixed offset.
  private static func zone(_ name: String, _ offset: String) -> [String] {
    [
      "BEGIN:VTIMEZONE", "TZID:\(name)", "BEGIN:STANDARD", "DTSTART:19700101T000000",
      "TZOFFSETFROM:\(offset)",
      "TZOFFSETTO:\(offset)", "END:STANDARD", "END:VTIMEZONE",
    ]
  }

  private static func event(_ uid: String, _ zone: String, _ start: String = "20260701T100000") -> [String] {
    [
      "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20260101T000000Z", "SUMMARY:\(uid)",
      "DTSTART;TZID=\(zone):\(start)",
      "DURATION:PT1H", "END:VEVENT",
    ]
  }

  private static func calendar(_ lines: [String]) -> [String] {
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//test"] + lines + ["END:VCALENDAR"]
  }

  // MARK: Several calendars in a file

  @Test(arguments: ["36-many-vcalendars.ics", "36c-own-export-two-calendars.ics"])
  func zoneBelongsToItsCalendar(name: String) throws {
    let file = try program.receive(name)
    let expected = ["2024-06-11T08:00:00Z", "2024-06-12T14:00:00Z"]
    #expect(try starts(file).suffix(2) == expected)
    _ = try program.run("export", file, "--to", "exported.ics")
    #expect(try starts("exported.ics").suffix(2) == expected)
    let names = try program.lines("exported.ics").filter { $0.hasPrefix("TZID:") }
    #expect(names.count == 2 && Set(names).count == 2, "\(names)")
    _ = try program.writeEvents([], to: "target.ics")
    let imported = try program.run("import", file, "--into", "target.ics")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try starts("target.ics").suffix(2) == expected)
  }

  @Test func exportOfAFolderNamesDifferingZonesDifferently() throws {
    let folder = "\(program.folder)/calendar"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (uid, offset) in [("b", "+0100"), ("c", "-0500"), ("d", "+0100")] {
      try program.write(
        Self.calendar(Self.zone("Office", offset) + Self.event(uid, "Office")), to: "calendar/\(uid).ics")
    }
    _ = try program.run("export", "calendar", "--to", "exported.ics")
    #expect(try program.lines("exported.ics").filter { $0.hasPrefix("TZID:") }.count == 2)
    #expect(
      try starts("exported.ics") == ["2026-07-01T09:00:00Z", "2026-07-01T09:00:00Z", "2026-07-01T15:00:00Z"])
  }

  /// A TZID without a definition means no zone, so its times are floating. The definition of another file must not move them.
  @Test func definitionOfAnotherFileDoesNotCount() throws {
    let folder = "\(program.folder)/calendar"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try program.write(Self.calendar(Self.event("b", "Office")), to: "calendar/b.ics")
    try program.write(
      Self.calendar(Self.zone("Office", "+0100") + Self.event("c", "Office")), to: "calendar/c.ics")
    let expected = ["2026-07-01T09:00:00Z", "2026-07-01T10:00:00Z"]
    #expect(try starts("calendar") == expected)
    _ = try program.run("export", "calendar", "--to", "exported.ics")
    #expect(try starts("exported.ics") == expected)
    for (first, second) in [("b", "c"), ("c", "b")] {
      _ = try program.writeEvents([], to: "target.ics")
      for name in [first, second] {
        let imported = try program.run("import", "calendar/\(name).ics", "--into", "target.ics")
        #expect(imported.status == 0, "\(imported.errors)")
      }
      #expect(try starts("target.ics") == expected)
    }
  }

  /// Its own name, because the definition begins in the year before the event, and the calendar may have earlier ones.
  @Test func nameOfWindowsGetsADefinition() throws {
    let name = "W. Europe Standard Time"
    _ = try program.writeEvents(Self.event("a", name, "20100701T100000"), to: "own.ics")
    try program.write(Self.calendar(Self.event("b", name)), to: "new.ics")
    let imported = try program.run("import", "new.ics", "--into", "own.ics")
    #expect(imported.status == 0, "\(imported.errors)")
    #expect(try starts("own.ics") == ["2010-07-01T08:00:00Z", "2026-07-01T08:00:00Z"])
    #expect(try program.lines("own.ics").filter { $0.hasPrefix("TZID:\(name) ") }.count == 1)
  }

  @Test func eventsOfAllCalendarsCanBeEdited() throws {
    let lines =
      Self.calendar(Self.zone("Office", "+0100") + Self.event("b", "Office"))
      + Self.calendar(Self.zone("Office", "-0500") + Self.event("c", "Office"))
      + Self.calendar(Self.event("d", "Office"))
    try program.write(lines, to: "own.ics")
    #expect(
      try starts("own.ics") == ["2026-07-01T09:00:00Z", "2026-07-01T09:00:00Z", "2026-07-01T15:00:00Z"])
    for uid in ["b", "c"] {
      let moved = try program.run("move", "own.ics", uid, "--by", "60")
      #expect(moved.status == 0, "\(moved.errors)")
    }
    #expect(
      try program.rows("own.ics", zone: "UTC").map { "\($0.uid) \($0.start)" } == [
        "d 2026-07-01T09:00:00Z", "b 2026-07-01T10:00:00Z", "c 2026-07-01T16:00:00Z",
      ])
    #expect(try program.lines("own.ics").contains("DTSTART;TZID=Office:20260701T110000"))
  }

  // MARK: Names of the database

  @Test(arguments: [
    ("03-tzid-gmt-with-bst.ics", "2026-07-23T09:20:00Z"),
    ("03c-tzid-est-with-dst.ics", "2026-07-01T14:00:00Z"),
    ("03d-tzid-mst-with-dst.ics", "2026-07-01T16:00:00Z"),
  ])
  func nameWithoutAnAreaMeansTheDefinitionOfTheFile(name: String, start: String) throws {
    let file = try program.receive(name)
    #expect(try starts(file) == [start])
    _ = try program.run("export", file, "--to", "exported.ics")
    #expect(try starts("exported.ics") == [start])
    _ = try program.writeEvents([], to: "target.ics")
    #expect(try program.run("import", file, "--into", "target.ics").status == 0)
    #expect(try starts("target.ics") == [start])
    let uid = try #require(try program.rows(file).first).uid
    #expect(try program.run("move", file, uid, "--by", "1440").status == 0)
    #expect(try starts(file) == [start.replacing("-23T", with: "-24T").replacing("-01T", with: "-02T")])
  }

  @Test(arguments: [("CET", "+0100"), ("UTC", "+0300"), ("Turkey", "+0200"), ("EST5EDT", "-0500")])
  func fixedOffsetOfTheFileCounts(name: String, offset: String) throws {
    let hours = try #require(Int(offset.prefix(3)))
    let file = try program.writeEvents(Self.zone(name, offset) + Self.event("a", name))
    let hour = 10 - hours
    #expect(try starts(file) == ["2026-07-01T\(hour < 10 ? "0" : "")\(hour):00:00Z"])
  }

  @Test func nameWithoutADefinitionMeansTheDatabase() throws {
    let file = try program.writeEvents(Self.event("a", "CET") + Self.event("b", "EST"))
    #expect(try starts(file) == ["2026-07-01T08:00:00Z", "2026-07-01T15:00:00Z"])
  }

  @Test func importKeepsDifferingDefinitionsOfAName() throws {
    let file = try program.writeEvents(Self.zone("CET", "+0100") + Self.event("a", "CET"))
    _ = try program.writeEvents(Self.event("b", "CET"), to: "target.ics")
    #expect(try program.run("import", file, "--into", "target.ics").status == 0)
    #expect(
      try program.rows("target.ics", zone: "UTC").map { "\($0.uid) \($0.start)" } == [
        "b 2026-07-01T08:00:00Z", "a 2026-07-01T09:00:00Z",
      ])
  }

  @Test(arguments: [
    ("Europe/Berlin", "+0100", "2026-07-01T08:00:00Z"), ("Asia/Tokyo", "+0800", "2026-07-01T01:00:00Z"),
  ])
  func contradictedDefinitionIsNamed(name: String, offset: String, start: String) throws {
    let file = try program.writeEvents(Self.zone(name, offset) + Self.event("a", name))
    #expect(try starts(file) == [start])
    let check = try program.run("check", file)
    #expect(check.status == 1)
    #expect(check.output.contains("own.ics:16: DTSTART: the VTIMEZONE of “\(name)” says"), "\(check.output)")
    let list = try program.run(
      "list", file, "--from", "2026-07-01", "--to", "2026-07-02", "--json", "--zone", "UTC")
    let other = offset == "+0100" ? "2026-07-01T09:00:00Z" : "2026-07-01T02:00:00Z"
    #expect(list.output.contains("\"startByFile\": \"\(other)\""), "\(list.output)")
  }

  @Test func definitionThatAgreesAtTheTimesOfTheEventsIsNotNamed() throws {
    // Most programs write only the present rules, which do not apply to earlier decades.
    let file = try program.writeEvents(
      [
        "BEGIN:VTIMEZONE", "TZID:Europe/Berlin", "BEGIN:STANDARD", "DTSTART:16010101T030000",
        "RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU", "TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "END:STANDARD",
        "BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
        "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200", "END:DAYLIGHT", "END:VTIMEZONE",
      ] + Self.event("a", "Europe/Berlin"))
    #expect(try program.run("check", file).output == "")
    #expect(
      try program.run("show", file, "a", "--from", "2026-01-01", "--json").output.contains(
        "\"startByFile\": null"))
  }
}
