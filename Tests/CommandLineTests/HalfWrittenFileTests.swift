import Foundation
import Testing

/// Another program writes the file in place while a command runs.
@Suite(.enabled(if: hasZones, "the time zone database (tzdata) is not installed"))
struct HalfWrittenFileTests {
  private let program: Program
  private let text = week.map { $0 + "\r\n" }.joined()

  init() throws {
    program = try Program()
    try program.write(week, to: "week.ics")
  }

  /// Opens and empties the file, and writes its first half, which ends within a DTEND.
  private func beginWriting(_ name: String = "week.ics") -> (file: Int32, rest: [UInt8]) {
    let file = open("\(program.folder)/\(name)", O_WRONLY | O_TRUNC | O_CLOEXEC)
    let half = text.range(of: "DTEND;TZID=Europe/Ber")?.upperBound ?? text.endIndex
    let first = Array(text[..<half].utf8)
    #expect(write(file, first, first.count) == first.count)
    return (file, Array(text[half...].utf8))
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
    let before = try program.bytes("week.ics")
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
    #expect(try program.bytes("week.ics") == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: program.folder) == ["week.ics"])
  }

  @Test(arguments: ["standup", "walk"])
  func commandContinuesAsSoonAsTheWriterIsDone(uid: String) throws {
    let (file, rest) = beginWriting()
    let thread = Thread {
      usleep(1_000_000)
      _ = write(file, rest, rest.count)
      close(file)
    }
    thread.start()
    let outcome = try program.run("move", "week.ics", uid, "--by", "30")
    #expect(outcome.status == 0)
    #expect(outcome.errors.isEmpty)
    let lines = try program.lines("week.ics")
    #expect(lines.count == week.count)
    #expect(changes(week, lines).first?.hasPrefix("DTSTART") == true)
  }

  @Test func onlyTheUnfinishedFileOfAFolderIsAwaited() throws {
    try FileManager.default.createDirectory(
      atPath: "\(program.folder)/calendar", withIntermediateDirectories: true)
    try program.write(week, to: "calendar/a.ics")
    let other = week.map { $0.replacing("UID:", with: "UID:other-") }
    try program.write(other, to: "calendar/b.ics")
    let (file, _) = beginWriting("calendar/a.ics")
    defer { close(file) }
    let start = ContinuousClock.now
    #expect(try program.run("move", "calendar", "other-walk", "--by", "30").status == 0)
    #expect(ContinuousClock.now - start < .seconds(4))
    #expect(try program.run("move", "calendar", "walk", "--by", "30").status == 75)
  }

  /// Writes an incomplete file with an old modification time, and returns its lines.
  private func writeOldIncompleteFile() throws -> [String] {
    let incomplete = Array(week.dropLast(3))
    try program.write(incomplete, to: "week.ics")
    let old = [timespec(tv_sec: 1_700_000_000, tv_nsec: 0), timespec(tv_sec: 1_700_000_000, tv_nsec: 0)]
    utimensat(AT_FDCWD, "\(program.folder)/week.ics", old, 0)
    return incomplete
  }

  @Test func incompleteFileIsReadButChangedOnlyWithForce() throws {
    let incomplete = try writeOldIncompleteFile()
    #expect(
      try program.run("list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06").output.contains(
        "Standup"))
    let refused = try program.run("move", "week.ics", "standup", "--by", "30")
    #expect(refused.status == 1)
    #expect(
      refused.errors
        == "handspan: “week.ics” is incomplete: its last BEGIN has no END. Use --force to change it anyway.\n"
    )
    #expect(try program.lines("week.ics") == incomplete)
    #expect(try program.run("move", "week.ics", "standup", "--by", "30", "--force").status == 0)
    #expect(
      changes(incomplete, try program.lines("week.ics")) == [
        "DTSTART;TZID=Europe/Berlin:20260105T093000", "DTEND;TZID=Europe/Berlin:20260105T094500",
      ])
  }

  @Test func recentIncompleteFileIsReadWithoutWaiting() throws {
    try program.write(Array(week.dropLast(3)), to: "week.ics")
    let start = ContinuousClock.now
    let outcome = try program.run("list", "week.ics", "--from", "2026-01-05", "--to", "2026-01-06")
    #expect(outcome.status == 0 && outcome.output.contains("Standup"))
    #expect(ContinuousClock.now - start < .seconds(4))
    #expect(try program.run("move", "week.ics", "standup", "--by", "30").status == 75)
    #expect(try program.run("move", "week.ics", "standup", "--by", "30", "--force").status == 0)
  }
}
