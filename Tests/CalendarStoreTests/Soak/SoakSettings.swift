import Foundation
import TestExtent

/// How long and how often a soak runs: a slice within `swift test`, at length by `scripts/soak`.
enum SoakSettings {
  /// How long two writers write, in seconds.
  static let seconds = TestExtent.number("SECONDS") ?? TestExtent.rounds(6, core: 3)
  /// Whether it is run at length.
  static let isLong = TestExtent.number("SECONDS") != nil
  /// Whether every call fails in every way, or each in one.
  static let hasAllFaults = TestExtent.word("FAULTS") == "all"
  /// How often programs are killed.
  static let kills = TestExtent.number("KILLS") ?? TestExtent.rounds(60, core: 30)
  /// How long what a program wrote may be away before it counts as lost, in milliseconds.
  static let patience = TestExtent.number("PATIENCE") ?? 15_000
  /// Given again, it makes the same choices; what the scheduler does is another matter.
  static let seed = TestExtent.number("SEED").map { UInt64($0) } ?? UInt64.random(in: 1...999_999)

  /// Says how far a family is. Only at length: a slice is over soon.
  static func progress(_ family: String, _ text: String) {
    if isLong { say("\(family): \(text)") }
  }

  /// A line that `scripts/soak` picks up for its table.
  static func figure(_ family: String, _ text: String) { say("figure | \(family) | \(text)") }

  static func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }
}
