import Foundation
import Testing

@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed")) struct EditingTests {
  private let program: Program

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
  }

  private func expectFailure(
    _ outcome: Outcome, status: Int32, mentioning words: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.output.isEmpty, sourceLocation: sourceLocation)
    #expect(outcome.errors.contains(words), "\(outcome.errors)", sourceLocation: sourceLocation)
    #expect(
      outcome.errors.hasSuffix("\n") && outcome.errors.filter { $0 == "\n" }.count == 1,
      sourceLocation: sourceLocation)
  }

  @Test func moveByMinutesChangesOnlyStartAndEnd() throws {
    let outcome = try program.run("move", "week.ics", "standup", "--by", "-30")
    #expect(outcome.status == 0)
    #expect(outcome.output == "Standup, Monday, 5 January 2026, 08:30 to 08:45, 15 minutes\n")
    #expect(
      changedLines(week, try program.lines("week.ics")) == [
        "DTSTART;TZID=Europe/Berlin:20260105T083000", "DTEND;TZID=Europe/Berlin:20260105T084500",
      ])
  }

  @Test(arguments: [
    ("2026-01-07T10:00", "20260107T100000"), ("2026-01-07T10:00:30", "20260107T100030"),
    ("2026-01-07", "20260107T090000"), ("2026-01-07T10:00Z", "20260107T110000"),
    ("2026-01-07T10:00:00-05:00", "20260107T160000"), ("2026-07-07T10:00+00:00", "20260707T120000"),
  ])
  func moveTargetIsInTheZoneOfTheEventUnlessItHasAnOffset(start: String, written: String) throws {
    #expect(try program.run("move", "week.ics", "standup", "--to", start).status == 0)
    #expect(
      changedLines(week, try program.lines("week.ics")).first == "DTSTART;TZID=Europe/Berlin:\(written)")
  }

  /// Handspan extends only definitions of zones that are in the database, so other programs do not know the
  /// offsets of “Company Time” at earlier dates.
  @Test func zoneDefinitionThatDoesNotCoverTheNewDateIsReported() throws {
    let zone = [
      "BEGIN:VTIMEZONE", "TZID:Company Time", "BEGIN:STANDARD", "DTSTART:20250101T000000",
      "TZOFFSETFROM:+0100",
      "TZOFFSETTO:+0200", "END:STANDARD", "END:VTIMEZONE",
    ]
    let companyWeek = week.map { $0.replacingOccurrences(of: "Europe/Berlin", with: "Company Time") }
    let lines = Array(companyWeek[..<3]) + zone + companyWeek[3...]
    try program.write(lines, to: "own.ics")
    #expect(try program.run("move", "own.ics", "standup", "--by", "30").errors.isEmpty)
    let outcome = try program.run("move", "own.ics", "standup", "--to", "2019-01-07T10:00")
    #expect(outcome.status == 0 && outcome.output.hasPrefix("Standup"))
    #expect(
      outcome.errors == "handspan: The file defines “Company Time” only for other dates. "
        + "Other programs may show a different time.\n")
  }

  @Test func allDayEventsMoveByWholeDays() throws {
    #expect(try program.run("move", "week.ics", "fair", "--to", "2026-02-01").status == 0)
    #expect(changedLines(week, try program.lines("week.ics")) == ["DTSTART;VALUE=DATE:20260201"])
    #expect(try program.run("move", "week.ics", "fair", "--by", "2880").status == 0)
    #expect(changedLines(week, try program.lines("week.ics")) == ["DTSTART;VALUE=DATE:20260203"])
    let originalBytes = try program.bytes("week.ics")
    expectFailure(
      try program.run("move", "week.ics", "fair", "--by", "30"), status: 2, mentioning: "whole days")
    expectFailure(
      try program.run("move", "week.ics", "fair", "--to", "2026-02-01T10:00"), status: 2, mentioning: "date"
    )
    #expect(try program.bytes("week.ics") == originalBytes)
  }

  @Test func floatingTimesAcceptNoOffset() throws {
    #expect(try program.run("move", "week.ics", "walk", "--to", "2026-01-06T19:00").status == 0)
    #expect(changedLines(week, try program.lines("week.ics")) == ["DTSTART:20260106T190000"])
    expectFailure(
      try program.run("move", "week.ics", "walk", "--to", "2026-01-06T19:00Z"), status: 2,
      mentioning: "zone")
  }

  @Test func stretchChangesTheStartTheEndOrBoth() throws {
    #expect(try program.run("stretch", "week.ics", "standup", "--end", "2026-01-05T10:00").status == 0)
    #expect(changedLines(week, try program.lines("week.ics")) == ["DTEND;TZID=Europe/Berlin:20260105T100000"])
    #expect(
      try program.run(
        "stretch", "week.ics", "standup", "--start", "2026-01-05T08:00", "--end", "2026-01-05T08:30"
      ).status == 0)
    #expect(
      changedLines(week, try program.lines("week.ics")) == [
        "DTSTART;TZID=Europe/Berlin:20260105T080000", "DTEND;TZID=Europe/Berlin:20260105T083000",
      ])
    #expect(try program.run("stretch", "week.ics", "walk", "--start", "2026-01-06T17:30").status == 0)
    #expect(try program.lines("week.ics").contains("DURATION:PT1H15M"))
  }

  @Test func endBeforeTheStartIsRefused() throws {
    expectFailure(
      try program.run("stretch", "week.ics", "standup", "--end", "2026-01-05T08:00"), status: 1,
      mentioning: "must be after the start")
    #expect(try program.lines("week.ics") == week)
  }

  @Test(arguments: [
    ["move", "--by", "30"], ["move", "--to", "2026-01-09"], ["stretch", "--end", "2026-01-09T10:00"],
  ])
  func repeatingEventNeedsAnOccurrenceAndAScope(command: [String]) throws {
    let originalBytes = try program.bytes("week.ics")
    expectFailure(
      try program.run(command[0], "week.ics", "daily", command[1], command[2]), status: 2,
      mentioning: "Add --occurrence START and --scope this, following, or all.")
    #expect(try program.bytes("week.ics") == originalBytes)
  }

  @Test func missingEventOrFileIsNamedInTheError() throws {
    expectFailure(
      try program.run("move", "week.ics", "nobody", "--by", "5"), status: 1, mentioning: "nobody")
    expectFailure(
      try program.run("move", "none.ics", "standup", "--by", "5"), status: 1, mentioning: "none.ics")
  }

  @Test(arguments: [
    ["move", "week.ics", "standup"], ["move", "week.ics"], ["move", "week.ics", "standup", "--by", "soon"],
    ["move", "week.ics", "standup", "--by", "5", "--to", "2026-01-07"],
    ["move", "week.ics", "standup", "--to", "2026-02-30"],
    ["move", "week.ics", "standup", "--to", "2026-01-07T25:00"],
    ["move", "week.ics", "standup", "--to", "2026-01-07T10:00+1"], ["stretch", "week.ics", "standup"],
    ["list", "week.ics"], ["list", "--from", "2026-01-05", "--to", "2026-01-06"],
    ["list", "week.ics", "--from", "2026-01-06", "--to", "2026-01-05"],
    ["list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06", "--zone", "Mars/Olympus"], ["check"],
    ["--view", "decade"], ["--date", "tomorrow"], ["--nonsense"],
  ])
  func wrongUsageExitsWith2AndPrintsOneLine(arguments: [String]) throws {
    let outcome = try program.run(arguments: arguments)
    expectFailure(outcome, status: 2, mentioning: "handspan: ")
    #expect(try program.lines("week.ics") == week)
  }

  @Test func readOnlyFileIsNotChanged() throws {
    chmod(program.folder + "/week.ics", 0o444)
    expectFailure(
      try program.run("move", "week.ics", "standup", "--by", "5"), status: 1, mentioning: "read-only")
    #expect(try program.lines("week.ics") == week)
  }

  @Test func readOnlyFolderIsNotChanged() throws {
    // The superuser can write everywhere, so the command runs as a different user.
    let isSuperuser = geteuid() == 0
    let wrapper = isSuperuser ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    if isSuperuser { chown(program.folder + "/week.ics", 65_534, 65_534) }
    chmod(program.folder, 0o555)
    defer { chmod(program.folder, 0o755) }
    let outcome = try program.run(
      arguments: ["move", "week.ics", "standup", "--by", "5"], through: wrapper)
    // Other users cannot start the program if they have no access to the build folder.
    if isSuperuser, outcome.status >= 126 { return }
    expectFailure(outcome, status: 1, mentioning: "read-only")
    #expect(try program.lines("week.ics") == week)
  }

  @Test func fullDiskIsReportedAndTheFileIsUnchanged() throws {
    // Only the superuser can mount a tiny file system, which disappears with the process. In a chroot, even
    // the superuser cannot mount it.
    guard geteuid() == 0, FileManager.default.fileExists(atPath: "/usr/bin/unshare") else { return }
    let script = """
      mkdir disk && mount -t tmpfs -o size=8k tmpfs disk && cp week.ics disk/ && dd if=/dev/zero of=disk/rest 2>/dev/null
      [ -e disk/rest ] || exit 77
      "$0" move disk/week.ics standup --by 5; status=$?
      cmp week.ics disk/week.ics && [ "$(ls -A disk | wc -l)" = 2 ] && exit $status; exit 99
      """
    let outcome = try program.run(
      arguments: [], through: ["unshare", "--mount", "sh", "-c", script])
    guard outcome.status != 77, !outcome.errors.hasPrefix("unshare:") else { return }
    expectFailure(outcome, status: 1, mentioning: "no space left")
  }
}
