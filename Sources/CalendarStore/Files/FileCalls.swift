import CGLib
import Glibc

/// The system calls of a save, one by one, so that tests can let each of them fail.
///
/// Each returns a negative error number on failure.
protocol FileCalls: Sendable {
  func create(_ name: String, in folder: Int32, mode: mode_t) -> Int32
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int
  func synchronize(_ file: Int32) -> Int32
  /// Puts `name` in the place of `target`, which it replaces unless `isNew`.
  func rename(_ name: String, to target: String, in folder: Int32, isNew: Bool) -> Int32
  func remove(_ name: String, in folder: Int32) -> Int32
  /// Takes a read lease: whoever opens the file for writing from now on waits until it is released.
  ///
  /// - Returns: 0; `-EAGAIN` if somebody has the file open for writing; another error where nobody can tell.
  func lease(_ file: Int32) -> Int32
  /// Whether the lease still stands: nobody waits for it to be released.
  func holdsLease(_ file: Int32) -> Bool
  func releaseLease(_ file: Int32)
}

extension FileCalls {
  func lease(_ file: Int32) -> Int32 { cglib_lease(file) }
  func holdsLease(_ file: Int32) -> Bool { cglib_holds_lease(file) != 0 }
  func releaseLease(_ file: Int32) { cglib_release_lease(file) }
}

/// The kernel's own.
struct SystemCalls: FileCalls {
  func create(_ name: String, in folder: Int32, mode: mode_t) -> Int32 {
    let file = openat(folder, name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
    return file < 0 ? -errno : file
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    let count = Glibc.write(file, bytes.baseAddress, bytes.count)
    return count < 0 ? -Int(errno) : count
  }

  func synchronize(_ file: Int32) -> Int32 {
    fsync(file) == 0 ? 0 : -errno
  }

  func rename(_ name: String, to target: String, in folder: Int32, isNew: Bool) -> Int32 {
    guard isNew else { return renameat(folder, name, folder, target) == 0 ? 0 : -errno }
    if cglib_rename_new(folder, name, target) == 0 { return 0 }
    guard errno == EINVAL || errno == ENOSYS else { return -errno }
    // A file system without RENAME_NOREPLACE: a second name refuses to overwrite just as well.
    guard linkat(folder, name, folder, target, 0) == 0 else { return -errno }
    unlinkat(folder, name, 0)
    return 0
  }

  func remove(_ name: String, in folder: Int32) -> Int32 {
    unlinkat(folder, name, 0) == 0 ? 0 : -errno
  }
}
