/// Limits how much of a file is read before it is refused or skipped.
///
/// Every step of reading is linear in the size of the file; these bounds keep the memory and the work of a
/// hostile file within what a large honest one needs.
package enum Budget {
  /// The largest file that is read, in bytes: two million events. Whoever reads files asks first whether there is the
  /// memory for it, which is about four times as much.
  package static let fileSize = 1 << 30
  /// The most content lines of a file of so many bytes. Lines of honest files have about 36 bytes.
  package static func lines(inBytes bytes: Int) -> Int { 4_000_000 + bytes / 24 }
  /// The longest content line, in bytes as it stands in the file, whose value is read. Only attachments are
  /// honestly longer, and those are never read.
  package static let lineLength = 1 << 20
  /// How deep components may stand in each other to be read. RFC 5545 and its extensions need four levels.
  package static let nesting = 32
  /// The most problems that are listed one by one.
  package static let problems = 1_000
}

/// The reason why a file is not read at all.
package enum ICalendarError: Error, Hashable, Sendable {
  /// It has that many bytes, more than `Budget.fileSize`.
  case tooLarge(bytes: Int)
  /// It has more lines than so many, which `Budget.lines` allows.
  case tooManyLines(limit: Int)
}
