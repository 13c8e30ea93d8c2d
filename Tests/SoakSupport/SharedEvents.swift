import CalendarModel

/// The events in the calendar that Handspan and the other program share.
package enum SharedEvents {
  /// The length of each event in minutes.
  package static let lengthInMinutes = 15

  /// Returns the start with the given number. In the tests with two writers, each change by Handspan has its own
  /// number, so that its start identifies it.
  package static func start(_ number: Int) -> WallTime {
    WallTime(Day(ordinal: 20_454)).adding(minutes: number)
  }

  /// Returns a time in UTC as it is written in a file.
  package static func text(_ wall: WallTime) -> String {
    wall.description.replacing("-", with: "").replacing(":", with: "") + "Z"
  }

  /// Returns an event that Handspan moves. The other program increments its X-OTHER and changes nothing else.
  package static func handspanEvent(_ index: Int) -> PlainEvent {
    event(
      uid: "mine-\(index)", start: index, summary: "Mine \(index)",
      more: ["X-OTHER:0", "DESCRIPTION:" + String(repeating: "kept ", count: index % 7 * 5)])
  }

  /// Returns an event of the other program after `revision` changes.
  package static func otherEvent(_ index: Int, revision: Int) -> PlainEvent {
    event(
      uid: "theirs-\(index)", start: index * 60 + revision, summary: "Theirs \(index)",
      more: [
        "X-REVISION:\(revision)",
        "DESCRIPTION:" + String(repeating: "theirs ", count: (index + revision) % 23),
      ])
  }

  package static func isHandspanEvent(_ uid: String) -> Bool { uid.hasPrefix("mine-") }

  static func isKnown(_ uid: String) -> Bool { isHandspanEvent(uid) || uid.hasPrefix("theirs-") }

  /// Returns the events with which both programs begin.
  package static func initialEvents(handspanCount: Int, otherCount: Int) -> [PlainEvent] {
    (0..<handspanCount).map { handspanEvent($0) } + (0..<otherCount).map { otherEvent($0, revision: 0) }
  }

  private static func event(uid: String, start: Int, summary: String, more: [String]) -> PlainEvent {
    let lines =
      [
        "BEGIN:VEVENT", "UID:\(uid)", "DTSTAMP:20250101T000000Z", "DTSTART:\(text(self.start(start)))",
        "DTEND:\(text(self.start(start + lengthInMinutes)))", "SUMMARY:\(summary)",
      ] + more + ["END:VEVENT"]
    do { return try PlainEvent(lines) } catch { preconditionFailure("the lines are not a complete event") }
  }
}
