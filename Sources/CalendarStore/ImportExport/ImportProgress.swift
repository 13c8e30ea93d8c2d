import Synchronization

/// How far an import is, and whether the user has canceled it. It is shared by the window and the import.
package final class ImportProgress: Sendable {
  private struct State {
    var done = 0
    var total = 0
    var isCanceled = false
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of events that are written, of all that will be; 0 of 0 before the first one.
  package var counts: (done: Int, total: Int) { state.withLock { ($0.done, $0.total) } }

  package var isCanceled: Bool { state.withLock { $0.isCanceled } }

  /// Ends the import. It leaves nothing, unless it is complete already.
  package func cancel() { state.withLock { $0.isCanceled = true } }

  /// Records what is done.
  ///
  /// - Returns: whether to go on.
  func advance(to done: Int, of total: Int) -> Bool {
    state.withLock {
      ($0.done, $0.total) = (done, total)
      return !$0.isCanceled
    }
  }
}
