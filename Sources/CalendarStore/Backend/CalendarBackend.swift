import CalendarModel

/// Where calendars live: files and folders (`FileBackend`), later accounts and subscriptions.
///
/// A calendar is one object (a file), or many (the files of a folder, the UIDs of an account). An object is a whole
/// iCalendar object, bytes in and bytes out; what its bytes mean is nobody's affair here. Each reading of it comes with
/// a version, and a write names the version that it was made on: what was written by somebody else meanwhile is never
/// overwritten (`BackendError.changed`). What is edited, merged, undone and kept until it is saved is the store's part.
///
/// All calls are made by a `CalendarStore`, of one calendar one write at a time. A backend that answers at once (files)
/// runs on the store's own thread and does not suspend, so that nothing comes between. Any other suspends for as long as
/// it takes; the store goes on meanwhile, and writes what was changed in that time afterwards.
///
/// ```swift
/// /// Calendars that a dictionary holds.
/// actor Shelf: CalendarBackend {
///   nonisolated let changes = AsyncStream<BackendChange> { _ in }
///   private var shelf: [CalendarID: StoredObject] = [:]
///
///   nonisolated func owns(_ calendar: CalendarID) -> Bool { calendar.key.hasPrefix("shelf:") }
///   nonisolated func location(of calendar: CalendarID) -> CalendarLocation { .name(calendar.key) }
///   func calendars() -> [CalendarID] { Array(shelf.keys) }
///
///   func load(_ calendar: CalendarID) throws(StoreError) -> BackendCalendar {
///     guard let object = shelf[calendar] else { throw .notFound(location(of: calendar)) }
///     return BackendCalendar(objects: [object])
///   }
///
///   func read(_ key: ObjectKey) -> StoredObject? { shelf[key.calendar] }
///
///   func write(_ write: ObjectWrite) throws(BackendError) -> WriteReceipt {
///     guard shelf[write.key.calendar]?.version == write.version else { throw .changed }
///     shelf[write.key.calendar] = write.bytes.map {
///       StoredObject(name: nil, bytes: $0, version: ObjectVersion(ContinuousClock.now))
///     }
///     return WriteReceipt(shelf[write.key.calendar])
///   }
/// }
///
/// let store = CalendarStore(displayZone: zone, backends: [Shelf()])
/// await store.open(["shelf:home", "/home/ada/work.ics"])
/// ```
public protocol CalendarBackend: AnyObject, Sendable {
  /// Whether a calendar is one of its own, told from the name alone. What no backend owns is a path.
  func owns(_ calendar: CalendarID) -> Bool

  /// Where a calendar is, to be told: at once, from what is known of it, whether or not it is there.
  func location(of calendar: CalendarID) -> CalendarLocation

  /// The calendars that are there to be opened.
  nonisolated(nonsending) func calendars() async throws(StoreError) -> [CalendarID]

  /// All of a calendar.
  ///
  /// - Throws: why nothing of it can be shown. One that cannot be written to now is no error, but a `state`.
  nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError) -> BackendCalendar

  /// An object as it is now; nil if there is none.
  nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject?

  /// Makes, replaces or removes an object, durably: it returns once that cannot be lost any more.
  ///
  /// One that is to be removed and is gone already is no conflict.
  ///
  /// - Throws: `BackendError.unknown` unless it is known whether it was written; anything else only if it was not.
  nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt

  /// What others change, and whether calendars can be reached. For one listener. It may also tell of the store's own
  /// writes, and of what has not changed.
  var changes: AsyncStream<BackendChange> { get }
}

/// Names an object of a backend.
public struct ObjectKey: Hashable, Sendable {
  /// The calendar.
  public let calendar: CalendarID
  /// Its name within the calendar; nil where that is a single object.
  public let file: ByteString?

  /// The object of that name.
  public init(calendar: CalendarID, file: ByteString? = nil) {
    self.calendar = calendar
    self.file = file
  }

  /// The object that holds an event.
  init(_ event: EventID) {
    self.init(calendar: event.calendar, file: event.file)
  }
}

/// Tells two states of an object apart: an ETag, a modification stamp, a counter. Only its backend knows what is in it.
public struct ObjectVersion: Hashable, Sendable {
  let token: any Hashable & Sendable

  /// A version that is told from others by that value.
  public init(_ token: some Hashable & Sendable) { self.token = token }

  /// Whether it is the same.
  public static func == (a: ObjectVersion, b: ObjectVersion) -> Bool {
    AnyHashable(a.token) == AnyHashable(b.token)
  }

  /// Mixes in the value.
  public func hash(into hasher: inout Hasher) { token.hash(into: &hasher) }
}

/// An object as it was read.
public struct StoredObject: Sendable {
  /// Its name within the calendar; nil where that is a single object.
  public var name: ByteString?
  /// An iCalendar object.
  public var bytes: [UInt8]
  /// What it is known by when it is written.
  public var version: ObjectVersion
  /// Whether it cannot be changed, though others of its calendar can.
  public var isReadOnly: Bool

  /// An object with those contents.
  public init(name: ByteString?, bytes: [UInt8], version: ObjectVersion, isReadOnly: Bool = false) {
    (self.name, self.bytes, self.version, self.isReadOnly) = (name, bytes, version, isReadOnly)
  }
}

/// A calendar as it was read.
public struct BackendCalendar: Sendable {
  /// What it is called; nil for what its only object, or its location, says.
  public var name: String?
  /// Its colour; nil for what its only object says.
  public var color: EventColor?
  /// Whether each event (with its changed occurrences) is an object of its own.
  public var hasManyObjects: Bool
  /// What can be done with it now.
  public var state: CalendarState
  /// What is in it.
  public var objects: [StoredObject]

  /// A calendar with those contents.
  public init(
    name: String? = nil, color: EventColor? = nil, hasManyObjects: Bool = false,
    state: CalendarState = .ready,
    objects: [StoredObject]
  ) {
    (self.name, self.color) = (name, color)
    (self.hasManyObjects, self.state, self.objects) = (hasManyObjects, state, objects)
  }
}

/// What can be done with a calendar.
public enum CalendarState: Hashable, Sendable {
  /// It can be read and written.
  case ready
  /// It can be read.
  case readOnly
  /// What was read of it is there. What is changed is kept, and written once it can be reached again.
  case offline
  /// What was read of it is there, and can be changed once the user has signed in.
  case needsSignIn
  /// Nothing of it is there.
  case notAvailable
}

/// What is to be written.
public struct ObjectWrite: Sendable {
  /// The object.
  public var key: ObjectKey
  /// What it is to be; nil if it is to be removed.
  public var bytes: [UInt8]?
  /// What it has to be until then; nil if it must not be there.
  public var version: ObjectVersion?
  /// What errors are to say that it is.
  public var location: CalendarLocation

  /// A write of that object.
  public init(key: ObjectKey, bytes: [UInt8]?, version: ObjectVersion?, location: CalendarLocation) {
    (self.key, self.bytes, self.version, self.location) = (key, bytes, version, location)
  }
}

/// What came of a write.
public struct WriteReceipt: Sendable {
  /// The object as it is read now, which may be put differently than what was handed in; nil if there is none any more.
  public var object: StoredObject?
  /// The file that was there before, while somebody may still write to it.
  var replaced: ReplacedFile?
  /// Whether the file had other names, which did not follow.
  var hasOtherNames = false

  /// A write that left that object.
  public init(_ object: StoredObject?) { self.object = object }
}

/// Why a backend could not do what it was asked for.
public enum BackendError: Error, Hashable, Sendable {
  /// The object is not what the write was made on: it is read again, and the change made on what it is now.
  case changed
  /// Somebody else is writing it in this moment.
  case busy
  /// No answer came: it may have been written. It is read before that is tried again.
  case unknown
  /// Anything else.
  case failed(StoreError)
}

/// What others did.
public enum BackendChange: Hashable, Sendable {
  /// Objects of a calendar were made, changed or removed; nil for any of them.
  case objects(CalendarID, Set<ByteString?>?)
  /// Something else can be done with a calendar now.
  case state(CalendarID, CalendarState)
}
