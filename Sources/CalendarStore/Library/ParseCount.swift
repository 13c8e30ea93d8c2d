import Synchronization

/// Counts parsed files, to check that the store's own writes and unchanged files are not parsed again.
final class ParseCount: Sendable {
  private let number = Atomic(0)

  var value: Int { number.load(ordering: .relaxed) }

  func count() { number.add(1, ordering: .relaxed) }
}
