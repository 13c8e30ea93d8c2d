import Foundation
import Testing

@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct RenderingTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
  }

  /// Renders to a file with this name and returns its bytes.
  private func render(_ name: String, date: String, view: String, _ options: String...) throws -> Data {
    let outcome = try program.run(
      arguments: ["render", "week.ics", "--date", date, "--view", view, "-o", name] + options)
    #expect(outcome == Outcome(output: "", errors: "", status: 0))
    return try program.bytes(name)
  }

  /// Returns the width and height of a PNG in pixels. Both are big-endian words in its first chunk.
  private func size(_ png: Data) -> [Int] {
    [16, 20].map { start in png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test(arguments: ["png", "svg", "pdf"])
  func everyViewIsRenderedInEveryFormat(format: String) throws {
    let pictures = try ["day", "3day", "workweek", "week", "month", "agenda"].map {
      try render("\($0).\(format)", date: "2026-01-06", view: $0, "--size", "700x500")
    }
    #expect(Set(pictures).count == 6)
  }

  @Test func weekViewShowsTheWeekOfTheDate() throws {
    let monday = try render("a.png", date: "2026-01-05", view: "week")
    let sunday = try render("b.png", date: "2026-01-11", view: "week")
    let nextMonday = try render("c.png", date: "2026-01-12", view: "week")
    #expect(monday == sunday && sunday != nextMonday)
  }

  @Test func monthViewShowsTheMonthOfTheDate() throws {
    let first = try render("a.png", date: "2026-01-01", view: "month")
    #expect(try render("b.png", date: "2026-01-31", view: "month") == first)
    #expect(try render("c.png", date: "2026-02-01", view: "month") != first)
    #expect(try render("d.png", date: "2026-01-01", view: "month", "--week-number") != first)
    #expect(try render("e.png", date: "2026-01-01", view: "month", "--dark") != first)
    #expect(size(first) == [1200, 900])
  }

  @Test func agendaIsAsHighAsItsEventsNeed() throws {
    let picture = try render("a.png", date: "2026-01-05", view: "agenda")
    #expect(size(picture)[0] == 640)
    #expect(try render("b.png", date: "2026-01-06", view: "agenda") != picture)
    #expect(try size(render("c.png", date: "2027-01-05", view: "agenda"))[1] < size(picture)[1])
    #expect(try size(render("d.png", date: "2026-01-05", view: "agenda", "--size", "500x300")) == [500, 300])
    let low = try render("e.pdf", date: "2026-01-05", view: "agenda", "--size", "500x160")
    let high = try render("f.pdf", date: "2026-01-05", view: "agenda", "--size", "500x2000")
    #expect(low != high)
  }

  @Test(arguments: ["0001-01-01", "9999-12-31"], ["month", "agenda"])
  func firstAndLastDaysAreRendered(date: String, view: String) throws {
    #expect(try !render("\(view).svg", date: date, view: view).isEmpty)
  }

  @Test func weekendDateShowsThePrecedingWorkWeek() throws {
    let monday = try render("a.png", date: "2026-01-05", view: "workweek")
    #expect(try render("b.png", date: "2026-01-11", view: "workweek") == monday)
  }

  @Test func threeDayViewBeginsWithTheDate() throws {
    let days = try ["2026-01-05", "2026-01-06", "2026-01-07"].map {
      try render("\($0).png", date: $0, view: "3day")
    }
    #expect(Set(days).count == 3)
  }

  @Test func defaultSizeIsTallForADayAndWideForAWeek() throws {
    #expect(size(try render("day.png", date: "2026-01-05", view: "day")) == [800, 1000])
    #expect(size(try render("week.png", date: "2026-01-05", view: "week")) == [1200, 900])
    #expect(
      size(try render("size.png", date: "2026-01-05", view: "week", "--size", "640x480", "--scale", "2"))
        == [1280, 960])
  }

  @Test func weekNumberAndSecondZoneAreShownOnRequest() throws {
    let plain = try render("a.png", date: "2026-01-05", view: "week")
    #expect(try render("b.png", date: "2026-01-05", view: "week", "--week-number") != plain)
    #expect(
      try render("c.png", date: "2026-01-05", view: "week", "--second-zone", "Asia/Tokyo") != plain)
  }

  @Test(arguments: ["0001-01-01", "9999-12-31"])
  func firstAndLastWeeksCanBeRendered(date: String) throws {
    #expect(try !render("end.svg", date: date, view: "week").isEmpty)
  }

  @Test func sampleIsRenderedForTodayByDefault() throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    func currentDay() -> String { Date().ISO8601Format(.iso8601Date(timeZone: berlin)) }
    var today: String
    // Another day may begin in the meantime.
    repeat {
      today = currentDay()
      let outcome = try program.run("render", "--sample", "--view", "week", "-o", "sample.png")
      #expect(outcome == Outcome(output: "", errors: "", status: 0))
    } while today != currentDay()
    let picture = try program.bytes("sample.png")
    let dated = try program.run("render", "--sample", "--date", today, "--view", "week", "-o", "dated.png")
    #expect(dated.status == 0)
    #expect(try program.bytes("dated.png") == picture)
    #expect(try render("other.png", date: today, view: "week") != picture, "the sample has events")
  }

  @Test(arguments: [["week.ics", "--sample"], []])
  func eitherCalendarsOrTheSampleAreRendered(arguments: [String]) throws {
    let outcome = try program.run(arguments: ["render", "-o", "a.png"] + arguments)
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("either calendars or --sample"))
  }

  @Test(arguments: ["month", "agenda"]) func secondZoneIsRefusedWithoutHours(view: String) throws {
    let outcome = try program.run(
      "render", "week.ics", "--view", view, "--second-zone", "Asia/Tokyo", "-o", "a.png")
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("--second-zone"))
  }

  @Test func unknownViewIsRefusedWithAListOfViews() throws {
    let outcome = try program.run(
      "render", "week.ics", "--date", "2026-01-05", "--view", "year", "-o", "a.png")
    #expect(outcome.status == 2)
    for view in ["day", "3day", "workweek", "week", "month", "agenda"] {
      #expect(outcome.errors.contains(view))
    }
  }
}
