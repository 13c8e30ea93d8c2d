import CalendarDocument
import CalendarModel

/// Calendar files that are dropped together: what each of them adds, within the limits for one drop, and which of
/// them are skipped.
package struct DroppedFiles: Sendable {
  /// A file of which something is taken.
  package struct File: Sendable {
    /// Its name; nil for what is pasted and is no file.
    package let name: String?
    /// What it has to add.
    package let found: EventImport
  }

  /// In the order in which they were dropped.
  package private(set) var files: [File] = []
  /// Which others are left out.
  package var refusals: [LeftOutFile] = []
  /// How many events were passed over because an earlier file has them.
  package private(set) var repeated = 0
  private var bytes = 0
  private var events = 0
  private var uids: Set<ByteString> = []
  private let limits: EventImport.Limits

  /// - Parameter limits: how much is taken of all files together.
  package init(limits: EventImport.Limits = .standard) {
    self.limits = limits
  }

  package init(_ found: EventImport) {
    self.init()
    files = [File(name: nil, found: found)]
  }

  /// Takes one more file. Events that an earlier one has by the same UID are passed over.
  ///
  /// - Parameter size: the file's bytes.
  /// - Throws: why it is not taken; the others are, all the same.
  package mutating func add(_ found: EventImport, named name: String, size: Int) throws(ImportRefusal) {
    let new = found.leavingOut(uids)
    guard bytes + size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    guard events + new.events.count <= limits.events else {
      throw .tooMany(count: events + new.events.count, limit: limits.events)
    }
    (bytes, events) = (bytes + size, events + new.events.count)
    repeated += found.events.count - new.events.count
    uids.formUnion(new.events.map(\.id.uid).filter { !$0.isEmpty })
    files.append(File(name: name, found: new))
  }

  /// How many of their events cannot be read, or repeat another one of the same file.
  package var skipped: Int { files.reduce(0) { $0 + $1.found.skipped } }
}
