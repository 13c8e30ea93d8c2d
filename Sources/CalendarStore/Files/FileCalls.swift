import CGLib
import CalendarModel
import Glibc

/// The system calls that differ between file systems or may fail during a save. Tests replace them to
/// simulate a full disk, a network file system, or the program being killed during any of the calls.
///
/// The functions with a numeric result return a negative error number on failure. The default implementations
/// call the kernel.
protocol FileCalls: Sendable {
  /// Opens a folder by its path. A symbolic link is followed, because the user chose the path.
  func openFolder(_ path: ByteString) -> Int32
  /// Opens a file in a folder for reading. Symbolic links are not followed, and opening a pipe does not
  /// block.
  func open(_ name: ByteString, in folder: Int32) -> Int32
  /// Creates a new file for reading and writing; fails if the name is taken.
  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32
  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int
  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int
  /// Makes the kernel start writing a file to disk, without waiting for it to finish. `synchronize` reports errors.
  func startWriting(_ file: Int32)
  /// Makes an open file or folder durable.
  func synchronize(_ file: Int32) -> Int32
  /// Renames `name` to `target`. If `noReplace` is true, fails instead of replacing an existing file.
  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32
  /// Exchanges the names of two files atomically.
  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32
  /// Gives a file a second name, as a hard link; fails if `newName` is taken.
  func link(_ name: ByteString, as newName: ByteString, in folder: Int32) -> Int32
  func remove(_ name: ByteString, in folder: Int32) -> Int32
  /// Creates a subfolder of a folder; fails if the name is taken.
  func createFolder(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32
  /// Removes an empty folder.
  func removeFolder(_ name: ByteString, in folder: Int32) -> Int32
  /// Reads the attributes of an open file or folder.
  func attributes(of file: Int32, _ attributes: inout stat) -> Int32
  /// Reads the attributes of a file in a folder. Symbolic links are not followed.
  func attributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32
  /// Reads the attributes of a file in a folder, requesting them again from the server or from the program
  /// behind a FUSE file system.
  func freshAttributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32
  /// Starts reporting changes to the names in an open folder.
  ///
  /// - Returns: a non-blocking inotify descriptor.
  func watchNames(in folder: Int32) -> Int32
  /// Whether the user may write to a file in a folder or, with the name ".", to the folder itself.
  func canWrite(_ name: ByteString, in folder: Int32) -> Bool
  /// Returns the kind of file system that an open file or folder is on.
  func fileSystem(of file: Int32) -> FileSystem
  /// Whether an open folder is a mount point.
  func isMountPoint(_ folder: Int32) -> Bool
  /// Takes the advisory lock of an open file or folder without waiting.
  func lock(_ file: Int32) -> Int32
  /// Takes a read lease: a program that opens the file for writing waits until the lease is released.
  ///
  /// - Returns: 0 on success; `-EAGAIN` if another program has the file open for writing; a different error
  ///   if the file system does not support leases.
  func lease(_ file: Int32) -> Int32
  /// Whether the lease is still held and no program is waiting for its release.
  func holdsLease(_ file: Int32) -> Bool
  func releaseLease(_ file: Int32)
}

/// The kernel's system calls.
struct SystemCalls: FileCalls {}

extension FileCalls {
  func openFolder(_ path: ByteString) -> Int32 {
    path.withCString { result(Glibc.open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC)) }
  }

  func open(_ name: ByteString, in folder: Int32) -> Int32 {
    name.withCString {
      result(openat(folder, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC | O_NOCTTY))
    }
  }

  func create(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    name.withCString {
      result(openat(folder, $0, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode))
    }
  }

  func read(_ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int) -> Int {
    let count = pread(file, buffer.baseAddress, buffer.count, off_t(offset))
    return count < 0 ? -Int(errno) : count
  }

  func write(_ bytes: UnsafeRawBufferPointer, to file: Int32) -> Int {
    let count = Glibc.write(file, bytes.baseAddress, bytes.count)
    return count < 0 ? -Int(errno) : count
  }

  func startWriting(_ file: Int32) { cglib_start_writing(file) }

  func synchronize(_ file: Int32) -> Int32 { result(fsync(file)) }

  func rename(_ name: ByteString, to target: ByteString, in folder: Int32, noReplace: Bool) -> Int32 {
    name.withCString { name in
      target.withCString { target in
        result(
          noReplace ? cglib_rename_noreplace(folder, name, target) : renameat(folder, name, folder, target))
      }
    }
  }

  func exchange(_ name: ByteString, with other: ByteString, in folder: Int32) -> Int32 {
    name.withCString { name in other.withCString { result(cglib_rename_exchange(folder, name, $0)) } }
  }

  func link(_ name: ByteString, as newName: ByteString, in folder: Int32) -> Int32 {
    name.withCString { name in newName.withCString { result(linkat(folder, name, folder, $0, 0)) } }
  }

  func remove(_ name: ByteString, in folder: Int32) -> Int32 {
    name.withCString { result(unlinkat(folder, $0, 0)) }
  }

  func createFolder(_ name: ByteString, in folder: Int32, mode: mode_t) -> Int32 {
    name.withCString { result(mkdirat(folder, $0, mode)) }
  }

  func removeFolder(_ name: ByteString, in folder: Int32) -> Int32 {
    name.withCString { result(unlinkat(folder, $0, AT_REMOVEDIR)) }
  }

  func attributes(of file: Int32, _ attributes: inout stat) -> Int32 { result(fstat(file, &attributes)) }

  func attributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    name.withCString { result(fstatat(folder, $0, &attributes, AT_SYMLINK_NOFOLLOW)) }
  }

  func freshAttributes(of name: ByteString, in folder: Int32, _ attributes: inout stat) -> Int32 {
    // This updates the kernel's cached attributes, which the next call returns.
    name.withCString { cglib_refresh(folder, $0) }
    return self.attributes(of: name, in: folder, &attributes)
  }

  func watchNames(in folder: Int32) -> Int32 {
    let watch = result(inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK)))
    guard watch >= 0 else { return watch }
    let status = result(inotify_add_watch(watch, "/proc/self/fd/\(folder)", NameChanges.events))
    if status < 0 { close(watch) }
    return status < 0 ? status : watch
  }

  func canWrite(_ name: ByteString, in folder: Int32) -> Bool {
    name.withCString { faccessat(folder, $0, W_OK, 0) == 0 }
  }

  func fileSystem(of file: Int32) -> FileSystem { FileSystem(of: file) }

  func isMountPoint(_ folder: Int32) -> Bool {
    let answer = cglib_is_mount_root(folder)
    guard answer < 0 else { return answer == 1 }
    // This comparison does not detect a bind mount from the same file system.
    var (attributes, parentAttributes) = (stat(), stat())
    guard fstat(folder, &attributes) == 0, fstatat(folder, "..", &parentAttributes, 0) == 0 else {
      return false
    }
    return attributes.st_dev != parentAttributes.st_dev
  }

  func lock(_ file: Int32) -> Int32 { result(flock(file, LOCK_EX | LOCK_NB)) }

  func lease(_ file: Int32) -> Int32 { cglib_lease(file) }

  func holdsLease(_ file: Int32) -> Bool { cglib_holds_lease(file) != 0 }

  func releaseLease(_ file: Int32) { cglib_release_lease(file) }

  private func result(_ status: Int32) -> Int32 { status < 0 ? -errno : status }
}

extension ByteString {
  /// Calls `body` with a pointer to the bytes as a null-terminated C string.
  func withCString<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    var text: [CChar] = []
    text.reserveCapacity(bytes.count + 1)
    for byte in bytes { text.append(CChar(bitPattern: byte)) }
    text.append(0)
    return body(text)
  }
}
