import CGLib
import CalendarModel
import Glibc

/// A calendar that was moved to the Trash.
package struct TrashedCalendar: Hashable, Sendable {
  package let calendar: CalendarID
  /// The path of its file or folder before it was moved.
  package let path: String
  /// Its item in the Trash; nil if it is not known.
  let item: Item?

  struct Item: Hashable, Sendable {
    let path: String
    /// The path of the `.trashinfo` file that describes the item.
    let infoPath: String
  }

  /// Whether it can be moved back to its original path.
  package var canBeRestored: Bool { item != nil }
}

/// The user's Trash, as defined by the freedesktop.org specification. GIO moves files to it, but does not report
/// their new paths.
enum Trash {
  /// Moves a file or folder to the Trash.
  ///
  /// - Throws: `EOPNOTSUPP` if its file system has no Trash.
  static func move(_ path: String, of calendar: CalendarID) throws(FileFault) -> TrashedCalendar {
    var attributes = stat()
    guard lstat(path, &attributes) == 0 else { throw .lastSystemError }
    let trashFolders = trashFolders(for: path, on: attributes.st_dev)
    let file = g_file_new_for_path(path)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    guard g_file_trash(file, nil, &error) != 0 else {
      defer { g_clear_error(&error) }
      throw .system(code(of: error))
    }
    return TrashedCalendar(calendar: calendar, path: path, item: findItem(with: attributes, in: trashFolders))
  }

  /// Moves a file or folder from the Trash to its original path, unless another one is there now.
  static func restore(_ trashedCalendar: TrashedCalendar) throws(FileFault) {
    guard let item = trashedCalendar.item else { throw .system(ENOENT) }
    var attributes = stat()
    guard lstat(item.path, &attributes) == 0 else { throw .lastSystemError }
    // An empty folder may have taken its place.
    if lstat(trashedCalendar.path, &attributes) == 0 { rmdir(trashedCalendar.path) }
    if cglib_rename_noreplace(AT_FDCWD, item.path, trashedCalendar.path) != 0 {
      // Not every file system can rename without replacing.
      guard errno == EINVAL || errno == ENOSYS else { throw .lastSystemError }
      guard lstat(trashedCalendar.path, &attributes) != 0 else { throw .system(EEXIST) }
      guard rename(item.path, trashedCalendar.path) == 0 else { throw .lastSystemError }
    }
    unlink(item.infoPath)
  }

  /// Returns the names in a folder, except “.” and “..”; nil if the folder cannot be read.
  static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let name = nextName(in: folder) {
      if name != "." && name != ".." { names.append(name.text) }
    }
    return names
  }

  /// Returns the Trash folders to which a file may be moved: the one in the user's home, and those at the top of
  /// the file system that contains the file.
  private static func trashFolders(for path: String, on device: dev_t) -> [String] {
    var topFolder = ByteString(path).splitPath.folder.text
    var attributes = stat()
    while topFolder != "/" {
      let parent = ByteString(topFolder).splitPath.folder.text
      guard stat(parent, &attributes) == 0, attributes.st_dev == device else { break }
      topFolder = parent
    }
    if topFolder == "/" { topFolder = "" }
    return [
      String(cString: g_get_user_data_dir()) + "/Trash", "\(topFolder)/.Trash/\(getuid())",
      "\(topFolder)/.Trash-\(getuid())",
    ]
  }

  /// Finds a file or folder in the Trash by its inode, which the move did not change.
  private static func findItem(with movedAttributes: stat, in folders: [String]) -> TrashedCalendar.Item? {
    for folder in folders {
      for name in names(in: folder + "/files") ?? [] {
        var attributes = stat()
        guard lstat("\(folder)/files/\(name)", &attributes) == 0, attributes.st_ino == movedAttributes.st_ino,
          attributes.st_dev == movedAttributes.st_dev
        else { continue }
        return TrashedCalendar.Item(
          path: "\(folder)/files/\(name)", infoPath: "\(folder)/info/\(name).trashinfo")
      }
    }
    return nil
  }

  /// Returns the error number that corresponds to a GIO error.
  private static func code(of error: UnsafeMutablePointer<GError>?) -> Int32 {
    guard let error, error.pointee.domain == g_io_error_quark() else { return EIO }
    return switch GIOErrorEnum(UInt32(bitPattern: error.pointee.code)) {
    case G_IO_ERROR_NOT_SUPPORTED: EOPNOTSUPP
    case G_IO_ERROR_PERMISSION_DENIED, G_IO_ERROR_READ_ONLY: EACCES
    case G_IO_ERROR_NOT_FOUND: ENOENT
    case G_IO_ERROR_NO_SPACE: ENOSPC
    case G_IO_ERROR_FILENAME_TOO_LONG: ENAMETOOLONG
    default: EIO
    }
  }
}
