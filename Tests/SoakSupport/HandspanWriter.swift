import CalendarModel
import CalendarStore
import CalendarText
import Synchronization
import TestExtent

/// The changes that Handspan saved or refused, and the errors it reported.
package struct HandspanReport: Codable, Sendable {
  /// The last start that was reported as saved, by UID.
  package var saved: [String: String] = [:]
  /// The starts of added events, by UID.
  package var added: [String: String] = [:]
  /// Every change that was refused: UID, DTSTART and the message.
  package var refused: [[String]] = []
  /// The number of moves and additions that were reported as saved.
  package var savedCount = 0
  /// Messages about conflicts with changes by the other program.
  package var conflictMessages: [String] = []
  /// The number of saves that failed or were postponed.
  package var postponedCount = 0
  /// Other errors, such as an event that was missing from a snapshot.
  package var faults: [String] = []
  /// The files that were still unsaved at the end, with the reasons.
  package var unsaved: [String] = []

  package init() {}
}

/// Uses a store as Handspan's window does: the store watches the calendar, and moves are submitted without
/// waiting for earlier ones to be saved.
package final class HandspanWriter: Sendable {
  private struct State {
    var report = HandspanReport()
    var submissions: [EditID: (uid: String, start: String, number: Int)] = [:]
    var savedNumbers: [String: Int] = [:]
    /// The UIDs of events that must be read from the store again because a move was refused.
    var outdatedUIDs: Set<String> = []
    /// The UIDs of Handspan's events that have been shown.
    var shownUIDs: Set<String> = []
  }

  /// The maximum number of unsaved moves. Each save applies all of them again to the text that the other
  /// program wrote, and no user makes hundreds of moves while a message says that nothing is saved.
  private static let maximumUnsavedMoves = 40

  private let store: CalendarStore
  private let path: String
  private let eventCount: Int
  private let state = Mutex(State())
  /// Raised once the calendar is open. If the file is being written at that time, only the part written so
  /// far is shown, because no complete version is known.
  package let isOpen = Flag()

  /// - Parameter eventCount: the number of Handspan's events in the calendar.
  package init(store: CalendarStore, path: String, eventCount: Int) {
    self.store = store
    self.path = path
    self.eventCount = eventCount
  }

  package var report: HandspanReport { state.withLock { $0.report } }

  /// Moves events as long as `shouldContinue` returns true, then waits until all moves are saved. Rescans every
  /// half second, as a window does when it becomes active, because network file systems do not report
  /// changes.
  package func run(seed: UInt64, while shouldContinue: @Sendable () -> Bool) async {
    var random = SeededRandom(seed: seed)
    let listener = Task { await listen() }
    var knownEvents: [String: CalendarEvent] = [:]
    let firstSnapshot = await store.open([path])
    check(firstSnapshot)
    for event in firstSnapshot.events { knownEvents[event.id.uid.text] = event }
    isOpen.raise()
    var number = eventCount
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
      let uid = "mine-\(random.below(eventCount))"
      if state.withLock({ $0.outdatedUIDs.remove(uid) }) != nil || knownEvents[uid] == nil {
        knownEvents[uid] = await store.snapshot().events.first { $0.id.uid == ByteString(uid) }
      }
      number += 1
      if let event = knownEvents[uid] { knownEvents[uid] = await move(event, number: number) }
      // Moves come in bursts, as from a user who drags several events. The other program can write between
      // the bursts.
      let pause = random.below(15) == 0 ? 600_000 : 30_000
      try? await Task.sleep(for: .microseconds(random.below(pause)))
    }
    await finish()
    listener.cancel()
    // A canceled listener still handles the events that the store has already reported.
    await listener.value
  }

  private func move(_ event: CalendarEvent, number: Int) async -> CalendarEvent {
    let start = SharedEvents.start(number)
    let times = EventTimes(
      start: .utc(start), end: .time(.utc(start.adding(minutes: SharedEvents.lengthInMinutes))))
    let id = EditID()
    state.withLock { $0.submissions[id] = (event.id.uid.text, SharedEvents.text(start), number) }
    store.submit(.edit(EventEdit(target: event.id, change: .move(times))), as: id)
    var event = event
    event.times = times
    return event
  }

  /// Waits up to a minute for everything to be saved, as a window does before it closes.
  private func finish() async {
    let start = Milliseconds.now
    var unsaved = await store.flush()
    while !unsaved.isEmpty, Milliseconds.now - start < 60_000 {
      try? await Task.sleep(for: .milliseconds(200))
      unsaved = await store.flush()
    }
    // Leaves the watcher time for its last reports.
    try? await Task.sleep(for: .seconds(1))
    check(await store.snapshot(), isLast: true)
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
          state.report.savedCount += 1
          guard number > state.savedNumbers[uid] ?? 0 else { continue }
          state.savedNumbers[uid] = number
          state.report.saved[uid] = start
        }
      }
    case .unsaved:
      state.withLock { $0.report.postponedCount += 1 }
    case .refused(let id, let error):
      state.withLock { state in
        guard let (uid, start, _) = state.submissions.removeValue(forKey: id) else {
          state.report.faults.append(
            "an edit was refused after it was reported as saved: \(error.message(.source))")
          return
        }
        state.report.refused.append([uid, start, error.message(.source)])
        state.outdatedUIDs.insert(uid)
      }
    case .saveWarning(let error):
      state.withLock { $0.report.conflictMessages.append(error.message(.source)) }
    case .notice, .doubled: break
    case .changedExternally(let snapshot):
      check(snapshot)
    }
  }

  /// Checks that each of Handspan's events is shown exactly once, whatever other programs do. Until an event is
  /// first shown, it may be missing: if the file is being written while it is opened, only the part written so far
  /// is known, and a busy disk may respond so late that the calendar is listed before it is read.
  ///
  /// - Parameter isLast: whether this is the final check, in which no event may be missing.
  private func check(_ snapshot: StoreSnapshot, isLast: Bool = false) {
    let isIncomplete = !snapshot.filesBeingWritten.isEmpty || snapshot.calendars.contains { !$0.isAvailable }
    var counts: [String: Int] = [:]
    for event in snapshot.events { counts[event.id.uid.text, default: 0] += 1 }
    state.withLock { state in
      for uid in (0..<eventCount).map({ "mine-\($0)" }) {
        let count = counts[uid] ?? 0
        if count > 0 { state.shownUIDs.insert(uid) }
        let isUnknown = !isLast && isIncomplete && !state.shownUIDs.contains(uid)
        if count != 1, !isUnknown { state.report.faults.append("\(uid) is shown \(count) times") }
      }
      for (uid, count) in counts where count > 1 && !SharedEvents.isHandspanEvent(uid) {
        state.report.faults.append("\(uid) is shown \(count) times")
      }
    }
  }
}
