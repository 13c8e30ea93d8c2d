/// What a file says about an event's alarms in addition to their triggers.
///
/// Most alarms have no notes, so they cost nothing but an empty array.
package enum AlarmNote: Hashable, Sendable {
  /// The alarm with this trigger shows no message: it sends mail, runs a program, or does something unknown.
  case silent(EventAlarm)
  /// REPEAT and DURATION (RFC 5545 3.8.6.2): after it went off, the alarm goes off that many more times, at that
  /// interval in seconds.
  case repeated(EventAlarm, count: Int, interval: Int)
  /// ACKNOWLEDGED (RFC 9074 6.1): the alarm was dismissed at that moment.
  case acknowledged(EventAlarm, at: Instant)
  /// X-MOZ-LASTACK: all alarms of the event, or of its series, that had gone off at that moment were dismissed.
  case allAcknowledged(at: Instant)
  /// X-MOZ-SNOOZE-TIME: an alarm is to go off again at that moment. In a series, the original start of the
  /// occurrence is part of the name.
  case snoozed(originalStart: Instant?, until: Instant)

  /// The trigger of the alarm; nil if the note is about all alarms.
  var alarm: EventAlarm? {
    switch self {
    case .silent(let alarm), .repeated(let alarm, _, _), .acknowledged(let alarm, _): alarm
    case .allAcknowledged, .snoozed: nil
    }
  }
}
