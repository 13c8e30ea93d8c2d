import Foundation
import Testing

@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct ListingTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
  }

  private struct Row: Decodable, Equatable {
    var uid: String
    var summary: String
    var start: String
    var end: String
    var allDay: Bool
    var recurrenceId: String?
    var calendar: String
  }

  private func rows(_ program: Program, _ from: String, _ to: String, zone: String...) throws -> [Row] {
    let outcome = try program.run(
      arguments: ["list", "week.ics", "--from", from, "--to", to, "--json"] + zone.flatMap { ["--zone", $0] })
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
  }

  @Test func jsonHasTheDocumentedKeys() throws {
    let outcome = try program.run(
      "list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06", "--json")
    let objects = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    let keys = Set((objects ?? []).flatMap(\.keys))
    #expect(
      keys == [
        "uid", "summary", "start", "end", "allDay", "status", "recurrenceId", "startByFile", "index",
        "calendar", "calendarName",
        "color",
      ])
    #expect(objects?.filter { $0["recurrenceId"] is NSNull }.count == 2)
    #expect(
      try rows(program, "2026-01-05", "2026-01-06") == [
        Row(
          uid: "fair", summary: "Trade \"fair\"", start: "2026-01-05", end: "2026-01-06", allDay: true,
          calendar: "week.ics"),
        Row(
          uid: "standup", summary: "Standup", start: "2026-01-05T09:00:00+01:00",
          end: "2026-01-05T09:15:00+01:00",
          allDay: false, calendar: "week.ics"),
        Row(
          uid: "daily", summary: "Daily", start: "2026-01-05T13:00:00+01:00",
          end: "2026-01-05T14:00:00+01:00",
          allDay: false, recurrenceId: "2026-01-05T13:00:00+01:00", calendar: "week.ics"),
      ])
  }

  @Test func zoneOptionDeterminesTheDays() throws {
    let rows = try rows(program, "2026-01-05", "2026-01-06", zone: "Asia/Tokyo")
    #expect(rows.map(\.start) == ["2026-01-05", "2026-01-05T17:00:00+09:00", "2026-01-05T21:00:00+09:00"])
  }

  @Test func rangeWithoutEventsIsListedAsAnEmptyArray() throws {
    let outcome = try program.run(
      "list", "week.ics", "--from", "1999-01-01", "--to", "1999-02-01", "--json")
    #expect(outcome == Outcome(output: "[]\n", errors: "", status: 0))
  }

  @Test func plainOutputGroupsEventsByDay() throws {
    let outcome = try program.run("list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-07")
    #expect(
      outcome.output == """
        Monday, 5 January 2026
          All day        Trade "fair"
          09:00 – 09:15  Standup
          13:00 – 14:00  Daily

        Tuesday, 6 January 2026
          13:00 – 14:00  Daily
          18:00 – 18:45  Walk

        """)
  }

  @Test func eventOfSeveralDaysIsListedOnEachOfThem() throws {
    let times = [
      ["DTSTART;VALUE=DATE:20260105", "DTEND;VALUE=DATE:20260108", "SUMMARY:Fair"],
      [
        "DTSTART;TZID=Europe/Berlin:20260106T220000", "DTEND;TZID=Europe/Berlin:20260107T020000",
        "SUMMARY:Train",
      ],
    ]
    let events = times.enumerated().flatMap { index, lines in
      ["BEGIN:VEVENT", "UID:\(index)", "DTSTAMP:20250101T000000Z"] + lines + ["END:VEVENT"]
    }
    try program.write(Array(week[..<3]) + events + ["END:VCALENDAR"], to: "long.ics")
    let outcome = try program.run("list", "long.ics", "--from", "2026-01-06", "--to", "2026-01-09")
    #expect(
      outcome.output == """
        Tuesday, 6 January 2026
          All day            Fair
          22:00 – Wed 02:00  Train

        Wednesday, 7 January 2026
          All day            Fair
          Tue 22:00 – 02:00  Train

        """)
  }

  @Test func zoneOtherThanTheComputersIsNamed() throws {
    let list = try program.run(
      "list", "week.ics", "--from", "2026-01-06", "--to", "2026-01-07", "--zone", "America/New_York")
    #expect(
      list.output == """
        Tuesday, 6 January 2026 (America/New York)
          07:00 – 08:00  Daily
          18:00 – 18:45  Walk

        """)
    let search = try program.run("search", "week.ics", "standup", "--zone", "America/New_York")
    #expect(search.output.contains("(America/New York)  Standup"), "\(search.output)")
  }

  @Test func everyCommandTellsTheTimeInTheSameZone() throws {
    try program.write(week.map { $0.replacingOccurrences(of: "Berlin", with: "Helsinki") }, to: "away.ics")
    #expect(try program.run("show", "away.ics", "standup").output.contains("08:00 – 08:15"))
    #expect(
      try program.run("move", "away.ics", "standup", "--by", "30").output
        == "Standup, Monday, 5 January 2026, 08:30 to 08:45, 15 minutes\n")
    #expect(
      try program.run("stretch", "away.ics", "standup", "--end", "2026-01-05T10:00+02:00").output
        == "Standup, Monday, 5 January 2026, 08:30 to 09:00, 30 minutes\n")
    // In Helsinki, it is already the next day.
    let nights = [
      "BEGIN:VEVENT", "UID:night", "DTSTAMP:20250101T000000Z",
      "DTSTART;TZID=Europe/Helsinki:20260106T003000", "DURATION:PT15M", "RRULE:FREQ=DAILY", "SUMMARY:Night",
      "END:VEVENT",
    ]
    try program.write(Array(week[..<3]) + nights + ["END:VCALENDAR"], to: "nights.ics")
    #expect(
      try program.run(
        "delete", "nights.ics", "night", "--occurrence", "2026-01-05T23:30+01:00", "--scope", "this"
      ).output == "Deleted “Night” on Mon 5 Jan\n")
  }

  @Test func badPathDoesNotHideOthers() throws {
    let outcome = try program.run(
      "list", "none.ics", "week.ics", "--from", "2026-01-06", "--to", "2026-01-07")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Walk"))
    #expect(outcome.errors.contains("none.ics"))
  }

  @Test func checkIsSilentWithoutProblems() throws {
    let outcome = try program.run("check", "week.ics")
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
  }

  @Test func checkNamesFileAndLine() throws {
    var lines = week
    lines[6] = "DTSTART;TZID=Europe/Berlin:soon"
    try program.write(lines, to: "bad.ics")
    let outcome = try program.run("check", "bad.ics", "week.ics")
    #expect(outcome.status == 1)
    #expect(outcome.errors.isEmpty)
    #expect(outcome.output.split(separator: "\n").allSatisfy { $0.hasPrefix("bad.ics:") })
    #expect(outcome.output.contains("bad.ics:7: "))
  }

  @Test func helpExplainsEveryCommand() throws {
    let overview = try program.run("--help")
    #expect(overview.status == 0)
    for command in ["calendars", "list", "move", "stretch", "check"] {
      #expect(overview.output.contains(command))
      let outcome = try program.run(command, "--help")
      #expect(outcome.status == 0 && outcome.output.contains("USAGE: handspan \(command)"))
    }
  }
}
