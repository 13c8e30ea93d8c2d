/// How the other program writes a new text to the disk.
package enum RewriteMethod: String, CaseIterable, Codable, Sendable {
  /// The file is emptied as it is opened, then written in pieces: `cp`, `curl -o`, a plain editor.
  case inPlace
  /// Another file is written and renamed over it: `sed -i`, vdirsyncer, most editors.
  case byRename
  /// The file is truncated where the change begins, and the rest is appended.
  case byTruncation
  /// The file is overwritten from the start and truncated at the end; in between, its tail is the old text.
  case writtenOver
}

/// The outcome of a rewrite.
package enum RewriteOutcome: Hashable, Sendable {
  /// The new text was written. `isReplaced`: meanwhile the name was given to another file.
  case done(isReplaced: Bool)
  /// The file has changed since it was read; nothing was written.
  case changedBefore
  /// The new text was written and replaced this one, which appeared between the last check and the rename. No
  /// program that saves by renaming can rule that out.
  case overwrote([UInt8])
}

/// The other program's access to the files of one folder.
package protocol OtherDisk {
  /// The contents of a file; nil if it does not exist.
  func read(_ name: String) -> [UInt8]?

  /// The names of the calendar files.
  func names() -> [String]

  /// Replaces the text that was read, nil for none, with a new one.
  func rewrite(
    _ name: String, from old: [UInt8]?, to new: [UInt8], method: RewriteMethod, pieces: [RewritePiece]
  ) throws -> RewriteOutcome

  func remove(_ name: String)
}

/// A piece of a text that is written in one call, and the pause after it.
package struct RewritePiece: Hashable, Sendable {
  package var range: Range<Int>
  /// The pause in microseconds.
  package var pause: UInt32
}
