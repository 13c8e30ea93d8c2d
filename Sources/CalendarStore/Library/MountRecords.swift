import CGLib
import CalendarModel
import Glibc

/// The properties of an open calendar's folder that are stored to distinguish an empty mount point from an
/// empty calendar.
struct MountRecord: Hashable, Sendable {
  /// The calendar's mount point; nil if that is the root, or if the folder of mount records is below the same mount
  /// point. The record would then be unavailable together with the calendar.
  var mountPoint: ByteString?
  /// The inode number of its folder, if the folder had files and was on the root file system.
  var folderInode: UInt64?
}

/// The folder that stores these records between runs: `$XDG_STATE_HOME/handspan/mounts/`, with a file for
/// each calendar. See docs/decisions/unavailable-calendars.md.
struct MountRecords: Sendable {
  let folder: String
  private static let heading = "Handspan-Mount: 1"
  /// The maximum size of a record, in bytes.
  private static let limit = 16_384

  /// Returns the record of a calendar.
  func record(of path: String) -> MountRecord? {
    guard let contents = try? CalendarFiles().read(filePath(of: path), limit: Self.limit) else { return nil }
    let lines = ByteString(bytes: contents.bytes).bytes.split(
      separator: 0x0A, omittingEmptySubsequences: false)
    // A path may contain a line feed, which makes its record invalid.
    guard lines.count == 4, lines[0].elementsEqual(Self.heading.utf8),
      ByteString(bytes: lines[1]) == ByteString(path.withoutTrailingSlashes)
    else { return nil }
    return MountRecord(
      mountPoint: lines[2].isEmpty ? nil : ByteString(bytes: lines[2]),
      folderInode: UInt64(String(decoding: lines[3], as: UTF8.self)))
  }

  /// Stores a calendar's record. If that fails, an empty mount point is not recognized the next time.
  func store(_ record: MountRecord, of path: String) {
    guard record != self.record(of: path) ?? MountRecord() else { return }
    guard record != MountRecord() else { return removeRecord(of: path) }
    let calendarPath = ByteString(path.withoutTrailingSlashes)
    let lines = [
      Array(Self.heading.utf8), calendarPath.bytes, record.mountPoint?.bytes ?? [],
      Array((record.folderInode.map(String.init) ?? "").utf8),
    ]
    let files = CalendarFiles()
    let temporaryPath = FilePath(folder: folder, name: ByteString(".\(TemporaryName.randomDigits())"))
    guard (try? UserFolders.createFolder(folder)) != nil,
      (try? files.create(temporaryPath, bytes: Array(lines.joined(separator: [0x0A])))) != nil
    else { return }
    if rename(temporaryPath.path.text, filePath(of: path).path.text) != 0 { unlink(temporaryPath.path.text) }
  }

  /// The folder, or its nearest existing ancestor.
  var existingFolder: String {
    var path = ByteString(folder)
    while path != "/", path != ".", !CalendarFiles().exists(path.text) { path = path.splitPath.folder }
    return path.text
  }

  /// Removes the record of a calendar.
  func removeRecord(of path: String) { unlink(filePath(of: path).path.text) }

  private func filePath(of path: String) -> FilePath {
    let bytes = ByteString(path.withoutTrailingSlashes).bytes
    let checksum = g_compute_checksum_for_data(G_CHECKSUM_SHA256, bytes, gsize(bytes.count))
    defer { g_free(checksum) }
    return FilePath(folder: folder, name: checksum.map { ByteString(cString: $0) } ?? "unknown")
  }
}
