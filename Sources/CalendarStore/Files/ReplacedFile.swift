import Glibc

/// A file that lost its name when a save replaced it. A program that opened it for writing just before the
/// save may continue to write to it, which would otherwise go unnoticed.
final class ReplacedFile: Sendable {
  private let file: Descriptor
  private let stamp: FileStamp

  /// - Parameters:
  ///   - file: the file, open for reading.
  ///   - stamp: its stamp when it was replaced.
  init(_ file: consuming Descriptor, stamp: FileStamp) {
    self.file = file
    self.stamp = stamp
  }

  /// The file's size in bytes when it was replaced.
  var size: Int { stamp.size }

  /// The state of a file after it was replaced.
  enum State: Sendable {
    /// The file is unchanged, and no program is writing to it.
    case untouched
    /// Another program is still writing to the file, or may still be doing so.
    case open
    /// Another program has finished writing these contents to the file.
    case written([UInt8])
  }

  /// Checks the state of the file.
  ///
  /// - Parameter isLast: whether this is the last check. If so, a program that is still writing is treated
  ///   as if it had finished.
  func check(_ files: CalendarFiles, isLast: Bool = false) -> State {
    let writer = files.writer(of: file)
    guard isLast || writer == .none else { return .open }
    guard let attributes = try? files.attributes(of: file) else { return .untouched }
    // The save changed the file's ctime, so only the size and the modification time are compared. See
    // `FileStamp.provesUnchanged` for the reason for the two seconds.
    if !stamp.isRemote, stamp.hasSizeAndTime(of: attributes), time(nil) - attributes.st_mtim.tv_sec > 2 {
      return .untouched
    }
    let limit = CalendarFiles.sizeLimit
    guard let hash = try? files.hash(of: file, limit: limit), hash != stamp.hash,
      let bytes = try? files.contents(of: file, size: Int(attributes.st_size), limit: limit),
      FileStamp.hash(of: bytes) != stamp.hash
    else { return .untouched }
    return .written(bytes)
  }

  /// Whether the file system can detect that another program has the file open for writing.
  func canDetectWriters(_ files: CalendarFiles) -> Bool { files.writer(of: file) != .unknown }

  /// Returns this file, or nil if it is certain that no program has written to it or will do so.
  func ifPossiblyWritten(in files: CalendarFiles) -> ReplacedFile? {
    if case .untouched = check(files) { return nil }
    return self
  }
}
