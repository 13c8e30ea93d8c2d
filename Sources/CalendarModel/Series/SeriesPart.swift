/// What an event is within a series.
public indirect enum SeriesPart: Hashable, Sendable {
  /// The series itself: its DTSTART and what it says of repeating.
  case whole(Recurrence)
  /// An occurrence that was changed, by its original start (RECURRENCE-ID). With `reachesOn`
  /// (RANGE=THISANDFUTURE, RFC 5545 3.2.13) those that follow are changed with it.
  case changed(original: EventTime, reachesOn: Bool)
}
