import CalendarModel

/// What the soak test compares of an event.
struct AccountEvent: Hashable, Sendable {
  var summary: String
  var location: String
  /// The start in its time zone, as it is written: `20260302T090000`.
  var start: String

  init(_ event: CalendarEvent) {
    summary = event.summary
    location = event.location
    start = event.times.start.wall.description.replacing("-", with: "").replacing(":", with: "")
  }

  /// - Parameter text: an object with one event.
  init(_ text: String) {
    let lines = Samples.lines(text)
    func value(_ name: String) -> String {
      lines.first { $0.hasPrefix(name + ":") || $0.hasPrefix(name + ";") }
        .map { String($0.drop { $0 != ":" }.dropFirst()) } ?? ""
    }
    (summary, location, start) = (value("SUMMARY"), value("LOCATION"), value("DTSTART"))
  }
}

/// A change that one of the two clients made.
struct AccountChange: Sendable {
  enum Aspect: Hashable, CaseIterable, Sendable { case existence, summary, location, start }

  let uid: String
  /// Whether Handspan made it, and not the other client.
  let isOwn: Bool
  /// What the change is about: everything if it adds the event, only the existence if it deletes it.
  let aspects: Set<Aspect>
  /// The event after the change; nil if it is deleted.
  let event: AccountEvent?
  /// When the change was made.
  let begin: ContinuousClock.Instant
  /// When it was confirmed; the same for a change on the server.
  var end: ContinuousClock.Instant
  /// What the user was told if the change was not accepted.
  var refusal: String?
  /// For messages.
  let text: String
}

/// Compares what the clients changed with what is there in the end.
struct AccountVerdict: Sendable {
  private(set) var lost: [String] = []
  private(set) var doubled: [String] = []
  private(set) var resurrected: [String] = []
  /// Differences between the server and what others show of it.
  private(set) var disagreements: [String] = []

  var faults: [String] { lost + doubled + resurrected + disagreements }

  /// - Parameters:
  ///   - server: the objects on the server, by UID; each with one event.
  ///   - views: what others show of the server.
  ///   - waiting: the events that are shown although they are not on the server, because changes to them wait.
  init(
    _ changes: [AccountChange], server: [String: [AccountEvent]],
    views: [(name: String, events: [String: [AccountEvent]])], waiting: Set<String> = []
  ) {
    let changesByUID = Dictionary(grouping: changes, by: \.uid)
    for uid in Set(changesByUID.keys).union(server.keys).sorted() {
      let events = server[uid] ?? []
      if events.count > 1 { doubled.append("\(uid) is there \(events.count) times") }
      judge(uid, changesByUID[uid] ?? [], events.first)
    }
    for view in views {
      for uid in Set(view.events.keys).union(server.keys).subtracting(waiting).sorted()
      where Set(view.events[uid] ?? []) != Set(server[uid] ?? [])
        || view.events[uid]?.count != server[uid]?.count
      {
        disagreements.append(
          "\(uid): \(view.name) \(view.events[uid] ?? []), the server \(server[uid] ?? [])")
      }
    }
  }

  private mutating func judge(_ uid: String, _ all: [AccountChange], _ event: AccountEvent?) {
    func history() -> String {
      all.map { "\($0.text)\($0.refusal.map { " (refused: \($0))" } ?? "")" }.joined(separator: ", ")
    }
    let changes = all.filter { $0.refusal == nil }
    let existence = Self.last(changes, about: .existence)
    if let event {
      guard existence.contains(where: { $0.event != nil }) else {
        resurrected.append("\(uid) is there: \(history())")
        return
      }
      for (aspect, value) in [
        (AccountChange.Aspect.summary, \AccountEvent.summary), (.location, \.location), (.start, \.start),
      ] {
        let values = Self.last(changes, about: aspect).compactMap { $0.event?[keyPath: value] }
        if !values.contains(event[keyPath: value]) {
          lost.append("\(aspect) of \(uid) is \(event[keyPath: value]), not \(values): \(history())")
        }
      }
    } else if !existence.isEmpty, existence.allSatisfy({ $0.event != nil }) {
      lost.append("\(uid) is gone: \(history())")
    }
  }

  /// Returns the changes about an aspect that no other one followed. They may be several, because those that were made
  /// at the same time may have arrived in any order.
  private static func last(_ changes: [AccountChange], about aspect: AccountChange.Aspect) -> [AccountChange]
  {
    let changes = changes.filter { $0.aspects.contains(aspect) }
    return changes.filter { change in
      !changes.contains {
        $0.begin > change.end || $0.isOwn == change.isOwn && $0.begin > change.begin
      }
    }
  }
}
