import Foundation
import Testing

/// Commands that change repeating events. The expected lines follow RFC 5545.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct SeriesTests {
  private let program: Program
  private let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN", "BEGIN:VEVENT"]
  private let tail = ["END:VEVENT", "END:VCALENDAR"]
  private let review = [
    "UID:review", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Europe/Berlin:20260303T140000",
    "DTEND;TZID=Europe/Berlin:20260303T150000", "RRULE:FREQ=WEEKLY;COUNT=4", "SUMMARY:Review",
  ]

  init() throws {
    program = try Program()
    try program.write(head + review + tail, to: "work.ics")
  }

  /// Returns the changed and added lines of the file, except stamps and SEQUENCE.
  private func newLines() throws -> [String] {
    try program.lines("work.ics").filter { line in
      !(head + review + tail).contains(line)
        && !["DTSTAMP", "LAST-MODIFIED", "CREATED", "SEQUENCE"].contains { line.hasPrefix($0) }
    }
  }

  private func starts() throws -> [String] {
    struct Row: Decodable { var start: String }
    let outcome = try program.run(
      "list", "work.ics", "--from", "2026-03-01", "--to", "2026-05-01", "--json")
    return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8)).map(\.start)
  }

  @Test func moveOfThisOccurrenceWritesAnOverride() throws {
    let outcome = try program.run(
      "move", "work.ics", "review", "--occurrence", "2026-03-10", "--scope", "this", "--by", "30")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == "Review, Tuesday, 10 March 2026, 14:30 to 15:30, 1 hour, repeats\n")
    #expect(
      try newLines() == [
        "RECURRENCE-ID;TZID=Europe/Berlin:20260310T140000", "DTSTART;TZID=Europe/Berlin:20260310T143000",
        "DTEND;TZID=Europe/Berlin:20260310T153000",
      ])
  }

  @Test func moveOfThisAndFollowingSplitsTheSeries() throws {
    let outcome = try program.run(
      "move", "work.ics", "review", "--occurrence", "2026-03-17T14:00", "--scope", "following", "--to",
      "2026-03-18T15:00")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(
      try starts() == [
        "2026-03-03T14:00:00+01:00", "2026-03-10T14:00:00+01:00", "2026-03-18T15:00:00+01:00",
        "2026-03-25T15:00:00+01:00",
      ])
    #expect(try newLines().contains("RELATED-TO;RELTYPE=SIBLING:review"))
  }

  @Test func stretchOfAllChangesTheSeries() throws {
    let outcome = try program.run(
      "stretch", "work.ics", "review", "--occurrence", "2026-03-24T14:00:00+01:00", "--scope", "all",
      "--end", "2026-03-24T16:00")
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(try newLines() == ["DTEND;TZID=Europe/Berlin:20260303T160000"])
  }

  @Test func deletionOfOneOccurrenceWritesAnExceptionDate() throws {
    #expect(
      try program.run(
        "delete", "work.ics", "review", "--occurrence", "2026-03-10", "--scope", "this"
      ).status == 0)
    #expect(try newLines() == ["EXDATE;TZID=Europe/Berlin:20260310T140000"])
    #expect(try starts().count == 3)
  }

  @Test func missingOrUnsuitableOptionsAreExplained() throws {
    let originalBytes = try program.bytes("work.ics")
    for (arguments, status, words) in [
      (["move", "work.ics", "review", "--by", "30", "--scope", "this"], 2, "--occurrence START"),
      (["move", "work.ics", "review", "--by", "30", "--occurrence", "2026-03-10"], 2, "--scope this"),
      (["delete", "work.ics", "review", "--occurrence", "2026-03-11", "--scope", "this"], 1, "occurrence"),
      (["delete", "work.ics", "review", "--occurrence", "2026-03-10", "--scope", "some"], 2, "some"),
    ] {
      let outcome = try program.run(arguments: arguments)
      #expect(outcome.status == Int32(status), "\(arguments)")
      #expect(outcome.errors.contains(words), "\(outcome.errors)")
    }
    #expect(try program.bytes("work.ics") == originalBytes)
    try program.write(week, to: "week.ics")
    let outcome = try program.run(
      "delete", "week.ics", "standup", "--occurrence", "2026-01-05", "--scope", "this")
    #expect(outcome.status == 2 && outcome.errors.contains("does not repeat"), "\(outcome.errors)")
  }

  @Test func refusalNamesThePossibleScopes() throws {
    var lines = review
    lines[4] = "RRULE:FREQ=MONTHLY;BYDAY=TU;BYSETPOS=1;COUNT=4"
    try program.write(head + lines + tail, to: "work.ics")
    let outcome = try program.run(
      "move", "work.ics", "review", "--occurrence", "2026-04-07", "--scope", "all", "--to", "2026-04-08")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("You can change: only this event"), "\(outcome.errors)")
  }

  @Test func repeatingEventWithRemindersIsAdded() throws {
    let outcome = try program.run(
      "add", "work.ics", "--summary", "Run", "--start", "2026-04-01T07:00", "--duration", "30", "--repeat",
      "FREQ=WEEKLY;BYDAY=WE,FR;UNTIL=20260430", "--remind", "15", "--remind", "0")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = try newLines()
    // UNTIL is the end of April 30 in Berlin, written in UTC because DTSTART has a zone.
    #expect(lines.contains("RRULE:FREQ=WEEKLY;UNTIL=20260430T215959Z;BYDAY=WE,FR"), "\(lines)")
    let alarm = ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "DESCRIPTION:Run", "END:VALARM"]
    let alarmIndex = try #require(lines.firstIndex(of: "BEGIN:VALARM"))
    #expect(Array(lines[alarmIndex..<alarmIndex + 5]) == alarm)
    #expect(lines.contains("TRIGGER:PT0S"))
    #expect(try starts().filter { $0.contains("T07:00") }.count == 9)
    for invalidOption in [["--repeat", "FREQ=SOMETIMES"], ["--remind=-5"]] {
      let refusal = try program.run(
        arguments: ["add", "work.ics", "--summary", "x", "--start", "2026-04-01", "--duration", "1440"]
          + invalidOption
      )
      #expect(refusal.status == 2, "\(invalidOption)")
    }
  }

  @Test func showPrintsTheEventInWordsWithItsNextDates() throws {
    let outcome = try program.run("show", "work.ics", "review", "--from", "2026-03-11", "--count", "2")
    #expect(outcome.errors.isEmpty)
    #expect(
      outcome.output == """
        Review
        Tuesday, 3 March 2026, 14:00 – 15:00 · 1 h
        Every week on Tuesday, 4 times

        Next:
          Tuesday, 17 March 2026, 14:00 – 15:00 · 1 h
          Tuesday, 24 March 2026, 14:00 – 15:00 · 1 h

        """)
    struct ShownEvent: Decodable {
      struct Next: Decodable { var start, recurrenceId: String }
      var summary: String
      var repeats: String?
      var next: [Next]
    }
    let json = try program.run("show", "work.ics", "review", "--from", "2026-03-11", "--json")
    let event = try JSONDecoder().decode(ShownEvent.self, from: Data(json.output.utf8))
    #expect(event.summary == "Review" && event.repeats == "Every week on Tuesday, 4 times")
    #expect(
      event.next.map(\.recurrenceId) == [
        "2026-03-17T14:00:00+01:00", "2026-03-24T14:00:00+01:00",
      ])
  }

  @Test func checkReportsAnInterruptedSplit() throws {
    let folder = "\(program.folder)/home"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try program.write(head + review + tail, to: "home/old.ics")
    var laterPart = review
    laterPart[0] = "UID:new"
    laterPart[1] = "DTSTAMP:20260301T000000Z"
    laterPart[2] = "DTSTART;TZID=Europe/Berlin:20260317T140000"
    laterPart[3] = "DTEND;TZID=Europe/Berlin:20260317T150000"
    laterPart[4] = "RRULE:FREQ=WEEKLY;COUNT=2"
    let splitMarkers = ["RELATED-TO;RELTYPE=SIBLING:review", "X-HANDSPAN-SPLIT-AFTER:2"]
    try program.write(head + laterPart + splitMarkers + tail, to: "home/new.ics")
    // A file from someone else could have the same properties.
    #expect(try program.run("check", "home").status == 0)
    try program.recordSplit(of: "review", into: "new", in: "home")
    let outcome = try program.run("check", "home")
    #expect(outcome.status == 1)
    #expect(
      outcome.output.contains("2026-03-17") && outcome.output.contains("old.ics"), "\(outcome.output)")
    #expect(try program.run("check", "home/new.ics", "home/old.ics").status == 0)
    // A later edit to either part does not hide the interrupted split.
    for (uid, start) in [("review", "2026-03-03"), ("new", "2026-03-24")] {
      for scope in ["this", "all"] {
        let outcome = try program.run(
          "stretch", "home", uid, "--occurrence", start, "--scope", scope, "--end", "\(start)T15:30")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(try program.run("check", "home").status == 1, "\(uid), \(scope)")
      }
    }
    // Once the earlier part is shortened, there is nothing to report.
    #expect(
      try program.run(
        "delete", "home", "review", "--occurrence", "2026-03-17", "--scope", "following"
      ).status == 0)
    #expect(try program.run("check", "home").status == 0)
  }

  @Test func commandInTheReportCompletesAnInterruptedSplit() throws {
    let folder = "\(program.folder)/home"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try program.write(head + review + tail, to: "home/old.ics")
    var laterPart = review
    laterPart[0] = "UID:new"
    laterPart[2] = "DTSTART;TZID=Europe/Berlin:20260317T160000"
    laterPart[3] = "DTEND;TZID=Europe/Berlin:20260317T170000"
    laterPart[4] = "RRULE:FREQ=WEEKLY;COUNT=2"
    let splitMarkers = ["RELATED-TO;RELTYPE=SIBLING:review", "X-HANDSPAN-SPLIT-AFTER:2"]
    try program.write(head + laterPart + splitMarkers + tail, to: "home/new.ics")
    try program.recordSplit(of: "review", into: "new", in: "home")
    let report = try program.run("check", "home").output.split(separator: "handspan delete ")
    let command = try #require(report.last).split(whereSeparator: \.isWhitespace)
    let arguments = command.map { $0.filter { $0 != "'" } }
    #expect(try program.run(arguments: ["delete"] + arguments).status == 0)
    #expect(try program.run("check", "home").status == 0)
    let listing = try program.run("list", "home", "--from", "2026-03-01", "--to", "2026-05-01", "--json")
    #expect(listing.output.split(separator: "\"uid\"").count - 1 == 4, "\(listing.output)")
  }

  /// Returns the lines of a file with a daily event.
  private func daily(_ start: String, _ end: String, zone: String = ";TZID=Europe/Berlin") -> [String] {
    head + [
      "UID:daily", "DTSTAMP:20250101T000000Z", "DTSTART\(zone):\(start)", "DTEND\(zone):\(end)",
      "RRULE:FREQ=DAILY;COUNT=10", "SUMMARY:Daily",
    ] + tail
  }

  @Test(arguments: ["all", "following"])
  func timeThatTheClocksSkipAppliesToTheOtherDays(scope: String) throws {
    try program.write(daily("20260328T100000", "20260328T110000"), to: "work.ics")
    let outcome = try program.run(
      "move", "work.ics", "daily", "--occurrence", "2026-03-29", "--scope", scope, "--to",
      "2026-03-29T02:30")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = try program.lines("work.ics")
    let day = scope == "all" ? "20260328" : "20260329"
    #expect(lines.contains("DTSTART;TZID=Europe/Berlin:\(day)T023000"), "\(lines)")
    #expect(lines.contains("DTEND;TZID=Europe/Berlin:\(day)T033000"))
    #expect(try starts().contains("2026-03-30T02:30:00+02:00"))
  }

  @Test(arguments: ["this", "following", "all"])
  func floatingTimesDoNotDependOnTheSystemsZone(scope: String) throws {
    // In Berlin, the clocks skip from 02:00 to 03:00 on March 29.
    var results: Set<[String]> = []
    for zone in ["Europe/Berlin", "UTC", "America/New_York"] {
      try program.write(daily("20260328T013000", "20260328T023000", zone: ""), to: "work.ics")
      let outcome = try program.run(
        arguments: [
          "move", "work.ics", "daily", "--occurrence", "2026-03-29", "--scope", scope, "--by", "60",
        ], with: ["TZ": zone])
      #expect(outcome.status == 0, "\(outcome.errors)")
      let lines = try program.lines("work.ics").filter { $0.hasPrefix("DTSTART") || $0.hasPrefix("DTEND") }
      #expect(lines.contains(scope == "all" ? "DTEND:20260328T033000" : "DTEND:20260329T033000"))
      results.insert(lines)
    }
    #expect(results.count == 1)
  }

  @Test func secondOfTwoEqualTimesIsRefused() throws {
    try program.write(daily("20261020T100000", "20261020T110000"), to: "work.ics")
    let originalBytes = try program.bytes("work.ics")
    for command in [
      ["move", "--to", "2026-10-25T02:30+01:00"], ["stretch", "--start", "2026-10-25T02:30+01:00"],
    ] {
      let outcome = try program.run(
        arguments: [command[0], "work.ics", "daily", "--occurrence", "2026-10-25", "--scope", "this"]
          + command[1...])
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("twice") && outcome.errors.contains("02:30"), "\(outcome.errors)")
      #expect(try program.bytes("work.ics") == originalBytes)
    }
    let earlierTimeOutcome = try program.run(
      "move", "work.ics", "daily", "--occurrence", "2026-10-25", "--scope", "this", "--to",
      "2026-10-25T02:30+02:00")
    #expect(earlierTimeOutcome.status == 0, "\(earlierTimeOutcome.errors)")
  }

  @Test func refusalOfARuleNamesItsForbiddenPart() throws {
    let originalBytes = try program.bytes("work.ics")
    for (rule, words) in [
      ("FREQ=DAILY;COUNT=3;UNTIL=20260430", "COUNT or UNTIL"), ("FREQ=WEEKLY;BYDAY=2TU", "2TU"),
      ("FREQ=YEARLY;BYWEEKNO=10;BYDAY=2TU", "2TU"), ("FREQ=WEEKLY;BYMONTHDAY=5", "BYMONTHDAY"),
      ("FREQ=MONTHLY;BYYEARDAY=5", "BYYEARDAY"), ("FREQ=MONTHLY;BYWEEKNO=5", "BYWEEKNO"),
      ("FREQ=DAILY;BYSETPOS=1", "BYSETPOS"), ("FREQ=DAILY;X-OTHER=1", "X-OTHER"),
      ("FREQ=DAILY;COUNT=3;COUNT=4", "COUNT"), ("FREQ=DAILY;COUNT=3;COUNT=3", "COUNT"),
      ("FREQ=DAILY;\u{7}COUNT=3", "control"), ("FREQ=DAILY;COUNT=0", "COUNT"), ("COUNT=3", "FREQ"),
      ("FREQ=MONTHLY;RSCALE=HEBREW", "RSCALE"), ("FREQ=SOMETIMES", "SOMETIMES"),
    ] {
      let outcome = try program.run(
        "add", "work.ics", "--summary", "x", "--start", "2026-04-01T09:00", "--duration", "30", "--repeat",
        rule)
      #expect(outcome.status == 2, "\(rule)")
      #expect(outcome.errors.contains(words), "\(rule): \(outcome.errors)")
    }
    let allDay = try program.run(
      "add", "work.ics", "--summary", "x", "--start", "2026-04-01", "--duration", "1440", "--repeat",
      "FREQ=DAILY;BYHOUR=9")
    #expect(allDay.status == 2 && allDay.errors.contains("BYHOUR"), "\(allDay.errors)")
    let repeatedOption = try program.run(
      "add", "work.ics", "--summary", "x", "--start", "2026-04-01", "--duration", "1440", "--repeat",
      "FREQ=DAILY", "--repeat", "FREQ=WEEKLY")
    #expect(repeatedOption.status == 2 && repeatedOption.errors.contains("once"), "\(repeatedOption.errors)")
    #expect(try program.bytes("work.ics") == originalBytes)
  }

  @Test func splitOfAReadOnlyFileLeavesTheFolderUnchanged() throws {
    let folder = "\(program.folder)/home"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try program.write(head + review + tail, to: "home/old.ics")
    #expect(chmod("\(folder)/old.ics", 0o444) == 0)
    for _ in 0..<2 {
      let outcome = try program.run(
        "move", "home", "review", "--occurrence", "2026-03-17", "--scope", "following", "--by", "60")
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains("old.ics") && outcome.errors.contains("read-only"), "\(outcome.errors)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["old.ics"])
    }
  }
}
