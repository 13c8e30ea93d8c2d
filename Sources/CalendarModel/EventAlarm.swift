/// When a file asks for a reminder of an event: the TRIGGER of a VALARM (RFC 5545 3.8.6.3).
///
/// Handspan shows and preserves alarms, but does not trigger them yet.
package enum EventAlarm: Hashable, Sendable {
  package enum Edge: Hashable, Sendable { case start, end }

  /// This long after one end of the event; negative for before it.
  case offset(EventDuration, from: Edge)
  case at(Instant)
}
