import Synchronization

/// The progress of an import, and whether the user has canceled it. Shared by the window and the import.
package final class ImportProgress: Sendable {
  private struct State {
    var writtenCount = 0
    var total = 0
    var isCanceled = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of events written so far, and the total number to write; both are 0 until the total is known.
  package var counts: (written: Int, total: Int) { state.withLock { ($0.writtenCount, $0.total) } }

  package var isCanceled: Bool { state.withLock { $0.isCanceled } }

  /// Cancels the import. Anything imported so far is undone, unless the import is already complete.
  package func cancel() { state.withLock { $0.isCanceled = true } }

  /// Records the progress.
  ///
  /// - Returns: whether to continue.
  func advance(to writtenCount: Int, of total: Int) -> Bool {
    state.withLock {
      ($0.writtenCount, $0.total) = (writtenCount, total)
      return !$0.isCanceled
    }
  }
}
