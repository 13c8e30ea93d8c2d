import Foundation
import Testing

@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct AddingTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
    try FileManager.default.createDirectory(
      atPath: program.folder + "/home", withIntermediateDirectories: false)
  }

  /// Adds an event and returns its UID.
  private func add(_ arguments: String..., to path: String = "week.ics") throws -> String {
    let outcome = try program.run(arguments: ["add", path, "--summary", "Walk"] + arguments)
    #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome.errors)")
    let uid = outcome.output.trimmingCharacters(in: .newlines)
    #expect(UUID(uuidString: uid) != nil, "the output is not just the UID: \(outcome.output)")
    return uid
  }

  /// Returns the start and end lines of the last event.
  private func times(_ path: String = "week.ics") throws -> [String] {
    Array(try program.lines(path).filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("DTEND") }.suffix(2))
  }

  @Test func timeIsWrittenInTheSystemZone() throws {
    let uid = try add("--start", "2026-01-07T09:00", "--end", "2026-01-07T10:15:30")
    #expect(
      try times() == [
        "DTSTART;TZID=Europe/Berlin:20260107T090000", "DTEND;TZID=Europe/Berlin:20260107T101530",
      ])
    let lines = try program.lines("week.ics")
    #expect(lines.contains("UID:\(uid)") && lines.contains("TZID:Europe/Berlin"))
    #expect(lines.last == "END:VCALENDAR")
    #expect(week.dropLast() == lines.prefix(week.count - 1), "other lines were changed")
    #expect(try program.run("check", "week.ics").status == 0)
  }

  /// Other programs accept neither a zone name with a colon nor a POSIX rule.
  @Test(arguments: [
    (":Europe/Berlin", "Europe/Berlin"),
    ("CET-1CEST,M3.5.0,M10.5.0/3", "Handspan/CET-1CEST M3.5.0 M10.5.0@3"),
  ])
  func systemZoneIsWrittenWithAValidName(variable: String, name: String) throws {
    let outcome = try program.run(
      arguments: ["add", "week.ics", "--summary", "W", "--start", "2026-01-07T09:00", "--duration", "60"],
      with: ["TZ": variable])
    #expect(outcome.status == 0)
    #expect(try times().first == "DTSTART;TZID=\(name):20260107T090000")
    #expect(try program.lines("week.ics").contains("TZID:\(name)"))
    #expect(try program.run("check", "week.ics").status == 0)
  }

  @Test func dateMakesAnAllDayEvent() throws {
    _ = try add("--start", "2026-01-07", "--end", "2026-01-09")
    #expect(try times() == ["DTSTART;VALUE=DATE:20260107", "DTEND;VALUE=DATE:20260109"])
    _ = try add("--start", "2026-01-07", "--duration", "1440")
    #expect(try times() == ["DTSTART;VALUE=DATE:20260107", "DTEND;VALUE=DATE:20260108"])
  }

  /// Clocks in Berlin were 53 minutes and 28 seconds ahead of UTC until April 1893.
  @Test func localMeanTimeIsListedToTheSecond() throws {
    let uid = try add("--start", "1890-01-07T09:00", "--duration", "60", to: "home")
    let list = try program.run(
      "list", "home", "--from", "1890-01-01", "--to", "1890-02-01", "--json")
    #expect(list.output.contains("\"start\": \"1890-01-07T09:00:00+00:53:28\""), "\(list.output)")
    // Listed times are accepted as input.
    #expect(try program.run("move", "home", uid, "--to", "1890-01-08T09:00:00+00:53:28").status == 0)
    let file = try #require(
      try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home").first)
    #expect(try times("home/\(file)").first == "DTSTART;TZID=Europe/Berlin:18900108T090000")
  }

  @Test func timeWithAnOffsetIsWrittenInUTC() throws {
    _ = try add("--start", "2026-01-07T09:00+02:00", "--end", "2026-01-07T09:00Z")
    #expect(try times() == ["DTSTART:20260107T070000Z", "DTEND:20260107T090000Z"])
  }

  @Test(arguments: ["Z01:00", "+1:00", "+25:00", "+01:60", "-"]) func invalidOffsetIsRefused(offset: String)
    throws
  {
    let outcome = try program.run(
      "add", "week.ics", "--summary", "Walk", "--start", "2026-01-07T09:00\(offset)")
    #expect(outcome.status == 2, "\(outcome.output)")
  }

  @Test func durationIsExactAcrossAClockChange() throws {
    _ = try add("--start", "2026-03-29T01:30", "--duration", "60")
    #expect(
      try times() == [
        "DTSTART;TZID=Europe/Berlin:20260329T013000", "DTEND;TZID=Europe/Berlin:20260329T033000",
      ])
    let uid = try add("--start", "2026-10-25T02:30", "--duration", "60")
    let list = try program.run(
      "list", "week.ics", "--json", "--from", "2026-10-25", "--to", "2026-10-26")
    #expect(list.output.contains("\"uid\": \"\(uid)\""))
    #expect(list.output.contains("\"start\": \"2026-10-25T02:30:00+02:00\""))
    #expect(list.output.contains("\"end\": \"2026-10-25T02:30:00+01:00\""))
  }

  @Test func eventInAFolderHasItsOwnFile() throws {
    let uid = try add("--start", "2026-01-07T09:00", "--duration", "30", to: "home")
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home") == ["\(uid).ics"])
    #expect(try program.run("check", "home").status == 0)
    #expect(try program.run("delete", "home", uid).status == 0)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder + "/home") == [])
  }

  @Test func deletingRemovesExactlyTheLinesOfTheEvent() throws {
    let outcome = try program.run("delete", "week.ics", "fair")
    #expect(outcome.status == 0)
    #expect(outcome.output == "Deleted “Trade \"fair\"”\n")
    let uidIndex = try #require(week.firstIndex(of: "UID:fair"))
    #expect(try program.lines("week.ics") == Array(week[..<(uidIndex - 1)] + week[(uidIndex + 5)...]))
  }

  @Test func deletingAnAddedEventRestoresTheFile() throws {
    let uid = try add("--start", "2026-01-07T09:00Z", "--duration", "30")
    #expect(try program.run("delete", "week.ics", uid).status == 0)
    #expect(try program.lines("week.ics") == week)
  }

  @Test func errorsArePrintedOnOneLine() throws {
    for (arguments, status, words) in [
      (["delete", "week.ics", "nobody"], 1, "nobody"), (["delete", "week.ics", "daily"], 2, "--scope"),
      (["delete", "none.ics", "fair"], 1, "none.ics"), (["delete", "week.ics"], 2, "UID"),
      (["add", "none.ics", "--summary", "x", "--start", "2026-01-07", "--end", "2026-01-08"], 1, "none.ics"),
      (
        ["add", "week.ics", "--summary", "x", "--start", "2026-01-07", "--end", "2026-01-07"], 1,
        "must be after"
      ),
      (["add", "week.ics", "--summary", "x", "--start", "2026-01-07"], 2, "--duration"),
      (["add", "week.ics", "--start", "2026-01-07", "--end", "2026-01-08"], 2, "--summary"),
      (["add", "week.ics", "--summary", "x", "--start", "soon", "--end", "2026-01-08"], 2, "soon"),
      (
        ["add", "week.ics", "--summary", "x", "--start", "2026-01-07T09:00", "--end", "2026-01-08"], 2, "both"
      ),
      (["add", "week.ics", "--summary", "x", "--start", "2026-01-07", "--duration", "90"], 2, "1440"),
      (
        ["add", "week.ics", "--summary", "x", "--start", "2026-01-07T09:00", "--duration", "0"], 2,
        "from 1 minute"
      ),
      (
        ["add", "week.ics", "--summary", "x", "--start", "2026-01-07T09:00", "--duration", "-5"], 2,
        "from 1 minute"
      ),
      (
        [
          "add", "week.ics", "--summary", "x", "--start", "2026-01-07T09:00", "--end", "2026-01-07T10:00",
          "--duration", "60",
        ], 2, "either"
      ),
    ] as [([String], Int32, String)] {
      let outcome = try program.run(arguments: arguments)
      #expect(outcome.status == status, "\(arguments)")
      #expect(outcome.output.isEmpty)
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }
    #expect(try program.lines("week.ics") == week)
  }

  @Test func helpListsTheRequiredArguments() throws {
    for (command, words) in [
      ("add", ["PATH", "--summary", "--start", "--end", "--duration"]), ("delete", ["UID"]),
    ] {
      let outcome = try program.run(command, "--help")
      #expect(outcome.status == 0)
      #expect(words.allSatisfy(outcome.output.contains))
    }
  }
}
