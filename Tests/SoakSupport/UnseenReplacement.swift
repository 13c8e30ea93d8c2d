/// A rename by Handspan that replaced a version it had never opened: another program's, which appeared between
/// the last check and the rename. Where files cannot be exchanged, no call can detect this; see
/// docs/decisions/conflicts.md.
///
/// It accounts for exactly those changes of the other program that are in the replaced version but not in its
/// replacement. Nothing that Handspan had read is among them, because it writes what it has read.
package struct UnseenReplacement: Sendable {
  /// The lost events of the other program, as it wrote them.
  package private(set) var events: [PlainEvent] = []
  /// Lost values of X-OTHER, by UID.
  package private(set) var counters: [String: Int] = [:]
  /// Events that the other program had deleted and that are back.
  package private(set) var deleted: Set<String> = []

  /// - Parameters:
  ///   - old: the replaced text.
  ///   - new: its replacement.
  package init(of old: [UInt8], by new: [UInt8]) {
    // With an incomplete version nothing is lost that was completely written.
    guard let old = try? PlainCalendar(old).byUID, let new = try? PlainCalendar(new).byUID else { return }
    for (uid, events) in old where new[uid] != events {
      if !SharedEvents.isMine(uid) {
        self.events += events
      } else if let count = events.first?.count, count > new[uid]?.first?.count ?? -1 {
        counters[uid] = count
      }
    }
    deleted = Set(new.keys.filter { old[$0] == nil && !SharedEvents.isMine($0) })
  }
}

extension PlainEvent {
  /// The value of X-OTHER, which the other program increments.
  fileprivate var count: Int? { self["X-OTHER"].flatMap { Int($0) } }
}
