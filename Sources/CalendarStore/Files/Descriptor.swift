import Glibc

/// An open file or folder, closed when it goes out of scope.
struct Descriptor: ~Copyable {
  let number: Int32

  private init(_ number: Int32) throws(FileFault) {
    guard number >= 0 else { throw .last }
    self.number = number
  }

  /// A folder, by path. A symbolic link is followed: the path is the user's.
  init(folder: String) throws(FileFault) {
    try self.init(open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// A file to be read. Links are not followed and a pipe does not block.
  init(reading name: String, in folder: borrowing Descriptor) throws(FileFault) {
    try self.init(openat(folder.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY))
  }

  /// What a call of `FileCalls` returned: a descriptor, or a negative error number.
  init(adopting result: Int32) throws(FileFault) {
    guard result >= 0 else { throw FileFault.system(-result) }
    number = result
  }

  deinit {
    close(number)
  }

  /// The kernel's facts about it.
  func facts() throws(FileFault) -> stat {
    var facts = stat()
    guard fstat(number, &facts) == 0 else { throw .last }
    return facts
  }

  /// Takes the advisory lock, waiting for at most `milliseconds`.
  ///
  /// - Returns: whether it was taken. It is released when the descriptor is closed.
  func lock(waiting milliseconds: Int = 0) -> Bool {
    for _ in 0...milliseconds {
      if flock(number, LOCK_EX | LOCK_NB) == 0 { return true }
      guard errno == EWOULDBLOCK || errno == EINTR else { return false }
      if milliseconds > 0 { usleep(1_000) }
    }
    return false
  }
}

extension stat {
  /// Whether it is a regular file.
  var isFile: Bool { st_mode & S_IFMT == S_IFREG }
  /// Whether it is a folder.
  var isFolder: Bool { st_mode & S_IFMT == S_IFDIR }
  /// Whether nobody may write it. The superuser could all the same, but somebody has said not to.
  var isLocked: Bool { st_mode & 0o222 == 0 }
}
