import Synchronization

/// Counts how many files were parsed: what a change costs that was ours, or that changed nothing, is seen by it.
final class ParseCount: Sendable {
  private let number = Atomic(0)

  /// How many so far.
  var value: Int { number.load(ordering: .relaxed) }

  /// Notes one more.
  func count() { number.add(1, ordering: .relaxed) }
}
