import Foundation
import Testing

/// Runs the program on files that seem designed to make it hang or run out of memory.
@Suite struct HostileFilesTests {
  private let program: Program

  init() throws { program = try Program() }

  private static func event(_ uid: String, _ start: String, _ more: String...) -> [String] {
    ["BEGIN:VEVENT", "UID:\(uid)", "SUMMARY:\(uid)", "DTSTAMP:20250101T000000Z", start, "DURATION:PT1H"]
      + more
      + ["END:VEVENT"]
  }

  private static func numbers(_ range: ClosedRange<Int>) -> String {
    range.map(String.init).joined(separator: ",")
  }

  /// The lines of each file that precede its only ordinary event, by description.
  private static let files: KeyValuePairs<String, @Sendable () -> [String]> = [
    "a rule for every second": { event("b", "DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY") },
    "a rule with an interval of 0": { event("b", "DTSTART:19700101T000000Z", "RRULE:FREQ=DAILY;INTERVAL=0") },
    "a rule that never matches": {
      event("b", "DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=30")
    },
    "a rule with all numbers": {
      event(
        "b", "DTSTART:19700101T000000Z",
        "RRULE:FREQ=YEARLY;BYMONTH=\(numbers(1...12));BYMONTHDAY=\(numbers(1...31));BYHOUR=\(numbers(0...23));"
          + "BYMINUTE=\(numbers(0...59));BYSECOND=\(numbers(0...59))")
    },
    "a hundred rules for every second": {
      (0..<100).flatMap { event("b\($0)", "DTSTART:19700101T000000Z", "RRULE:FREQ=SECONDLY") }
    },
    "five thousand dates": {
      event(
        "b", "DTSTART:20200101T090000Z",
        "RDATE:"
          + (0..<5000).map {
            "2021\($0 % 12 < 9 ? "0" : "")\($0 % 12 + 1)10T\(10 + $0 % 14)\(10 + $0 % 50)00Z"
          }
          .joined(separator: ","))
    },
    "five thousand nested components": {
      (0..<5000).map { "BEGIN:X\($0)" } + (0..<5000).reversed().map { "END:X\($0)" }
    },
    "five thousand unclosed components": { Array(repeating: "BEGIN:VEVENT", count: 5000) },
    "a line of fifty megabytes": {
      event("b", "DTSTART:20260105T000000Z", "DESCRIPTION:" + String(repeating: "x", count: 50_000_000))
    },
    "absurd years": {
      event("b", "DTSTART:00010101T000000Z", "RRULE:FREQ=DAILY")
        + event("c", "DTSTART:99991231T235959Z", "RRULE:FREQ=DAILY")
        + event("d", "DTSTART:99990101T000000Z", "DURATION:P99999999W")
    },
    "NUL and broken escapes": { event("b\0", "DTSTART:20260105T000000Z", "DESCRIPTION:\\q\0\\") },
    "line endings of all kinds": { ["X-A:1\rX-B:2\nX-C:3\r"] },
  ]

  /// Lists two days with at most 100 MB of memory and two seconds of CPU time. The optimized build needs a
  /// quarter of that.
  private func list(_ name: String) throws -> Outcome {
    try program.run(
      arguments: ["list", name, "--from", "2026-01-05", "--to", "2026-01-07"],
      through: [
        "timeout", "300", "sh", "-c", "ulimit -t 2 && ulimit -s 1024 && ulimit -d 102400 && exec \"$@\"",
        "sh",
      ])
  }

  @Test(arguments: files.map(\.key))
  func ordinaryEventIsListedWithinTwoSecondsAnd100Megabytes(name: String) throws {
    let hostileLines = try #require(Self.files.first { $0.key == name }).value()
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"] + hostileLines
        + Self.event("lunch", "DTSTART:20260101T120000Z", "RRULE:FREQ=DAILY") + ["END:VCALENDAR"],
      to: "bomb.ics")
    let outcome = try list("bomb.ics")
    #expect(outcome.status == 0, "the program failed or exceeded a limit")
    let lunchCount = outcome.output.split(separator: "\n").count { $0.hasSuffix("  lunch") }
    #expect(lunchCount == 2)
  }

  @Test func onlySomeOfManyTooFrequentEventsAreNamed() throws {
    let events = (0..<30).flatMap { Self.event("b\($0)", "DTSTART:20260105T000000Z", "RRULE:FREQ=SECONDLY") }
    try program.write(
      ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN"] + events + ["END:VCALENDAR"],
      to: "bombs.ics")
    let errors = try program.run("list", "bombs.ics", "--from", "2026-01-05", "--to", "2026-01-06").errors
    let lines = errors.split(separator: "\n")
    #expect(lines.count == 11 && lines.last?.contains("20 more events") == true, "\(errors)")
  }

  @Test func hugeFileIsRefusedWithoutBeingRead() throws {
    let path = program.folder + "/huge.ics"
    #expect(FileManager.default.createFile(atPath: path, contents: nil))
    try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 1 << 32)
    let outcome = try list("huge.ics")
    #expect(outcome.status == 1)
    // The limit depends on the memory of the computer and is at most 1 GiB.
    let limit = outcome.errors.split(separator: " ").compactMap { Int($0) }.first ?? 0
    #expect(outcome.errors == "handspan: “huge.ics” is larger than \(limit) MB and was not opened.\n")
    #expect((1...1024).contains(limit))
  }
}
