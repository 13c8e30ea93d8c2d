import CalendarModel

/// Gives writers access to each calendar one at a time, in the order of their requests.
///
/// Files are not locked, because file operations never suspend. The exception is a transfer between a file and a
/// calendar of a backend that suspends; in that case, `hold` protects the file.
struct CalendarWriteLocks {
  /// The calendars to which a writer has access.
  private var locked: Set<CalendarID> = []
  /// The writers that are waiting for access to a calendar, in order.
  private var waitingWriters: [CalendarID: [CheckedContinuation<Void, Never>]] = [:]
  /// The number of operations, such as transfers, that have or await exclusive access to each calendar. Until they
  /// finish, submitted changes to the calendar stay in the mailbox, and changes by others are not handled.
  private(set) var holdCounts: [CalendarID: Int] = [:]
  /// The held calendars that others have changed, to be checked when they are released.
  private var uncheckedCalendars: Set<CalendarID> = []
  /// The callers that are waiting until no calendar is held.
  private var noneHeldContinuations: [CheckedContinuation<Void, Never>] = []

  /// Locks a calendar if it is not locked, and returns whether this call locked it.
  mutating func lockIfFree(_ calendar: CalendarID) -> Bool { locked.insert(calendar).inserted }

  func isLocked(_ calendar: CalendarID) -> Bool { locked.contains(calendar) }

  /// Stores the continuation of a waiting writer, which is resumed when the writer gets the lock.
  mutating func enqueue(_ continuation: CheckedContinuation<Void, Never>, for calendar: CalendarID) {
    waitingWriters[calendar, default: []].append(continuation)
  }

  /// Passes the lock to the writer that has waited longest. If none is waiting, the calendar is unlocked.
  mutating func unlock(_ calendar: CalendarID) {
    guard var writers = waitingWriters[calendar], !writers.isEmpty else {
      locked.remove(calendar)
      return
    }
    let next = writers.removeFirst()
    waitingWriters[calendar] = writers.isEmpty ? nil : writers
    next.resume()
  }

  /// Postpones submitted changes to these calendars, and changes by others, until `release` is called.
  mutating func hold(_ calendars: Set<CalendarID>) {
    for calendar in calendars { holdCounts[calendar, default: 0] += 1 }
  }

  /// - Returns: the calendars to check for changes by others.
  mutating func release(_ calendars: Set<CalendarID>) -> Set<CalendarID> {
    for calendar in calendars {
      holdCounts[calendar, default: 1] -= 1
      if holdCounts[calendar] == 0 { holdCounts[calendar] = nil }
    }
    let releasedCalendars = uncheckedCalendars.filter { holdCounts[$0] == nil }
    uncheckedCalendars.subtract(releasedCalendars)
    if holdCounts.isEmpty {
      for continuation in noneHeldContinuations { continuation.resume() }
      noneHeldContinuations = []
    }
    return releasedCalendars
  }

  /// Records that a held calendar was changed by others.
  ///
  /// - Returns: false if the calendar is not held; in that case, nothing is recorded.
  mutating func recordMissedChange(_ calendar: CalendarID) -> Bool {
    guard holdCounts[calendar] != nil else { return false }
    uncheckedCalendars.insert(calendar)
    return true
  }

  /// Stores a continuation that is resumed once no calendar is held.
  mutating func resumeWhenNoneHeld(_ continuation: CheckedContinuation<Void, Never>) {
    noneHeldContinuations.append(continuation)
  }
}

extension CalendarStore {
  /// Waits until no one else is writing to a calendar, and locks it if it needs a lock.
  ///
  /// - Returns: whether the calendar was locked. If so, call `unlock` afterward.
  func lockForWriting(_ calendar: CalendarID) async -> Bool {
    if isFileBased(calendar), !writeLocks.isLocked(calendar) { return false }
    if !writeLocks.lockIfFree(calendar) {
      await withCheckedContinuation { writeLocks.enqueue($0, for: calendar) }
    }
    return true
  }

  /// Passes the lock of a calendar to the next writer.
  func unlock(_ calendar: CalendarID) { writeLocks.unlock(calendar) }

  /// Starts an operation with exclusive access to several calendars. If nothing suspends, the operation is
  /// complete on return.
  ///
  /// - Parameter beforeLocking: called before the calendars are locked, while submitted changes already have to wait.
  func startExclusively(
    _ calendars: Set<CalendarID>, beforeLocking: @escaping () async -> Void,
    _ body: @escaping () async -> Void
  ) {
    writeLocks.hold(calendars)
    Task.immediate {
      await beforeLocking()
      await performLocked(on: calendars, body)
      release(calendars)
    }
  }

  /// Runs an operation with exclusive access to several calendars, and waits for it to finish.
  func performExclusively(_ calendars: Set<CalendarID>, _ body: () async -> Void) async {
    writeLocks.hold(calendars)
    await performLocked(on: calendars, body)
    release(calendars)
  }

  private func performLocked(on calendars: Set<CalendarID>, _ body: () async -> Void) async {
    // The calendars are always locked in the same order, to avoid a deadlock.
    var lockedCalendars: [CalendarID] = []
    for calendar in calendars.sorted(by: { $0.key < $1.key }) where await lockForWriting(calendar) {
      lockedCalendars.append(calendar)
    }
    await body()
    for calendar in lockedCalendars { unlock(calendar) }
  }

  /// Waits until no transfer is in progress.
  func waitForTransfers() async {
    while !writeLocks.holdCounts.isEmpty {
      await withCheckedContinuation { writeLocks.resumeWhenNoneHeld($0) }
    }
  }

  /// Whether a change has to wait for a transfer, either directly or behind another waiting change.
  func mustWait(_ change: StoreChange, behind postponed: [(StoreChange, EditID)]) -> Bool {
    guard !writeLocks.holdCounts.isEmpty else { return false }
    let earlierChanges = postponed + transfers.withLock { $0 }
    if let targetID = change.targetID, earlierChanges.contains(where: { $0.1 == targetID }) { return true }
    let calendars = calendars(of: change)
    if calendars.contains(where: { writeLocks.holdCounts[$0] != nil }) { return true }
    return postponed.contains { !calendars.isDisjoint(with: self.calendars(of: $0.0)) }
  }

  /// Whether the undo or redo of one of the given changes waits for a transfer, or is a transfer in progress.
  func hasWaitingChange(toAnyOf ids: [EditID]) -> Bool {
    guard !writeLocks.holdCounts.isEmpty else { return false }
    let changes = mailbox.withLock { $0 } + transfers.withLock { $0 }
    return changes.contains { $0.0.targetID.map(ids.contains) ?? false }
  }

  /// Returns the calendars that a change involves; empty for the undo or redo of an unknown change.
  private func calendars(of change: StoreChange) -> Set<CalendarID> {
    switch change {
    case .edit(let edit): [edit.target.calendar, edit.resultingID.calendar]
    case .undo(let id), .redo(let id):
      if let (departure, arrival) = history.transfer(id) {
        [departure.key.calendar, arrival.key.calendar]
      } else {
        Set(history[id].map { [$0.key.calendar] } ?? [])
      }
    }
  }
}

extension StoreChange {
  /// The change that is undone or redone.
  fileprivate var targetID: EditID? {
    switch self {
    case .edit: nil
    case .undo(let id), .redo(let id): id
    }
  }
}
