import Foundation
import Testing

/// Commands that run while another program is writing the file in place.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed"))
struct HalfWrittenFileTests {
  private let program: Program
  private let text = week.map { $0 + "\r\n" }.joined()

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
  }

  /// Opens and empties the file, and writes its first part, which ends within a DTEND.
  private func beginWriting(_ name: String = "week.ics") -> (file: Int32, remainingBytes: [UInt8]) {
    let file = open("\(program.folder)/\(name)", O_WRONLY | O_TRUNC | O_CLOEXEC)
    let splitIndex = text.range(of: "DTEND;TZID=Europe/Ber")?.upperBound ?? text.endIndex
    let firstBytes = Array(text[..<splitIndex].utf8)
    #expect(write(file, firstBytes, firstBytes.count) == firstBytes.count)
    return (file, Array(text[splitIndex...].utf8))
  }

  @Test(arguments: [
    ["move", "week.ics", "walk", "--by", "30"], ["move", "week.ics", "standup", "--by", "30"],
    ["stretch", "week.ics", "walk", "--end", "2026-01-06T19:00"], ["delete", "week.ics", "walk"],
    ["add", "week.ics", "--summary", "New", "--start", "2026-01-05", "--duration", "1440"],
    ["list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-07"], ["check", "week.ics"],
    ["move", "week.ics", "walk", "--by", "30", "--force"],
  ])
  func commandExitsWith75AfterWaitingFiveSeconds(command: [String]) throws {
    let (file, _) = beginWriting()
    defer { close(file) }
    let originalBytes = try program.bytes("week.ics")
    let start = ContinuousClock.now
    let outcome = try program.run(arguments: command)
    let duration = ContinuousClock.now - start
    #expect(outcome.status == 75)
    #expect(outcome.output.isEmpty)
    #expect(
      outcome.errors
        == "handspan: “week.ics” is being written by another program. Nothing was changed. Try again later.\n"
    )
    #expect(duration >= .seconds(5))
    #expect(try program.bytes("week.ics") == originalBytes)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder) == ["week.ics"])
  }

  @Test(arguments: ["standup", "walk"])
  func commandContinuesAsSoonAsTheWriterIsDone(uid: String) throws {
    let (file, remainingBytes) = beginWriting()
    let thread = Thread {
      usleep(1_000_000)
      _ = write(file, remainingBytes, remainingBytes.count)
      close(file)
    }
    thread.start()
    let outcome = try program.run("move", "week.ics", uid, "--by", "30")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = try program.lines("week.ics")
    #expect(lines.count == week.count)
    #expect(changedLines(week, lines).first?.hasPrefix("DTSTART") == true)
  }

  /// Returns whether a command ends within four seconds: if it waited for a file, it would take at least five. On a
  /// busy machine, the command alone may take that long, so it is run up to five times.
  private func endsWithoutWaiting(_ arguments: [String], prepare: () throws -> Void = {}) throws -> Bool {
    for _ in 0..<5 {
      try prepare()
      let start = ContinuousClock.now
      let outcome = try program.run(arguments: arguments)
      let duration = ContinuousClock.now - start
      #expect(outcome.status == 0)
      if duration < .seconds(4) { return true }
    }
    return false
  }

  @Test func onlyTheUnfinishedFileOfAFolderIsAwaited() throws {
    try FileManager.default.createDirectory(
      atPath: "\(program.folder)/calendar", withIntermediateDirectories: true)
    try program.write(week, to: "calendar/a.ics")
    let otherWeek = week.map { $0.replacing("UID:", with: "UID:other-") }
    try program.write(otherWeek, to: "calendar/b.ics")
    let (file, _) = beginWriting("calendar/a.ics")
    defer { close(file) }
    let isMovedAtOnce = try endsWithoutWaiting(["move", "calendar", "other-walk", "--by", "30"])
    #expect(isMovedAtOnce, "the command waited for the other file")
    #expect(try program.run("move", "calendar", "walk", "--by", "30").status == 75)
  }

  /// Writes an incomplete file with an old modification time, and returns its lines.
  private func writeOldIncompleteFile() throws -> [String] {
    let incompleteLines = Array(week.dropLast(3))
    try program.write(incompleteLines, to: "week.ics")
    let oldTimes = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, "\(program.folder)/week.ics", oldTimes, 0)
    return incompleteLines
  }

  @Test func incompleteFileIsReadButChangedOnlyWithForce() throws {
    let incompleteLines = try writeOldIncompleteFile()
    #expect(
      try program.run("list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06").output.contains(
        "Standup"))
    let refusal = try program.run("move", "week.ics", "standup", "--by", "30")
    #expect(refusal.status == 1)
    #expect(
      refusal.errors
        == "handspan: “week.ics” is incomplete: its last BEGIN has no END. Use --force to change it anyway.\n"
    )
    #expect(try program.lines("week.ics") == incompleteLines)
    #expect(try program.run("move", "week.ics", "standup", "--by", "30", "--force").status == 0)
    #expect(
      changedLines(incompleteLines, try program.lines("week.ics")) == [
        "DTSTART;TZID=Europe/Berlin:20260105T093000", "DTEND;TZID=Europe/Berlin:20260105T094500",
      ])
  }

  @Test func recentIncompleteFileIsReadWithoutWaiting() throws {
    let incompleteLines = Array(week.dropLast(3))
    let listing = ["list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06"]
    try program.write(incompleteLines, to: "week.ics")
    #expect(try program.run(arguments: listing).output.contains("Standup"))
    let isReadAtOnce = try endsWithoutWaiting(listing) { try program.write(incompleteLines, to: "week.ics") }
    #expect(isReadAtOnce, "the command waited for the file")
    try program.write(incompleteLines, to: "week.ics")
    #expect(try program.run("move", "week.ics", "standup", "--by", "30").status == 75)
    #expect(try program.run("move", "week.ics", "standup", "--by", "30", "--force").status == 0)
  }
}
