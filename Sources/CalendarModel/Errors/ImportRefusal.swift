/// The reason why nothing that was pasted or dropped can be added.
package enum ImportRefusal: Error, Hashable, Sendable {
  /// It has more than so many bytes.
  case tooLarge(limit: Int)
  /// It has so many events, more than are taken at once.
  case tooMany(count: Int, limit: Int)
  case noCalendar
  /// It is a calendar without events.
  case noEvents
  /// None of its events can be read.
  case unreadable
}
