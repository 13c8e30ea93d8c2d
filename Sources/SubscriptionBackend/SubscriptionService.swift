import CalendarModel
import CalendarStore
import Synchronization

/// The rules of all fetches.
struct FetchRules: Sendable {
  var limits = FetchLimits()
  var privateNetwork = PrivateNetworkRule()
  var trustedCertificates: String?
}

/// Keeps the subscriptions and their copies, and fetches those that are due.
actor SubscriptionService {
  nonisolated let changes: AsyncStream<BackendChange>
  nonisolated let listings: AsyncStream<[AccountCalendar]>
  /// The names of the servers, by the identifiers of the subscriptions.
  nonisolated let hosts = Mutex<[String: String]>([:])

  private let changeContinuation: AsyncStream<BackendChange>.Continuation
  private let listingContinuation: AsyncStream<[AccountCalendar]>.Continuation
  private let files: SubscriptionFiles
  private let rules: FetchRules
  nonisolated let isFetching: Bool
  /// How many subscriptions are fetched at the same time when they are due.
  private static let parallelFetches = 4
  private let now: @Sendable () -> Int

  /// The subscriptions with what is known of them, in the order in which they were added; nil before they are read.
  private var entries: [Entry]?
  private var fetches: [String: Task<SubscriptionFault?, Never>] = [:]
  /// Fetches what is due, and waits for what is due next.
  private var schedule: Task<Void, Never>?

  /// Whether what was due at the start has been fetched.
  private var isFirstRoundDone = false
  private var firstRoundContinuations: [CheckedContinuation<Void, Never>] = []

  private struct Entry {
    var subscription: Subscription
    var record: FetchRecord

    var interval: Int {
      RefreshSchedule.interval(chosen: subscription.interval, published: record.published)
    }
  }

  init(_ files: SubscriptionFiles, rules: FetchRules, isFetching: Bool, now: @escaping @Sendable () -> Int) {
    (self.files, self.rules, self.isFetching, self.now) = (files, rules, isFetching, now)
    (changes, changeContinuation) = AsyncStream.makeStream()
    (listings, listingContinuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  deinit {
    schedule?.cancel()
    changeContinuation.finish()
    listingContinuation.finish()
  }

  // MARK: The list

  /// Returns the subscriptions, and from now on fetches those that are due.
  func list() -> [AccountCalendar] {
    readEntries()
    startSchedule()
    return listed
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
      // Without a copy, there is nothing that would be recent enough.
      if !files.hasCopy(of: $0.id) { (record.attempted, record.postponed) = (nil, nil) }
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

  private var listed: [AccountCalendar] { (entries ?? []).map(calendar) }

  private func calendar(_ entry: Entry) -> AccountCalendar {
    let host = entry.subscription.address.host
    return AccountCalendar(
      id: CalendarID(SubscriptionBackend.prefix + entry.subscription.id), name: entry.record.name ?? host,
      subscription: SubscriptionStatus(
        host: host, fetched: entry.record.fetched, fault: entry.record.fault,
        interval: entry.subscription.interval))
  }

  private func publish() { listingContinuation.yield(listed) }

  // MARK: Adding and removing

  func add(_ address: SubscriptionAddress) async throws(SubscriptionFault) -> AccountCalendar {
    readEntries()
    try checkIsNew(address)
    let answer: FetchAnswer
    do throws(FetchFailure) {
      answer = try await fetch(FetchRequest(address: address))
    } catch {
      throw error.fault
    }
    guard case .body(let body) = answer else { throw .serverFailed(status: 304) }
    let fetched = try FetchedCalendar(
      body.bytes, contentType: body.contentType, limit: rules.limits.bytes)
    // The user may have asked twice.
    try checkIsNew(address)
    let moment = now()
    var number = 0
    while position(of: "\(moment)-\(number)") != nil { number += 1 }
    let subscription = Subscription(id: "\(moment)-\(number)", address: address)
    var entry = Entry(subscription: subscription, record: FetchRecord())
    try store(body, fetched, in: &entry)
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

  /// Sets how often a subscription is fetched, in seconds; nil to follow its publisher.
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

  /// Returns the last good copy, without waiting for a server. When there is none, one that is fetched later is
  /// reported as a change.
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
  /// - Returns: why that failed; nil if it did not. The last good copy then stays.
  func refresh(_ id: String) async -> SubscriptionFault? {
    readEntries()
    if let fetch = fetches[id] { return await fetch.value }
    let fetch = Task { await self.refreshNow(id) }
    fetches[id] = fetch
    return await fetch.value
  }

  private func refreshNow(_ id: String) async -> SubscriptionFault? {
    defer { fetches[id] = nil }
    guard let entry = position(of: id).flatMap({ entries?[$0] }) else { return .notFound }
    var request = FetchRequest(address: entry.subscription.address)
    let old = files.readCopy(of: id, limit: rules.limits.bytes)
    request.conditions = entry.record.conditions(hasCopy: old != nil)
    let result: Result<FetchAnswer, FetchFailure>
    do throws(FetchFailure) {
      result = .success(try await fetch(request))
    } catch {
      result = .failure(error)
    }
    // It may have been removed in the meantime.
    guard let position = position(of: id), var updated = entries?[position] else { return .notFound }
    var hasChanged = false
    do throws(SubscriptionFault) {
      switch result {
      case .failure(let failure): updated.record.failed(failure.fault, pause: failure.pause, at: now())
      case .success(.notModified): updated.record.succeeded(at: now())
      case .success(.body(let body)):
        let fetched = try FetchedCalendar(
          body.bytes, contentType: body.contentType, limit: rules.limits.bytes)
        hasChanged = body.bytes != old
        try store(body, fetched, in: &updated)
      }
    } catch {
      updated.record.failed(error, at: now())
    }
    files.writeRecord(updated.record, of: id)
    entries?[position] = updated
    publish()
    if hasChanged {
      let calendar = CalendarID(SubscriptionBackend.prefix + id)
      // A calendar without a copy was not available until now.
      changeContinuation.yield(.state(calendar, .readOnly))
      changeContinuation.yield(.objects(calendar, nil))
    }
    return updated.record.fault
  }

  private func fetch(_ request: FetchRequest) async throws(FetchFailure) -> FetchAnswer {
    var request = request
    request.limits = rules.limits
    request.privateNetwork = rules.privateNetwork
    request.trustedCertificates = rules.trustedCertificates
    return try await Fetch.run(request)
  }

  /// Replaces the copy, and records it.
  private func store(_ body: FetchedBody, _ fetched: FetchedCalendar, in entry: inout Entry)
    throws(SubscriptionFault)
  {
    try files.writeCopy(body.bytes, of: entry.subscription.id)
    entry.record.name = fetched.name.flatMap { $0.isEmpty ? nil : $0 }
    entry.record.tag = body.tag
    entry.record.modified = body.modified
    entry.record.published = fetched.publishedInterval
    entry.record.succeeded(at: now())
  }

  // MARK: The schedule

  /// Fetches what is due, as long as the service exists.
  private func startSchedule() {
    guard isFetching, schedule == nil, entries?.isEmpty == false else { return }
    schedule = Task { [weak self] in
      while !Task.isCancelled, let pause = await self?.fetchDue() {
        try? await Task.sleep(for: .seconds(pause))
      }
    }
  }

  /// Fetches what is due. A server that is slow delays few others.
  ///
  /// - Returns: the time in seconds until something is due again.
  private func fetchDue() async -> Int {
    var due = (entries ?? []).filter(isDue).map(\.subscription.id)[...]
    await withTaskGroup(of: Void.self) { group in
      for id in due.prefix(Self.parallelFetches) { group.addTask { _ = await self.refresh(id) } }
      due = due.dropFirst(Self.parallelFetches)
      while await group.next() != nil {
        if let id = due.popFirst() { group.addTask { _ = await self.refresh(id) } }
      }
    }
    isFirstRoundDone = true
    for continuation in firstRoundContinuations { continuation.resume() }
    firstRoundContinuations = []
    let next = (entries ?? []).map { RefreshSchedule.nextFetch($0.record, interval: $0.interval) }.min()
    // The clock may be set, and subscriptions may be added, in the meantime.
    return min(900, max(15, (next ?? .max) - min(now(), next ?? .max)))
  }

  /// Waits until what was due at the start has been fetched. For tests.
  func waitForSchedule() async {
    guard schedule != nil, !isFirstRoundDone else { return }
    await withCheckedContinuation { firstRoundContinuations.append($0) }
  }

  private func isDue(_ entry: Entry) -> Bool {
    RefreshSchedule.isDue(entry.record, interval: entry.interval, now: now())
  }
}
