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
        "uid", "summary", "start", "end", "allDay", "recurrenceId", "calendar", "calendarName", "color",
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
