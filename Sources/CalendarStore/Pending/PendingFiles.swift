import CalendarDocument
import CalendarModel
import Glibc
import Synchronization

/// The folder that stores changes until they can be saved: `$XDG_STATE_HOME/handspan/pending/`, with a record
/// for each calendar file that has such changes, from each run that left some. Records are durable when `store`
/// returns.
final class PendingFiles: Sendable {
  private let folder: String
  private let files = CalendarFiles()
  /// Made with the first record.
  private let mark = Mutex<RunMark?>(nil)
  private static let suffix = ".pending"

  init(folder: String) { self.folder = folder }

  /// Stores a record, durably.
  ///
  /// - Parameter name: the name of the record to replace; nil if there is none.
  /// - Returns: the name of the new record; nil if it cannot be stored.
  func store(_ record: PendingRecord, replacing name: String?) -> String? {
    // The name starts with the time, because the records of a file are applied in order.
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let nanoseconds = now.tv_sec * 1_000_000_000 + now.tv_nsec
    let newName = "\(nanoseconds)-\(TemporaryName.randomDigits())\(Self.suffix)"
    var record = record
    record.replacedName = name
    guard (try? UserFolders.createFolder(folder)) != nil else { return nil }
    record.run = mark.withLock { mark in
      mark = mark ?? RunMark.shared(in: folder)
      return mark?.name
    }
    guard
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

  /// Returns the stored records, oldest first, but for those of other processes that are alive. A record that was about to be replaced when the program stopped is
  /// removed, because the record that replaces it contains all of its changes. The changes in the other records of a
  /// file are independent of each other.
  func records() -> [(name: String, record: PendingRecord)] {
    files.sweep(ByteString(folder))
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let name = nextName(in: listing) { names.append(name.text) }
    let livingRuns = RunMark.living(among: names, in: folder)
    names = names.filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }
    var records: [(name: String, record: PendingRecord)] = []
    for name in names.sorted() {
      guard
        let contents = try? files.read(
          FilePath(folder: folder, name: ByteString(name)), limit: 2 * CalendarFiles.sizeLimit + 65_536),
        let record = PendingRecord(contents.bytes), record.run.map(livingRuns.contains) != true
      else { continue }
      records.append((name, record))
    }
    let replacedNames = Set(records.compactMap(\.record.replacedName))
    for (name, _) in records where replacedNames.contains(name) { remove(name) }
    return records.filter { !replacedNames.contains($0.name) }
  }
}
