import CalendarModel
import CalendarStore
import TestExtent

/// Makes random edits of every kind in two calendars, and reports each edit before it begins and after it is
/// saved.
package struct EditProgram {
  private let store: CalendarStore
  private let calendars: [CalendarID]
  private let hasSeparateObjects: [Bool]
  private let report: (EditRecord) -> Void
  private var random: SeededRandom
  private var storeEvents: AsyncStream<StoreEvent>.Iterator
  private var events: [String: CalendarEvent] = [:]
  /// The steps that can be undone, and those that can be redone.
  private var (undoableSteps, redoableSteps): ([Step], [Step]) = ([], [])
  /// Increases with each edit and each new event, so that their summaries differ.
  private var number = 0

  private struct Step {
    var ids: [EditID]
    var changes: [String: Change]
  }

  private struct Change {
    var before: CalendarEvent?
    var after: CalendarEvent?

    var inverse: Change { Change(before: after, after: before) }
  }

  package struct UnsavedEditError: Error, CustomStringConvertible {
    package let description: String
  }

  /// - Parameter report: called before each edit begins and after it is saved.
  package init(
    _ store: CalendarStore, _ paths: [String], seed: UInt64, report: @escaping (EditRecord) -> Void
  ) async {
    self.store = store
    self.report = report
    calendars = paths.map { CalendarID($0) }
    random = SeededRandom(seed: seed)
    storeEvents = store.events.makeAsyncIterator()
    let snapshot = await store.open(paths)
    hasSeparateObjects = snapshot.calendars.map(\.hasSeparateObjects)
    for event in snapshot.events { events[event.id.uid.text] = event }
  }

  /// Makes a random edit.
  package mutating func step() async throws {
    // A new edit discards the undone steps, so the next step after an undo is a redo at least half of the
    // time.
    if !redoableSteps.isEmpty, random.below(2) == 0 { return try await make(.redo) }
    try await make(EditRecord.Kind.allCases[random.below(EditRecord.Kind.allCases.count)])
  }

  /// Makes an edit of the given kind, or adds an event if that is not possible.
  package mutating func make(_ kind: EditRecord.Kind) async throws {
    number += 1
    let uids = events.keys.sorted()
    let event = uids.isEmpty ? nil : events[uids[random.below(uids.count)]]
    switch (kind, event) {
    case (.undo, _):
      guard let step = undoableSteps.popLast() else { return try await make(.add) }
      try await perform(
        kind, step.ids.reversed().map { (.undo($0), EditID()) }, step.changes.mapValues(\.inverse))
      redoableSteps.append(step)
    case (.redo, _):
      guard let step = redoableSteps.popLast() else { return try await make(.add) }
      try await perform(kind, step.ids.map { (.redo($0), EditID()) }, step.changes)
      undoableSteps.append(step)
    case (.importing, _): try await edit(kind, (0..<(2 + random.below(4))).map { _ in .add(newEvent()) })
    case (.set, let event?):
      try await edit(
        kind, [EventEdit(target: event.id, change: .set([.summary("Summary \(number)")]))])
    case (.move, let event?):
      try await edit(kind, [EventEdit(target: event.id, change: .move(times(random.below(5_000))))])
    case (.stretch, let event?):
      let start = event.times.start.wall
      let end = start.adding(minutes: 15 + random.below(600))
      let times = EventTimes(start: .utc(start), end: .time(.utc(end)))
      try await edit(kind, [EventEdit(target: event.id, change: .resizeEnd(times))])
    case (.delete, let event?) where uids.count > 5:
      try await edit(kind, [EventEdit(target: event.id, change: .delete)])
    case (.transfer, let event?):
      let calendarIndex = event.id.calendar == calendars[0] ? 1 : 0
      let newID = EventID(
        calendar: calendars[calendarIndex],
        file: hasSeparateObjects[calendarIndex] ? "\(event.id.uid)-\(number).ics" : nil,
        uid: event.id.uid)
      try await edit(kind, [EventEdit(target: event.id, change: .transfer(to: newID, calendarColor: nil))])
    case (.add, _), (_, nil), (.delete, _): try await edit(.add, [.add(newEvent())])
    }
  }

  private mutating func newEvent() -> CalendarEvent {
    let calendarIndex = random.below(calendars.count)
    number += 1
    let id = EventID.random(
      in: calendars[calendarIndex], hasSeparateObjects: hasSeparateObjects[calendarIndex], using: &random)
    return CalendarEvent(id: id, times: times(random.below(5_000)), summary: "New \(number)")
  }

  private func times(_ number: Int) -> EventTimes {
    let start = SharedEvents.start(number)
    return EventTimes(
      start: .utc(start), end: .time(.utc(start.adding(minutes: SharedEvents.lengthInMinutes))))
  }

  private mutating func edit(_ kind: EditRecord.Kind, _ edits: [EventEdit]) async throws {
    var changes: [String: Change] = [:]
    var submissions: [(StoreChange, EditID)] = []
    for edit in edits {
      let before = events[edit.target.uid.text]
      changes[edit.target.uid.text] = Change(before: before, after: edit.result(of: before))
      submissions.append((.edit(edit), EditID()))
    }
    try await perform(kind, submissions, changes)
    undoableSteps.append(Step(ids: submissions.map(\.1), changes: changes))
    redoableSteps = []
  }

  private mutating func perform(
    _ kind: EditRecord.Kind, _ submissions: [(StoreChange, EditID)], _ changes: [String: Change]
  ) async throws {
    var record = EditRecord(
      kind: kind,
      changes: changes.mapValues { .init(before: placedEvent($0.before), after: placedEvent($0.after)) })
    report(record)
    var unsavedIDs: Set<EditID> = []
    for (change, id) in submissions {
      unsavedIDs.insert(id)
      store.submit(change, as: id)
    }
    while !unsavedIDs.isEmpty, let event = await storeEvents.next() {
      switch event {
      case .saved(let ids): unsavedIDs.subtract(ids)
      case .unsaved(_, let error): throw UnsavedEditError(description: "\(kind) was not saved: \(error)")
      case .refused(_, let error): throw UnsavedEditError(description: "\(kind) was refused: \(error)")
      default: break
      }
    }
    record.isDone = true
    report(record)
    for (uid, change) in changes { events[uid] = change.after }
  }

  private func placedEvent(_ event: CalendarEvent?) -> PlacedEvent? {
    guard let event, case .time(let end) = event.times.end else { return nil }
    return PlacedEvent(
      calendar: calendars.firstIndex(of: event.id.calendar) ?? -1,
      start: SharedEvents.text(event.times.start.wall), end: SharedEvents.text(end.wall),
      summary: event.summary)
  }
}
