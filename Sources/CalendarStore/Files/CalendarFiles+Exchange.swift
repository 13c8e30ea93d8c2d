import CalendarModel
import Glibc

// Between the last check of a file and the rename that replaces it, another program may rename its own
// version to that name. A plain rename would silently overwrite that version. See
// docs/decisions/conflicts.md.
extension CalendarFiles {
  /// Exchanges a finished, durable file with the file called `name`, and verifies that the replaced file is
  /// the one that was checked. If it is another program's version, that version is restored, and
  /// `FileFault.changed` is thrown.
  ///
  /// Both files have a name at all times. If the program is killed, one of them is left with a name that
  /// encodes the two expected files, so that `sweep` can recognize and keep any other file with that name.
  ///
  /// - Parameters:
  ///   - temporaryName: the name of the finished file. On return, even after an error, the name of the file to
  ///     remove; nil if there is none.
  ///   - oldFingerprint: the fingerprint of the file that was checked.
  ///   - newFingerprint: the fingerprint of the finished file.
  /// - Returns: false if the file system cannot exchange files; in that case, nothing has changed.
  func exchange(
    _ temporaryName: inout ByteString?, with name: ByteString, in folder: borrowing Descriptor,
    checked: CheckedFile, old oldFingerprint: FileFingerprint, new newFingerprint: FileFingerprint
  ) throws(FileFault) -> Bool {
    let device = try UInt(attributes(of: folder).st_dev)
    guard let initialName = temporaryName, !devicesWithoutExchange.contains(device) else { return false }
    let system = calls.fileSystem(of: folder.rawValue)
    let markedName = TemporaryName.make(for: oldFingerprint.value, replacedBy: newFingerprint.value)
    guard try tryRename(initialName, to: markedName, in: folder) else {
      devicesWithoutExchange.insert(device)
      return false
    }
    temporaryName = markedName
    // The file is checked again as late as possible, because writing a large file takes time.
    _ = try confirm(name, in: folder, is: checked)
    let status = calls.exchange(markedName, with: name, in: folder.rawValue)
    // Overlay, network and some other file systems do not support the call.
    if Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) {
      devicesWithoutExchange.insert(device)
      return false
    }
    // A file that cannot be identified is left to `sweep`.
    temporaryName = nil
    guard status >= 0 else {
      // On a network file system, the exchange may have succeeded despite the error.
      if fingerprint(of: markedName, in: folder.rawValue, on: system) == newFingerprint {
        temporaryName = markedName
      }
      throw .system(-status)
    }
    switch fingerprint(of: markedName, in: folder.rawValue, on: system) {
    case nil: return true
    case oldFingerprint:
      temporaryName = markedName
      return true
    default:
      // Exchanges the files back. If yet another version appeared in the meantime, that version keeps the name,
      // and `sweep` handles the first one.
      if calls.exchange(markedName, with: name, in: folder.rawValue) >= 0 {
        if fingerprint(of: markedName, in: folder.rawValue, on: system) == newFingerprint {
          temporaryName = markedName
        } else {
          _ = calls.exchange(markedName, with: name, in: folder.rawValue)
        }
      }
      throw .changed
    }
  }

  /// Renames the file to a temporary name, and verifies that it is the one that was checked; see `exchange`.
  ///
  /// - Returns: the name to remove once the folder is durable; nil if the file cannot be identified and is
  ///   left to `sweep`.
  func renameForRemoval(
    _ name: ByteString, in folder: borrowing Descriptor, _ oldFingerprint: FileFingerprint
  ) throws(FileFault) -> ByteString? {
    let markedName = TemporaryName.make(for: oldFingerprint.value, replacedBy: 0)
    if try !tryRename(name, to: markedName, in: folder) {
      // Replacing a file is not a risk here, because no other file has that name.
      try requireSuccess(calls.rename(name, to: markedName, in: folder.rawValue, noReplace: false))
    }
    // A file that cannot be identified is left to `sweep`.
    guard
      let actual = fingerprint(of: markedName, in: folder.rawValue, on: calls.fileSystem(of: folder.rawValue))
    else {
      return nil
    }
    guard actual != oldFingerprint else { return markedName }
    // Restores the name. If yet another version appeared in the meantime, `sweep` handles this one.
    try? publish(markedName, as: name, in: folder)
    throw .changed
  }

  /// Renames a file without replacing any other file.
  ///
  /// - Returns: false if the file system does not support a rename that never replaces a file.
  private func tryRename(
    _ name: ByteString, to target: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) -> Bool {
    let status = calls.rename(name, to: target, in: folder.rawValue, noReplace: true)
    if Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) { return false }
    try requireSuccess(status)
    return true
  }
}
