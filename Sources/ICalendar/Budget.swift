/// Limits how much of a file is read before it is refused or skipped.
///
/// Every step of reading is linear in the size of the file. These limits keep the memory and the work that a
/// hostile file can cause within what a large valid one needs.
package enum Budget {
  /// The maximum file size in bytes: two million events. Callers check first that there is enough memory,
  /// which is about four times the size.
  package static let fileSize = 1 << 30
  /// The maximum number of content lines in a file of a given size. Lines of ordinary files have about 36
  /// bytes.
  package static func lines(inBytes bytes: Int) -> Int { 4_000_000 + bytes / 24 }
  /// The maximum length of a content line whose value is read, in bytes as in the file. Only attachments are
  /// legitimately longer, and those are never read.
  package static let lineLength = 1 << 20
  /// The maximum nesting depth of components. RFC 5545 and its extensions need four levels.
  package static let nesting = 32
  /// The maximum number of problems listed individually.
  package static let problems = 1_000
}

/// The reason why a file is not read at all.
package enum ICalendarError: Error, Hashable, Sendable {
  /// It has more bytes than `Budget.fileSize`.
  case tooLarge(bytes: Int)
  /// It has more lines than `limit`, the number that `Budget.lines` allows.
  case tooManyLines(limit: Int)
}
