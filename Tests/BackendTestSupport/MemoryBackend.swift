import CalendarModel
import CalendarStore
import Dispatch
import Synchronization

/// Calendars that are in memory and have no paths, as those of an account: every answer comes later, from a thread of
/// their own, and other programs change them too.
///
/// Calendars are named `memory:` and something. A test makes them by `add`, changes them as another program by `put` and
/// `remove`, and says by `next` what becomes of a write.
package final class MemoryBackend: CalendarBackend {
  /// What becomes of a write.
  package enum Fate: Sendable {
    /// No answer comes, though it was written.
    case writtenWithoutAnswer
    /// No answer comes, and nothing was written.
    case lostWithoutAnswer
    /// Somebody else is just writing.
    case busy
    /// Another program writes that text in the last moment.
    case overtaken(by: String)
  }

  private struct Shelf {
    var hasManyObjects: Bool
    var state = CalendarState.ready
    var objects: [ByteString?: StoredObject] = [:]
  }

  private struct State {
    var shelves: [CalendarID: Shelf] = [:]
    var fates: [Fate] = []
    var lastVersion = 0
    var delay: Duration
    var writing: [CalendarID: Int] = [:]
    var maximumConcurrentWrites = 0
    var writes: [ObjectKey] = []
    var normalize: (@Sendable (String) -> String)?
  }

  package let changes: AsyncStream<BackendChange>
  private let report: AsyncStream<BackendChange>.Continuation
  private let state: Mutex<State>
  private let thread = DispatchQueue(label: "calendars in memory")

  /// - Parameter delay: how long an answer takes.
  package init(delay: Duration = .milliseconds(3)) {
    state = Mutex(State(delay: delay))
    (changes, report) = AsyncStream.makeStream()
  }

  // MARK: For the store

  package func owns(_ calendar: CalendarID) -> Bool { calendar.key.hasPrefix("memory:") }

  package func location(of calendar: CalendarID) -> CalendarLocation {
    let name = calendar.key.dropFirst("memory:".count)
    return .name(name.split(separator: "/").last.map(String.init) ?? String(name))
  }

  package nonisolated(nonsending) func load(_ calendar: CalendarID) async throws(StoreError)
    -> BackendCalendar
  {
    let found: BackendCalendar? = await answer { state in
      guard let shelf = state.shelves[calendar], shelf.state != .notAvailable else { return nil }
      let objects = shelf.objects.values.sorted { ($0.name ?? "") < ($1.name ?? "") }
      return BackendCalendar(hasManyObjects: shelf.hasManyObjects, state: shelf.state, objects: objects)
    }
    guard let found else { throw .notFound(location(of: calendar)) }
    return found
  }

  package nonisolated(nonsending) func read(_ key: ObjectKey) async throws(BackendError) -> StoredObject? {
    await answer { state in state.shelves[key.calendar]?.objects[key.file] }
  }

  package nonisolated(nonsending) func write(_ write: ObjectWrite) async throws(BackendError) -> WriteReceipt
  {
    begin(write.key)
    let result = await answer { [weak self] state in
      let result = Self.make(write, in: &state)
      if case .success = result { self?.report.yield(.objects(write.key.calendar, [write.key.file])) }
      return result
    }
    end(write.key)
    return try result.get()
  }

  private static func make(_ write: ObjectWrite, in state: inout State) -> Result<WriteReceipt, BackendError>
  {
    let (key, location) = (write.key, write.location)
    switch state.shelves[key.calendar]?.state {
    case .ready: break
    case .readOnly: return .failure(.failed(.readOnly(location)))
    case .offline: return .failure(.failed(.offline(location)))
    case .needsSignIn: return .failure(.failed(.signInNeeded(location)))
    case .notAvailable, nil: return .failure(.failed(.vanished(location)))
    }
    let fate = state.fates.isEmpty ? nil : state.fates.removeFirst()
    switch fate {
    case .busy: return .failure(.busy)
    case .lostWithoutAnswer: return .failure(.unknown)
    case .overtaken(let text): store(Array(text.utf8), as: key, in: &state)
    case .writtenWithoutAnswer, nil: break
    }
    let known = state.shelves[key.calendar]?.objects[key.file]?.version
    // What is to be removed and is gone is no conflict.
    if write.bytes == nil, known == nil { return .success(WriteReceipt(nil)) }
    guard known == write.version else { return .failure(.changed) }
    let bytes = write.bytes.map { bytes in
      state.normalize.map { Array($0(String(decoding: bytes, as: UTF8.self)).utf8) } ?? bytes
    }
    store(bytes, as: key, in: &state)
    if case .writtenWithoutAnswer = fate { return .failure(.unknown) }
    return .success(WriteReceipt(state.shelves[key.calendar]?.objects[key.file]))
  }

  private static func store(_ bytes: [UInt8]?, as key: ObjectKey, in state: inout State) {
    state.lastVersion += 1
    let version = ObjectVersion(state.lastVersion)
    state.shelves[key.calendar]?.objects[key.file] = bytes.map {
      StoredObject(name: key.file, bytes: $0, version: version)
    }
  }

  /// An answer, from another thread and later.
  private nonisolated(nonsending) func answer<Answer: Sendable>(
    _ body: @escaping @Sendable (inout State) -> Answer
  ) async -> Answer {
    let delay = state.withLock { $0.delay }
    return await withCheckedContinuation { continuation in
      let nanoseconds = Int(delay / .nanoseconds(1))
      thread.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) { [self] in
        continuation.resume(returning: state.withLock { body(&$0) })
      }
    }
  }

  private func begin(_ key: ObjectKey) {
    state.withLock {
      $0.writes.append(key)
      $0.writing[key.calendar, default: 0] += 1
      $0.maximumConcurrentWrites = max($0.maximumConcurrentWrites, $0.writing[key.calendar] ?? 0)
    }
  }

  private func end(_ key: ObjectKey) { state.withLock { $0.writing[key.calendar, default: 1] -= 1 } }

  // MARK: For tests

  /// Adds an empty calendar.
  @discardableResult
  package func add(_ name: String, hasManyObjects: Bool = false) -> CalendarID {
    let calendar = CalendarID("memory:\(name)")
    state.withLock { $0.shelves[calendar] = Shelf(hasManyObjects: hasManyObjects) }
    report.yield(.state(calendar, .ready))
    return calendar
  }

  /// Whether there is such a calendar.
  package func has(_ calendar: CalendarID) -> Bool { state.withLock { $0.shelves[calendar] != nil } }

  /// Writes an object, as another program.
  ///
  /// - Parameter isReported: false for what was there before the store, which would look at it later.
  package func put(
    _ text: String, as name: ByteString? = nil, in calendar: CalendarID, isReported: Bool = true
  ) {
    state.withLock { Self.store(Array(text.utf8), as: ObjectKey(calendar: calendar, file: name), in: &$0) }
    if isReported { report.yield(.objects(calendar, [name])) }
  }

  /// Removes an object, as another program.
  package func remove(_ name: ByteString? = nil, in calendar: CalendarID) {
    state.withLock { Self.store(nil, as: ObjectKey(calendar: calendar, file: name), in: &$0) }
    report.yield(.objects(calendar, nil))
  }

  /// What is stored.
  package func text(_ name: ByteString? = nil, in calendar: CalendarID) -> String? {
    state.withLock { state in
      state.shelves[calendar]?.objects[name].map { String(decoding: $0.bytes, as: UTF8.self) }
    }
  }

  /// The names of a calendar's objects.
  package func names(in calendar: CalendarID) -> [ByteString] {
    state.withLock { $0.shelves[calendar]?.objects.keys.compactMap { $0 }.sorted() ?? [] }
  }

  /// Says what can be done with a calendar from now on.
  package func set(_ new: CalendarState, of calendar: CalendarID) {
    state.withLock { $0.shelves[calendar]?.state = new }
    report.yield(.state(calendar, new))
  }

  /// What becomes of the next writes.
  package func next(_ fates: Fate...) { state.withLock { $0.fates += fates } }

  /// Lets every answer wait until `resume`.
  package func suspend() { thread.suspend() }

  /// Gives the answers that waited.
  package func resume() { thread.resume() }

  /// Puts what is written in another way, as a server does.
  package func normalize(_ body: @escaping @Sendable (String) -> String) {
    state.withLock { $0.normalize = body }
  }

  /// The most writes of one calendar that were under way at a time.
  package var maximumConcurrentWrites: Int { state.withLock { $0.maximumConcurrentWrites } }

  /// What was to be written, in order.
  package var writes: [ObjectKey] { state.withLock { $0.writes } }
}
