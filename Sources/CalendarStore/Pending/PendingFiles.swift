import CalendarDocument
import CalendarModel
import Glibc

/// The folder in which changes that could not be saved are kept until they are: `$XDG_STATE_HOME/handspan/pending/`,
/// a file for each calendar file, durable before anybody relies on it.
struct PendingFiles: Sendable {
  let folder: String
  private let files = CalendarFiles()
  private static let suffix = ".pending"

  /// Keeps a record.
  ///
  /// - Parameter name: the record that this one takes the place of.
  /// - Returns: its name; nil if it cannot be kept.
  func keep(_ record: PendingRecord, insteadOf name: String?) -> String? {
    // In the order of their making, so that of two for one file, which a crash leaves, the newer one is known.
    let new = "\(time(nil))-\(TemporaryName.number())\(Self.suffix)"
    guard (try? UserFolders.make(folder)) != nil,
      (try? files.create(FilePath(folder: folder, name: ByteString(new)), bytes: record.bytes)) != nil
    else { return nil }
    if let name { drop(name) }
    return new
  }

  /// Removes a record, durably.
  func drop(_ name: String) {
    guard unlink("\(folder)/\(name)") == 0 else { return }
    let number = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard number >= 0 else { return }
    fsync(number)
    close(number)
  }

  /// The records that are there, oldest first. Of several for one file only the newest counts.
  func all() -> [(name: String, record: PendingRecord)] {
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
      // A crash may leave the one that the newer one was to take the place of.
      for older in found where older.record.isOfSameFile(as: record) { drop(older.name) }
      found.removeAll { $0.record.isOfSameFile(as: record) }
      found.append((name, record))
    }
    return found
  }
}
