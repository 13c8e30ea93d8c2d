import CalendarModel

/// Serializes the writes to each calendar, in the order in which they were requested. A calendar's turn is the
/// right to write to it.
///
/// Files need no turns, because their operations never suspend. The exception is a transfer between a file
/// and a calendar of a backend that suspends.
struct Turns {
  /// The calendars whose turn is taken.
  private var taken: Set<CalendarID> = []
  /// The requests that are waiting for a calendar's turn, in order.
  private var waiting: [CalendarID: [CheckedContinuation<Void, Never>]] = [:]
  /// The number of transfers that involve each calendar. Until they finish, submitted changes to the calendar
  /// stay in the mailbox, and changes by others are not handled.
  private(set) var held: [CalendarID: Int] = [:]
  /// The held calendars that others have changed, to be checked when they are released.
  private var uncheckedCalendars: Set<CalendarID> = []
  /// The callers that are waiting until no calendar is held.
  private var freeContinuations: [CheckedContinuation<Void, Never>] = []

  /// Takes a calendar's turn if it is free, and returns whether it was.
  mutating func begin(_ calendar: CalendarID) -> Bool { taken.insert(calendar).inserted }

  func isTaken(_ calendar: CalendarID) -> Bool { taken.contains(calendar) }

  /// Stores a continuation that is resumed when its turn comes.
  mutating func enqueue(_ continuation: CheckedContinuation<Void, Never>, for calendar: CalendarID) {
    waiting[calendar, default: []].append(continuation)
  }

  /// Passes the turn to the request that has waited longest. If there is none, the turn becomes free.
  mutating func end(_ calendar: CalendarID) {
    guard var others = waiting[calendar], !others.isEmpty else {
      taken.remove(calendar)
      return
    }
    let next = others.removeFirst()
    waiting[calendar] = others.isEmpty ? nil : others
    next.resume()
  }

  mutating func hold(_ calendars: Set<CalendarID>) {
    for calendar in calendars { held[calendar, default: 0] += 1 }
  }

  /// - Returns: the calendars to check for changes by others.
  mutating func release(_ calendars: Set<CalendarID>) -> Set<CalendarID> {
    for calendar in calendars {
      held[calendar, default: 1] -= 1
      if held[calendar] == 0 { held[calendar] = nil }
    }
    let free = uncheckedCalendars.filter { held[$0] == nil }
    uncheckedCalendars.subtract(free)
    if held.isEmpty {
      for continuation in freeContinuations { continuation.resume() }
      freeContinuations = []
    }
    return free
  }

  /// Records that a held calendar was changed by others.
  ///
  /// - Returns: false if the calendar is not held; in that case, nothing is recorded.
  mutating func recordMissedChange(_ calendar: CalendarID) -> Bool {
    guard held[calendar] != nil else { return false }
    uncheckedCalendars.insert(calendar)
    return true
  }

  /// Stores a continuation that is resumed once no calendar is held.
  mutating func resumeWhenFree(_ continuation: CheckedContinuation<Void, Never>) {
    freeContinuations.append(continuation)
  }
}

extension CalendarStore {
  /// Waits for a calendar's turn.
  ///
  /// - Returns: whether a turn was taken. If so, call `endTurn` afterward.
  func takeTurn(of calendar: CalendarID) async -> Bool {
    if isFileBased(calendar), !turns.isTaken(calendar) { return false }
    if !turns.begin(calendar) {
      await withCheckedContinuation { turns.enqueue($0, for: calendar) }
    }
    return true
  }

  /// Passes the turn to the next write.
  func endTurn(of calendar: CalendarID) { turns.end(calendar) }

  /// Runs an operation with exclusive access to several calendars. If nothing suspends, the operation is
  /// complete on return.
  ///
  /// - Parameter before: called before the turns are taken, while submitted changes already have to wait.
  func hold(
    _ calendars: Set<CalendarID>, before: @escaping () async -> Void, _ body: @escaping () async -> Void
  ) {
    turns.hold(calendars)
    Task.immediate {
      await before()
      await performInTurn(of: calendars, body)
      release(calendars)
    }
  }

  /// Runs an operation with exclusive access to several calendars, and waits for it.
  func performExclusively(_ calendars: Set<CalendarID>, _ body: () async -> Void) async {
    turns.hold(calendars)
    await performInTurn(of: calendars, body)
    release(calendars)
  }

  private func performInTurn(of calendars: Set<CalendarID>, _ body: () async -> Void) async {
    // The turns are always taken in the same order, to avoid a deadlock.
    var taken: [CalendarID] = []
    for calendar in calendars.sorted(by: { $0.key < $1.key }) where await takeTurn(of: calendar) {
      taken.append(calendar)
    }
    await body()
    for calendar in taken { endTurn(of: calendar) }
  }

  /// Waits until no transfer is in progress.
  func waitForTransfers() async {
    while !turns.held.isEmpty {
      await withCheckedContinuation { turns.resumeWhenFree($0) }
    }
  }

  /// Whether a change has to wait for a transfer, either directly or behind another waiting change.
  func mustWait(_ change: StoreChange, behind postponed: [(StoreChange, EditID)]) -> Bool {
    guard !turns.held.isEmpty else { return false }
    let before = postponed + transfers.withLock { $0 }
    if let subject = change.subject, before.contains(where: { $0.1 == subject }) { return true }
    let calendars = calendars(of: change)
    if calendars.contains(where: { turns.held[$0] != nil }) { return true }
    return postponed.contains { !calendars.isDisjoint(with: self.calendars(of: $0.0)) }
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
  fileprivate var subject: EditID? {
    switch self {
    case .edit: nil
    case .undo(let id), .redo(let id): id
    }
  }
}
