import CalendarModel
import CalendarStore
import CalendarText
import Synchronization
import TestExtent

/// What Handspan was asked to do, and what it reported.
package struct HandspanReport: Codable, Sendable {
  /// The last start that was reported as saved, by UID.
  package var saved: [String: String] = [:]
  /// The starts of added events, by UID.
  package var added: [String: String] = [:]
  /// Every move that was refused or given up: UID, DTSTART and the message.
  package var refused: [[String]] = []
  /// The number of moves that were reported as saved.
  package var moves = 0
  /// Messages about versions of the other program that were kept aside.
  package var setAside: [String] = []
  /// How often a save was postponed or failed, to be retried.
  package var postponed = 0
  /// Other errors, such as an event that was missing from the view.
  package var faults: [String] = []
  /// What was not saved in the end, and why.
  package var unsaved: [String] = []

  package init() {}
}

/// Uses Handspan as its window does: a store that watches, and moves submitted one after another.
package final class HandspanWriter: Sendable {
  private struct State {
    var report = HandspanReport()
    var submissions: [EditID: (uid: String, start: String, number: Int)] = [:]
    var savedNumbers: [String: Int] = [:]
    /// Events whose move was refused, so that their state has to be read from the store.
    var outdated: Set<String> = []
    /// Handspan's events that have been shown.
    var shown: Set<String> = []
  }

  /// The maximum number of unsaved moves. Each save applies all of them again to what the other program wrote,
  /// and no user makes hundreds of moves while a message says that nothing is saved.
  private static let maximumUnsavedMoves = 40

  private let store: CalendarStore
  private let path: String
  private let events: Int
  private let state = Mutex(State())
  /// Raised once the calendar is open. A file that is being written at that time is shown in part, because no
  /// complete version of it is known.
  package let isOpen = Flag()

  /// - Parameter events: the number of Handspan's events in the calendar.
  package init(store: CalendarStore, path: String, events: Int) {
    self.store = store
    self.path = path
    self.events = events
  }

  package var report: HandspanReport { state.withLock { $0.report } }

  /// Moves events as long as `shouldContinue` returns true, then waits until all are saved. It rescans now and then,
  /// like a window that becomes active, because network file systems do not report changes.
  package func run(seed: UInt64, while shouldContinue: @Sendable () -> Bool) async {
    var random = SeededRandom(seed: seed)
    let listener = Task { await listen() }
    var known: [String: CalendarEvent] = [:]
    let opened = await store.open([path])
    check(opened)
    for event in opened.events { known[event.id.uid.text] = event }
    isOpen.raise()
    var number = events
    var lastRescan = Milliseconds.now
    while shouldContinue() {
      if Milliseconds.now - lastRescan > 500 {
        await store.rescan()
        lastRescan = Milliseconds.now
      }
      guard state.withLock({ $0.submissions.count }) < Self.maximumUnsavedMoves else {
        try? await Task.sleep(for: .milliseconds(20))
        continue
      }
      let uid = "mine-\(random.below(events))"
      if state.withLock({ $0.outdated.remove(uid) }) != nil || known[uid] == nil {
        known[uid] = await store.snapshot().events.first { $0.id.uid == ByteString(uid) }
      }
      number += 1
      if let event = known[uid] { known[uid] = await move(event, number: number) }
      // In bursts, like a user who drags and types; in between the other program gets its turn.
      let pause = random.below(15) == 0 ? 600_000 : 30_000
      try? await Task.sleep(for: .microseconds(random.below(pause)))
    }
    await finish()
    listener.cancel()
  }

  private func move(_ event: CalendarEvent, number: Int) async -> CalendarEvent {
    let start = SharedEvents.start(number)
    let times = EventTimes(
      start: .utc(start), end: .time(.utc(start.adding(minutes: SharedEvents.length))))
    let id = EditID()
    state.withLock { $0.submissions[id] = (event.id.uid.text, SharedEvents.text(start), number) }
    store.submit(.edit(EventEdit(target: event.id, change: .move(times))), as: id)
    var event = event
    event.times = times
    return event
  }

  /// Waits until everything is saved, like a window that is closed.
  private func finish() async {
    let start = Milliseconds.now
    var unsaved = await store.flush()
    while !unsaved.isEmpty, Milliseconds.now - start < 60_000 {
      try? await Task.sleep(for: .milliseconds(200))
      unsaved = await store.flush()
    }
    // Leaves time for the last reports of the watcher.
    try? await Task.sleep(for: .seconds(1))
    check(await store.snapshot())
    state.withLock { $0.report.unsaved = unsaved.map { "\($0.path): \($0.error)" } }
  }

  private func listen() async {
    for await event in store.events { handle(event) }
  }

  private func handle(_ event: StoreEvent) {
    switch event {
    case .saved(let ids):
      state.withLock { state in
        for id in ids {
          guard let (uid, start, number) = state.submissions.removeValue(forKey: id) else { continue }
          state.report.moves += 1
          guard number > state.savedNumbers[uid] ?? 0 else { continue }
          state.savedNumbers[uid] = number
          state.report.saved[uid] = start
        }
      }
    case .unsaved:
      state.withLock { $0.report.postponed += 1 }
    case .refused(let id, let error):
      state.withLock { state in
        guard let (uid, start, _) = state.submissions.removeValue(forKey: id) else {
          state.report.faults.append(
            "an edit was refused after it was reported as saved: \(error.message(.source))")
          return
        }
        state.report.refused.append([uid, start, error.message(.source)])
        state.outdated.insert(uid)
      }
    case .setAside(let error):
      state.withLock { $0.report.setAside.append(error.message(.source)) }
    case .noticed: break
    case .changedExternally(let snapshot):
      check(snapshot)
    }
  }

  /// Checks that each of Handspan's events is shown exactly once, whatever other programs do. If the file is
  /// being written while it is opened, only the part written so far is known, so an event may be missing until
  /// it is first shown.
  private func check(_ snapshot: StoreSnapshot) {
    var counts: [String: Int] = [:]
    for event in snapshot.events { counts[event.id.uid.text, default: 0] += 1 }
    state.withLock { state in
      for uid in (0..<events).map({ "mine-\($0)" }) {
        let count = counts[uid] ?? 0
        if count > 0 { state.shown.insert(uid) }
        let isUnknown = !state.shown.contains(uid) && !snapshot.beingWritten.isEmpty
        if count != 1, !isUnknown { state.report.faults.append("\(uid) is shown \(count) times") }
      }
      for (uid, count) in counts where count > 1 && !SharedEvents.isMine(uid) {
        state.report.faults.append("\(uid) is shown \(count) times")
      }
    }
  }
}
