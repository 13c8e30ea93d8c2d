/// When a file asks for a reminder of an event: the TRIGGER of a VALARM (RFC 5545 3.8.6.3).
///
/// Handspan shows and keeps it; it reminds nobody yet.
public enum EventAlarm: Hashable, Sendable {
  /// An end of the event.
  public enum Edge: Hashable, Sendable { case start, end }

  /// So long after that end; negative before it.
  case offset(EventDuration, from: Edge)
  /// At that moment.
  case at(Instant)
}
