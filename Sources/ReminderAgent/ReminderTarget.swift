import CalendarModel
import Reminders

/// What a click on a notification shows.
package struct ReminderTarget: Hashable, Sendable {
  /// An occurrence, as the application's action `show-event` names it.
  package struct Event: Hashable, Sendable {
    package let calendar: String
    package let uid: String
    /// The original start in the form of RECURRENCE-ID; empty for an event that does not repeat.
    package let recurrenceID: String
  }

  package let day: Day
  /// The event; nil for several, or if it has no UID.
  package let event: Event?

  /// Creates the target of a notification about these reminders; nil if there are none.
  init?(_ reminders: [Reminder], in zone: Zone) {
    guard let first = reminders.first else { return nil }
    day = zone.time(at: first.start).wall.day
    let occurrence = first.id.occurrence
    guard Set(reminders.map(\.id.occurrence)).count == 1, !occurrence.uid.isEmpty else {
      event = nil
      return
    }
    event = Event(
      calendar: occurrence.calendar.key, uid: occurrence.uid.text,
      recurrenceID: occurrence.originalStart?.recurrenceID ?? "")
  }
}

extension ReminderMoment {
  /// The moment in the form of RECURRENCE-ID. A date is its midnight.
  fileprivate var recurrenceID: String {
    switch self {
    case .wall(let wall): wall.basicFormat
    case .instant(let instant): WallTime(seconds: instant.seconds).basicFormat + "Z"
    }
  }
}
