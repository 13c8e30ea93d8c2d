import CalendarModel
import CalendarStore
import Synchronization

/// The rules for all fetches.
struct FetchRules: Sendable {
  var limits = FetchLimits()
  var privateNetwork = PrivateNetworkRule()
  var trustedCertificates: String?
}

/// Manages the subscriptions and their copies, and fetches the calendars that are due.
actor SubscriptionService {
  nonisolated let changes: AsyncStream<BackendChange>
  nonisolated let listings: AsyncStream<[ListedCalendar]>
  /// The name of each subscription's server, by the subscription's identifier.
  nonisolated let hosts = Mutex<[String: String]>([:])

  private let changeContinuation: AsyncStream<BackendChange>.Continuation
  private let listingContinuation: AsyncStream<[ListedCalendar]>.Continuation
  private let files: SubscriptionFiles
  private let rules: FetchRules
  nonisolated let isFetching: Bool
  private static let maximumParallelFetches = 4
  /// The maximum number of scalars of a calendar's name, which a server chooses.
  private static let nameLimit = 1_000
  /// Returns the current time in seconds since 1970.
  private let now: @Sendable () -> Int
  /// Waits for a number of seconds between two checks whether a calendar is due.
  private let pause: @Sendable (Int) async -> Void

  /// The subscriptions with their records, in the order in which they were added; nil before they are read.
  private var entries: [Entry]?
  /// The fetches in progress, by the subscription's identifier.
  private var fetchTasks: [String: Task<SubscriptionFault?, Never>] = [:]
  /// Fetches the calendars that are due, and waits until the next one is.
  private var scheduleTask: Task<Void, Never>?

  private struct Entry {
    var subscription: Subscription
    var record: FetchRecord

    var interval: Int {
      RefreshSchedule.interval(chosen: subscription.interval, published: record.publishedInterval)
    }
  }

  init(
    _ files: SubscriptionFiles, rules: FetchRules, isFetching: Bool, now: @escaping @Sendable () -> Int,
    pause: @escaping @Sendable (Int) async -> Void
  ) {
    (self.files, self.rules, self.isFetching, self.now, self.pause) = (files, rules, isFetching, now, pause)
    (changes, changeContinuation) = AsyncStream.makeStream()
    (listings, listingContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit {
    scheduleTask?.cancel()
    changeContinuation.finish()
    listingContinuation.finish()
  }

  // MARK: The list

  /// Returns the subscriptions, and starts to fetch them whenever they are due.
  func list() -> [ListedCalendar] {
    readEntries()
    startSchedule()
    return listedCalendars
  }

  func isListed(_ id: String) -> Bool {
    readEntries()
    return position(of: id) != nil
  }

  private func readEntries() {
    guard entries == nil else { return }
    if isFetching { files.removeUnfinished() }
    entries = files.subscriptions().map {
      var record = files.readRecord(of: $0.id)
      // A calendar without a copy is due at once.
      if !files.hasCopy(of: $0.id) { (record.lastAttempt, record.postponedUntil) = (nil, nil) }
      return Entry(subscription: $0, record: record)
    }
    updateHosts()
  }

  private func updateHosts() {
    let names = Dictionary(
      (entries ?? []).map { ($0.subscription.id, $0.subscription.address.host) }, uniquingKeysWith: { $1 })
    hosts.withLock { $0 = names }
  }

  private func position(of id: String) -> Int? { entries?.firstIndex { $0.subscription.id == id } }

  private var listedCalendars: [ListedCalendar] { (entries ?? []).map(calendar) }

  private func calendar(_ entry: Entry) -> ListedCalendar {
    let host = entry.subscription.address.host
    return ListedCalendar(
      id: CalendarID(SubscriptionBackend.keyPrefix + entry.subscription.id), name: entry.record.name ?? host,
      subscription: SubscriptionStatus(
        host: host, lastRefresh: entry.record.lastRefresh, fault: entry.record.fault,
        interval: entry.subscription.interval))
  }

  private func publish() { listingContinuation.yield(listedCalendars) }

  // MARK: Adding and removing

  func add(_ address: SubscriptionAddress) async throws(SubscriptionFault) -> ListedCalendar {
    readEntries()
    try checkIsNew(address)
    let response: FetchResponse
    do throws(FetchFailure) {
      response = try await fetch(FetchRequest(address: address))
    } catch {
      throw error.fault
    }
    guard case .body(let body) = response else { throw .serverFailed(status: 304) }
    let fetchedCalendar = try FetchedCalendar(
      body.bytes, contentType: body.contentType, limit: rules.limits.bytes)
    // The same address may have been added in the meantime.
    try checkIsNew(address)
    let seconds = now()
    var number = 0
    while position(of: "\(seconds)-\(number)") != nil { number += 1 }
    let subscription = Subscription(id: "\(seconds)-\(number)", address: address)
    var entry = Entry(subscription: subscription, record: FetchRecord())
    try store(body, of: fetchedCalendar, in: &entry)
    files.writeRecord(entry.record, of: subscription.id)
    do throws(SubscriptionFault) {
      try files.store(subscription)
    } catch {
      files.remove(subscription.id)
      throw error
    }
    entries?.append(entry)
    updateHosts()
    publish()
    startSchedule()
    return calendar(entry)
  }

  private func checkIsNew(_ address: SubscriptionAddress) throws(SubscriptionFault) {
    if entries?.contains(where: { $0.subscription.address.url == address.url }) == true {
      throw .alreadySubscribed
    }
  }

  /// Sets how often a subscription is fetched, in seconds; nil to use the interval that its publisher suggests.
  func setInterval(_ interval: Int?, of id: String) throws(SubscriptionFault) {
    readEntries()
    guard let position = position(of: id), var entry = entries?[position] else { throw .notFound }
    entry.subscription.interval = interval
    try files.store(entry.subscription)
    entries?[position] = entry
    publish()
  }

  func remove(_ id: String) {
    readEntries()
    guard let position = position(of: id) else { return }
    entries?.remove(at: position)
    files.remove(id)
    updateHosts()
    publish()
  }

  // MARK: Copies

  /// Returns the last good copy, without waiting for a server. Throws if there is none; a copy that is fetched later is
  /// then reported as a change.
  func object(of id: String) throws(SubscriptionFault) -> StoredObject {
    if let copy = storedCopy(of: id) { return copy }
    throw position(of: id).flatMap { entries?[$0].record.fault } ?? .notFetched
  }

  func storedCopy(of id: String) -> StoredObject? {
    guard let bytes = files.readCopy(of: id, limit: rules.limits.bytes) else { return nil }
    return StoredObject(name: nil, bytes: bytes, version: ObjectVersion(bytes.hashValue), isReadOnly: true)
  }

  // MARK: Fetching

  /// Fetches a subscription now.
  ///
  /// - Returns: why the fetch failed, in which case the last good copy is kept; nil if it succeeded.
  func refresh(_ id: String) async -> SubscriptionFault? {
    readEntries()
    if let fetch = fetchTasks[id] { return await fetch.value }
    let fetch = Task { await self.refreshNow(id) }
    fetchTasks[id] = fetch
    return await fetch.value
  }

  private func refreshNow(_ id: String) async -> SubscriptionFault? {
    defer { fetchTasks[id] = nil }
    guard let oldEntry = position(of: id).flatMap({ entries?[$0] }) else { return .notFound }
    var request = FetchRequest(address: oldEntry.subscription.address)
    let oldCopy = files.readCopy(of: id, limit: rules.limits.bytes)
    request.conditions = oldEntry.record.conditions(hasCopy: oldCopy != nil)
    request.mustBePublic = oldEntry.record.isPublic
    let result: Result<FetchResponse, FetchFailure>
    do throws(FetchFailure) {
      result = .success(try await fetch(request))
    } catch {
      result = .failure(error)
    }
    // The subscription may have been changed or removed in the meantime.
    guard let position = position(of: id), var entry = entries?[position] else { return .notFound }
    var hasChanged = false
    do throws(SubscriptionFault) {
      switch result {
      case .failure(let failure):
        entry.record.recordFailure(failure.fault, retryAfter: failure.retryAfter, at: now())
      case .success(.notModified): entry.record.recordSuccess(at: now())
      case .success(.body(let body)):
        let fetchedCalendar = try FetchedCalendar(
          body.bytes, contentType: body.contentType, limit: rules.limits.bytes)
        hasChanged = body.bytes != oldCopy
        try store(body, of: fetchedCalendar, in: &entry)
      }
    } catch {
      entry.record.recordFailure(error, at: now())
    }
    files.writeRecord(entry.record, of: id)
    entries?[position] = entry
    publish()
    if hasChanged { reportChange(of: CalendarID(SubscriptionBackend.keyPrefix + id)) }
    return entry.record.fault
  }

  private func reportChange(of calendar: CalendarID) {
    // A calendar without a copy was not available until now.
    changeContinuation.yield(.state(calendar, .readOnly))
    changeContinuation.yield(.objects(calendar, nil))
  }

  private func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchResponse {
    var request = request
    request.limits = rules.limits
    request.privateNetwork = rules.privateNetwork
    request.trustedCertificates = rules.trustedCertificates
    return try await Fetch.run(request)
  }

  /// Replaces the stored copy, and updates its record.
  private func store(_ body: FetchedBody, of calendar: FetchedCalendar, in entry: inout Entry)
    throws(SubscriptionFault)
  {
    try files.writeCopy(body.bytes, of: entry.subscription.id)
    let name = String(String.UnicodeScalarView((calendar.name ?? "").unicodeScalars.prefix(Self.nameLimit)))
    entry.record.name = name.isEmpty ? nil : name
    entry.record.isPublic = body.isPublic || entry.record.isPublic
    entry.record.entityTag = body.entityTag
    entry.record.lastModified = body.lastModified
    entry.record.publishedInterval = calendar.publishedInterval
    entry.record.recordSuccess(at: now())
  }

  // MARK: The schedule

  /// Starts to fetch calendars whenever they are due, for as long as the service exists.
  private func startSchedule() {
    guard isFetching, scheduleTask == nil, entries?.isEmpty == false else { return }
    scheduleTask = Task { [weak self, pause] in
      while !Task.isCancelled, let seconds = await self?.fetchDue() { await pause(seconds) }
    }
  }

  /// Fetches the calendars that are due, several at a time, so that a slow server hardly delays the others.
  ///
  /// - Returns: the time in seconds after which to check again whether a calendar is due.
  private func fetchDue() async -> Int {
    var dueIDs = (entries ?? []).filter(isDue).map(\.subscription.id)[...]
    await withTaskGroup(of: Void.self) { group in
      for id in dueIDs.prefix(Self.maximumParallelFetches) { group.addTask { _ = await self.refresh(id) } }
      dueIDs = dueIDs.dropFirst(Self.maximumParallelFetches)
      while await group.next() != nil {
        if let id = dueIDs.popFirst() { group.addTask { _ = await self.refresh(id) } }
      }
    }
    let nextFetch = (entries ?? []).map { RefreshSchedule.nextFetch($0.record, interval: $0.interval) }.min()
    // In the meantime, the clock may be changed and subscriptions may be added.
    return min(900, max(15, (nextFetch ?? .max) - min(now(), nextFetch ?? .max)))
  }

  private func isDue(_ entry: Entry) -> Bool {
    RefreshSchedule.isDue(entry.record, interval: entry.interval, now: now())
  }
}
