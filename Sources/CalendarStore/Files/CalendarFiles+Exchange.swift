import CalendarModel
import Glibc

// Between the last check of a file and the rename that replaces it, another program may rename its own
// version to that name. A plain rename would silently lose that version. See docs/decisions/conflicts.md.
extension CalendarFiles {
  /// Exchanges a finished, durable file with the file of that name, and verifies that the latter was the one
  /// that was checked. If it was not, another program's version is restored and `FileFault.changed` is
  /// thrown.
  ///
  /// Both files have a name at any moment. If the program is killed, one of them keeps a name that encodes
  /// the two expected files, so that `sweep` recognizes and keeps any other file under that name.
  ///
  /// - Parameters:
  ///   - temporary: the name of the finished file. On return, even after an error, the name of the file to
  ///     remove; nil if there is none.
  ///   - old: the file that was checked.
  ///   - new: the finished file.
  /// - Returns: false if the file system cannot exchange files; nothing has changed then.
  func exchange(
    _ temporary: inout ByteString?, with name: ByteString, in folder: borrowing Descriptor,
    checked: CheckedFile, old: FileMark, new: FileMark
  ) throws(FileFault) -> Bool {
    let device = try UInt(attributes(of: folder).st_dev)
    guard let first = temporary, !refusals.contains(device) else { return false }
    let system = calls.fileSystem(of: folder.number)
    let marked = TemporaryName.make(for: old.number, replacedBy: new.number)
    guard try tryRename(first, to: marked, in: folder) else {
      refusals.insert(device)
      return false
    }
    temporary = marked
    // Checked again, as late as possible: writing a large file takes time.
    _ = try confirm(name, in: folder, is: checked)
    let status = calls.exchange(marked, with: name, in: folder.number)
    // Overlay, network and some other file systems do not support the call.
    if Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) {
      refusals.insert(device)
      return false
    }
    // A file that cannot be identified is left to `sweep`.
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
      // Exchanges the files back. If yet another version appeared in the meantime, that one keeps the name,
      // and `sweep` handles the first one.
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

  /// Renames the file to a temporary name, and verifies that it was the one that was checked; see `exchange`.
  ///
  /// - Returns: the name to remove once the folder is durable; nil if the file is gone.
  func retire(
    _ name: ByteString, in folder: borrowing Descriptor, _ old: FileMark
  ) throws(FileFault) -> ByteString? {
    let marked = TemporaryName.make(for: old.number, replacedBy: 0)
    if try !tryRename(name, to: marked, in: folder) {
      // No other file has that name.
      try requireSuccess(calls.rename(name, to: marked, in: folder.number, noReplace: false))
    }
    // A file that cannot be identified is left to `sweep`.
    guard let found = mark(of: marked, in: folder.number, on: calls.fileSystem(of: folder.number)) else {
      return nil
    }
    guard found != old else { return marked }
    // Restores the name. If yet another version appeared in the meantime, `sweep` handles this one.
    try? publish(marked, as: name, in: folder)
    throw .changed
  }

  /// Renames a file to a name that must be free.
  ///
  /// - Returns: false if the file system does not support a rename that never replaces a file.
  private func tryRename(
    _ name: ByteString, to other: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) -> Bool {
    let status = calls.rename(name, to: other, in: folder.number, noReplace: true)
    if Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) { return false }
    try requireSuccess(status)
    return true
  }
}
