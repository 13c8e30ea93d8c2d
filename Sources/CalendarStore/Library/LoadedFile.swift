import CalendarDocument
import CalendarModel

/// A change made to a document, and the means to apply it to a different version of the document.
struct Step: Sendable {
  enum Kind: Sendable { case edit, undo, redo }

  /// The ID by which a `StoreEvent` refers to this step.
  let id: EditID
  let kind: Kind
  /// The change that was made, undone or redone.
  let appliedChange: AppliedChange
  /// The file with the other part of the series, if the change splits a series in a folder of files.
  var otherPart: ObjectKey?

  /// The step that reverts this one.
  var inverse: Step {
    Step(id: id, kind: kind == .undo ? .redo : .undo, appliedChange: appliedChange, otherPart: otherPart)
  }
}

/// A file in memory, or an object of a non-file backend: its document with all changes, and its state in
/// storage.
///
/// The value consists of a single reference, because a folder may have many files, and operations on all of
/// them copy each value. The referenced storage is copied on write.
struct LoadedFile: Sendable {
  private var storage: FileStorage

  init(filePath: FilePath, document: CalendarDocument, stamp: FileStamp?, isReadOnly: Bool) {
    storage = FileStorage(
      FileStorage.State(
        source: .disk(filePath), document: document, version: stamp.map { ObjectVersion($0, of: filePath) },
        isReadOnly: isReadOnly))
  }

  init(filePath: FilePath, _ document: CalendarDocument, _ contents: FileContents) {
    self.init(filePath: filePath, document: document, stamp: contents.stamp, isReadOnly: contents.isReadOnly)
  }

  /// Creates a file for an object of a non-file backend.
  init(_ document: CalendarDocument, at location: CalendarLocation, version: ObjectVersion?, isReadOnly: Bool)
  {
    storage = FileStorage(
      FileStorage.State(
        source: .elsewhere(location), document: document, version: version, isReadOnly: isReadOnly))
    if version != nil { storage.state.storedText = document.bytes }
  }

  /// The location for messages.
  var location: CalendarLocation {
    switch storage.state.source {
    case .disk(let filePath): .path(filePath.displayPath)
    case .elsewhere(let location): location
    }
  }
  /// Its path on disk; nil for an object of a non-file backend.
  var filePath: FilePath? { if case .disk(let filePath) = storage.state.source { filePath } else { nil } }

  var document: CalendarDocument {
    _read { yield storage.state.document }
    _modify {
      makeStorageUnique()
      (storage.state.cachedSeries, storage.state.ownOrphans) = (nil, nil)
      yield &storage.state.document
    }
  }
  /// The version that was last read or written; nil if it is not stored, because it is new or its last event
  /// was deleted.
  var version: ObjectVersion? {
    _read { yield storage.state.version }
    _modify {
      makeStorageUnique()
      yield &storage.state.version
    }
  }
  /// The text of an object of a non-file backend as it was last read or written; nil if it is not stored.
  var storedText: [UInt8]? { storage.state.storedText }
  /// An object of a non-file backend as it was last read or written; nil if it is not stored.
  var storedObject: StoredObject? {
    guard let version, let storedText else { return nil }
    return StoredObject(name: document.file, bytes: storedText, version: version, isReadOnly: isReadOnly)
  }

  /// Records that a text has been written.
  ///
  /// - Parameter newVersion: its version; nil if the object was removed.
  mutating func recordWrite(of text: [UInt8], as newVersion: ObjectVersion?) {
    version = newVersion
    if filePath == nil { storage.state.storedText = newVersion.map { _ in text } }
  }

  var isReadOnly: Bool {
    get { storage.state.isReadOnly }
    set {
      makeStorageUnique()
      storage.state.isReadOnly = newValue
    }
  }
  /// The changes in the document that have not been saved, in the order in which they were made.
  var unsavedSteps: [Step] {
    _read { yield storage.state.unsavedSteps }
    _modify {
      makeStorageUnique()
      yield &storage.state.unsavedSteps
    }
  }
  /// The error of the last check, if the file could not be read although its document is still known.
  var readError: StoreError? {
    _read { yield storage.state.readError }
    _modify {
      makeStorageUnique()
      yield &storage.state.readError
    }
  }
  /// The details of the damage, while the file on disk is truncated and the user has not decided what to do
  /// with it; otherwise nil.
  var damage: Damage? {
    _read { yield storage.state.damage }
    _modify {
      makeStorageUnique()
      yield &storage.state.damage
    }
  }
  /// Whether saving it was postponed because another program is writing to it.
  var isSavePostponed: Bool {
    get { storage.state.isSavePostponed }
    set {
      makeStorageUnique()
      storage.state.isSavePostponed = newValue
    }
  }
  /// Whether the contents may be incomplete. They are shown nevertheless, because no other version was known
  /// when the file was opened.
  var isProvisional: Bool {
    get { storage.state.isProvisional }
    set {
      makeStorageUnique()
      storage.state.isProvisional = newValue
    }
  }

  /// Whether it exists in storage.
  var isStored: Bool { storage.state.version != nil }
  var eventCount: Int { storage.state.summary.eventCount }
  /// Whether it has errors, damage or problems to report.
  var hasIssues: Bool {
    storage.state.readError != nil || storage.state.damage != nil || storage.state.summary.hasProblems
  }

  private mutating func makeStorageUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = FileStorage(storage.state) }
  }

  /// The stamp of the file when it was last read or written; nil for an object of a non-file backend, and for a
  /// file that is not on disk.
  var stamp: FileStamp? {
    get { version?.fileToken?.stamp }
    set {
      if let filePath { version = newValue.map { ObjectVersion($0, of: filePath) } }
    }
  }

  /// The name from which the names of copies of the file are derived.
  var nameForCopies: ByteString { filePath?.name ?? document.file ?? ByteString(location.lastPathComponent) }

  /// Returns the contents in storage, without the unsaved changes; nil if the file is not stored.
  ///
  /// The result is cached, because there may be hundreds of unsaved changes, and a save may be postponed many
  /// times.
  mutating func storedBytes(reverting revert: (Step, inout CalendarDocument) -> Void) -> [UInt8]? {
    guard let baseHash else { return nil }
    if let base = storage.state.base, base.hash == baseHash { return base.bytes }
    var document = document
    for step in unsavedSteps.reversed() { revert(step.inverse, &document) }
    makeStorageUnique()
    storage.state.base = (baseHash, document.bytes)
    return document.bytes
  }

  /// Records that the current contents are those in storage. Call this before reapplying unsaved changes.
  mutating func recordBase() {
    makeStorageUnique()
    storage.state.base = unsavedSteps.isEmpty ? baseHash.map { ($0, document.bytes) } : nil
  }

  /// A hash that identifies the stored contents. For a file, it is the hash of the contents, because the
  /// stamp may change even if the contents do not.
  var baseHash: Int? { stamp?.hash ?? version?.hashValue }

  /// Whether none of its events can be changed.
  var isLocked: Bool { isReadOnly || damage != nil }

  /// Returns the series among its events, with their cached expansions.
  ///
  /// - Parameter orphans: the changed occurrences in files of the calendar that do not contain their series,
  ///   by UID.
  mutating func caches(orphans: [ByteString: [SharedEvent]] = [:], in zone: Zone) -> [SeriesExpansionCache] {
    guard storage.state.summary.mayHaveSeries else { return [] }
    let uids =
      orphans.isEmpty
      ? [] : Set(document.events.sharedEvents.lazy.map(\.event.id.uid).filter { orphans[$0] != nil })
    let orphans = uids.sorted().flatMap { orphans[$0] ?? [] }.filter { $0.event.id.file != document.file }
    if let cachedSeries = storage.state.cachedSeries, cachedSeries.zone == zone,
      cachedSeries.orphans == orphans
    {
      return cachedSeries.caches
    }
    let caches = SeriesExpansionCache.caches(of: document.events.sharedEvents, orphans: orphans, in: zone)
    makeStorageUnique()
    storage.state.cachedSeries = (zone, orphans, caches)
    return caches
  }

  /// Returns its changed occurrences whose series are not in this file.
  mutating func orphans() -> [SharedEvent] {
    guard storage.state.summary.mayHaveSeries else { return [] }
    if let ownOrphans = storage.state.ownOrphans { return ownOrphans }
    let orphans = Series.orphans(of: document.events.sharedEvents)
    makeStorageUnique()
    storage.state.ownOrphans = orphans
    return orphans
  }

  /// Whether the file should exist on disk. A file in a folder is removed with its last event, because
  /// synchronization would treat it as an empty calendar; a calendar that is a single file stays.
  var shouldExist: Bool { storage.state.document.file == nil || !storage.state.summary.isEmpty }
}

/// The storage of a `LoadedFile`, which is modified only while it is uniquely referenced.
private final class FileStorage: @unchecked Sendable {
  enum Source {
    case disk(FilePath)
    /// The location of an object of a non-file backend, for messages.
    case elsewhere(CalendarLocation)
  }

  struct State {
    let source: Source
    var document: CalendarDocument { didSet { summary = Summary(document) } }
    private(set) var summary: Summary
    var version: ObjectVersion?
    var isReadOnly: Bool
    var isSavePostponed = false
    var isProvisional = false
    var unsavedSteps: [Step] = []
    var readError: StoreError?
    var damage: Damage?
    /// The contents in storage before the first unsaved change, with the `baseHash` that identifies them; nil
    /// until first needed.
    var base: (hash: Int, bytes: [UInt8])?
    var storedText: [UInt8]?
    /// The cached series, with the zone and the changed occurrences in other files for which they were
    /// created. The cache is valid until the document, the zone or those occurrences change.
    var cachedSeries: (zone: Zone, orphans: [SharedEvent], caches: [SeriesExpansionCache])?
    /// Its changed occurrences whose series are not in this file; nil until first needed.
    var ownOrphans: [SharedEvent]?

    init(source: Source, document: CalendarDocument, version: ObjectVersion?, isReadOnly: Bool) {
      (self.source, self.document, summary) = (source, document, Summary(document))
      (self.version, self.isReadOnly) = (version, isReadOnly)
    }
  }

  /// The properties of a file that every snapshot needs. They are stored, because computing them for many
  /// files takes a long time.
  struct Summary {
    let eventCount: Int
    let isEmpty: Bool
    let hasProblems: Bool
    /// Whether any of its events repeats or is a changed occurrence. If there are many events, this is
    /// assumed without checking them.
    let mayHaveSeries: Bool

    /// The maximum number of events that are checked for `mayHaveSeries`.
    private static let scanLimit = 8

    init(_ document: CalendarDocument) {
      (eventCount, isEmpty, hasProblems) = (document.events.count, document.isEmpty, document.hasProblems)
      mayHaveSeries =
        eventCount > Self.scanLimit || document.events.sharedEvents.contains { $0.event.series != nil }
    }
  }

  var state: State

  init(_ state: State) { self.state = state }
}

/// The state of a truncated file. This is a class, so that files that are not truncated store only a nil
/// reference.
final class Damage: Sendable {
  /// The last complete version, including unsaved changes; nil if there has been none since the file was
  /// opened.
  let lastComplete: CalendarDocument?
  /// The changes that had not been saved.
  let unsavedSteps: [Step]
  /// The path of a copy of the complete version; nil if there is none.
  let copyPath: String?

  init(lastComplete: CalendarDocument?, unsavedSteps: [Step], copyPath: String?) {
    (self.lastComplete, self.unsavedSteps, self.copyPath) = (lastComplete, unsavedSteps, copyPath)
  }
}
