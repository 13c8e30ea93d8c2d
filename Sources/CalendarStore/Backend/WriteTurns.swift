import CalendarModel

/// Serializes the writes to each calendar, in the order in which they were requested. A calendar's turn is the
/// right to write to it.
///
/// Files need no turns, because their operations never suspend. The exception is a transfer between a file
/// and a calendar of a backend that suspends.
struct WriteTurns {
  /// The calendars whose turn is taken.
  private var taken: Set<CalendarID> = []
  /// The requests that are waiting for a calendar's turn, in order.
  private var waiting: [CalendarID: [CheckedContinuation<Void, Never>]] = [:]
  /// The number of operations with exclusive access to each calendar, such as transfers. Until they finish,
  /// submitted changes to the calendar stay in the mailbox, and changes by others are not handled.
  private(set) var holdCounts: [CalendarID: Int] = [:]
  /// The held calendars that others have changed, to be checked when they are released.
  private var uncheckedCalendars: Set<CalendarID> = []
  /// The callers that are waiting until no calendar is held.
  private var freeContinuations: [CheckedContinuation<Void, Never>] = []

  /// Takes a calendar's turn if it is free, and returns whether it was.
  mutating func takeIfFree(_ calendar: CalendarID) -> Bool { taken.insert(calendar).inserted }

  func isTaken(_ calendar: CalendarID) -> Bool { taken.contains(calendar) }

  /// Stores a continuation that is resumed when its turn comes.
  mutating func enqueue(_ continuation: CheckedContinuation<Void, Never>, for calendar: CalendarID) {
    waiting[calendar, default: []].append(continuation)
  }

  /// Passes the turn to the request that has waited longest. If there is none, the turn becomes free.
  mutating func end(_ calendar: CalendarID) {
    guard var requests = waiting[calendar], !requests.isEmpty else {
      taken.remove(calendar)
      return
    }
    let next = requests.removeFirst()
    waiting[calendar] = requests.isEmpty ? nil : requests
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
      for continuation in freeContinuations { continuation.resume() }
      freeContinuations = []
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
  mutating func resumeWhenFree(_ continuation: CheckedContinuation<Void, Never>) {
    freeContinuations.append(continuation)
  }
}

extension CalendarStore {
  /// Waits for a calendar's turn.
  ///
  /// - Returns: whether a turn was taken. If so, call `endTurn` afterward.
  func takeTurn(on calendar: CalendarID) async -> Bool {
    if isFileBased(calendar), !writeTurns.isTaken(calendar) { return false }
    if !writeTurns.takeIfFree(calendar) {
      await withCheckedContinuation { writeTurns.enqueue($0, for: calendar) }
    }
    return true
  }

  /// Passes the turn to the next write.
  func endTurn(on calendar: CalendarID) { writeTurns.end(calendar) }

  /// Starts an operation with exclusive access to several calendars. If nothing suspends, the operation is
  /// complete on return.
  ///
  /// - Parameter before: called before the turns are taken, while submitted changes already have to wait.
  func startExclusively(
    _ calendars: Set<CalendarID>, before: @escaping () async -> Void, _ body: @escaping () async -> Void
  ) {
    writeTurns.hold(calendars)
    Task.immediate {
      await before()
      await performInTurn(on: calendars, body)
      release(calendars)
    }
  }

  /// Runs an operation with exclusive access to several calendars, and waits for it.
  func performExclusively(_ calendars: Set<CalendarID>, _ body: () async -> Void) async {
    writeTurns.hold(calendars)
    await performInTurn(on: calendars, body)
    release(calendars)
  }

  private func performInTurn(on calendars: Set<CalendarID>, _ body: () async -> Void) async {
    // The turns are always taken in the same order, to avoid a deadlock.
    var taken: [CalendarID] = []
    for calendar in calendars.sorted(by: { $0.key < $1.key }) where await takeTurn(on: calendar) {
      taken.append(calendar)
    }
    await body()
    for calendar in taken { endTurn(on: calendar) }
  }

  /// Waits until no transfer is in progress.
  func waitForTransfers() async {
    while !writeTurns.holdCounts.isEmpty {
      await withCheckedContinuation { writeTurns.resumeWhenFree($0) }
    }
  }

  /// Whether a change has to wait for a transfer, either directly or behind another waiting change.
  func mustWait(_ change: StoreChange, behind postponed: [(StoreChange, EditID)]) -> Bool {
    guard !writeTurns.holdCounts.isEmpty else { return false }
    let earlier = postponed + transfers.withLock { $0 }
    if let targetID = change.targetID, earlier.contains(where: { $0.1 == targetID }) { return true }
    let calendars = calendars(of: change)
    if calendars.contains(where: { writeTurns.holdCounts[$0] != nil }) { return true }
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
  fileprivate var targetID: EditID? {
    switch self {
    case .edit: nil
    case .undo(let id), .redo(let id): id
    }
  }
}
