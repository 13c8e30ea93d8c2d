import Glibc

/// A file that is no longer under its name, because a save put another one there: a program that had opened it for
/// writing in the very moment of the save goes on writing to it, and nobody would ever see that.
final class ReplacedFile: Sendable {
  private let file: Descriptor
  private let known: FileStamp

  /// - Parameters:
  ///   - file: the file, open for reading.
  ///   - known: what it was when it was replaced.
  init(_ file: consuming Descriptor, known: FileStamp) {
    self.file = file
    self.known = known
  }

  /// How many bytes it had.
  var size: Int { known.size }

  /// What became of it.
  enum Outcome: Sendable {
    /// It is as it was, and nobody writes to it.
    case untouched
    /// Somebody still writes to it, or may.
    case open
    /// Somebody wrote this to it, and is done.
    case written([UInt8])
  }

  /// Looks at what became of it.
  ///
  /// - Parameter isLast: whether it is not looked at again: somebody who still writes is then taken for done.
  func look(_ files: CalendarFiles, isLast: Bool = false) -> Outcome {
    let writer = files.writer(of: file)
    guard isLast || writer == .none else { return .open }
    guard let facts = try? files.facts(of: file) else { return .untouched }
    // The time of changing is another since it lost its name; see `FileStamp.vouches` for times that are too close.
    if !known.isRemote, known.hasContents(of: facts), time(nil) - facts.st_mtim.tv_sec > 2 {
      return .untouched
    }
    guard
      let bytes = try? files.contents(of: file, size: Int(facts.st_size), limit: CalendarFiles.sizeLimit),
      FileStamp.hash(of: bytes) != known.hash
    else { return .untouched }
    return .written(bytes)
  }

  /// Whether the file system tells who has it open for writing.
  func isTold(_ files: CalendarFiles) -> Bool { files.writer(of: file) != .unknown }

  /// Itself unless it is certain that nobody wrote or will write to it.
  func ifTouched(by files: CalendarFiles) -> ReplacedFile? {
    if case .untouched = look(files) { return nil }
    return self
  }
}
