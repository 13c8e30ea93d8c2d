import CSoup
import CalendarModel
import CalendarStore
import Synchronization

/// Calendars on the web that the user has subscribed to, by webcal, https or http.
///
/// The last good copy of a calendar is shown until another complete calendar replaces it. The key of a calendar is
/// `subscription:` followed by the subscription's identifier rather than its address, which may contain a secret.
///
/// Nothing is read or fetched before the first call, so a program can show files first without delay.
///
/// ```swift
/// let subscriptions = SubscriptionBackend(now: { Instant.now.seconds })
/// let store = CalendarStore(displayZone: zone, backends: [subscriptions])
/// await store.setListedCalendars(try await subscriptions.listCalendars().map(\.id))
/// ```
package final class SubscriptionBackend: SubscriptionManaging {
  static let keyPrefix = "subscription:"

  let service: SubscriptionService

  /// - Parameters:
  ///   - isFetching: whether calendars are fetched; false for the command line, which only reads the copies.
  ///   - now: returns the current time in seconds since 1970.
  ///   - trustedCertificates: the path of a file with certificates to trust instead of the system's, for tests.
  package convenience init(
    isFetching: Bool = true, trustedCertificates: String? = nil, now: @escaping @Sendable () -> Int
  ) {
    self.init(
      Self.files,
      rules: FetchRules(trustedCertificates: trustedCertificates), isFetching: isFetching, now: now)
  }

  private static var files: SubscriptionFiles {
    let data = String(cString: g_get_user_data_dir())
    return SubscriptionFiles(listFolder: "\(data)/handspan/subscriptions", cacheFolder: copiesFolder)
  }

  /// Returns the paths of the last good copies of the user's calendars. Reading them blocks no longer than the disk.
  package static func copies() -> [CalendarID: String] {
    let files = files
    var paths: [CalendarID: String] = [:]
    for subscription in files.subscriptions() where files.hasCopy(of: subscription.id) {
      paths[CalendarID(keyPrefix + subscription.id)] = files.copyPath(of: subscription.id)
    }
    return paths
  }

  /// The folder of the copies of calendars.
  package static var copiesFolder: String {
    String(cString: g_get_user_cache_dir()) + "/handspan/subscriptions"
  }

  init(
    _ files: SubscriptionFiles, rules: FetchRules = FetchRules(), isFetching: Bool = true,
    now: @escaping @Sendable () -> Int,
    pause: @escaping @Sendable (Int) async -> Void = { try? await Task.sleep(for: .seconds($0)) }
  ) {
    service = SubscriptionService(files, rules: rules, isFetching: isFetching, now: now, pause: pause)
  }

  // MARK: Listing

  package nonisolated(nonsending) func listCalendars() async throws(AccountsUnavailable) -> [ListedCalendar] {
    await service.list()
  }

  /// The new list whenever it or the state of a subscription changes. A list that has not been read yet is replaced by
  /// the next one.
  package var listings: AsyncStream<[ListedCalendar]> { service.listings }

  package func host(of address: String) throws(SubscriptionFault) -> String {
    try SubscriptionAddress(address).host
  }

  package nonisolated(nonsending) func add(_ address: String) async throws(SubscriptionFault)
    -> ListedCalendar
  {
    try await service.add(SubscriptionAddress(address))
  }

  package nonisolated(nonsending) func setInterval(_ interval: Int?, of calendar: CalendarID)
    async throws(SubscriptionFault)
  {
    guard let id = Self.id(of: calendar) else { throw .notFound }
    try await service.setInterval(interval, of: id)
  }

  package nonisolated(nonsending) func remove(_ calendar: CalendarID) async {
    if let id = Self.id(of: calendar) { await service.remove(id) }
  }

  package nonisolated(nonsending) func refresh(_ calendar: CalendarID) async throws(StoreError) {
    guard let id = Self.id(of: calendar) else { throw .notFound(location(of: calendar)) }
    guard let fault = await service.refresh(id) else { return }
    throw .unreadable(location(of: calendar), reason: .subscription(fault))
  }

  // MARK: Calendars

  static func id(of calendar: CalendarID) -> String? {
    calendar.key.hasPrefix(keyPrefix) ? String(calendar.key.dropFirst(keyPrefix.count)) : nil
  }

  package func owns(_ calendar: CalendarID) -> Bool { calendar.key.hasPrefix(Self.keyPrefix) }

  package func location(of calendar: CalendarID) -> CalendarLocation {
    .name(Self.id(of: calendar).flatMap { id in service.hosts.withLock { $0[id] } } ?? calendar.key)
  }

  package var changes: AsyncStream<BackendChange> { service.changes }

  package nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError)
    -> BackendCalendar
  {
    guard let id = Self.id(of: calendar), await service.isListed(id) else {
      throw .notFound(location(of: calendar))
    }
    let object: StoredObject
    do throws(SubscriptionFault) {
      object = try await service.object(of: id)
    } catch {
      guard service.isFetching else { throw .offline(location(of: calendar)) }
      throw .unreadable(location(of: calendar), reason: .subscription(error))
    }
    return BackendCalendar(state: .readOnly, objects: [object])
  }

  package nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject? {
    guard let id = Self.id(of: key.calendar), key.file == nil else { return nil }
    return await service.storedCopy(of: id)
  }

  package nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt
  {
    throw .failed(.readOnly(write.location))
  }
}
