import Foundation
import Testing

/// Files whose times are near clock changes. The expected moments come from RFC 5545 3.3.5 and the offsets of the time zone
/// database.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed"))
struct ReceivedInstantsTests {
  private let program: Program

  init() throws { program = try Program() }

  private func starts(_ file: String) throws -> [String] {
    try program.rows(file, zone: "UTC").map(\.start)
  }

  private func series(_ lines: String..., start: String = "DTSTART;TZID=Europe/Berlin:20261024T023000")
    throws -> String
  {
    try program.writeEvents(
      ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "SUMMARY:One", start, "DURATION:PT15M"] + lines
        + ["END:VEVENT"])
  }

  // MARK: The hour that clocks show twice

  @Test func datesInUTCNameOneOfTwoMoments() throws {
    #expect(
      try starts(try program.receive("78-rdate-in-second-hour.ics")) == [
        "2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z",
      ])
    #expect(
      try starts(try program.receive("78b-exdate-second-hour.ics")) == [
        "2026-11-01T04:30:00Z", "2026-11-01T06:30:00Z", "2026-11-01T07:30:00Z",
      ])
    let periods = try program.rows(try program.receive("78c-period-second-hour.ics"), zone: "UTC")
    #expect(
      periods.map { "\($0.start) \($0.end)" } == [
        "2026-10-24T23:30:00Z 2026-10-24T23:40:00Z", "2026-10-25T00:30:00Z 2026-10-25T00:40:00Z",
        "2026-10-25T01:30:00Z 2026-10-25T01:50:00Z",
      ])
  }

  /// The clocks of St. John's are set back at the end of the week, and those of London were at its beginning.
  @Test func daysOfAPeriodAreThoseOfItsOwnZone() throws {
    let file = try series(
      "RDATE;VALUE=PERIOD;TZID=America/St_Johns:20261024T221500/P1W",
      start: "DTSTART;TZID=Europe/London:20251027T020000")
    #expect(try program.rows(file, zone: "UTC").last?.end == "2026-11-01T00:45:00Z")
  }

  @Test(arguments: [
    // On Lord Howe, clocks are set back by half an hour.
    (
      "DTSTART;TZID=Australia/Lord_Howe:20260404T014500", ["RDATE:20260404T144500Z,20260404T151500Z"],
      ["2026-04-03T14:45:00Z", "2026-04-04T14:45:00Z", "2026-04-04T15:15:00Z"]
    ),
    (
      "DTSTART;TZID=Australia/Lord_Howe:20260404T014500",
      ["RDATE:20260404T144500Z,20260404T151500Z", "EXDATE:20260404T151500Z"],
      ["2026-04-03T14:45:00Z", "2026-04-04T14:45:00Z"]
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261024T023000", ["RRULE:FREQ=DAILY;COUNT=2", "EXDATE:20261025T013000Z"],
      ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z"]
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261024T023000", ["RRULE:FREQ=DAILY;COUNT=2", "RDATE:20261025T013000Z"],
      ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T01:30:00Z"]
    ),
    (
      "DTSTART;TZID=Europe/Berlin:20261024T023000", ["RDATE;TZID=America/New_York:20261024T213000"],
      ["2026-10-24T00:30:00Z", "2026-10-25T01:30:00Z"]
    ),
  ])
  func dateInUTCOrAnotherZoneNamesItsOwnMoment(start: String, dates: [String], expected: [String]) throws {
    let file = try program.writeEvents(
      ["BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", start, "DURATION:PT15M"] + dates
        + ["END:VEVENT"])
    #expect(try starts(file) == expected)
  }

  @Test func occurrenceKeepsItsLengthInTheSecondHour() throws {
    let file = try program.writeEvents(
      [
        "BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20261024T023000",
        "DTEND;TZID=Europe/Berlin:20261024T024500", "RDATE:20261025T013000Z", "END:VEVENT",
      ])
    #expect(try program.rows(file, zone: "UTC").map(\.end).last == "2026-10-25T01:45:00Z")
  }

  @Test func changedOccurrenceReplacesOnlyItsOwnMoment() throws {
    let file = try program.writeEvents(
      [
        "BEGIN:VEVENT", "UID:one", "DTSTAMP:20260101T000000Z", "DTSTART;TZID=Europe/Berlin:20261024T023000",
        "RDATE:20261025T003000Z,20261025T013000Z", "END:VEVENT", "BEGIN:VEVENT", "UID:one",
        "DTSTAMP:20260101T000000Z", "RECURRENCE-ID:20261025T013000Z", "DTSTART:20261025T120000Z",
        "END:VEVENT",
      ])
    #expect(
      try starts(file) == ["2026-10-24T00:30:00Z", "2026-10-25T00:30:00Z", "2026-10-25T12:00:00Z"])
  }

  @Test(arguments: ["2026-10-25T02:30:00+02:00", "2026-10-25T02:30:00+01:00", "2026-10-25T01:30:00Z"])
  func eachOfTwoMomentsCanBeDeletedAndMoved(occurrence: String) throws {
    let isFirst = occurrence.hasSuffix("+02:00")
    let other = isFirst ? "2026-10-25T01:30:00Z" : "2026-10-25T00:30:00Z"
    let file = try program.receive("78-rdate-in-second-hour.ics")
    let original = try program.bytes(file)
    let deleted = try program.run("delete", file, "rr@hunt", "--occurrence", occurrence, "--scope", "this")
    #expect(deleted.status == 0, "\(deleted.errors)")
    #expect(try starts(file) == ["2026-10-24T00:30:00Z", other])
    try original.write(to: URL(fileURLWithPath: "\(program.folder)/\(file)"))
    let moved = try program.run(
      "move", file, "rr@hunt", "--occurrence", occurrence, "--scope", "this", "--to",
      "2026-10-26T09:00:00+01:00")
    #expect(moved.status == 0, "\(moved.errors)")
    #expect(try starts(file) == ["2026-10-24T00:30:00Z", other, "2026-10-26T08:00:00Z"])
    #expect(try program.run("check", file).output == "")
  }

  // MARK: The hour that clocks skip, and times without a zone

  @Test(arguments: [
    "72-series-in-gap.ics", "79-floating-series-in-gap.ics", "79b-floating-weekly-lectures.ics",
  ])
  func everyOccurrenceIsNamedByWhatIsPrinted(name: String) throws {
    try expectPrintedNames(nameEveryOccurrenceOf: try program.receive(name))
  }

  @Test(arguments: [
    "DTSTART;TZID=America/New_York:20260307T021500", "DTSTART:20260328T024500",
    "DTSTART;TZID=Australia/Lord_Howe:20261003T021000",
  ])
  func everyOccurrenceNearAClockChangeIsNamedByWhatIsPrinted(start: String) throws {
    try expectPrintedNames(nameEveryOccurrenceOf: try series("RRULE:FREQ=DAILY;COUNT=3", start: start))
  }

  /// Deletes each occurrence of a copy of the file by the name that is printed for it.
  private func expectPrintedNames(nameEveryOccurrenceOf file: String) throws {
    let original = try program.bytes(file)
    for zone in ["Europe/Berlin", "Asia/Tokyo", "America/New_York"] {
      let rows = try program.rows(file, zone: zone)
      for row in rows {
        let name = try #require(row.recurrenceId)
        let deleted = try program.run("delete", file, row.uid, "--occurrence", name, "--scope", "this")
        #expect(deleted.status == 0, "\(name): \(deleted.errors)")
        #expect(
          try program.rows(file, zone: zone).map(\.start) == rows.map(\.start).filter { $0 != row.start })
        try original.write(to: URL(fileURLWithPath: "\(program.folder)/\(file)"))
      }
    }
  }

  @Test(arguments: [
    "2026-03-29T02:30", "2026-03-29T03:30", "2026-03-29T03:30:00+02:00", "2026-03-29T01:30:00Z",
  ])
  func skippedOccurrenceHasSeveralNames(name: String) throws {
    for file in ["72-series-in-gap.ics", "79-floating-series-in-gap.ics"] {
      let file = try program.receive(file)
      let uid = try #require(try program.rows(file).first).uid
      let moved = try program.run(
        "move", file, uid, "--occurrence", name, "--scope", "this", "--to", "2026-03-29T12:00")
      #expect(moved.status == 0, "\(file): \(moved.errors)")
      #expect(
        try program.rows(file).map(\.start).filter { $0.contains("-29T") } == ["2026-03-29T12:00:00+02:00"])
    }
  }

  @Test func skippedChangedOccurrenceIsFoundByBothNames() throws {
    for name in ["2026-03-29T02:30", "2026-03-29T03:30:00+02:00"] {
      let file = try program.receive("72-series-in-gap.ics")
      for time in ["12:00", "13:00"] {
        let moved = try program.run(
          "move", file, "g@hunt", "--occurrence", name, "--scope", "this", "--to", "2026-03-29T\(time)")
        #expect(moved.status == 0, "\(moved.errors)")
      }
      #expect(
        try program.rows(file).map(\.start).filter { $0.contains("-29T") } == ["2026-03-29T13:00:00+02:00"])
    }
  }

  @Test(arguments: [
    ("2026-03-29T02:30", "2026-03-29T03:30"), ("2026-03-29T01:30", "2026-03-29T02:15"),
    ("2026-03-29T02:00", "2026-03-29T02:30"),
  ])
  func newEventIsNotInTheSkippedHour(start: String, end: String) throws {
    let file = try program.writeEvents([])
    let before = try program.bytes(file)
    let added = try program.run("add", file, "--summary", "x", "--start", start, "--end", end)
    #expect(added.status == 1)
    #expect(added.errors.contains("the clocks skip"), "\(added.errors)")
    #expect(try program.bytes(file) == before)
  }

  @Test func newEventAroundTheSkippedHourIsAdded() throws {
    let file = try program.writeEvents([])
    let added = try program.run(
      "add", file, "--summary", "x", "--start", "2026-03-29T01:30", "--duration", "60")
    #expect(added.status == 0, "\(added.errors)")
    #expect(
      try program.rows(file, zone: "UTC").map { "\($0.start) \($0.end)" } == [
        "2026-03-29T00:30:00Z 2026-03-29T01:30:00Z"
      ])
  }
}
