import CalendarModel
import Glibc

extension CalendarFiles {
  /// The mount point of a path: the nearest mount point at or above it; nil if that is the root.
  func mountPoint(above path: String) -> ByteString? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    var folder = ByteString(cString: resolved)
    while folder != "/", folder != "." {
      if isMountPoint(folder) { return folder }
      folder = folder.splitPath.folder
    }
    return nil
  }

  /// Whether something is mounted on a folder.
  func isMountPoint(_ path: ByteString) -> Bool {
    guard let folder = try? openFolder(path) else { return false }
    return calls.isMountPoint(folder.number)
  }

  /// Whether a path, with links resolved, refers to a folder or to something below it.
  func isBelow(_ folder: ByteString, _ path: String) -> Bool {
    guard let resolved = realpath(path, nil) else { return false }
    defer { free(resolved) }
    return (ByteString(cString: resolved).bytes + [0x2F]).starts(with: folder.bytes + [0x2F])
  }

  /// The inode number of a folder, which identifies it as long as its file system is the same; nil if there
  /// is no such folder.
  func number(ofFolder path: ByteString) -> UInt64? {
    guard let folder = try? openFolder(path), let attributes = try? attributes(of: folder) else { return nil }
    return UInt64(attributes.st_ino)
  }

  /// Whether a folder exists and is completely empty.
  func isEmpty(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      if entry.pointee.fileName != ".", entry.pointee.fileName != ".." { return false }
    }
    return true
  }
}
