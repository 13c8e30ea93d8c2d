import Synchronization

/// What a program on another thread has to say so far.
package final class SharedReport: Sendable {
  private let report = Mutex(OtherReport())

  package init() {}

  package var value: OtherReport { report.withLock { $0 } }

  package func set(_ new: OtherReport) { report.withLock { $0 = new } }
}
