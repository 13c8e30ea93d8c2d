import Foundation
import Testing

@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct SearchingTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
    try program.write(
      [
        "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "X-WR-CALNAME:Freizeit",
        "BEGIN:VEVENT", "UID:old", "DTSTAMP:20250101T000000Z", "DTSTART:20250301T180000Z", "DURATION:PT1H",
        "SUMMARY:Spaziergang", "LOCATION:Große Straße", "DESCRIPTION:A walk in the park", "END:VEVENT",
        "BEGIN:VEVENT", "UID:older", "DTSTAMP:20250101T000000Z", "DTSTART:20240301T180000Z", "DURATION:PT1H",
        "SUMMARY:Lesung", "ATTENDEE;CN=Ada:mailto:walker@example.org", "END:VEVENT", "END:VCALENDAR",
      ], to: "free.ics")
  }

  private func uids(_ arguments: String...) throws -> [String] {
    let outcome = try program.run(
      arguments: ["search"] + arguments + ["--json"], with: ["HANDSPAN_NOW": "2026-01-05T12:30:00"])
    #expect(outcome.status == 0 && outcome.errors.isEmpty)
    let objects = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    return (objects ?? []).compactMap { $0["uid"] as? String }
  }

  @Test func upcomingEventsAreListedFirst() throws {
    #expect(try uids("week.ics", "free.ics", "walk") == ["walk", "old", "older"])
  }

  @Test func caseAndAccentsDoNotMatter() throws {
    #expect(try uids("free.ics", "GROSSE strasse") == ["old"])
    #expect(try uids("week.ics", "free.ics", "freizeit") == ["old", "older"])
  }

  @Test func jsonObjectsAreThoseOfTheListCommand() throws {
    let now = ["HANDSPAN_NOW": "2026-01-05T12:30:00"]
    let outcome = try program.run(arguments: ["search", "week.ics", "DAILY", "--json"], with: now)
    let listing = try program.run(
      "list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06", "--json")
    let line = try #require(listing.output.split(separator: "\n").first { $0.contains("daily") })
    #expect(outcome == Outcome(output: "[\n\(line)\n]\n", errors: "", status: 0))
  }

  @Test func plainOutputHasALineForEachEvent() throws {
    let outcome = try program.run(
      arguments: ["search", "week.ics", "free.ics", "a"], with: ["HANDSPAN_NOW": "2026-01-05T12:30:00"])
    #expect(
      outcome.output == """
        Mon 5 Jan 2026  Trade "fair"
        Mon 5 Jan 2026, 13:00 – 14:00  Daily
        Tue 6 Jan 2026, 18:00 – 18:45  Walk
        Mon 5 Jan 2026, 09:00 – 09:15  Standup
        Sat 1 Mar 2025, 19:00 – 20:00  Spaziergang · Große Straße
        Fri 1 Mar 2024, 19:00 – 20:00  Lesung

        """)
  }

  @Test func findingNothingIsNotAnError() throws {
    #expect(try uids("week.ics", "unicorn") == [])
    let outcome = try program.run("search", "week.ics", "unicorn")
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
  }

  @Test func textAndPathAreRequired() throws {
    for arguments in [["search"], ["search", "week.ics"], ["search", "week.ics", " "]] {
      #expect(try program.run(arguments: arguments).status == 2)
    }
  }

  @Test func badPathDoesNotHideOthers() throws {
    let outcome = try program.run("search", "none.ics", "week.ics", "Walk")
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("Walk"))
    #expect(outcome.errors.contains("none.ics"))
  }
}
