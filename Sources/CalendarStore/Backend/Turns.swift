import CalendarModel

/// Serializes writes to a calendar: one at a time, in the order of the requests.
///
/// Files need no turns, because their operations never suspend. The exception is a transfer between a file
/// and a calendar of a backend that suspends.
struct Turns {
  private var taken: Set<CalendarID> = []
  private var waiting: [CalendarID: [CheckedContinuation<Void, Never>]] = [:]
  /// The number of transfers that involve each calendar. Until they finish, submitted changes to the calendar
  /// stay in the mailbox, and changes by others are not checked.
  private(set) var held: [CalendarID: Int] = [:]
  /// The held calendars that others have changed, to be checked when they are released.
  private var uncheckedCalendars: Set<CalendarID> = []
  private var freeContinuations: [CheckedContinuation<Void, Never>] = []

  /// Takes a calendar's turn if it is free.
  mutating func begin(_ calendar: CalendarID) -> Bool { taken.insert(calendar).inserted }

  func isTaken(_ calendar: CalendarID) -> Bool { taken.contains(calendar) }

  mutating func wait(for calendar: CalendarID, _ continuation: CheckedContinuation<Void, Never>) {
    waiting[calendar, default: []].append(continuation)
  }

  /// Passes the turn to the request that has waited longest.
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
  /// - Returns: false if the calendar is not held; nothing is recorded then.
  mutating func recordMissedChange(_ calendar: CalendarID) -> Bool {
    guard held[calendar] != nil else { return false }
    uncheckedCalendars.insert(calendar)
    return true
  }

  mutating func waitUntilFree(_ continuation: CheckedContinuation<Void, Never>) {
    freeContinuations.append(continuation)
  }
}

extension CalendarStore {
  /// Waits for a calendar's turn.
  ///
  /// - Returns: whether a turn was taken. If so, call `endTurn` afterwards.
  func takeTurn(of calendar: CalendarID) async -> Bool {
    if isFileBased(calendar), !turns.isTaken(calendar) { return false }
    if !turns.begin(calendar) {
      await withCheckedContinuation { turns.wait(for: calendar, $0) }
    }
    return true
  }

  /// Passes the turn to the next write.
  func endTurn(of calendar: CalendarID) { turns.end(calendar) }

  /// Runs an operation with exclusive access to several calendars; synchronously if nothing suspends.
  ///
  /// - Parameter before: runs first: submitted changes already have to wait, but the turns are not taken yet.
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
  func performHolding(_ calendars: Set<CalendarID>, _ body: () async -> Void) async {
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
  func waitUntilNothingIsHeld() async {
    while !turns.held.isEmpty {
      await withCheckedContinuation { turns.waitUntilFree($0) }
    }
  }

  /// Whether a change has to wait for a transfer, directly or behind another change that waits.
  func mustWait(_ change: StoreChange, behind postponed: [(StoreChange, EditID)]) -> Bool {
    guard !turns.held.isEmpty else { return false }
    let before = postponed + transfers.withLock { $0 }
    if let subject = change.subject, before.contains(where: { $0.1 == subject }) { return true }
    let calendars = calendars(of: change)
    if calendars.contains(where: { turns.held[$0] != nil }) { return true }
    return postponed.contains { !calendars.isDisjoint(with: self.calendars(of: $0.0)) }
  }

  /// The calendars that a change involves; empty for the undo or redo of an unknown change.
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
