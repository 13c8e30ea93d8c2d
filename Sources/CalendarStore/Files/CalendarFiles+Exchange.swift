import CalendarModel
import Glibc

// Between the last look at a file and the rename that replaces it another program may rename its own version onto the
// name. A rename over it would lose that unseen. See docs/decisions/conflicts.md.
extension CalendarFiles {
  /// Gives a finished, durable file the name of the one that was looked at, and sees that it was that one which gave
  /// way; if not, all is as the other program left it, and `FileFault.changed` is thrown.
  ///
  /// Both have a name at any moment. A kill leaves one of them under a name that says which two it is made for, so that
  /// a sweep knows a third one and keeps it.
  ///
  /// - Parameters:
  ///   - temporary: the name of the finished file. Afterwards, in any case, the name of what is to be removed; nil if
  ///     nothing is.
  ///   - old: the file that was looked at.
  ///   - new: the finished file.
  func exchange(
    _ temporary: inout ByteString?, with name: ByteString, in folder: borrowing Descriptor, old: stat,
    new: stat
  ) throws(FileFault) {
    guard let first = temporary else { return }
    let marked = TemporaryName.make(for: UInt64(old.st_ino), replacedBy: UInt64(new.st_ino))
    guard try isMoved(first, to: marked, in: folder) else {
      return try rename(&temporary, to: name, in: folder)
    }
    temporary = marked
    let status = calls.exchange(marked, with: name, in: folder.number)
    // Overlays and some other file systems have no such call.
    if Self.isRefusal(status, EINVAL, ENOSYS, EOPNOTSUPP) {
      return try rename(&temporary, to: name, in: folder)
    }
    try succeed(status)
    // What cannot be asked for is left to the sweep.
    temporary = nil
    switch inode(of: marked, in: folder) {
    case nil: return
    case old.st_ino: temporary = marked
    default:
      // Back, unless another version came in the meantime: then that one keeps the name, and the first one is left to
      // the sweep.
      if calls.exchange(marked, with: name, in: folder.number) >= 0 {
        if inode(of: marked, in: folder) == new.st_ino {
          temporary = marked
        } else {
          _ = calls.exchange(marked, with: name, in: folder.number)
        }
      }
      throw .changed
    }
  }

  /// Takes the name from the file that was looked at, and sees that it was that one; see `exchange`.
  ///
  /// - Returns: the name under which it is to be removed once the folder is durable; nil if it is gone.
  func retire(
    _ name: ByteString, in folder: borrowing Descriptor, _ old: stat
  ) throws(FileFault) -> ByteString? {
    let marked = TemporaryName.make(for: UInt64(old.st_ino), replacedBy: 0)
    guard try isMoved(name, to: marked, in: folder) else {
      try succeed(calls.remove(name, in: folder.number))
      return nil
    }
    // What cannot be asked for is left to the sweep.
    guard let found = inode(of: marked, in: folder) else { return nil }
    guard found != old.st_ino else { return marked }
    _ = calls.rename(marked, to: name, in: folder.number, isNew: true)
    throw .changed
  }

  /// Gives a file another name, which is free.
  ///
  /// - Returns: false where that cannot be done without the risk of replacing something, or where inodes say nothing.
  private func isMoved(
    _ name: ByteString, to other: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) -> Bool {
    guard calls.fileSystem(of: folder.number) == .local else { return false }
    let status = calls.rename(name, to: other, in: folder.number, isNew: true)
    if Self.isRefusal(status, EINVAL, ENOSYS, EOPNOTSUPP) { return false }
    try succeed(status)
    return true
  }

  private func rename(
    _ temporary: inout ByteString?, to name: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) {
    guard let from = temporary else { return }
    try succeed(calls.rename(from, to: name, in: folder.number, isNew: false))
    temporary = nil
  }

  private func inode(of name: ByteString, in folder: borrowing Descriptor) -> ino_t? {
    var facts = stat()
    return calls.facts(of: name, in: folder.number, &facts) >= 0 ? facts.st_ino : nil
  }
}
