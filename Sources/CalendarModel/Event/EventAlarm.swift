/// The time of a reminder that a file requests for an event: the TRIGGER of a VALARM (RFC 5545 3.8.6.3).
///
/// `AlarmNote` contains what a VALARM says in addition.
package enum EventAlarm: Hashable, Sendable {
  package enum Edge: Hashable, Sendable { case start, end }

  /// A duration after the start or the end of the event; negative if the reminder comes before it.
  case offset(EventDuration, from: Edge)
  case at(Instant)

  /// Returns a reminder that comes the given number of seconds before the start.
  package static func before(seconds: Int) -> EventAlarm {
    .offset(EventDuration(seconds: -seconds), from: .start)
  }

  /// Returns a reminder of an all-day event at a time of day.
  ///
  /// - Parameters:
  ///   - days: the number of days before the first day; 0 for that day itself.
  ///   - secondOfDay: the time, in seconds since midnight.
  package static func days(_ days: Int, atSecondOfDay secondOfDay: Int) -> EventAlarm {
    .offset(EventDuration(seconds: secondOfDay - days * WallTime.secondsPerDay), from: .start)
  }

  /// Returns the reminders that the editor suggests for an all-day event: on its first day, and one, two and seven days before
  /// it.
  ///
  /// - Parameter secondOfDay: the time of the reminders, in seconds since midnight.
  package static func suggestedForAllDay(atSecondOfDay secondOfDay: Int) -> [EventAlarm] {
    [0, 1, 2, 7].map { .days($0, atSecondOfDay: secondOfDay) }
  }

  /// The reminders that the editor suggests for an event with a time: at the start, and 5, 10, 15 and 30 minutes, an hour and a day before
  /// it.
  package static let suggested: [EventAlarm] =
    [0, 5, 10, 15, 30, 60].map { .before(seconds: $0 * 60) } + [
      .offset(EventDuration(days: -1), from: .start)
    ]
}
