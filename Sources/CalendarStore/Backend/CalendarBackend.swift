import CalendarModel

/// The storage of calendars: files and folders (`FileBackend`), in future accounts and subscriptions.
///
/// A calendar consists of one object (a file) or many (the files of a folder, the UIDs of an account). An
/// object is a complete iCalendar object as bytes, which a backend does not interpret. Each read returns a
/// version, and each write names the version that it is based on, so that changes made by others in the
/// meantime are never overwritten (`BackendError.changed`). The store is responsible for editing, merging,
/// undo and unsaved changes.
///
/// All calls come from a `CalendarStore`, with one write per calendar at a time. A backend that responds at
/// once (files) runs on the store's thread and does not suspend, so that nothing can happen in between. Other
/// backends suspend for as long as they need; the store continues in the meantime, and writes later changes
/// afterwards.
///
/// A minimal backend whose calendars are single objects; see `MemoryBackend` in the tests for a complete one.
///
/// ```swift
/// /// Stores calendars in a dictionary.
/// actor Shelf: CalendarBackend {
///   nonisolated let changes = AsyncStream<BackendChange> { _ in }
///   private var shelf: [CalendarID: StoredObject] = [:]
///
///   nonisolated func owns(_ calendar: CalendarID) -> Bool { calendar.key.hasPrefix("shelf:") }
///   nonisolated func location(of calendar: CalendarID) -> CalendarLocation { .name(String(calendar.key.dropFirst(6))) }
///
///   func load(_ calendar: CalendarID) throws(StoreError) -> BackendCalendar {
///     guard let object = shelf[calendar] else { throw .notFound(location(of: calendar)) }
///     return BackendCalendar(objects: [object])
///   }
///
///   func read(_ key: ObjectKey) -> StoredObject? { shelf[key.calendar] }
///
///   func write(_ write: ObjectWrite) throws(BackendError) -> WriteReceipt {
///     let current = shelf[write.key.calendar]
///     if write.bytes == nil, current == nil { return WriteReceipt(nil) }
///     guard current?.version == write.version else { throw .changed }
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
package protocol CalendarBackend: AnyObject, Sendable {
  /// Whether a calendar belongs to this backend, judging by its identifier alone. The identifier of a
  /// calendar that no backend owns is a path.
  func owns(_ calendar: CalendarID) -> Bool

  /// The location of a calendar, for messages. It is computed from the identifier alone, and the calendar
  /// need not exist.
  func location(of calendar: CalendarID) -> CalendarLocation

  /// Reads a complete calendar.
  ///
  /// - Throws: An error if nothing of it can be shown. It is not an error if the calendar is temporarily
  ///   read-only; see `BackendCalendar.state`.
  nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError) -> BackendCalendar

  /// Reads the current version of an object; nil if it does not exist.
  nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject?

  /// Creates, replaces or removes an object durably. It returns once the write can no longer be lost.
  ///
  /// Removing an object that no longer exists is not a conflict.
  ///
  /// - Throws: `BackendError.unknown` if it is not known whether the object was written. Any other error
  ///   means that it was not.
  nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt

  /// The changes made by others, and changes of calendar states. Supports a single consumer. May also report
  /// the store's own writes, and objects that have not changed.
  var changes: AsyncStream<BackendChange> { get }
}
