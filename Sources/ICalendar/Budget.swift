/// Limits how much of a file is read before it is refused or skipped.
///
/// Every step of reading is linear in the size of the file. These limits ensure that a hostile file costs no
/// more memory and time than a large valid one.
package enum Budget {
  /// The maximum file size in bytes: 1 GiB, or about two million events. Reading takes about four times as
  /// much memory; callers check beforehand that it is available.
  package static let fileSize = 1 << 30
  /// The maximum number of content lines in a file of a given size. Lines in ordinary files have about 36
  /// bytes on average.
  package static func lines(inBytes bytes: Int) -> Int { 4_000_000 + bytes / 24 }
  /// The maximum length of a content line that is read, in bytes, including folds. Only attachments are
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
  /// It has more lines than `limit`, the maximum that `Budget.lines` allows.
  case tooManyLines(limit: Int)
}
