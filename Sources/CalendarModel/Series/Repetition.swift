/// Whether and how an event repeats.
package enum Repetition: Hashable, Sendable {
  /// The event does not repeat.
  case once
  /// The event is a series, or a changed occurrence of one.
  case series(SeriesRole)
  /// The event repeats in a way that cannot be understood, so it is shown only at its own start.
  case unreadable
}

/// The role of an event in a series.
package indirect enum SeriesRole: Hashable, Sendable {
  /// The series itself: its DTSTART and recurrence properties.
  case master(Recurrence)
  /// A changed occurrence, identified by its original start (RECURRENCE-ID). If `isThisAndFuture` is true
  /// (RANGE=THISANDFUTURE, RFC 5545 3.2.13), all later occurrences are changed with it.
  case changed(original: EventTime, isThisAndFuture: Bool)
}
