import Foundation

/// The extent of randomized tests: random rules and input, mutated files, killed processes, injected faults.
///
/// The environment variable `HANDSPAN_TEST_EXTENT` sets the extent; only this type reads the variable.
package enum TestExtent: String, Sendable {
  /// A quick run during development: `scripts/test`.
  case quick
  /// The full run before a change is merged: `scripts/test --all`; this is the default.
  case all
  /// A run of several hours, with different random choices each time: `scripts/soak`.
  case soak

  /// The requested extent.
  package static let current =
    ProcessInfo.processInfo.environment["HANDSPAN_TEST_EXTENT"].flatMap(TestExtent.init) ?? .all

  /// The number of rounds of a randomized test, or of files or other items in a large test.
  ///
  /// - Parameters:
  ///   - all: The number in a full run.
  ///   - quick: The number in a quick run; a tenth of `all` by default.
  package static func count(_ all: Int, quick: Int? = nil) -> Int {
    switch current {
    case .quick: quick ?? max(1, all / 10)
    case .all: all
    case .soak: all * 10
    }
  }

  /// The seed of random choices: always `fixed`, except in a soak run.
  package static func seed(_ fixed: UInt64) -> UInt64 {
    current == .soak ? fixed &+ (number("SEED").map { UInt64($0) } ?? 0) &* 1_000_003 : fixed
  }

  /// A number that `scripts/soak` passes in the variable `HANDSPAN_SOAK_` followed by `name`.
  package static func number(_ name: String) -> Int? { text(name).flatMap { Int($0) } }

  /// A string that `scripts/soak` passes in the variable `HANDSPAN_SOAK_` followed by `name`.
  package static func text(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["HANDSPAN_SOAK_\(name)"]
  }
}
