/// The properties of an event that the kill tests compare.
package struct PlacedEvent: Hashable, Codable, Sendable {
  /// The index of the event's calendar; -1 if it is unknown.
  package var calendar: Int
  package var start: String
  package var end: String
  package var summary: String

  package init(calendar: Int, start: String, end: String, summary: String) {
    self.calendar = calendar
    self.start = start
    self.end = end
    self.summary = summary
  }

  package init(_ event: PlainEvent, in calendar: Int) {
    self.init(
      calendar: calendar, start: event["DTSTART"] ?? "", end: event["DTEND"] ?? "",
      summary: event["SUMMARY"] ?? "")
  }
}

/// An edit that `EditProgram` reports, once before it begins and once after the store has saved it.
package struct EditRecord: Codable, Sendable {
  package enum Kind: String, Codable, CaseIterable, Sendable {
    case add, set, move, stretch, transfer, delete, importing, undo, redo
  }

  package struct Change: Hashable, Codable, Sendable {
    package var before: PlacedEvent?
    package var after: PlacedEvent?

    package init(before: PlacedEvent?, after: PlacedEvent?) { (self.before, self.after) = (before, after) }
  }

  package var kind: Kind
  /// The changes, by UID.
  package var changes: [String: Change]
  package var isDone: Bool

  package init(kind: Kind, changes: [String: Change], isDone: Bool = false) {
    (self.kind, self.changes, self.isDone) = (kind, changes, isDone)
  }
}

/// Tracks which edits were reported as saved, and checks whether the events on disk agree with them.
package struct EditChecker {
  /// The events that must be on disk.
  package private(set) var events: [String: PlacedEvent]
  /// The edit that may or may not be on disk.
  package private(set) var editInProgress: EditRecord?
  /// The number of saved edits of each kind.
  package private(set) var savedCounts: [EditRecord.Kind: Int] = [:]

  package init(_ events: [String: PlacedEvent]) {
    self.events = events
  }

  /// Adds a record. Records must be added in the order in which they were reported.
  package mutating func add(_ record: EditRecord) {
    editInProgress = record.isDone ? nil : record
    guard record.isDone else { return }
    savedCounts[record.kind, default: 0] += 1
    for (uid, change) in record.changes { events[uid] = change.after }
  }

  /// Returns a message for each event whose versions on disk are not the expected ones.
  ///
  /// - Parameter eventsOnDisk: the events in all calendars, by UID.
  package func problems(about eventsOnDisk: [String: [PlacedEvent]]) -> [String] {
    var problems: [String] = []
    for uid in Set(events.keys).union(eventsOnDisk.keys).union((editInProgress?.changes ?? [:]).keys).sorted()
    {
      let versions = Set(eventsOnDisk[uid] ?? [])
      var allowed: [Set<PlacedEvent>] = []
      if let change = editInProgress?.changes[uid] {
        allowed = [change.before, change.after].map { Set([$0].compactMap { $0 }) }
        // An event that is being transferred may be in both calendars, but never in neither.
        if let before = change.before, let after = change.after, before.calendar != after.calendar {
          allowed.append([before, after])
        }
      } else {
        allowed = [Set([events[uid]].compactMap { $0 })]
      }
      guard !allowed.contains(versions) || versions.count != (eventsOnDisk[uid] ?? []).count else { continue }
      let state = editInProgress?.changes[uid] == nil ? "no edit in progress" : "edit in progress"
      problems.append("\(uid) (\(state)) is \(eventsOnDisk[uid] ?? []), expected one of \(allowed)")
    }
    return problems
  }
}
