import Foundation
import TestExtent

/// The duration and the extent of the soak tests, which are small in `swift test` and large in `scripts/soak`.
enum SoakSettings {
  /// How long the two programs write, in seconds.
  static let seconds = TestExtent.number("SECONDS") ?? TestExtent.count(6, quick: 3)
  /// Whether this is a long run.
  static let isLong = TestExtent.number("SECONDS") != nil
  /// Whether every call fails in every way rather than in only one.
  static let hasAllFaults = TestExtent.text("FAULTS") == "all"
  /// The number of programs that are killed.
  static let killCount = TestExtent.number("KILLS") ?? TestExtent.count(60, quick: 30)
  /// How long a written change may be invisible before it counts as lost, in milliseconds.
  static let gracePeriodInMilliseconds = TestExtent.number("GRACE_PERIOD") ?? 60_000
  /// The seed of the random choices. Even with the same seed, the scheduling differs from run to run.
  static let seed = TestExtent.number("SEED").map { UInt64($0) } ?? UInt64.random(in: 1...999_999)

  /// Reports the progress of a test in long runs.
  static func logProgress(_ label: String, _ text: String) {
    if isLong { log("\(label): \(text)") }
  }

  /// Logs a line that `scripts/soak` adds to its table.
  static func logFigure(_ label: String, _ text: String) { log("figure | \(label) | \(text)") }

  static func log(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
