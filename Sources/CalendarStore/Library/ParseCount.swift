import Synchronization

/// Counts parsed files, so that tests can verify that unchanged files and the store's own writes are not
/// parsed again.
final class ParseCount: Sendable {
  private let number = Atomic(0)

  /// The number of files parsed so far.
  var value: Int { number.load(ordering: .relaxed) }

  func increment() { number.add(1, ordering: .relaxed) }
}
