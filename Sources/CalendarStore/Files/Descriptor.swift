import CalendarModel
import Glibc

/// The descriptor of an open file or folder, which is closed when the value goes out of scope.
struct Descriptor: ~Copyable {
  let rawValue: Int32

  /// Takes ownership of the result of a `FileCalls` function: a descriptor, or a negative error number.
  init(adopting result: Int32) throws(FileFault) {
    guard result >= 0 else { throw FileFault.system(-result) }
    rawValue = result
  }

  deinit {
    close(rawValue)
  }
}

extension CalendarFiles {
  /// Opens a folder. A symbolic link is followed, because the user chose the path.
  func openFolder(_ path: ByteString) throws(FileFault) -> Descriptor {
    try Descriptor(adopting: calls.openFolder(path))
  }

  /// Opens a file for reading. Symbolic links are not followed, and opening a pipe does not block.
  func open(_ name: ByteString, in folder: borrowing Descriptor) throws(FileFault) -> Descriptor {
    try Descriptor(adopting: calls.open(name, in: folder.rawValue))
  }

  /// Returns the attributes of an open file or folder.
  func attributes(of file: borrowing Descriptor) throws(FileFault) -> stat {
    var attributes = stat()
    try requireSuccess(calls.attributes(of: file.rawValue, &attributes))
    return attributes
  }

  /// Takes the advisory lock of a file or folder, waiting for at most `milliseconds`.
  ///
  /// - Returns: whether the lock was taken. It is released when the descriptor is closed.
  func lock(_ file: borrowing Descriptor, waiting milliseconds: Int = 0) -> Bool {
    for _ in 0...milliseconds {
      let status = calls.lock(file.rawValue)
      if status >= 0 { return true }
      guard status == -EWOULDBLOCK || status == -EINTR else { return false }
      if milliseconds > 0 { usleep(1_000) }
    }
    return false
  }

  /// Throws an error if a `FileCalls` function returned a negative error number.
  func requireSuccess(_ status: Int32) throws(FileFault) {
    guard status >= 0 else { throw .system(-status) }
  }
}

extension stat {
  /// Whether it is a regular file.
  var isFile: Bool { st_mode & S_IFMT == S_IFREG }
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  /// Whether nobody has permission to write to it. The superuser could still write to it but must not,
  /// because it was made read-only on purpose.
  var isWriteProtected: Bool { st_mode & 0o222 == 0 }
}
