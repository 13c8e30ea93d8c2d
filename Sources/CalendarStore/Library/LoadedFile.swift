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
///
/// A value that is one reference, because a folder may have many files, and operations on all of them copy
/// each. What is referenced is copied when it is modified and not uniquely referenced.
struct LoadedFile: Sendable {
  private var storage: FileStorage

  init(filePath: FilePath, document: CalendarDocument, stamp: FileStamp?, isReadOnly: Bool) {
    storage = FileStorage(
      FileStorage.State(
        home: .disk(filePath), document: document, version: stamp.map { ObjectVersion($0, of: filePath) },
        isReadOnly: isReadOnly))
  }

  init(filePath: FilePath, _ document: CalendarDocument, _ contents: FileContents) {
    self.init(filePath: filePath, document: document, stamp: contents.stamp, isReadOnly: contents.isReadOnly)
  }

  /// An object of another backend.
  init(_ document: CalendarDocument, at location: CalendarLocation, version: ObjectVersion?, isReadOnly: Bool)
  {
    storage = FileStorage(
      FileStorage.State(
        home: .elsewhere(location), document: document, version: version, isReadOnly: isReadOnly)
    )
  }

  /// The location for messages.
  var location: CalendarLocation {
    switch storage.state.home {
    case .disk(let filePath): .path(filePath.displayPath)
    case .elsewhere(let location): location
    }
  }
  /// Its path on disk; nil for an object of another backend.
  var filePath: FilePath? { if case .disk(let filePath) = storage.state.home { filePath } else { nil } }

  var document: CalendarDocument {
    _read { yield storage.state.document }
    _modify {
      makeOwn()
      (storage.state.cachedSeries, storage.state.ownOrphans) = (nil, nil)
      yield &storage.state.document
    }
  }
  /// The version that was last read or written; nil if it is not stored, because it is new or its last event
  /// was deleted.
  var version: ObjectVersion? {
    _read { yield storage.state.version }
    _modify {
      makeOwn()
      yield &storage.state.version
    }
  }
  var isReadOnly: Bool {
    get { storage.state.isReadOnly }
    set {
      makeOwn()
      storage.state.isReadOnly = newValue
    }
  }
  /// The changes in the document that are not on disk, in the order in which they were made.
  var unsaved: [Step] {
    _read { yield storage.state.unsaved }
    _modify {
      makeOwn()
      yield &storage.state.unsaved
    }
  }
  /// The error of the last check, if the file could not be read although its document is still known.
  var readError: StoreError? {
    _read { yield storage.state.readError }
    _modify {
      makeOwn()
      yield &storage.state.readError
    }
  }
  /// Set while the file on disk is truncated and the user has not decided what to do with it.
  var damage: Damage? {
    _read { yield storage.state.damage }
    _modify {
      makeOwn()
      yield &storage.state.damage
    }
  }
  /// Whether saving it was postponed because another program is writing to it.
  var isSavePostponed: Bool {
    get { storage.state.isSavePostponed }
    set {
      makeOwn()
      storage.state.isSavePostponed = newValue
    }
  }
  /// Whether its contents may be incomplete but are shown because nothing else was known of the file when it
  /// was opened.
  var isProvisional: Bool {
    get { storage.state.isProvisional }
    set {
      makeOwn()
      storage.state.isProvisional = newValue
    }
  }

  /// Whether it is in storage.
  var isStored: Bool { storage.state.version != nil }
  /// The number of its events.
  var eventCount: Int { storage.state.summary.eventCount }
  /// Whether anything about it has to be reported.
  var isNotable: Bool {
    storage.state.readError != nil || storage.state.damage != nil || storage.state.summary.hasProblems
  }

  private mutating func makeOwn() {
    if !isKnownUniquelyReferenced(&storage) { storage = FileStorage(storage.state) }
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
  var lastName: ByteString { filePath?.name ?? document.file ?? ByteString(location.lastPathComponent) }

  /// The contents on disk, without the unsaved changes; nil if the file is not on disk.
  ///
  /// The result is cached, because there may be hundreds of unsaved changes, and a save may be postponed many
  /// times.
  mutating func bytesOnDisk(reverting revert: (Step, inout CalendarDocument) -> Void) -> [UInt8]? {
    guard let baseHash else { return nil }
    if let base = storage.state.base, base.hash == baseHash { return base.bytes }
    var document = document
    for step in unsaved.reversed() { revert(step.opposite, &document) }
    makeOwn()
    storage.state.base = (baseHash, document.bytes)
    return document.bytes
  }

  /// Records that the current contents are those in storage. Call this before reapplying unsaved changes.
  mutating func recordBase() {
    makeOwn()
    storage.state.base = unsaved.isEmpty ? baseHash.map { ($0, document.bytes) } : nil
  }

  /// Identifies the stored contents: for a file their hash, because its stamp may change although they do
  /// not.
  var baseHash: Int? { stamp?.hash ?? version?.hashValue }

  /// Whether none of its events can be changed.
  var isLocked: Bool { isReadOnly || damage != nil }

  /// The series of its events.
  ///
  /// - Parameter orphans: changed occurrences in other files of the calendar, without their series, by UID.
  mutating func caches(orphans: [ByteString: [CalendarEvent]] = [:], in zone: Zone) -> [SeriesExpansionCache]
  {
    guard storage.state.summary.mayHaveSeries else { return [] }
    let uids =
      orphans.isEmpty
      ? [] : Set(document.events.shared.lazy.map(\.event.id.uid).filter { orphans[$0] != nil })
    let orphans = uids.sorted().flatMap { orphans[$0] ?? [] }.filter { $0.id.file != document.file }
    if let cachedSeries = storage.state.cachedSeries, cachedSeries.zone == zone,
      cachedSeries.orphans == orphans
    {
      return cachedSeries.caches
    }
    let caches = SeriesExpansionCache.caches(of: document.events.shared, orphans: orphans, in: zone)
    makeOwn()
    storage.state.cachedSeries = (zone, orphans, caches)
    return caches
  }

  /// Its changed occurrences of series that are not in this file.
  mutating func orphans() -> [CalendarEvent] {
    guard storage.state.summary.mayHaveSeries else { return [] }
    if let ownOrphans = storage.state.ownOrphans { return ownOrphans }
    let new = SeriesExpansionCache.orphans(of: document.events.shared)
    makeOwn()
    storage.state.ownOrphans = new
    return new
  }

  /// Whether the file should exist on disk. A file in a folder is removed with its last event, because
  /// synchronization would treat it as an empty calendar; a calendar that is a single file stays.
  var shouldExist: Bool { storage.state.document.file == nil || !storage.state.summary.isEmpty }
}

/// What a `LoadedFile` refers to; modified only while uniquely referenced.
private final class FileStorage: @unchecked Sendable {
  enum Home {
    case disk(FilePath)
    /// The location of an object of another backend, for messages.
    case elsewhere(CalendarLocation)
  }

  struct State {
    let home: Home
    var document: CalendarDocument { didSet { summary = Summary(document) } }
    private(set) var summary: Summary
    var version: ObjectVersion?
    var isReadOnly: Bool
    var isSavePostponed = false
    var isProvisional = false
    var unsaved: [Step] = []
    var readError: StoreError?
    var damage: Damage?
    /// The contents on disk before the first unsaved change, with the `baseHash` that identifies them; nil
    /// until first needed.
    var base: (hash: Int, bytes: [UInt8])?
    /// The cached series, with the zone and the changed occurrences in other files that they were requested
    /// with; valid until the document or one of these changes.
    var cachedSeries: (zone: Zone, orphans: [CalendarEvent], caches: [SeriesExpansionCache])?
    /// Its changed occurrences of series that are not in this file; nil until first needed.
    var ownOrphans: [CalendarEvent]?

    init(home: Home, document: CalendarDocument, version: ObjectVersion?, isReadOnly: Bool) {
      (self.home, self.document, summary) = (home, document, Summary(document))
      (self.version, self.isReadOnly) = (version, isReadOnly)
    }
  }

  /// What every snapshot needs to know of each file: of many files, asking their documents takes long.
  struct Summary {
    let eventCount: Int
    let isEmpty: Bool
    let hasProblems: Bool
    /// False if none of its events repeats or is a changed occurrence. True without looking if there are
    /// many events.
    let mayHaveSeries: Bool

    private static let few = 8

    init(_ document: CalendarDocument) {
      (eventCount, isEmpty, hasProblems) = (document.events.count, document.isEmpty, document.hasProblems)
      mayHaveSeries = eventCount > Self.few || document.events.shared.contains { $0.event.series != nil }
    }
  }

  var state: State

  init(_ state: State) { self.state = state }
}

/// The state of a truncated file. A class, to keep `LoadedFile` small, because hardly any file is truncated.
final class Damage: Sendable {
  /// The last complete version, including unsaved changes; nil if there has been none since the file was
  /// opened.
  let lastComplete: CalendarDocument?
  /// The changes that were not on disk.
  let unsaved: [Step]
  /// The path of a copy of the complete version; nil if there is none.
  let kept: String?

  init(lastComplete: CalendarDocument?, unsaved: [Step], kept: String?) {
    (self.lastComplete, self.unsaved, self.kept) = (lastComplete, unsaved, kept)
  }
}
