import Foundation

/// How much the suites try of what could be tried forever: random rules and input, mutated files, kills, faults.
///
/// `HANDSPAN_TESTS` says it, and is read here alone.
package enum TestExtent: String, Sendable {
  /// For who waits at a desk: `scripts/test`.
  case core
  /// Before anything is accepted: `scripts/test --all`, and wherever nothing is said.
  case all
  /// For hours: `scripts/soak`, with other random choices each time.
  case soak

  /// What was asked for.
  package static let current =
    ProcessInfo.processInfo.environment["HANDSPAN_TESTS"].flatMap(TestExtent.init) ?? .all

  /// How many rounds there are of something random.
  ///
  /// - Parameters:
  ///   - all: how many prove it.
  ///   - core: how many are enough at a desk; a tenth unless given.
  package static func rounds(_ all: Int, core: Int? = nil) -> Int {
    switch current {
    case .core: core ?? max(1, all / 10)
    case .all: all
    case .soak: all * 10
    }
  }

  /// The seed of random choices: always that one, except in a soak.
  package static func seed(_ fixed: UInt64) -> UInt64 {
    current == .soak ? fixed &+ (number("SEED").map { UInt64($0) } ?? 0) &* 1_000_003 : fixed
  }

  /// What `scripts/soak` says of a family, as `HANDSPAN_SOAK_` and that name.
  package static func number(_ name: String) -> Int? { word(name).flatMap { Int($0) } }

  /// The same where it is a word.
  package static func word(_ name: String) -> String? {
    ProcessInfo.processInfo.environment["HANDSPAN_SOAK_\(name)"]
  }
}
