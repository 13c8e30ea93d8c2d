/// The reason why pasted or dropped content cannot be added.
package enum ImportRefusal: Error, Hashable, Sendable {
  /// The content has more than `limit` bytes.
  case tooLarge(limit: Int)
  /// The content has `count` events; no more than `limit` can be added at once.
  case tooMany(count: Int, limit: Int)
  /// The content is not a calendar that can be read.
  case noCalendar
  /// The calendar has no events.
  case noEvents
  /// The calendar is a message about events that exist, such as a cancellation or an answer.
  case message
  /// The end of the file is missing.
  case incomplete
  /// None of the events can be read.
  case unreadable
}
