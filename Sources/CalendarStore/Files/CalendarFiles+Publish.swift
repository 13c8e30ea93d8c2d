import CalendarModel
import Glibc

extension CalendarFiles {
  /// Gives a finished, durable file its name. Throws `FileFault.system(EEXIST)` if a file with that name
  /// exists.
  ///
  /// There are three methods, each for file systems that do not support the previous one: a rename that never
  /// replaces a file; a hard link, which never replaces one either; and creating an empty file with that
  /// name, which a rename then replaces. If the program is killed between the two calls of the last method,
  /// an empty file remains. The contents are not written directly to that file, because it would then be
  /// incomplete until the last byte is written, possibly even after a power failure.
  func publish(
    _ temporaryName: ByteString, as name: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) {
    var status = calls.rename(temporaryName, to: name, in: folder.rawValue, noReplace: true)
    guard Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) else { return try requireSuccess(status) }
    status = calls.link(temporaryName, as: name, in: folder.rawValue)
    if status >= 0 {
      _ = calls.remove(temporaryName, in: folder.rawValue)
      return
    }
    guard Self.isUnsupported(status, EPERM, EACCES, ENOSYS, EOPNOTSUPP, EINVAL, EMLINK, EXDEV, EIO) else {
      return try requireSuccess(status)
    }
    try claim(name, for: temporaryName, in: folder)
  }

  /// Creates an empty file with the name, and renames the finished file over it.
  private func claim(
    _ name: ByteString, for temporaryName: ByteString, in folder: borrowing Descriptor
  ) throws(FileFault) {
    // The file is closed immediately, because some file systems cannot replace an open file.
    do { _ = try Descriptor(adopting: calls.create(name, in: folder.rawValue, mode: 0o600)) }
    do throws(FileFault) {
      try requireSuccess(calls.rename(temporaryName, to: name, in: folder.rawValue, noReplace: false))
    } catch {
      // An empty file must not remain: it would be treated as an event whose contents were deleted.
      if let claimedFile = try? open(name, in: folder),
        let bytes = try? contents(of: claimedFile, size: 0, limit: 1),
        bytes.isEmpty
      {
        _ = calls.remove(name, in: folder.rawValue)
      }
      throw error
    }
  }

  /// Makes an open file or folder durable, if the file system supports it.
  func makeDurable(_ file: borrowing Descriptor) throws(FileFault) {
    let status = calls.synchronize(file.rawValue)
    // Some network file systems cannot sync folders, and a few cannot sync anything. That must not make every
    // save fail.
    if Self.isUnsupported(status, EINVAL, ENOSYS, EOPNOTSUPP) { return }
    if Self.isUnsupported(status, EBADF, EACCES, EPERM), calls.fileSystem(of: file.rawValue) == .remote {
      return
    }
    try requireSuccess(status)
  }

  /// Whether a call failed with one of the given error numbers, which mean that the file system does not
  /// support it.
  static func isUnsupported(_ status: Int32, _ reasons: Int32...) -> Bool { reasons.contains(-status) }
}
