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
    _ temporary: inout ByteString?, with name: ByteString, in folder: borrowing Descriptor, old: FileMark,
    new: FileMark
  ) throws(FileFault) {
    guard let first = temporary else { return }
    let system = calls.fileSystem(of: folder.number)
    let marked = TemporaryName.make(for: old.number, replacedBy: new.number)
    guard try isMoved(first, to: marked, in: folder) else {
      return try rename(&temporary, to: name, in: folder)
    }
    temporary = marked
    let status = calls.exchange(marked, with: name, in: folder.number)
    // Overlays, network and some other file systems have no such call.
    if Self.isRefusal(status, EINVAL, ENOSYS, EOPNOTSUPP) {
      return try rename(&temporary, to: name, in: folder)
    }
    // What cannot be asked for is left to the sweep.
    temporary = nil
    guard status >= 0 else {
      // On a network it may have been done all the same.
      if mark(of: marked, in: folder.number, on: system) == new { temporary = marked }
      throw .system(-status)
    }
    switch mark(of: marked, in: folder.number, on: system) {
    case nil: return
    case old: temporary = marked
    default:
      // Back, unless another version came in the meantime: then that one keeps the name, and the first one is left to
      // the sweep.
      if calls.exchange(marked, with: name, in: folder.number) >= 0 {
        if mark(of: marked, in: folder.number, on: system) == new {
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
    _ name: ByteString, in folder: borrowing Descriptor, _ old: FileMark
  ) throws(FileFault) -> ByteString? {
    let marked = TemporaryName.make(for: old.number, replacedBy: 0)
    if try !isMoved(name, to: marked, in: folder) {
      // Nobody has that name.
      try succeed(calls.rename(name, to: marked, in: folder.number, isNew: false))
    }
    // What cannot be asked for is left to the sweep.
    guard let found = mark(of: marked, in: folder.number, on: calls.fileSystem(of: folder.number)) else {
      return nil
    }
    guard found != old else { return marked }
    // Unless another version came in the meantime: then this one is left to the sweep.
    try? publish(marked, as: name, in: folder)
    throw .changed
  }

  /// Gives a file another name, which is free.
  ///
  /// - Returns: false where that cannot be done without the risk of replacing something.
  private func isMoved(
    _ name: ByteString, to other: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) -> Bool {
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
}
