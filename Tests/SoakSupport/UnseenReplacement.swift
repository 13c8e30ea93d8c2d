/// A rename by Handspan that replaced a version it had never opened, because the other program wrote that
/// version between Handspan's last check and the rename. On file systems without an atomic exchange
/// (RENAME_EXCHANGE), no system call can detect this; see docs/decisions/conflicts.md.
///
/// It explains the loss of exactly those changes by the other program that are in the replaced version but
/// not in its replacement. Changes that Handspan had read are not among them, because Handspan keeps them
/// when it writes.
package struct UnseenReplacement: Sendable {
  /// The lost events of the other program, as it wrote them.
  package private(set) var events: [PlainEvent] = []
  /// Lost values of X-OTHER, by UID.
  package private(set) var counters: [String: Int] = [:]
  /// The UIDs of events that the other program had deleted and that have reappeared.
  package private(set) var reappeared: Set<String> = []

  /// - Parameters:
  ///   - oldBytes: the replaced text.
  ///   - newBytes: its replacement.
  package init(of oldBytes: [UInt8], by newBytes: [UInt8]) {
    // A change that was not completely written does not count as lost.
    guard let oldEvents = try? PlainCalendar(oldBytes).byUID,
      let newEvents = try? PlainCalendar(newBytes).byUID
    else { return }
    for (uid, events) in oldEvents where newEvents[uid] != events {
      if !SharedEvents.isHandspanEvent(uid) {
        self.events += events
      } else if let counter = events.first?.counter, counter > newEvents[uid]?.first?.counter ?? -1 {
        counters[uid] = counter
      }
    }
    reappeared = Set(newEvents.keys.filter { oldEvents[$0] == nil && !SharedEvents.isHandspanEvent($0) })
  }
}

extension PlainEvent {
  /// The value of X-OTHER, which the other program increments.
  fileprivate var counter: Int? { self["X-OTHER"].flatMap { Int($0) } }
}
