import CalendarDocument
import CalendarModel

/// Calendar files that are dropped together: the events to add from each file, within the limits for one
/// drop, and the skipped files.
package struct DroppedFiles: Sendable {
  /// A file with events to add.
  package struct File: Sendable {
    /// The file's name; nil for pasted data.
    package let name: String?
    /// The events that it adds.
    package let found: EventImport
  }

  /// The files with events to add, in the order in which they were dropped.
  package private(set) var files: [File] = []
  /// The files that are skipped.
  package var refusals: [SkippedFile] = []
  /// The number of events skipped because an earlier file contains them.
  package private(set) var repeated = 0
  private var bytes = 0
  private var events = 0
  private var uids: Set<ByteString> = []
  private let limits: EventImport.Limits

  /// - Parameter limits: the limits for all files together.
  package init(limits: EventImport.Limits = .standard) {
    self.limits = limits
  }

  package init(_ found: EventImport) {
    self.init()
    files = [File(name: nil, found: found)]
  }

  /// Adds a file. Events whose UID is in an earlier file are skipped.
  ///
  /// - Parameter size: the file's size in bytes.
  /// - Throws: The reason if this file is refused; the other files are kept.
  package mutating func add(_ found: EventImport, named name: String, size: Int) throws(ImportRefusal) {
    let new = found.excluding(uids)
    guard bytes + size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    guard events + new.events.count <= limits.events else {
      throw .tooMany(count: events + new.events.count, limit: limits.events)
    }
    (bytes, events) = (bytes + size, events + new.events.count)
    repeated += found.events.count - new.events.count
    uids.formUnion(new.events.map(\.id.uid).filter { !$0.isEmpty })
    files.append(File(name: name, found: new))
  }

  /// The number of events that cannot be read, or are duplicates of another one in the same file.
  package var skipped: Int { files.reduce(0) { $0 + $1.found.skipped } }
}
