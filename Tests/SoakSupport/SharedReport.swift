import Synchronization

/// The latest report of a program on another thread.
package final class SharedReport: Sendable {
  private let report = Mutex(OtherReport())

  package init() {}

  package var value: OtherReport { report.withLock { $0 } }

  package func set(_ newReport: OtherReport) { report.withLock { $0 = newReport } }
}
