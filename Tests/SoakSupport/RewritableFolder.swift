/// How the other program writes the new contents of a file.
package enum RewriteMethod: String, CaseIterable, Codable, Sendable {
  /// The file is emptied as it is opened, then written in pieces, as by `cp`, `curl -o` or a simple editor.
  case inPlace
  /// A new file is written and renamed over the old one, as by `sed -i`, vdirsyncer and most editors.
  case byRename
  /// The file is truncated where the change begins, and the rest is appended.
  case byTruncation
  /// The file is overwritten from the start and finally truncated; until it is truncated, it ends with old text.
  case byOverwriting
}

/// The outcome of a rewrite.
package enum RewriteOutcome: Hashable, Sendable {
  /// The new text was written. `isReplaced` is true if the name was given to a different file during the rewrite.
  case done(isReplaced: Bool)
  /// The file has changed since it was read; nothing was written.
  case changedBefore
  /// The new text replaced the given text, which was written between the last check and the rename. No
  /// program that saves by renaming can rule this out.
  case overwrote([UInt8])
}

/// The other program's access to the files of one folder.
package protocol RewritableFolder {
  /// The contents of a file; nil if it does not exist.
  func read(_ name: String) -> [UInt8]?

  /// The names of the calendar files.
  func names() -> [String]

  /// Replaces the contents `oldBytes` of a file with `newBytes`. If `oldBytes` is nil, creates the file.
  func rewrite(
    _ name: String, from oldBytes: [UInt8]?, to newBytes: [UInt8], method: RewriteMethod,
    pieces: [RewritePiece]
  ) throws -> RewriteOutcome

  func remove(_ name: String)
}

/// A part of a file that is written at once, and the pause after it.
package struct RewritePiece: Hashable, Sendable {
  package var range: Range<Int>
  /// The pause in microseconds.
  package var pause: UInt32
}
