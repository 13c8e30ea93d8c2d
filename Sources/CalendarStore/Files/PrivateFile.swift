import CalendarModel
import Glibc

/// Files that only their owner can read, because their contents are nobody else's business. They are replaced atomically.
package enum PrivateFile {
  /// Replaces a file, and returns whether the new contents are on the disk. Its folder, and the missing folders above
  /// it, are created with access for the owner only.
  package static func write(_ bytes: [UInt8], to path: String) -> Bool {
    guard makeFolder(of: path) else { return false }
    var name = Array("\(path)\(unfinishedSuffix)XXXXXX".utf8CString)
    // mkstemp creates the file with the mode 0600.
    let file = mkstemp(&name)
    guard file >= 0 else { return false }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let isWritten = writeAll(bytes, to: file) && fsync(file) == 0
    guard close(file) == 0, isWritten, rename(name, path) == 0 else {
      unlink(name)
      return false
    }
    return synchronizeFolder(of: path)
  }

  /// The suffix for the name of a file that is being written. Six random characters follow it.
  private static let unfinishedSuffix = ".new-"

  /// Returns whether a file is one that `write` did not finish.
  package static func isUnfinished(_ name: String) -> Bool {
    name.count > 6 && name.dropLast(6).hasSuffix(unfinishedSuffix)
  }

  package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// Returns the contents of a file; nil if it cannot be read or is longer than `limit` bytes.
  package static func read(_ path: String, limit: Int) -> [UInt8]? {
    // Opening a pipe that lies in place of the file must not wait for a writer.
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var attributes = stat()
    guard fstat(file, &attributes) == 0, attributes.st_mode & S_IFMT == S_IFREG, attributes.st_size <= limit
    else { return nil }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = Glibc.read(file, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count + count <= limit else { return nil }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Returns the names of the files in a folder, sorted, without hidden ones.
  package static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let name = nextName(in: stream) {
      if !name.hasPrefix(".") { names.append(name.text) }
    }
    return names.sorted()
  }

  package static func remove(_ path: String) {
    if unlink(path) == 0 { _ = synchronizeFolder(of: path) }
  }

  private static func makeFolder(of path: String) -> Bool {
    guard let folder = folder(of: path) else { return true }
    if mkdir(folder, 0o700) == 0 { return synchronizeFolder(of: folder) }
    if errno == EEXIST { return true }
    guard errno == ENOENT, makeFolder(of: folder) else { return false }
    guard mkdir(folder, 0o700) == 0 else { return errno == EEXIST }
    return synchronizeFolder(of: folder)
  }

  /// Flushes the folder of a file to the disk, because a power failure could otherwise undo a rename or a removal.
  /// Returns whether this succeeded; a file system that does not support it counts as having succeeded.
  private static func synchronizeFolder(of path: String) -> Bool {
    let descriptor = open(folder(of: path) ?? "/", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return fsync(descriptor) == 0 || errno == EINVAL
  }

  /// The folder of a file; nil for one in the root folder.
  private static func folder(of path: String) -> String? {
    path.lastIndex(of: "/").flatMap { $0 > path.startIndex ? String(path[..<$0]) : nil }
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
