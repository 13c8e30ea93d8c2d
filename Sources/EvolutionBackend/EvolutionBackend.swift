import CalendarModel
import CalendarStore

/// The calendars of the user's accounts, as Evolution Data Server provides them: Google, Nextcloud and other
/// CalDAV servers, Exchange, subscriptions, and the calendars of GNOME's programs on this computer.
///
/// The service signs in, synchronizes and caches; this backend exchanges iCalendar text with it over the
/// session bus. An object is everything with one UID: a series with its changed occurrences, and the time
/// zones that they use. The key of a calendar is `eds:` followed by the identifier of its source.
///
/// Nothing is started before the first call, so a program can show files first without delay.
///
/// ```swift
/// let accounts = EvolutionBackend()
/// let store = CalendarStore(displayZone: zone, backends: [accounts])
/// await store.setListedCalendars(try await accounts.listCalendars().map(\.id))
/// ```
package final class EvolutionBackend: ListingBackend {
  let service: EvolutionService

  /// - Parameter address: the address of the message bus; nil for the session bus.
  package init(address: String? = nil, timeouts: ServiceTimeouts = ServiceTimeouts()) {
    service = EvolutionService(address: address, timeouts: timeouts)
  }

  /// Returns the sources of all calendars, including those that are switched off.
  func sources() async throws(AccountsUnavailable) -> [CalendarSource] {
    try await service.calendars()
  }

  package nonisolated(nonsending) func listCalendars() async throws(AccountsUnavailable) -> [ListedCalendar] {
    try await service.calendars().filter(\.isEnabled).map(\.listedCalendar)
  }

  /// Whether Evolution Data Server is running. This check does not start it: a command lists the calendars of accounts
  /// only if it is already running.
  package func isRunning() async -> Bool { await service.isRunning() }

  /// The new list of calendars whenever it changes. A list that has not been read yet is replaced by the next one.
  package var listings: AsyncStream<[ListedCalendar]> { service.listings }

  package nonisolated(nonsending) func refresh(_ calendar: CalendarID) async throws(StoreError) {
    guard let uid = CalendarSource.uid(of: calendar) else { throw .notFound(location(of: calendar)) }
    do {
      try await service.refresh(uid)
    } catch {
      throw error.whileReading(location(of: calendar))
    }
  }

  package func owns(_ calendar: CalendarID) -> Bool { CalendarSource.uid(of: calendar) != nil }

  package func location(of calendar: CalendarID) -> CalendarLocation {
    let uid = CalendarSource.uid(of: calendar) ?? calendar.key
    return .name(service.names.withLock { $0[uid] } ?? uid)
  }

  package func userAddresses(in calendar: CalendarID) -> Set<String> {
    guard let uid = CalendarSource.uid(of: calendar) else { return [] }
    return service.addresses.withLock { $0[uid] } ?? []
  }

  package func isOnServer(_ calendar: CalendarID) -> Bool {
    guard let uid = CalendarSource.uid(of: calendar) else { return true }
    return service.localCalendars.withLock { !$0.contains(uid) }
  }

  package var changes: AsyncStream<BackendChange> { service.changes }

  package nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError)
    -> BackendCalendar
  {
    guard let uid = CalendarSource.uid(of: calendar) else { throw .notFound(location(of: calendar)) }
    return try await service.load(uid, as: location(of: calendar))
  }

  package nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject? {
    guard let uid = CalendarSource.uid(of: key.calendar), let name = key.file else { return nil }
    return try await service.read(name, in: uid, as: location(of: key.calendar))
  }

  package nonisolated(nonsending) func read(
    _ names: Set<ByteString?>, in calendar: CalendarID
  ) async throws(BackendError) -> [StoredObject] {
    guard let uid = CalendarSource.uid(of: calendar) else { return [] }
    return try await service.read(Set(names.compactMap(\.self)), in: uid, as: location(of: calendar))
  }

  package nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt
  {
    guard let uid = CalendarSource.uid(of: write.key.calendar), write.key.file != nil else {
      throw .failed(.vanished(write.location))
    }
    return try await service.write(write, in: uid)
  }
}
