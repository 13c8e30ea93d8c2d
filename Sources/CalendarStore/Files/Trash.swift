import CGLib
import CalendarModel
import Glibc

/// A calendar that was moved to the Trash.
package struct TrashedCalendar: Hashable, Sendable {
  package let calendar: CalendarID
  /// Where its file or folder was.
  package let path: String
  /// Where it is in the Trash, and the file that describes it there; nil if it is not known.
  let item: Item?

  struct Item: Hashable, Sendable {
    let path: String
    let info: String
  }

  /// Whether it can be moved back to where it was.
  package var canBeRestored: Bool { item != nil }
}

/// The user's Trash, as the freedesktop.org specification defines it. GIO moves files to it, but does not say
/// where they end up in it.
enum Trash {
  /// Moves a file or folder to the Trash.
  ///
  /// - Throws: `EOPNOTSUPP` if its file system has no Trash.
  static func move(_ path: String, of calendar: CalendarID) throws(FileFault) -> TrashedCalendar {
    var attributes = stat()
    guard lstat(path, &attributes) == 0 else { throw .last }
    let folders = folders(for: path, on: attributes.st_dev)
    let file = g_file_new_for_path(path)
    defer { g_object_unref(UnsafeMutableRawPointer(file)) }
    var error: UnsafeMutablePointer<GError>?
    guard g_file_trash(file, nil, &error) != 0 else {
      defer { g_clear_error(&error) }
      throw .system(code(of: error))
    }
    return TrashedCalendar(calendar: calendar, path: path, item: find(attributes, in: folders))
  }

  /// Moves a file or folder from the Trash to where it was, unless another one is there now.
  static func restore(_ trashed: TrashedCalendar) throws(FileFault) {
    guard let item = trashed.item else { throw .system(ENOENT) }
    var attributes = stat()
    guard lstat(item.path, &attributes) == 0 else { throw .last }
    // An empty folder may have taken its place.
    if lstat(trashed.path, &attributes) == 0 { rmdir(trashed.path) }
    if cglib_rename_noreplace(AT_FDCWD, item.path, trashed.path) != 0 {
      // Not every file system can rename without replacing.
      guard errno == EINVAL || errno == ENOSYS else { throw .last }
      guard lstat(trashed.path, &attributes) != 0 else { throw .system(EEXIST) }
      guard rename(item.path, trashed.path) == 0 else { throw .last }
    }
    unlink(item.info)
  }

  /// Returns the names in a folder, without those of the folder itself and its parent; nil if it cannot be
  /// read.
  static func names(in path: String) -> [String]? {
    guard let folder = opendir(path) else { return nil }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = entry.pointee.fileName
      if name != "." && name != ".." { names.append(name.text) }
    }
    return names
  }

  /// The folders of the Trash in which a file can end up: that of the user's home, and those at the top of
  /// its file system.
  private static func folders(for path: String, on device: dev_t) -> [String] {
    var top = ByteString(path).splitPath.folder.text
    var attributes = stat()
    while top != "/" {
      let parent = ByteString(top).splitPath.folder.text
      guard stat(parent, &attributes) == 0, attributes.st_dev == device else { break }
      top = parent
    }
    if top == "/" { top = "" }
    return [
      String(cString: g_get_user_data_dir()) + "/Trash", "\(top)/.Trash/\(getuid())",
      "\(top)/.Trash-\(getuid())",
    ]
  }

  /// Finds a file or folder in the Trash. Moving it there has not changed its inode.
  private static func find(_ moved: stat, in folders: [String]) -> TrashedCalendar.Item? {
    for folder in folders {
      for name in names(in: folder + "/files") ?? [] {
        var attributes = stat()
        guard lstat("\(folder)/files/\(name)", &attributes) == 0, attributes.st_ino == moved.st_ino,
          attributes.st_dev == moved.st_dev
        else { continue }
        return TrashedCalendar.Item(
          path: "\(folder)/files/\(name)", info: "\(folder)/info/\(name).trashinfo")
      }
    }
    return nil
  }

  /// Returns the number of the system error that caused an error of GIO.
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
