/// Whether an event repeats, and how.
package enum Repetition: Hashable, Sendable {
  /// It does not repeat.
  case once
  /// It is a series, or a changed occurrence of one.
  case series(SeriesPart)
  /// It repeats in a way that cannot be understood: only its own start is shown.
  case unreadable
}

/// The role of an event in a series.
package indirect enum SeriesPart: Hashable, Sendable {
  /// The series itself: its DTSTART and recurrence properties.
  case whole(Recurrence)
  /// A changed occurrence, by its original start (RECURRENCE-ID). If `isThisAndFuture` is true
  /// (RANGE=THISANDFUTURE, RFC 5545 3.2.13), all later occurrences are changed with it.
  case changed(original: EventTime, isThisAndFuture: Bool)
}
