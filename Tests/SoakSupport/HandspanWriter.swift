import CalendarModel
import CalendarStore
import CalendarText
import Synchronization
import TestExtent

/// What Handspan was told to do, and what it said of it.
package struct HandspanReport: Codable, Sendable {
  /// The last start that was said to be saved, by UID.
  package var saved: [String: String] = [:]
  /// Events that were added, by UID, and their starts.
  package var added: [String: String] = [:]
  /// Every start that an event was told to have and that was refused or given up: UID, DTSTART and the message.
  package var refused: [[String]] = []
  /// How many moves were said to be on the disk.
  package var moves = 0
  /// What of the other program's was told to be kept elsewhere.
  package var setAside: [String] = []
  /// How often a save was put off or failed, to be tried again.
  package var putOff = 0
  /// What is not as it should be: an event that was away from the view, say.
  package var faults: [String] = []
  /// What is not saved in the end, and why.
  package var unsaved: [String] = []

  package init() {}
}

/// Handspan as its window uses it: a store that watches, and moves handed in one after another.
package final class HandspanWriter: Sendable {
  private struct State {
    var report = HandspanReport()
    var orders: [EditID: (uid: String, start: String, number: Int)] = [:]
    var savedNumbers: [String: Int] = [:]
    /// Events whose move was refused: what they are like has to be asked for.
    var strayed: Set<String> = []
    /// Handspan's events that have been shown.
    var shown: Set<String> = []
  }

  /// How many moves may wait to be saved before no more are made: each save makes all of them again on what the other
  /// program wrote, and nobody makes hundreds while a message says that nothing is saved.
  private static let maximumWaiting = 40

  private let store: CalendarStore
  private let path: String
  private let events: Int
  private let state = Mutex(State())
  /// Raised once the calendar is open: what is being written by then is shown in parts, for nothing else is known of it.
  package let isOpen = Flag()

  /// - Parameter events: how many events of Handspan's are in the calendar.
  package init(store: CalendarStore, path: String, events: Int) {
    self.store = store
    self.path = path
    self.events = events
  }

  package var report: HandspanReport { state.withLock { $0.report } }

  /// Moves events until it shall stop, then waits until all is saved. It looks now and then whether something changed, as
  /// a window does that becomes active: on a network file system nobody tells.
  package func run(seed: UInt64, while goesOn: @Sendable () -> Bool) async {
    var random = SeededRandom(seed: seed)
    let listener = Task { await listen() }
    var known: [String: CalendarEvent] = [:]
    let opened = await store.open([path])
    look(at: opened)
    for event in opened.events { known[event.id.uid.text] = event }
    isOpen.raise()
    var number = events
    var looked = Milliseconds.now
    while goesOn() {
      if Milliseconds.now - looked > 500 {
        await store.lookAgain()
        looked = Milliseconds.now
      }
      guard state.withLock({ $0.orders.count }) < Self.maximumWaiting else {
        try? await Task.sleep(for: .milliseconds(20))
        continue
      }
      let uid = "mine-\(random.below(events))"
      if state.withLock({ $0.strayed.remove(uid) }) != nil || known[uid] == nil {
        known[uid] = await store.snapshot().events.first { $0.id.uid == ByteString(uid) }
      }
      number += 1
      if let event = known[uid] { known[uid] = await move(event, number: number) }
      // In bursts, as one drags and types; between them the other program comes to its turn.
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
    state.withLock { $0.orders[id] = (event.id.uid.text, SharedEvents.text(start), number) }
    store.submit(.edit(EventEdit(target: event.id, change: .move(times))), as: id)
    var event = event
    event.times = times
    return event
  }

  /// Waits until nothing is unsaved, as a window does that is closed.
  private func finish() async {
    let start = Milliseconds.now
    var unsaved = await store.flush()
    while !unsaved.isEmpty, Milliseconds.now - start < 60_000 {
      try? await Task.sleep(for: .milliseconds(200))
      unsaved = await store.flush()
    }
    // What a watcher still has to say, and a last writer's words.
    try? await Task.sleep(for: .seconds(1))
    look(at: await store.snapshot())
    state.withLock { $0.report.unsaved = unsaved.map { "\($0.path): \($0.error)" } }
  }

  private func listen() async {
    for await event in store.events { hear(event) }
  }

  private func hear(_ event: StoreEvent) {
    switch event {
    case .saved(let ids):
      state.withLock { state in
        for id in ids {
          guard let (uid, start, number) = state.orders.removeValue(forKey: id) else { continue }
          state.report.moves += 1
          guard number > state.savedNumbers[uid] ?? 0 else { continue }
          state.savedNumbers[uid] = number
          state.report.saved[uid] = start
        }
      }
    case .unsaved:
      state.withLock { $0.report.putOff += 1 }
    case .refused(let id, let error):
      state.withLock { state in
        guard let (uid, start, _) = state.orders.removeValue(forKey: id) else {
          state.report.faults.append(
            "an edit is refused that was said to be saved: \(error.message(.source))")
          return
        }
        state.report.refused.append([uid, start, error.message(.source)])
        state.strayed.insert(uid)
      }
    case .setAside(let error):
      state.withLock { $0.report.setAside.append(error.message(.source)) }
    case .noticed: break
    case .changedOutside(let snapshot):
      look(at: snapshot)
    }
  }

  /// Whatever others do, each event of Handspan's stays visible, once. Of a file that is being written while it is opened,
  /// nothing else is known than what is written so far: an event of it is missing until it is shown for the first time.
  private func look(at snapshot: StoreSnapshot) {
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
