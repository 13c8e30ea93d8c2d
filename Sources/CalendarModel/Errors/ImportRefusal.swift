/// The reason why pasted or dropped content cannot be added.
package enum ImportRefusal: Error, Hashable, Sendable {
  /// It has more than `limit` bytes.
  case tooLarge(limit: Int)
  /// It has `count` events, more than can be added at once.
  case tooMany(count: Int, limit: Int)
  case noCalendar
  /// The calendar has no events.
  case noEvents
  /// None of its events can be read.
  case unreadable
}
