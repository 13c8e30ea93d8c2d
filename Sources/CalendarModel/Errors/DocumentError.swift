/// The reason why a file cannot be shown at all.
package enum DocumentError: Error, Hashable, Sendable {
  /// The file has more bytes than the limit.
  case tooLarge(bytes: Int, limit: Int)
  /// The file has more lines than the limit.
  case tooManyLines(limit: Int)
  /// The file has no content.
  case empty
  /// The file contains neither a calendar nor an event.
  case noCalendar
}
