import Synchronization

/// The progress of an import, and whether the user has canceled it. Shared by the window and the import.
package final class ImportProgress: Sendable {
  private struct State {
    var done = 0
    var total = 0
    var isCanceled = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of events written so far, and the number to write; both are 0 before the first one is written.
  package var counts: (done: Int, total: Int) { state.withLock { ($0.done, $0.total) } }

  package var isCanceled: Bool { state.withLock { $0.isCanceled } }

  /// Cancels the import. Nothing of it remains, unless it is already complete.
  package func cancel() { state.withLock { $0.isCanceled = true } }

  /// Records the progress.
  ///
  /// - Returns: whether to go on.
  func advance(to done: Int, of total: Int) -> Bool {
    state.withLock {
      ($0.done, $0.total) = (done, total)
      return !$0.isCanceled
    }
  }
}
