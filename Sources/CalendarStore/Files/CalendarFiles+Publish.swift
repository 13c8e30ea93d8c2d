import CalendarModel
import Glibc

extension CalendarFiles {
  /// Gives a finished, durable file its name, which must be free; `FileFault.system(EEXIST)` if it is not.
  ///
  /// Three ways, each for file systems that refuse the one before: a rename that never replaces; a second name, which
  /// refuses to overwrite just as well; and claiming the name with an empty file, which is then replaced by a rename.
  /// The last one can leave an empty file if the program is killed between its two calls. Writing the contents into the
  /// claimed file would leave an empty or half a one during all of the writing, and after a loss of power, so the
  /// contents are on the disk before the name is claimed.
  func publish(
    _ temporary: ByteString, as name: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) {
    var status = calls.rename(temporary, to: name, in: folder.number, isNew: true)
    guard Self.isRefusal(status, EINVAL, ENOSYS, EOPNOTSUPP) else { return try succeed(status) }
    status = calls.link(temporary, to: name, in: folder.number)
    if status >= 0 {
      _ = calls.remove(temporary, in: folder.number)
      return
    }
    guard Self.isRefusal(status, EPERM, EACCES, ENOSYS, EOPNOTSUPP, EINVAL, EMLINK, EXDEV, EIO) else {
      return try succeed(status)
    }
    try claim(name, for: temporary, in: folder)
  }

  private func claim(
    _ name: ByteString, for temporary: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) {
    // Closed at once: some file systems replace nothing that is open.
    do { _ = try Descriptor(adopting: calls.create(name, in: folder.number, mode: 0o600)) }
    do throws(FileFault) {
      try succeed(calls.rename(temporary, to: name, in: folder.number, isNew: false))
    } catch {
      // An empty file would be taken for an event that was emptied.
      if let claimed = try? open(name, in: folder), let bytes = try? contents(of: claimed, size: 0, limit: 1),
        bytes.isEmpty
      {
        _ = calls.remove(name, in: folder.number)
      }
      throw error
    }
  }

  /// Makes an open file or folder durable, where the file system can.
  func makeDurable(_ file: borrowing Descriptor) throws(FileFault) {
    let status = calls.synchronize(file.number)
    // A folder on some network file systems, and anything on a few, cannot be: refusing every save for that would help
    // nobody.
    if Self.isRefusal(status, EINVAL, ENOSYS, EOPNOTSUPP) { return }
    if Self.isRefusal(status, EBADF, EACCES, EPERM), calls.fileSystem(of: file.number) == .remote { return }
    try succeed(status)
  }

  /// Whether a call was refused for one of these reasons: that is no way on this file system.
  static func isRefusal(_ status: Int32, _ reasons: Int32...) -> Bool { reasons.contains(-status) }
}
