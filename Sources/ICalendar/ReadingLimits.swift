/// The limits beyond which a file is refused, or a part of it is skipped.
///
/// Every step of reading is linear in the size of the file. These limits ensure that a hostile file costs no
/// more memory or time than a large valid one.
package enum ReadingLimits {
  /// The maximum file size in bytes: 1 GiB, or about two million events. Reading a file takes about four
  /// times its size in memory; callers check beforehand that enough memory is available.
  package static let fileSize = 1 << 30
  /// Returns the maximum number of content lines in a file of a given size. In ordinary files, lines are
  /// about 36 bytes long on average.
  package static func lines(inBytes bytes: Int) -> Int { 4_000_000 + bytes / 24 }
  /// The maximum length of a content line that is read, in bytes, including folds. Only attachments are
  /// legitimately longer, and attachments are never read.
  package static let lineLength = 1 << 20
  /// The maximum number of parameters of a content line that is read, together with the values after the first of each
  /// parameter. An attendee who is a member of many groups has about a hundred.
  package static let parameters = 1_000
  /// The maximum nesting depth of components. RFC 5545 and its extensions need four levels.
  package static let nesting = 32
  /// The maximum number of problems listed individually.
  package static let problems = 1_000
}

/// The reason why a file is not read at all.
package enum ICalendarError: Error, Hashable, Sendable {
  /// The file has more bytes than allowed: `ReadingLimits.fileSize`, or a lower limit given by the caller.
  case tooLarge(bytes: Int)
  /// The file has more lines than `limit`, the maximum that `ReadingLimits.lines` allows.
  case tooManyLines(limit: Int)
}
