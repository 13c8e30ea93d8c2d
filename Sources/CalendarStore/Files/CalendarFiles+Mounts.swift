import CalendarModel
import Glibc

extension CalendarFiles {
  /// Returns the nearest mount point at or above a path; nil if that is the root.
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

  /// Whether a file system is mounted on a folder.
  func isMountPoint(_ path: ByteString) -> Bool {
    guard let folder = try? openFolder(path) else { return false }
    return calls.isMountPoint(folder.rawValue)
  }

  /// Whether a path, with symbolic links resolved, refers to the folder `folder` or to a file or folder below
  /// it.
  func isPath(_ path: String, atOrBelow folder: ByteString) -> Bool {
    guard let resolved = realpath(path, nil) else { return false }
    defer { free(resolved) }
    return (ByteString(cString: resolved).bytes + [0x2F]).starts(with: folder.bytes + [0x2F])
  }

  /// Returns the inode number of a folder, which identifies it within its file system; nil if there is no
  /// such folder.
  func inode(ofFolder path: ByteString) -> UInt64? {
    guard let folder = try? openFolder(path), let attributes = try? attributes(of: folder) else { return nil }
    return UInt64(attributes.st_ino)
  }

  /// Whether a folder exists and contains nothing, not even hidden files.
  func isEmpty(_ path: String) -> Bool {
    guard let folder = opendir(path) else { return false }
    defer { closedir(folder) }
    while let name = nextName(in: folder) {
      if name != ".", name != ".." { return false }
    }
    return true
  }
}
