import CalendarModel
import Glibc

extension CalendarFiles {
  /// Gives a finished, durable file its name, which must be free; throws `FileFault.system(EEXIST)` if it is
  /// not.
  ///
  /// There are three methods, each for file systems that do not support the previous one: a rename that never
  /// replaces; a hard link, which never overwrites either; and claiming the name with an empty file, which a
  /// rename then replaces. The last one leaves an empty file if the program is killed between its two calls.
  /// The contents are on disk before that, because writing them into the claimed file would leave it empty or
  /// incomplete for longer, also after a power failure.
  func publish(
    _ temporary: ByteString, as name: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) {
    var status = calls.rename(temporary, to: name, in: folder.number, noReplace: true)
    guard Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) else { return try requireSuccess(status) }
    status = calls.link(temporary, to: name, in: folder.number)
    if status >= 0 {
      _ = calls.remove(temporary, in: folder.number)
      return
    }
    guard Self.isUnsupported(status, EPERM, EACCES, ENOSYS, EOPNOTSUPP, EINVAL, EMLINK, EXDEV, EIO) else {
      return try requireSuccess(status)
    }
    try claim(name, for: temporary, in: folder)
  }

  private func claim(
    _ name: ByteString, for temporary: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) {
    // Closed at once, because some file systems cannot replace an open file.
    do { _ = try Descriptor(adopting: calls.create(name, in: folder.number, mode: 0o600)) }
    do throws(FileFault) {
      try requireSuccess(calls.rename(temporary, to: name, in: folder.number, noReplace: false))
    } catch {
      // An empty file must not remain: it would be treated as an event whose contents were deleted.
      if let claimed = try? open(name, in: folder), let bytes = try? contents(of: claimed, size: 0, limit: 1),
        bytes.isEmpty
      {
        _ = calls.remove(name, in: folder.number)
      }
      throw error
    }
  }

  /// Makes an open file or folder durable, if the file system supports it.
  func makeDurable(_ file: borrowing Descriptor) throws(FileFault) {
    let status = calls.synchronize(file.number)
    // Some network file systems cannot sync folders, and a few cannot sync anything. That must not make every
    // save fail.
    if Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) { return }
    if Self.isUnsupported(status, EBADF, EACCES, EPERM), calls.fileSystem(of: file.number) == .remote {
      return
    }
    try requireSuccess(status)
  }

  /// Whether a call failed with one of the given error numbers, which mean that the file system does not
  /// support it.
  static func isUnsupported(_ status: Int32, _ reasons: Int32...) -> Bool { reasons.contains(-status) }
}
