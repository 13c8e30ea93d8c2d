/// The reason why a file cannot be shown at all.
package enum DocumentError: Error, Hashable, Sendable {
  /// It has more bytes than the limit.
  case tooLarge(bytes: Int, limit: Int)
  /// It has more lines than the limit.
  case tooManyLines(limit: Int)
  /// It has no content.
  case empty
  /// It contains neither a calendar nor an event.
  case noCalendar
}
