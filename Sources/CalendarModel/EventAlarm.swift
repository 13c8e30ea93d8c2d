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

  /// The reminders that the editor suggests: at the start, and 5, 10, 15 and 30 minutes, an hour and a day before
  /// it.
  package static let suggested: [EventAlarm] =
    [0, 5, 10, 15, 30, 60].map { .before(seconds: $0 * 60) } + [
      .offset(EventDuration(days: -1), from: .start)
    ]
}
