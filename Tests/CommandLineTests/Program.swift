import Foundation
import Testing

/// The output and exit status of a run of `handspan`.
struct Outcome: Equatable {
  var output: String
  var errors: String
  var status: Int32
}

/// Runs the built program in a temporary folder.
final class Program {
  let folder: String

  init() throws {
    folder = NSTemporaryDirectory() + "handspan-cli-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The program's location, beside the test bundle.
  static var url: URL {
    let bundle = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? CommandLine.arguments[0]
    return URL(fileURLWithPath: bundle).deletingLastPathComponent().appendingPathComponent("handspan")
  }

  /// Runs the program without a display or a message bus.
  func run(_ arguments: String...) throws -> Outcome { try run(arguments: arguments) }

  /// Runs the program with additional environment variables. A wrapper is a command that receives the
  /// program's path and arguments and runs it.
  func run(
    arguments: [String], through wrapper: [String] = [], with variables: [String: String] = [:]
  ) throws -> Outcome {
    let process = Process()
    let command = wrapper + [Self.url.path] + arguments
    process.executableURL = URL(fileURLWithPath: wrapper.isEmpty ? command[0] : "/usr/bin/env")
    process.arguments = wrapper.isEmpty ? Array(command.dropFirst()) : command
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    process.environment = [
      "TZ": "Europe/Berlin", "HOME": folder,
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "LD_LIBRARY_PATH": ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? "",
    ]
    process.environment?.merge(variables) { _, new in new }
    // The output is written to files so that no pipe has to be drained.
    let (outputPath, errorPath) = (folder + "/.stdout", folder + "/.stderr")
    for path in [outputPath, errorPath] { try Data().write(to: URL(fileURLWithPath: path)) }
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: outputPath))
    process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorPath))
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    defer { for path in [outputPath, errorPath] { unlink(path) } }
    return Outcome(
      output: try String(contentsOfFile: outputPath, encoding: .utf8),
      errors: try String(contentsOfFile: errorPath, encoding: .utf8), status: process.terminationStatus)
  }

  /// Writes a calendar with CRLF after each line.
  func write(_ lines: [String], to name: String) throws {
    try Data(lines.map { $0 + "\r\n" }.joined().utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  /// Returns the lines of a file.
  func lines(_ name: String) throws -> [String] {
    try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8).components(separatedBy: "\r\n")
      .dropLast()
  }

  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
  }

  /// Writes the record that Handspan keeps while it splits a series.
  func recordSplit(of earlierUID: String, into laterUID: String, in calendar: String) throws {
    let state = "\(folder)/.local/state/handspan/splits"
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    let path = try #require(realpath("\(folder)/\(calendar)", nil))
    defer { free(path) }
    let record = "Handspan-Split: 1\n\(String(cString: path))\n\(earlierUID)\n\(laterUID)\n"
    try Data(record.utf8).write(to: URL(fileURLWithPath: "\(state)/0.split"))
  }
}

/// Whether the system has the time zone of the calendar below.
let hasZones = FileManager.default.fileExists(atPath: "/usr/share/zoneinfo/Europe/Berlin")

/// A calendar for a week, with one event of each kind.
let week = [
  "BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//handspan//tests//EN",
  "BEGIN:VEVENT", "UID:standup", "DTSTAMP:20250101T000000Z", "DTSTART;TZID=Europe/Berlin:20260105T090000",
  "DTEND;TZID=Europe/Berlin:20260105T091500", "SUMMARY:Standup", "X-COLOR-OF-THE-DAY:blue", "END:VEVENT",
  "BEGIN:VEVENT", "UID:fair", "DTSTAMP:20250101T000000Z", "DTSTART;VALUE=DATE:20260105",
  "SUMMARY:Trade \"fair\"",
  "END:VEVENT",
  "BEGIN:VEVENT", "UID:daily", "DTSTAMP:20250101T000000Z", "DTSTART:20260105T120000Z", "DURATION:PT1H",
  "RRULE:FREQ=DAILY", "SUMMARY:Daily", "END:VEVENT",
  "BEGIN:VEVENT", "UID:walk", "DTSTAMP:20250101T000000Z", "DTSTART:20260106T180000", "DURATION:PT45M",
  "SUMMARY:Walk",
  "END:VEVENT",
  "END:VCALENDAR",
]

/// Returns the new lines that differ from the old ones, except DTSTAMP, which is the current time.
func changedLines(_ old: [String], _ new: [String]) -> [String] {
  zip(old, new).filter { $0 != $1 && !$1.hasPrefix("DTSTAMP") }.map(\.1)
}
