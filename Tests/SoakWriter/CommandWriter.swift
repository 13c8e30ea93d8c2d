import Foundation
import SoakSupport
import TestExtent

/// Uses Handspan as a script would: one `handspan move` or `handspan add` after another.
struct CommandWriter {
  let path: String
  /// The number of Handspan's events.
  let eventCount: Int
  var random: SeededRandom
  private(set) var report = HandspanReport()
  private var startNumber: Int

  init(_ path: String, seed: UInt64, eventCount: Int) {
    (self.path, self.eventCount, startNumber) = (path, eventCount, eventCount)
    random = SeededRandom(seed: seed)
  }

  mutating func step() throws {
    startNumber += 1
    let start = SharedEvents.start(startNumber)
    let uid = "mine-\(random.below(eventCount))"
    let isNew = random.below(6) == 0
    let outcome =
      isNew
      ? try run([
        "add", path, "--summary", "Added \(startNumber)", "--start", "\(start)Z", "--duration", "15",
      ])
      : try run(["move", path, uid, "--to", "\(start)Z"])
    switch outcome.status {
    case 0:
      report.savedCount += 1
      // The output also says which versions were kept after a conflict.
      let lines = outcome.output.components(separatedBy: "\n")
      report.conflictMessages += lines.filter { $0.contains(" is kept in ") }
      if isNew {
        report.added[lines.first { !$0.contains(" is kept in ") } ?? ""] = SharedEvents.text(start)
      } else {
        report.saved[uid] = SharedEvents.text(start)
      }
    // EX_TEMPFAIL: another program is writing, and nothing was changed.
    case 75: report.postponedCount += 1
    default: report.refused.append([uid, SharedEvents.text(start), "\(outcome.status): \(outcome.output)"])
    }
  }

  private func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let process = Process()
    let ownURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.executableURL = ownURL.deletingLastPathComponent().appendingPathComponent("handspan")
    process.arguments = arguments
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text.trimmingCharacters(in: .whitespacesAndNewlines))
  }
}
