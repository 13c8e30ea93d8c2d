import CalendarDocument
import CalendarModel
import Glibc

/// The folder that stores changes until they can be saved: `$XDG_STATE_HOME/handspan/pending/`, with a file
/// for each calendar file. Records are durable when `store` returns.
struct PendingFiles: Sendable {
  let folder: String
  private let files = CalendarFiles()
  private static let suffix = ".pending"

  /// Stores a record, durably.
  ///
  /// - Parameter name: the record that it replaces.
  /// - Returns: its name; nil if it cannot be stored.
  func store(_ record: PendingRecord, replacing name: String?) -> String? {
    // The name starts with the time, to identify the newer one of two records of the same file, which a crash
    // may leave.
    let new = "\(time(nil))-\(TemporaryName.number())\(Self.suffix)"
    guard (try? UserFolders.make(folder)) != nil,
      (try? files.create(FilePath(folder: folder, name: ByteString(new)), bytes: record.bytes)) != nil
    else { return nil }
    if let name { remove(name) }
    return new
  }

  /// Removes a record, durably.
  func remove(_ name: String) {
    guard unlink("\(folder)/\(name)") == 0 else { return }
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    close(number)
  }

  /// The stored records, oldest first. Of several records of one file only the newest is returned; the others
  /// are removed.
  func records() -> [(name: String, record: PendingRecord)] {
    files.sweep(ByteString(folder))
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = entry.pointee.fileName.text
      if name.hasSuffix(Self.suffix), !name.hasPrefix(".") { names.append(name) }
    }
    var found: [(name: String, record: PendingRecord)] = []
    for name in names.sorted() {
      guard
        let contents = try? files.read(
          FilePath(folder: folder, name: ByteString(name)), limit: 2 * CalendarFiles.sizeLimit + 65_536),
        let record = PendingRecord(contents.bytes)
      else { continue }
      // A crash may have left a record that was to be replaced.
      for older in found where older.record.isOfSameFile(as: record) { remove(older.name) }
      found.removeAll { $0.record.isOfSameFile(as: record) }
      found.append((name, record))
    }
    return found
  }
}
