import CalendarModel

/// A place where calendars are stored: files and folders (`FileBackend`), accounts, or subscriptions.
///
/// A calendar consists of one object (a file) or many (the files of a folder, the UIDs of an account). An
/// object consists of the bytes of a complete iCalendar object; a backend does not interpret them. Each read
/// returns a version, and each write names the version that it is based on, so that changes made by others in
/// the meantime are never overwritten (`BackendError.changed`). The store is responsible for editing, merging,
/// undo and unsaved changes.
///
/// All calls come from a `CalendarStore`, with one write per calendar at a time. A backend that responds
/// immediately, such as the one for files, runs on the store's thread and does not suspend, so that no other
/// change can intervene. Other backends suspend for as long as they need. In the meantime, the store continues
/// to work, but later changes to the same calendar are not written yet.
///
/// The following minimal backend stores each calendar as a single object. For a complete backend, see
/// `MemoryBackend` in the tests.
///
/// ```swift
/// /// Stores calendars in a dictionary.
/// actor DictionaryBackend: CalendarBackend {
///   nonisolated let changes = AsyncStream<BackendChange> { _ in }
///   private var objects: [CalendarID: StoredObject] = [:]
///
///   nonisolated func owns(_ calendar: CalendarID) -> Bool { calendar.key.hasPrefix("example:") }
///   nonisolated func location(of calendar: CalendarID) -> CalendarLocation {
///     .name(String(calendar.key.dropFirst("example:".count)))
///   }
///
///   func load(_ calendar: CalendarID) throws(StoreError) -> BackendCalendar {
///     guard let object = objects[calendar] else { throw .notFound(location(of: calendar)) }
///     return BackendCalendar(objects: [object])
///   }
///
///   func read(_ key: ObjectKey) -> StoredObject? { objects[key.calendar] }
///
///   func write(_ write: ObjectWrite) throws(BackendError) -> WriteReceipt {
///     let current = objects[write.key.calendar]
///     if write.bytes == nil, current == nil { return WriteReceipt(nil) }
///     guard current?.version == write.version else { throw .changed }
///     objects[write.key.calendar] = write.bytes.map {
///       StoredObject(name: nil, bytes: $0, version: ObjectVersion(ContinuousClock.now))
///     }
///     return WriteReceipt(objects[write.key.calendar])
///   }
/// }
///
/// let store = CalendarStore(displayZone: zone, backends: [DictionaryBackend()])
/// await store.open(["example:home", "/home/ada/work.ics"])
/// ```
package protocol CalendarBackend: AnyObject, Sendable {
  /// Whether a calendar belongs to this backend, judging by its identifier alone. If no backend owns a calendar,
  /// its identifier is a path.
  func owns(_ calendar: CalendarID) -> Bool

  /// Returns the location of a calendar, for messages. It is computed from the identifier alone, and the
  /// calendar need not exist.
  func location(of calendar: CalendarID) -> CalendarLocation

  /// Returns the user's email addresses in a calendar, without a scheme. The user organizes the events whose
  /// ORGANIZER is one of them.
  func userAddresses(in calendar: CalendarID) -> Set<String>

  /// Whether a calendar is on a server, which may send messages to people about changes. Return false only if it is
  /// known not to be.
  func isOnServer(_ calendar: CalendarID) -> Bool

  /// Reads a complete calendar.
  ///
  /// - Throws: An error if no part of the calendar can be shown. A temporarily read-only calendar is not an
  ///   error; see `BackendCalendar.state`.
  nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError) -> BackendCalendar

  /// Reads the current version of an object; nil if it does not exist.
  nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject?

  /// Reads the current versions of several objects of a calendar at once. Those that do not exist are left out.
  nonisolated(nonsending) func read(_ names: Set<ByteString?>, in calendar: CalendarID)
    async throws(BackendError) -> [StoredObject]

  /// Creates, replaces or removes an object durably. Returns once the write can no longer be lost.
  ///
  /// Removing an object that no longer exists is not a conflict.
  ///
  /// - Throws: `BackendError.outcomeUnknown` if it is not known whether the object was written. Any other error
  ///   means that it was not.
  nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt

  /// The changes made by others, and changes to the states of calendars.
  ///
  /// The stream supports a single consumer. It may also report the store's own writes, and objects that have
  /// not changed.
  var changes: AsyncStream<BackendChange> { get }
}

extension CalendarBackend {
  /// Returns an empty set, which is correct for a backend that does not know the user.
  package func userAddresses(in calendar: CalendarID) -> Set<String> { [] }

  /// Returns true, because a server may notify people.
  package func isOnServer(_ calendar: CalendarID) -> Bool { true }

  /// Reads the objects one by one.
  package nonisolated(nonsending) func read(
    _ names: Set<ByteString?>, in calendar: CalendarID
  ) async throws(BackendError) -> [StoredObject] {
    var objects: [StoredObject] = []
    for name in names.sorted(by: { OpenCalendar.fileName($0) < OpenCalendar.fileName($1) }) {
      if let object = try await read(ObjectKey(calendar: calendar, file: name)) { objects.append(object) }
    }
    return objects
  }
}
