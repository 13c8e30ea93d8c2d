import Foundation
import Testing

/// Repeating events in the output of `list` and `check`.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct RepeatingTests {
  private let program: Program

  init() throws { program = try Program() }

  private func calendar(_ events: [[String]]) -> [String] {
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"]
      + events.flatMap { ["BEGIN:VEVENT", "DTSTAMP:20250101T000000Z"] + $0 + ["END:VEVENT"] } + [
        "END:VCALENDAR"
      ]
  }

  private struct Row: Decodable {
    var uid: String
    var start: String
    var recurrenceId: String?
  }

  @Test func eachOccurrenceIsIdentifiedByItsOriginalStart() throws {
    try program.write(
      calendar([
        [
          "UID:run", "DTSTART;TZID=Europe/Berlin:20260327T090000", "DURATION:PT1H",
          "RRULE:FREQ=DAILY;COUNT=4",
        ],
        [
          "UID:run", "RECURRENCE-ID;TZID=Europe/Berlin:20260329T090000",
          "DTSTART;TZID=Europe/Berlin:20260329T140000", "DURATION:PT1H",
        ],
        ["UID:fair", "DTSTART;VALUE=DATE:20260328", "RRULE:FREQ=WEEKLY"],
        ["UID:york", "DTSTART;TZID=America/New_York:20260327T200000", "DURATION:PT1H", "RRULE:FREQ=DAILY"],
      ]), to: "series.ics")
    let outcome = try program.run(
      "list", "series.ics", "--from", "2026-03-28", "--to", "2026-03-30", "--json")
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    #expect(
      rows.map { "\($0.uid) \($0.start) \($0.recurrenceId ?? "-")" } == [
        "fair 2026-03-28 2026-03-28", "york 2026-03-28T01:00:00+01:00 2026-03-28T01:00:00+01:00",
        "run 2026-03-28T09:00:00+01:00 2026-03-28T09:00:00+01:00",
        "york 2026-03-29T01:00:00+01:00 2026-03-29T01:00:00+01:00",
        "run 2026-03-29T14:00:00+02:00 2026-03-29T09:00:00+02:00",
      ])
  }

  @Test func startThatDoesNotMatchTheRuleIsNotCounted() throws {
    try program.write(
      calendar([["UID:tuesdays", "DTSTART:20260105T090000Z", "RRULE:FREQ=WEEKLY;BYDAY=TU;COUNT=3"]]),
      to: "count.ics")
    let outcome = try program.run("list", "count.ics", "--from", "2026-01-01", "--to", "2026-03-01", "--json")
    let rows = try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    #expect(rows.map { $0.start.prefix(10) } == ["2026-01-05", "2026-01-06", "2026-01-13", "2026-01-20"])
  }

  @Test func excessiveRulesAreReportedAndOtherEventsAreListed() throws {
    try program.write(
      calendar([
        ["UID:tick", "SUMMARY:Tick", "DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY"],
        [
          "UID:never", "SUMMARY:Never", "DTSTART:19700101T000000Z",
          "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30",
        ],
        ["UID:lunch", "SUMMARY:Lunch", "DTSTART:20260101T120000Z", "RRULE:FREQ=DAILY"],
      ]), to: "bombs.ics")
    // Listing takes about a second of CPU time.
    let outcome = try program.run(
      arguments: ["list", "bombs.ics", "--from", "2026-01-05", "--to", "2026-01-06"],
      through: ["sh", "-c", "ulimit -t 5 && exec \"$@\"", "sh"])
    #expect(outcome.status == 0, "listing failed or took five seconds of CPU time")
    #expect(outcome.output.contains("13:00  Lunch"))
    #expect(outcome.errors == "handspan: “Tick” repeats too often to show every occurrence\n")

    let check = try program.run("check", "bombs.ics")
    #expect(check.status == 1)
    #expect(
      check.output == "bombs.ics:9: The event repeats too often to show every occurrence.\n")
  }
}
