import CalendarModel
import Glibc

// Between the last check of a file and the rename that replaces it, another program may rename its own
// version to that name. A plain rename would silently lose that version. See docs/decisions/conflicts.md.
extension CalendarFiles {
  /// Exchanges a finished, durable file with the one that was checked, and verifies that it was indeed that
  /// one. If not, the other program's version is restored and `FileFault.changed` is thrown.
  ///
  /// Both files have a name at any moment. A kill leaves one of them under a name that encodes the two
  /// expected files, so that a sweep recognizes any other and keeps it.
  ///
  /// - Parameters:
  ///   - temporary: the name of the finished file. Afterwards, even after an error, the name of the file to
  ///     be removed; nil if there is none.
  ///   - old: the file that was checked.
  ///   - new: the finished file.
  /// - Returns: false if the file system cannot exchange files; nothing has changed then.
  func exchange(
    _ temporary: inout ByteString?, with name: ByteString, in folder: borrowing Descriptor,
    checked: CheckedFile, old: FileMark, new: FileMark
  ) throws(FileFault) -> Bool {
    let device = try UInt(facts(of: folder).st_dev)
    guard let first = temporary, !refusals.contains(device) else { return false }
    let system = calls.fileSystem(of: folder.number)
    let marked = TemporaryName.make(for: old.number, replacedBy: new.number)
    guard try isMoved(first, to: marked, in: folder) else {
      refusals.insert(device)
      return false
    }
    temporary = marked
    // Checked again, as late as possible: writing a large file takes time.
    _ = try confirm(name, in: folder, is: checked)
    let status = calls.exchange(marked, with: name, in: folder.number)
    // Overlays, network and some other file systems do not support the call.
    if Self.isRefusal(status, EINVAL, ENOSYS, EOPNOTSUPP) {
      refusals.insert(device)
      return false
    }
    // A file that cannot be identified is left to the sweep.
    temporary = nil
    guard status >= 0 else {
      // On a network the exchange may have succeeded nevertheless.
      if mark(of: marked, in: folder.number, on: system) == new { temporary = marked }
      throw .system(-status)
    }
    switch mark(of: marked, in: folder.number, on: system) {
    case nil: return true
    case old:
      temporary = marked
      return true
    default:
      // Exchanges them back, unless another version appeared in the meantime: then that one keeps the name,
      // and the first one is left to the sweep.
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

  /// Renames the file that was checked to a temporary name, and verifies that it was that one; see
  /// `exchange`.
  ///
  /// - Returns: the name to remove once the folder is durable; nil if the file is gone.
  func retire(
    _ name: ByteString, in folder: borrowing Descriptor, _ old: FileMark
  ) throws(FileFault) -> ByteString? {
    let marked = TemporaryName.make(for: old.number, replacedBy: 0)
    if try !isMoved(name, to: marked, in: folder) {
      // Nothing else has that name.
      try succeed(calls.rename(name, to: marked, in: folder.number, isNew: false))
    }
    // A file that cannot be identified is left to the sweep.
    guard let found = mark(of: marked, in: folder.number, on: calls.fileSystem(of: folder.number)) else {
      return nil
    }
    guard found != old else { return marked }
    // Restores the name, unless another version appeared in the meantime: then this one is left to the sweep.
    try? publish(marked, as: name, in: folder)
    throw .changed
  }

  /// Renames a file to a name that must be free.
  ///
  /// - Returns: false if the file system cannot do that without the risk of replacing something.
  private func isMoved(
    _ name: ByteString, to other: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) -> Bool {
    let status = calls.rename(name, to: other, in: folder.number, isNew: true)
    if Self.isRefusal(status, EINVAL, ENOSYS, EOPNOTSUPP) { return false }
    try succeed(status)
    return true
  }
}
