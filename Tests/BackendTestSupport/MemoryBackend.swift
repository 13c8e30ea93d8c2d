import CalendarModel
import CalendarStore
import Dispatch
import Synchronization

/// Calendars in memory without paths, like those of an online account: answers arrive after a delay, on
/// another thread, and other programs can change the calendars.
///
/// The keys of the calendars begin with `memory:`. A test creates calendars with `add`, changes them as
/// another program would with `put` and `remove`, and sets the outcomes of writes with `setOutcomes`.
package final class MemoryBackend: ListingBackend {
  /// The outcome of a write.
  package enum WriteOutcome: Sendable {
    /// No answer arrives, but the object was written.
    case writtenWithoutAnswer
    /// No answer arrives, and nothing was written.
    case lostWithoutAnswer
    /// No answer arrives, and the object is written only when the test calls `carryOutLateWrites`.
    case writtenLate
    /// The calendar goes offline, and nothing was written.
    case disconnected
    /// Another program is writing.
    case busy
    /// The object cannot be stored as it is.
    case refused(FaultReason)
    /// Another program writes this text just before the write.
    case overtaken(by: String)
  }

  private struct MemoryCalendar {
    var hasSeparateObjects: Bool
    var state = CalendarState.ready
    var objects: [ByteString?: StoredObject] = [:]
  }

  private struct ReadFailure {
    let names: Set<ByteString?>?
    let error: BackendError
    var remainingCount: Int
  }

  private struct State {
    var memoryCalendars: [CalendarID: MemoryCalendar] = [:]
    /// The outcomes of the next writes; nil for a write without a fault.
    var outcomes: [WriteOutcome?] = []
    var beforeNextWrite: (@Sendable () async -> Void)?
    var lateWrites: [ObjectWrite] = []
    var readFailures: [ReadFailure] = []
    var lastVersion = 0
    var delay: Duration
    var activeWrites: [CalendarID: Int] = [:]
    var maximumConcurrentWrites = 0
    var attemptedWrites: [ObjectKey] = []
    var readRequests: [Set<ByteString?>] = []
    var normalization: (@Sendable (String) -> String)?
    var listing: Result<[ListedCalendar], AccountsUnavailable> = .success([])
    var userAddresses: [CalendarID: Set<String>] = [:]
    var localCalendars: Set<CalendarID> = []
  }

  package let changes: AsyncStream<BackendChange>
  package let listings: AsyncStream<[ListedCalendar]>
  private let listingContinuation: AsyncStream<[ListedCalendar]>.Continuation
  private let changeContinuation: AsyncStream<BackendChange>.Continuation
  private let state: Mutex<State>
  private let queue = DispatchQueue(label: "calendars in memory")

  /// - Parameter delay: the time before each answer.
  package init(delay: Duration = .milliseconds(3)) {
    state = Mutex(State(delay: delay))
    (changes, changeContinuation) = AsyncStream.makeStream()
    (listings, listingContinuation) = AsyncStream.makeStream()
  }

  // MARK: Used by the store

  package func owns(_ calendar: CalendarID) -> Bool { calendar.key.hasPrefix("memory:") }

  package func location(of calendar: CalendarID) -> CalendarLocation {
    let name = calendar.key.dropFirst("memory:".count)
    return .name(name.split(separator: "/").last.map(String.init) ?? String(name))
  }

  package func userAddresses(in calendar: CalendarID) -> Set<String> {
    state.withLock { $0.userAddresses[calendar] ?? [] }
  }

  package func isOnServer(_ calendar: CalendarID) -> Bool {
    state.withLock { !$0.localCalendars.contains(calendar) }
  }

  package nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError)
    -> BackendCalendar
  {
    let backendCalendar: BackendCalendar? = await answer { state in
      guard let memoryCalendar = state.memoryCalendars[calendar], memoryCalendar.state != .notAvailable else {
        return nil
      }
      let objects = memoryCalendar.objects.values.sorted { ($0.name ?? "") < ($1.name ?? "") }
      return BackendCalendar(
        hasSeparateObjects: memoryCalendar.hasSeparateObjects, state: memoryCalendar.state, objects: objects)
    }
    guard let backendCalendar else { throw .notFound(location(of: calendar)) }
    return backendCalendar
  }

  package nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject? {
    try await read([key.file], in: key.calendar).first
  }

  package nonisolated(nonsending) func read(
    _ names: Set<ByteString?>, in calendar: CalendarID
  ) async throws(BackendError) -> [StoredObject] {
    state.withLock { $0.readRequests.append(names) }
    let result = await answer { state -> Result<[StoredObject], BackendError> in
      if let error = Self.takeReadFailure(of: names, in: &state) { return .failure(error) }
      return .success(names.compactMap { state.memoryCalendars[calendar]?.objects[$0] })
    }
    return try result.get()
  }

  private static func takeReadFailure(of names: Set<ByteString?>, in state: inout State) -> BackendError? {
    guard
      let index = state.readFailures.firstIndex(where: {
        $0.remainingCount > 0 && $0.names?.isDisjoint(with: names) != true
      })
    else { return nil }
    state.readFailures[index].remainingCount -= 1
    return state.readFailures[index].error
  }

  package nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt
  {
    beginWrite(write.key)
    let beforeWrite = state.withLock { state in
      defer { state.beforeNextWrite = nil }
      return state.beforeNextWrite
    }
    await beforeWrite?()
    let result = await answer { [weak self] state in
      let result = Self.perform(write, in: &state)
      if case .success = result {
        self?.changeContinuation.yield(.objects(write.key.calendar, [write.key.file]))
      }
      return result
    }
    endWrite(write.key)
    return try result.get()
  }

  private static func perform(_ write: ObjectWrite, in state: inout State) -> Result<
    WriteReceipt, BackendError
  > {
    let (key, location) = (write.key, write.location)
    switch state.memoryCalendars[key.calendar]?.state {
    case .ready: break
    case .readOnly: return .failure(.failed(.readOnly(location)))
    case .offline: return .failure(.failed(.offline(location)))
    case .serverError(let message): return .failure(.failed(.serverError(location, message: message)))
    case .needsSignIn: return .failure(.failed(.signInNeeded(location)))
    case .notAvailable, nil: return .failure(.failed(.vanished(location)))
    }
    let outcome = state.outcomes.isEmpty ? nil : state.outcomes.removeFirst()
    switch outcome {
    case .busy: return .failure(.busy)
    case .refused(let reason): return .failure(.refused(reason))
    case .lostWithoutAnswer: return .failure(.outcomeUnknown)
    case .writtenLate:
      state.lateWrites.append(write)
      return .failure(.outcomeUnknown)
    case .disconnected:
      state.memoryCalendars[key.calendar]?.state = .offline
      return .failure(.failed(.offline(location)))
    case .overtaken(let text): store(Array(text.utf8), as: key, in: &state)
    case .writtenWithoutAnswer, nil: break
    }
    let currentVersion = state.memoryCalendars[key.calendar]?.objects[key.file]?.version
    // Removing an object that is already gone is not a conflict.
    if write.bytes == nil, currentVersion == nil { return .success(WriteReceipt(nil)) }
    guard currentVersion == write.version else { return .failure(.changed) }
    let bytes = write.bytes.map { bytes in
      state.normalization.map { Array($0(String(decoding: bytes, as: UTF8.self)).utf8) } ?? bytes
    }
    store(bytes, as: key, in: &state)
    if case .writtenWithoutAnswer = outcome { return .failure(.outcomeUnknown) }
    return .success(WriteReceipt(state.memoryCalendars[key.calendar]?.objects[key.file]))
  }

  private static func store(_ bytes: [UInt8]?, as key: ObjectKey, in state: inout State) {
    state.lastVersion += 1
    let version = ObjectVersion(state.lastVersion)
    state.memoryCalendars[key.calendar]?.objects[key.file] = bytes.map {
      StoredObject(name: key.file, bytes: $0, version: version)
    }
  }

  package nonisolated(nonsending) func listCalendars() async throws(AccountsUnavailable) -> [ListedCalendar] {
    try await answer { $0.listing }.get()
  }

  /// Does nothing: the calendars are always current.
  package nonisolated(nonsending) func refresh(_ calendar: CalendarID) async throws(StoreError) {}

  /// Computes an answer after the delay, on a different thread.
  private nonisolated(nonsending) func answer<Answer: Sendable>(
    _ body: @escaping @Sendable (inout State) -> Answer
  ) async -> Answer {
    let delay = state.withLock { $0.delay }
    return await withCheckedContinuation { continuation in
      let nanoseconds = Int(delay / .nanoseconds(1))
      queue.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
        continuation.resume(returning: state.withLock { body(&$0) })
      }
    }
  }

  private func beginWrite(_ key: ObjectKey) {
    state.withLock {
      $0.attemptedWrites.append(key)
      $0.activeWrites[key.calendar, default: 0] += 1
      $0.maximumConcurrentWrites = max($0.maximumConcurrentWrites, $0.activeWrites[key.calendar] ?? 0)
    }
  }

  private func endWrite(_ key: ObjectKey) {
    state.withLock { $0.activeWrites[key.calendar, default: 1] -= 1 }
  }

  // MARK: Used by tests

  /// Adds an empty calendar.
  @discardableResult
  package func add(_ name: String, hasSeparateObjects: Bool = false) -> CalendarID {
    let calendar = CalendarID("memory:\(name)")
    state.withLock { $0.memoryCalendars[calendar] = MemoryCalendar(hasSeparateObjects: hasSeparateObjects) }
    changeContinuation.yield(.state(calendar, .ready))
    return calendar
  }

  /// Returns whether this calendar exists.
  package func has(_ calendar: CalendarID) -> Bool { state.withLock { $0.memoryCalendars[calendar] != nil } }

  /// Writes an object, as another program would.
  ///
  /// - Parameter isReported: whether the store is notified; false for an object that is already there when the
  ///   calendar is opened.
  package func put(
    _ text: String, as name: ByteString? = nil, in calendar: CalendarID, isReported: Bool = true
  ) {
    state.withLock { Self.store(Array(text.utf8), as: ObjectKey(calendar: calendar, file: name), in: &$0) }
    if isReported { changeContinuation.yield(.objects(calendar, [name])) }
  }

  /// Removes an object, as another program would.
  package func remove(_ name: ByteString? = nil, in calendar: CalendarID) {
    state.withLock { Self.store(nil, as: ObjectKey(calendar: calendar, file: name), in: &$0) }
    changeContinuation.yield(.objects(calendar, [name]))
  }

  /// Returns the stored text of an object; nil if there is none.
  package func text(_ name: ByteString? = nil, in calendar: CalendarID) -> String? {
    state.withLock { state in
      state.memoryCalendars[calendar]?.objects[name].map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }

  /// Returns the names of a calendar's objects.
  package func names(in calendar: CalendarID) -> [ByteString] {
    state.withLock { $0.memoryCalendars[calendar]?.objects.keys.compactMap { $0 }.sorted() ?? [] }
  }

  /// Sets the state of a calendar.
  package func set(_ newState: CalendarState, of calendar: CalendarID) {
    state.withLock { $0.memoryCalendars[calendar]?.state = newState }
    changeContinuation.yield(.state(calendar, newState))
  }

  /// Reports that a confirmed write was lost.
  package func reportLoss(of text: String, as name: ByteString, in calendar: CalendarID) {
    changeContinuation.yield(.lost(ObjectKey(calendar: calendar, file: name), Array(text.utf8)))
  }

  /// Sets the list of calendars, and reports it.
  package func setListedCalendars(_ calendars: [ListedCalendar]) {
    state.withLock { $0.listing = .success(calendars) }
    listingContinuation.yield(calendars)
  }

  /// Sets the user's addresses in a calendar.
  package func setUserAddresses(_ addresses: Set<String>, in calendar: CalendarID) {
    state.withLock { $0.userAddresses[calendar] = addresses }
  }

  /// Makes a calendar known to be on this computer.
  package func setLocal(_ calendar: CalendarID) {
    state.withLock { _ = $0.localCalendars.insert(calendar) }
  }

  /// Makes listing the calendars fail.
  package func failListing(_ reason: AccountsUnavailable) {
    state.withLock { $0.listing = .failure(reason) }
  }

  /// Sets what happens while the next write is on its way.
  package func setBeforeNextWrite(_ body: @escaping @Sendable () async -> Void) {
    state.withLock { $0.beforeNextWrite = body }
  }

  /// Sets the outcomes of the next writes, in order.
  package func setOutcomes(_ outcomes: WriteOutcome?...) { state.withLock { $0.outcomes += outcomes } }

  /// Makes reading several objects, or a single one, fail.
  ///
  /// - Parameters:
  ///   - names: the objects that cannot be read; nil for all.
  ///   - count: the number of reads that fail.
  package func failReads(of names: Set<ByteString?>? = nil, with error: BackendError, count: Int = 1) {
    state.withLock {
      $0.readFailures.append(ReadFailure(names: names, error: error, remainingCount: count))
    }
  }

  /// Carries out the writes with the outcome `writtenLate`, as a server does once it works again, and reports them.
  package func carryOutLateWrites() {
    let writes = state.withLock { state in
      defer { state.lateWrites = [] }
      for write in state.lateWrites { Self.store(write.bytes, as: write.key, in: &state) }
      return state.lateWrites
    }
    for write in writes { changeContinuation.yield(.objects(write.key.calendar, [write.key.file])) }
  }

  /// Delays every answer until `resume` is called.
  package func suspend() { queue.suspend() }

  /// Sends the delayed answers.
  package func resume() { queue.resume() }

  /// Sets a function that transforms each written object before it is stored, as a server might.
  package func setNormalization(_ body: @escaping @Sendable (String) -> String) {
    state.withLock { $0.normalization = body }
  }

  /// The maximum number of concurrent writes to one calendar.
  package var maximumConcurrentWrites: Int { state.withLock { $0.maximumConcurrentWrites } }

  /// The keys of all attempted writes, in order.
  package var attemptedWrites: [ObjectKey] { state.withLock { $0.attemptedWrites } }

  /// The names of the objects requested by each call that reads several objects, in order.
  package var readRequests: [Set<ByteString?>] { state.withLock { $0.readRequests } }
}
