import CalendarDocument
import CalendarModel
import Glibc

/// The folder that stores changes until they can be saved: `$XDG_STATE_HOME/handspan/pending/`, with a record
/// for each calendar file that has such changes. Records are durable when `store` returns.
struct PendingFiles: Sendable {
  let folder: String
  private let files = CalendarFiles()
  private static let suffix = ".pending"

  /// Stores a record, durably.
  ///
  /// - Parameter name: the name of the record to replace; nil if there is none.
  /// - Returns: the name of the new record; nil if it cannot be stored.
  func store(_ record: PendingRecord, replacing name: String?) -> String? {
    // A crash may leave two records of the same file. The name starts with the time, to identify the newer
    // one.
    let newName = "\(time(nil))-\(TemporaryName.randomDigits())\(Self.suffix)"
    guard (try? UserFolders.createFolder(folder)) != nil,
      (try? files.create(FilePath(folder: folder, name: ByteString(newName)), bytes: record.bytes)) != nil
    else { return nil }
    if let name { remove(name) }
    return newName
  }

  /// Removes a record, durably.
  func remove(_ name: String) {
    guard unlink("\(folder)/\(name)") == 0 else { return }
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  /// Returns the stored records, oldest first. If there are several records of the same file, only the newest
  /// is returned, and the others are removed.
  func records() -> [(name: String, record: PendingRecord)] {
    files.sweep(ByteString(folder))
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = entry.pointee.fileName.text
      if name.hasSuffix(Self.suffix), !name.hasPrefix(".") { names.append(name) }
    }
    var records: [(name: String, record: PendingRecord)] = []
    for name in names.sorted() {
      guard
        let contents = try? files.read(
          FilePath(folder: folder, name: ByteString(name)), limit: 2 * CalendarFiles.sizeLimit + 65_536),
        let record = PendingRecord(contents.bytes)
      else { continue }
      // A crash may have left a record that was about to be replaced.
      for olderEntry in records where olderEntry.record.isOfSameFile(as: record) { remove(olderEntry.name) }
      records.removeAll { $0.record.isOfSameFile(as: record) }
      records.append((name, record))
    }
    return records
  }
}
