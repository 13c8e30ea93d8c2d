import CalendarDocument
import CalendarModel

/// Identifies a file of the store, or an object of another backend.
typealias FileKey = ObjectKey

/// A change made to a document, and how to apply it to another version of the document.
struct Step: Sendable {
  enum Kind: Sendable { case edit, undo, redo }

  let id: EditID
  let kind: Kind
  let applied: AppliedEdit

  /// The step that reverts this one.
  var opposite: Step { Step(id: id, kind: kind == .undo ? .redo : .undo, applied: applied) }
}

/// A file in memory, or an object of another backend: its document with all changes, and its state in
/// storage.
struct LoadedFile: Sendable {
  /// The file's location, for messages.
  let location: CalendarLocation
  /// Its path on disk; nil for an object of another backend.
  let filePath: FilePath?
  var document: CalendarDocument {
    _read { yield held.document }
    _modify {
      if !isKnownUniquelyReferenced(&held) { held = HeldDocument(held.document) }
      (known, ownStrays) = (nil, nil)
      yield &held.document
    }
    set {
      held = HeldDocument(newValue)
      (known, ownStrays) = (nil, nil)
    }
  }
  /// A reference, because a folder may have many files, and operations on all of them copy each `LoadedFile`.
  private var held: HeldDocument
  /// The version that was last read or written; nil if it is not stored, because it is new or its last event
  /// was deleted.
  var version: ObjectVersion?
  var isReadOnly: Bool
  /// The changes in the document that are not on disk, in the order in which they were made.
  var unsaved: [Step] = []
  /// The contents on disk, without the unsaved changes, and the `baseHash` that identifies them; nil until
  /// first needed.
  private var base: (hash: Int, bytes: [UInt8])?
  /// The error if the last check could not read the file; its document is the last known one then.
  var trouble: StoreError?
  /// Set while the file on disk is truncated and the user has not decided what to do with it.
  var damage: Damage?
  /// Whether saving it was postponed because another program is writing to it.
  var isPutOff = false
  /// Whether its contents may be incomplete, and are shown only because the file has just been opened.
  var isProvisional = false
  /// The cached series, and the zone and the changed occurrences in other files for which they were created.
  /// Valid until one of these or the document changes.
  private var known: (zone: Zone, strays: [CalendarEvent], caches: [SeriesExpansionCache])?
  private var ownStrays: [CalendarEvent]?

  init(filePath: FilePath, document: CalendarDocument, stamp: FileStamp?, isReadOnly: Bool) {
    location = .path(filePath.shown)
    self.filePath = filePath
    held = HeldDocument(document)
    version = stamp.map { ObjectVersion($0, of: filePath) }
    self.isReadOnly = isReadOnly
  }

  init(filePath: FilePath, _ document: CalendarDocument, _ contents: FileContents) {
    self.init(filePath: filePath, document: document, stamp: contents.stamp, isReadOnly: contents.isReadOnly)
  }

  /// An object of another backend.
  init(_ document: CalendarDocument, at location: CalendarLocation, version: ObjectVersion?, isReadOnly: Bool)
  {
    self.location = location
    filePath = nil
    held = HeldDocument(document)
    self.version = version
    self.isReadOnly = isReadOnly
  }

  /// The stamp of the file when it was last read or written; nil for an object of another backend, and for a
  /// file that is not on disk.
  var stamp: FileStamp? {
    get { version?.file?.stamp }
    set {
      if let filePath { version = newValue.map { ObjectVersion($0, of: filePath) } }
    }
  }

  /// The file's name, for naming copies of it.
  var lastName: ByteString { filePath?.name ?? document.file ?? ByteString(location.lastName) }

  /// The contents on disk, without the unsaved changes; nil if the file is not on disk.
  ///
  /// The result is cached, because there may be hundreds of unsaved changes, and a save may be postponed many
  /// times.
  mutating func bytesOnDisk(taking back: (Step, inout CalendarDocument) -> Void) -> [UInt8]? {
    guard let baseHash else { return nil }
    if let base, base.hash == baseHash { return base.bytes }
    var document = document
    for step in unsaved.reversed() { back(step.opposite, &document) }
    base = (baseHash, document.bytes)
    return document.bytes
  }

  /// Records that the current contents are those in storage. Call this before reapplying unsaved changes.
  mutating func noteBase() {
    base = unsaved.isEmpty ? baseHash.map { ($0, document.bytes) } : nil
  }

  /// Identifies the stored contents: for a file their hash, because its stamp may change although they do
  /// not.
  var baseHash: Int? { stamp?.hash ?? version?.hashValue }

  /// Whether none of its events can be changed.
  var isLocked: Bool { isReadOnly || damage != nil }

  /// The series of its events.
  ///
  /// - Parameter strays: changed occurrences in other files of the calendar, without their series, by UID.
  mutating func caches(strays: [ByteString: [CalendarEvent]] = [:], in zone: Zone) -> [SeriesExpansionCache] {
    let uids = strays.isEmpty ? [] : Set(document.events.map(\.id.uid)).intersection(strays.keys)
    let strays = uids.sorted().flatMap { strays[$0] ?? [] }.filter { $0.id.file != document.file }
    if let known, known.zone == zone, known.strays == strays { return known.caches }
    let caches = SeriesExpansionCache.caches(of: document.events.shared, strays: strays, in: zone)
    known = (zone, strays, caches)
    return caches
  }

  /// Its changed occurrences of series that are not in this file.
  mutating func strays() -> [CalendarEvent] {
    if let ownStrays { return ownStrays }
    let new = SeriesExpansionCache.strays(of: document.events.shared)
    ownStrays = new
    return new
  }

  /// Whether the file should exist on disk. A file in a folder is removed with its last event, because a
  /// synchronization would treat it as an empty calendar. A calendar that is a single file is kept.
  var isWanted: Bool { document.file == nil || !document.isEmpty }
}

/// The document of one file; modified only while uniquely referenced.
private final class HeldDocument: @unchecked Sendable {
  var document: CalendarDocument

  init(_ document: CalendarDocument) { self.document = document }
}

/// The state of a truncated file. A class, to keep `LoadedFile` small, because hardly any file is truncated.
final class Damage: Sendable {
  /// The last complete version, including unsaved changes; nil if there has been none since the file was
  /// opened.
  let whole: CalendarDocument?
  /// The changes that were not on disk.
  let unsaved: [Step]
  /// The path of a copy of the complete version; nil if there is none.
  let kept: String?

  init(whole: CalendarDocument?, unsaved: [Step], kept: String?) {
    (self.whole, self.unsaved, self.kept) = (whole, unsaved, kept)
  }
}
