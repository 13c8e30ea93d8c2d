/// How the other program brings a new text to the disk.
package enum RewriteWay: String, CaseIterable, Codable, Sendable {
  /// The file is emptied as it is opened, then written in pieces: `cp`, `curl -o`, a plain editor.
  case inPlace
  /// Another file is written and renamed over it: `sed -i`, vdirsyncer, most editors.
  case byRename
  /// It is cut where the change begins and the rest is written on.
  case byTruncation
  /// It is written over from the start, and cut at the end: between the two the tail is the old text's.
  case writtenOver
}

/// What became of a rewriting.
package enum RewriteOutcome: Hashable, Sendable {
  /// The new text is there. `isReplaced`: while it was being written the name was given to another file.
  case done(isReplaced: Bool)
  /// The file is not what was read before: nothing was written.
  case changedBefore
  /// The new text is there, and took the place of this one, which came between the last look and the rename. No
  /// program that saves by renaming can rule that out.
  case overwrote([UInt8])
}

/// The files of one folder, as the other program reaches them.
package protocol OtherDisk {
  /// The whole of a file; nil if it is not there.
  func read(_ name: String) -> [UInt8]?

  /// The names of the calendar files.
  func names() -> [String]

  /// Brings a new text to the disk in place of the one that was read, nil for none.
  func rewrite(
    _ name: String, from old: [UInt8]?, to new: [UInt8], way: RewriteWay, pieces: [RewritePiece]
  ) throws -> RewriteOutcome

  func remove(_ name: String)
}

/// A piece of a text that is written at once, and the pause after it.
package struct RewritePiece: Hashable, Sendable {
  package var range: Range<Int>
  /// Microseconds.
  package var pause: UInt32
}
