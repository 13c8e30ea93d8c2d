/// The reason why a file cannot be shown at all.
package enum DocumentError: Error, Hashable, Sendable {
  /// It has that many bytes, more than are read.
  case tooLarge(bytes: Int, limit: Int)
  /// It has more lines than are read.
  case tooManyLines(limit: Int)
  /// It has no content.
  case empty
  /// There is neither a calendar nor an event in it.
  case noCalendar
}
