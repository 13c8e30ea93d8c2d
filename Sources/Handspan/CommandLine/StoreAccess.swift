import CalendarModel
import CalendarStore
import Dispatch
import Synchronization
import UserSettings

/// Gives commands synchronous access to the store, one operation at a time.
struct StoreAccess {
  /// The maximum time to wait for another program to finish writing to a file.
  private static let timeout = Duration.seconds(5)

  let store: CalendarStore
  private(set) var snapshot: StoreSnapshot
  private let deadline: ContinuousClock.Instant

  /// Opens calendars for reading.
  ///
  /// - Parameters:
  ///   - paths: paths, or IDs in `KnownCalendars`.
  ///   - zone: the display zone.
  /// - Throws: `CommandFailure` if another program does not finish writing to one of the calendars in time.
  init(paths: [String], zone: Zone) throws {
    self.init(opening: try KnownCalendars.paths(for: paths), isReadOnly: true, zone: zone)
    try waitForWriters { $0.filesBeingWritten.first }
  }

  /// Opens one calendar for writing.
  ///
  /// - Parameters:
  ///   - path: its path, or its ID in `KnownCalendars`.
  ///   - isForced: whether the calendar may be changed even if its file is incomplete.
  ///   - userAddresses: addresses of the user, in addition to those in the preferences and of accounts.
  /// - Throws: `CommandFailure` if the calendar cannot be opened, or if another program does not finish
  ///   writing to it in time.
  init(path: String, isForced: Bool, userAddresses: [String] = []) throws {
    self.init(opening: try KnownCalendars.paths(for: [path]), zone: SystemZones.shared.local)
    // The preferences are read only if it matters who the user is.
    let mayConcernOthers = snapshot.calendars.contains { Self.isListed($0.id.key) }
    let preferredAddresses =
      mayConcernOthers || snapshot.events.contains { $0.organizer != nil }
      ? MainActor.assumeIsolated { Preferences()[Preferences.myAddresses] } : []
    store.setUserAddresses(Set(preferredAddresses + userAddresses.flatMap(UserAddresses.addresses)))
    // In a folder, only the file of the event matters. `events(uid:)` waits for that file.
    try waitForWriters { $0.calendars.first?.hasSeparateObjects == true ? nil : $0.filesBeingWritten.first }
    if let error = snapshot.failures.first { throw CommandFailure.failed(error) }
    guard isForced else { return }
    let store = store
    snapshot = runBlocking {
      await store.acceptIncompleteFiles()
      return await store.snapshot()
    }
  }

  /// Opens the calendars that a window would reopen, for reading. Missing calendars are listed as unavailable.
  init(lastOpened paths: [String], zone: Zone) {
    self.init(opening: paths, isReopening: true, isReadOnly: true, zone: zone)
  }

  private init(opening paths: [String], isReopening: Bool = false, isReadOnly: Bool = false, zone: Zone) {
    let store = CalendarStore(
      displayZone: zone, isWatching: false, isReadOnly: isReadOnly, backends: Self.backends)
    self.init(store, opening: paths, isReopening: isReopening)
  }

  /// Opens calendars in a store that has none.
  init(_ store: CalendarStore, opening paths: [String], isReopening: Bool = false) {
    self.store = store
    deadline = .now + Self.timeout
    snapshot = runBlocking { await store.open(paths, isReopening: isReopening) }
  }

  /// Whether an ID belongs to a calendar of an account or a subscription, rather than to a file or folder.
  static func isListed(_ id: String) -> Bool { backends.contains { $0.owns(CalendarID(id)) } }

  private static var backends: [any CalendarBackend] {
    guard let accounts = Accounts.shared else { return [Subscriptions.shared] }
    return [accounts, Subscriptions.shared]
  }

  /// Waits until other programs have finished writing.
  ///
  /// - Parameter locationToAwait: returns a file that is still being written; nil if there is none to wait for.
  private mutating func waitForWriters(_ locationToAwait: (StoreSnapshot) -> CalendarLocation?) throws {
    let store = store
    while let location = locationToAwait(snapshot) {
      guard ContinuousClock.now < deadline else { throw CommandFailure.failed(.beingWritten(location)) }
      snapshot = runBlocking {
        try? await Task.sleep(for: .milliseconds(50))
        await store.rescan()
        return await store.snapshot()
      }
    }
  }

  /// Returns the position of each event in its file.
  func positions() -> [EventID: EventPosition] {
    let store = store
    return runBlocking { await store.eventPositions() }
  }

  /// Returns the event at a position, or all events of its series in the file.
  ///
  /// - Throws: `CommandFailure` if there is no such event, in particular because the file has changed since the position
  ///   was printed.
  func events(at position: EventPosition) throws -> [CalendarEvent] {
    let ids = positions().filter { $0.value == position }.keys
    // The same event can be in several files of a folder that have the same contents.
    let id = ids.min { ($0.file ?? "", $0.duplicate) < ($1.file ?? "", $1.duplicate) }
    guard let id else {
      throw CommandFailure.failed(
        Language.translator.tr(
          "No event has this index, or the calendar has changed since it was printed. See “handspan list --json”."
        ))
    }
    if let event = snapshot.events.first(where: { $0.id == id }), !event.isRepeating { return [event] }
    return snapshot.events.filter { $0.id.file == id.file && $0.id.isInSameSeries(as: id) && $0.isRepeating }
      .sorted { a, _ in a.id == id }
  }

  /// Returns the events with a UID. Each element is one event, or all events of one series.
  ///
  /// - Throws: `CommandFailure` if no event has the UID.
  mutating func events(uid: String) throws -> [[CalendarEvent]] {
    // The event may be in a file that another program is still writing.
    try waitForWriters { snapshot in
      let matches = snapshot.events.filter { $0.id.uid == ByteString(uid) }
      guard !matches.isEmpty else { return snapshot.filesBeingWritten.first }
      let locations = matches.compactMap { snapshot.location(of: $0.id) }
      return snapshot.filesBeingWritten.first(where: locations.contains)
    }
    let matches = snapshot.events.filter { $0.id.uid == ByteString(uid) }
    guard !matches.isEmpty else { throw CommandFailure.failed(.unknownEvent(uid: uid)) }
    return matches.groupedBySeries()
  }

  /// Returns all problems in the calendars.
  func problems() -> [StoreProblem] {
    let store = store
    return runBlocking { await store.check() }
  }

  /// Writes the name or the color of a folder.
  func set(_ property: CalendarProperty, of calendar: CalendarID) throws {
    let store = store
    let error = runBlocking { () -> StoreError? in
      do throws(StoreError) {
        _ = try await store.set(property, of: calendar)
        return nil
      } catch {
        return error
      }
    }
    if let error { throw CommandFailure.failed(error) }
  }

  /// Performs an edit and waits until the result is on disk.
  ///
  /// - Parameter consent: the people whom a server may notify.
  func perform(_ edit: EventEdit, consent: Consent = .nobody) throws {
    let (store, timeout) = (store, max(.zero, deadline - .now))
    let result = runBlocking { () -> Result<[StoreError], StoreError> in
      do throws(StoreError) {
        return .success(try await store.perform(.edit(edit), waiting: timeout, consent: consent))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success(let warnings):
      for error in warnings { TerminalOutput.printError(error.message(Language.translator)) }
      for notice in runBlocking({ await store.takeNotices() }) {
        TerminalOutput.printError(notice.message(Language.translator))
      }
    case .failure(let error): throw CommandFailure.failed(error)
    }
  }
}

/// Runs asynchronous work and blocks the calling thread until it is done. Use this only in commands, because
/// the main thread of the window must never block.
func runBlocking<Result: Sendable>(_ work: @escaping @Sendable () async -> Result) -> Result {
  let finished = DispatchSemaphore(value: 0)
  let box = ResultBox<Result>()
  Task.detached {
    let result = await work()
    box.value.withLock { $0 = result }
    finished.signal()
  }
  finished.wait()
  guard let result = box.value.withLock({ $0 }) else { preconditionFailure("the work produced no result") }
  return result
}

private final class ResultBox<Result: Sendable>: Sendable {
  let value = Mutex<Result?>(nil)
}

extension [CalendarEvent] {
  /// Returns events that have the same UID, or none, as groups: each is one event, or all events of one series.
  fileprivate func groupedBySeries() -> [[CalendarEvent]] {
    func isChangedOccurrence(_ event: CalendarEvent) -> Bool {
      if case .changed = event.series { true } else { false }
    }
    let wholeEvents = filter { !isChangedOccurrence($0) }
    var changes = filter(isChangedOccurrence)
    // The series may be in another file of the folder.
    let isOneSeries = wholeEvents.isEmpty || wholeEvents.count == 1 && wholeEvents[0].isRepeating
    if isOneSeries || count == 1, self.first.map({ !$0.id.uid.isEmpty }) ?? false {
      return [wholeEvents + changes]
    }
    var groups: [[CalendarEvent]] = []
    for event in wholeEvents {
      let isMaster = if case .master = event.series { true } else { false }
      let own = changes.filter {
        isMaster && $0.id.file == event.id.file && $0.id.isInSameSeries(as: event.id)
      }
      groups.append([event] + own)
      changes.removeAll { change in own.contains { $0.id == change.id } }
    }
    return groups + changes.map { [$0] }
  }
}
