import CalendarDocument
import CalendarModel

/// Calendar files that were dropped together: the events to add from each file, within the limits for one
/// drop, and the files that were skipped.
package struct EventsToPreview: Sendable {
  /// A file with events to add.
  package struct File: Sendable {
    /// The file's name, or nil for pasted data.
    package let name: String?
    /// The events to add.
    package let contents: EventImport
  }

  /// The files with events to add, in the order in which they were dropped.
  package private(set) var files: [File] = []
  /// The files that were skipped.
  package var skippedFiles: [SkippedFile] = []
  /// The number of events that were skipped because an earlier file contains them.
  package private(set) var duplicateEventCount = 0
  private var byteCount = 0
  private var eventCount = 0
  private var uids: Set<ByteString> = []
  private let limits: EventImport.Limits

  /// - Parameter limits: the limits for all files together.
  package init(limits: EventImport.Limits = .standard) {
    self.limits = limits
  }

  /// Holds pasted data as a single file without a name.
  package init(_ contents: EventImport) {
    self.init()
    files = [File(name: nil, contents: contents)]
  }

  /// Adds a file. Events whose UID occurs in an earlier file are skipped.
  ///
  /// - Parameter size: the file's size in bytes.
  /// - Throws: the reason why this file is refused; the other files are kept.
  package mutating func add(_ contents: EventImport, named name: String, size: Int) throws(ImportRefusal) {
    let newContents = contents.excluding(uids)
    guard byteCount + size <= limits.bytes else { throw .tooLarge(limit: limits.bytes) }
    guard eventCount + newContents.events.count <= limits.events else {
      throw .tooMany(count: eventCount + newContents.events.count, limit: limits.events)
    }
    (byteCount, eventCount) = (byteCount + size, eventCount + newContents.events.count)
    duplicateEventCount += contents.events.count - newContents.events.count
    uids.formUnion(newContents.events.map(\.id.uid).filter { !$0.isEmpty })
    files.append(File(name: name, contents: newContents))
  }

  /// The number of events left out because they only change one that exists.
  package var messageCount: Int { files.reduce(0) { $0 + $1.contents.messageCount } }

  /// The number of events that cannot be read or are duplicates within their file.
  package var skippedEventCount: Int { files.reduce(0) { $0 + $1.contents.skippedEventCount } }
}
