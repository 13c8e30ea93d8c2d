/// A rename of Handspan's that took the place of a version which it had never opened: another program's, which came
/// between the last look and the rename. Where files cannot be exchanged no call can show it; see
/// docs/decisions/conflicts.md.
///
/// It excuses exactly what the other program had changed in that version and what is not in the one that took its place:
/// nothing that Handspan had read is among that, for what it has read it writes.
package struct UnseenReplacement: Sendable {
  /// What the other program has lost by it, each event as it wrote it.
  package private(set) var events: [PlainEvent] = []
  /// Counts of X-OTHER that it has lost, by UID.
  package private(set) var touched: [String: Int] = [:]
  /// The events that it had deleted, and that are back.
  package private(set) var deleted: Set<String> = []

  /// - Parameters:
  ///   - old: the text that gave way.
  ///   - new: the text that took its place.
  package init(of old: [UInt8], by new: [UInt8]) {
    // Of what is not whole nothing was lost that anybody wrote to the end.
    guard let old = try? PlainCalendar(old).byUID, let new = try? PlainCalendar(new).byUID else { return }
    for (uid, events) in old where new[uid] != events {
      if !SharedEvents.isMine(uid) {
        self.events += events
      } else if let count = events.first?.count, count > new[uid]?.first?.count ?? -1 {
        touched[uid] = count
      }
    }
    deleted = Set(new.keys.filter { old[$0] == nil && !SharedEvents.isMine($0) })
  }
}

extension PlainEvent {
  /// How often the other program has counted it up.
  fileprivate var count: Int? { self["X-OTHER"].flatMap { Int($0) } }
}
