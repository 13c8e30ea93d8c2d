import CalendarDocument
import CalendarModel

/// Names a file of a store, or what is one elsewhere.
typealias FileKey = ObjectKey

/// A change made to a document, and how to apply it to another version of the document.
struct Step: Sendable {
  enum Kind: Sendable { case edit, undo, redo }

  let id: EditID
  let kind: Kind
  let applied: AppliedEdit

  /// What takes this change back.
  var opposite: Step { Step(id: id, kind: kind == .undo ? .redo : .undo, applied: applied) }
}

/// A file in memory, or an object of another backend: its document with all changes, and its state in storage.
struct LoadedFile: Sendable {
  /// What messages call it.
  let location: CalendarLocation
  /// Where it is on the disk; nil for what is no file.
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
  /// Held by reference, because a folder has many files and what is done with all of them copies each.
  private var held: HeldDocument
  /// What it was when it was read or written last; nil for one that is not stored: it is new, or its last event was
  /// deleted.
  var version: ObjectVersion?
  var isReadOnly: Bool
  /// What the document has and the disk has not, in the order in which it was done.
  var unsaved: [Step] = []
  /// What the disk had when the first of that was done, with the hash by which `stamp` names it; nil until somebody has
  /// asked for it.
  private var base: (hash: Int, bytes: [UInt8])?
  /// What went wrong when it was looked at last, though its document is still here.
  var trouble: StoreError?
  /// Set while the file on the disk is cut off and nobody has said what to do with it.
  var damage: Damage?
  /// Whether saving it was put off because another program writes to it.
  var isPutOff = false
  /// Whether it is shown though it may be half of a version, because nothing of it was known when it was opened.
  var isProvisional = false
  /// Its series, with the zone and the changed occurrences of other files with which they were asked for; they remember
  /// what was worked out of them until the document changes, or what they were asked for with is another.
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

  /// What is no file.
  init(_ document: CalendarDocument, at location: CalendarLocation, version: ObjectVersion?, isReadOnly: Bool)
  {
    self.location = location
    filePath = nil
    held = HeldDocument(document)
    self.version = version
    self.isReadOnly = isReadOnly
  }

  /// What the file was when it was read or written last; nil for what is no file, and for one that is not on the disk.
  var stamp: FileStamp? {
    get { version?.file?.stamp }
    set {
      if let filePath { version = newValue.map { ObjectVersion($0, of: filePath) } }
    }
  }

  /// What a copy of it is called after.
  var lastName: ByteString { filePath?.name ?? document.file ?? ByteString(location.lastName) }

  /// The file as it is stored, without what is unsaved of it; nil if it is not there.
  ///
  /// Worked out once, and not each time that a save is put off: hundreds of changes may wait.
  mutating func bytesOnDisk(taking back: (Step, inout CalendarDocument) -> Void) -> [UInt8]? {
    guard let baseHash else { return nil }
    if let base, base.hash == baseHash { return base.bytes }
    var document = document
    for step in unsaved.reversed() { back(step.opposite, &document) }
    base = (baseHash, document.bytes)
    return document.bytes
  }

  /// Notes that what it says now is what is stored, before anything is done to it.
  mutating func noteBase() {
    base = unsaved.isEmpty ? baseHash.map { ($0, document.bytes) } : nil
  }

  /// What tells what is stored from what was: of a file its contents, for its stamp may be another with the same.
  var baseHash: Int? { stamp?.hash ?? version?.hashValue }

  /// Whether nothing of it can be changed.
  var isLocked: Bool { isReadOnly || damage != nil }

  /// The series of its events.
  ///
  /// - Parameter strays: changed occurrences in other files of the calendar whose series is in none of these, by UID.
  mutating func caches(strays: [ByteString: [CalendarEvent]] = [:], in zone: Zone) -> [SeriesExpansionCache] {
    let uids = strays.isEmpty ? [] : Set(document.events.map(\.id.uid)).intersection(strays.keys)
    let strays = uids.sorted().flatMap { strays[$0] ?? [] }.filter { $0.id.file != document.file }
    if let known, known.zone == zone, known.strays == strays { return known.caches }
    let caches = SeriesExpansionCache.caches(of: document.events.shared, strays: strays, in: zone)
    known = (zone, strays, caches)
    return caches
  }

  /// Its changed occurrences of series that are not in it.
  mutating func strays() -> [CalendarEvent] {
    if let ownStrays { return ownStrays }
    let new = SeriesExpansionCache.strays(of: document.events.shared)
    ownStrays = new
    return new
  }

  /// Whether the disk should have it. A file of a folder goes with its last event, and not as an empty calendar,
  /// which a synchronisation would take for one; a calendar that is one file stays.
  var isWanted: Bool { document.file == nil || !document.isEmpty }
}

/// A document of one file; changed only by whoever holds it alone.
private final class HeldDocument: @unchecked Sendable {
  var document: CalendarDocument

  init(_ document: CalendarDocument) { self.document = document }
}

/// What is kept of a file while the one on the disk is cut off. Held by reference, because hardly any file has it.
final class Damage: Sendable {
  /// The last version that was whole, with every change; nil if it never was, since it was opened.
  let whole: CalendarDocument?
  /// What was not on the disk.
  let unsaved: [Step]
  /// Where a copy of the whole version lies; nil if there is none.
  let kept: String?

  init(whole: CalendarDocument?, unsaved: [Step], kept: String?) {
    (self.whole, self.unsaved, self.kept) = (whole, unsaved, kept)
  }
}
