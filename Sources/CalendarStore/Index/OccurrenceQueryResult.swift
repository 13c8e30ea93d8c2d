import CalendarModel

/// The occurrences in a range of days, and the series that have more occurrences than can be shown.
package struct OccurrenceQueryResult: Sendable {
  /// The occurrences in reading order.
  package var occurrences: [Occurrence]
  /// The repeating events that have more occurrences than are shown.
  package var truncations: [Truncation]

  /// A repeating event that has more occurrences than are shown, and the reason.
  package struct Truncation: Hashable, Sendable {
    let sharedEvent: SharedEvent
    package var event: CalendarEvent { sharedEvent.event }
    /// The reason why the expansion ended early.
    package var reason: ExpansionEnd
  }
}

extension ExpansionEnd {
  /// Whether there may be more occurrences than were returned. Unsupported rules do not count, because they
  /// are reported when a file is read.
  var isPartial: Bool {
    switch self {
    case .tooManyStarts, .tooManySteps: true
    case .complete, .unsupported: false
    }
  }
}
