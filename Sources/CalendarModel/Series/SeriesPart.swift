/// Whether an event repeats, and how.
package enum Repetition: Hashable, Sendable {
  /// It takes place once.
  case once
  /// It is a series, or a changed occurrence of one.
  case series(SeriesPart)
  /// Its file says that it repeats, in a way that cannot be understood: it is shown where it stands.
  case unreadable
}

/// What an event is within a series.
package indirect enum SeriesPart: Hashable, Sendable {
  /// The series itself: its DTSTART and what it says of repeating.
  case whole(Recurrence)
  /// An occurrence that was changed, by its original start (RECURRENCE-ID). With `reachesOn`
  /// (RANGE=THISANDFUTURE, RFC 5545 3.2.13) those that follow are changed with it.
  case changed(original: EventTime, reachesOn: Bool)
}
