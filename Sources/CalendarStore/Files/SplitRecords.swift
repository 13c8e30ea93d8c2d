import CGLib
import CalendarModel
import Glibc

/// A split of a series into two objects of a calendar, which may have been interrupted.
struct SplitRecord: Hashable, Sendable {
  /// The calendar's key; for a folder, its path without symbolic links.
  let calendar: ByteString
  let earlierUID: ByteString
  let laterUID: ByteString

  private static let heading = "Handspan-Split: 1"

  var bytes: [UInt8] {
    let lines = [calendar, earlierUID, laterUID].map { PendingRecord.quoted($0) }
    return Array(([Self.heading] + lines + [""]).joined(separator: "\n").utf8)
  }

  init(calendar: ByteString, earlierUID: ByteString, laterUID: ByteString) {
    (self.calendar, self.earlierUID, self.laterUID) = (calendar, earlierUID, laterUID)
  }

  /// Parses a stored record; nil if it is incomplete.
  init?(_ bytes: [UInt8]) {
    let lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 5, lines[0] == Self.heading, lines[4].isEmpty else { return nil }
    let values = lines[1...3].map { PendingRecord.unquoted(String($0)) }
    self.init(calendar: values[0], earlierUID: values[1], laterUID: values[2])
  }
}

/// The splits that this user's Handspan has begun: `$XDG_STATE_HOME/handspan/splits/`, with a file for each. A split
/// is recognized as interrupted only if it is recorded here, because the contents of a calendar may come from anyone.
struct SplitRecords: Sendable {
  let folder: String
  let files: CalendarFiles
  private static let suffix = ".split"
  /// The maximum size of a record, in bytes.
  private static let sizeLimit = 16_384
  /// The maximum number of records that are read.
  private static let countLimit = 10_000

  /// Stores a record, durably. If that fails, an interruption of the split is not recognized.
  func store(_ record: SplitRecord) {
    guard record.bytes.count <= Self.sizeLimit, (try? UserFolders.createFolder(folder)) != nil else { return }
    _ = try? files.create(FilePath(folder: folder, name: name(of: record)), bytes: record.bytes)
  }

  /// Removes the record of a split that is complete.
  func remove(_ record: SplitRecord) {
    guard let parent = try? files.openFolder(ByteString(folder)) else { return }
    _ = files.calls.remove(name(of: record), in: parent.rawValue)
  }

  func records() -> [SplitRecord] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [ByteString] = []
    while names.count < Self.countLimit, let name = nextName(in: listing) {
      if name.hasSuffix(ByteString(Self.suffix)) { names.append(name) }
    }
    return names.sorted().compactMap { name in
      let contents = try? files.read(FilePath(folder: folder, name: name), limit: Self.sizeLimit)
      return contents.flatMap { SplitRecord($0.bytes) }
    }
  }

  private func name(of record: SplitRecord) -> ByteString {
    let checksum = g_compute_checksum_for_data(
      G_CHECKSUM_SHA256, record.bytes, gsize(record.bytes.count))
    defer { g_free(checksum) }
    return ByteString((checksum.map { String(cString: $0) } ?? "unknown") + Self.suffix)
  }
}
