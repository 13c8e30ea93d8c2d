import CalendarModel

/// The occurrences in a range of days, and the series that have more than can be shown.
package struct OccurrenceQueryResult: Sendable {
  /// The occurrences in reading order.
  package var occurrences: [Occurrence]
  /// The repeating events that take place more often than they are shown.
  package var truncations: [Truncation]

  /// A repeating event that is not shown as often as it says, and why.
  package struct Truncation: Hashable, Sendable {
    package var event: CalendarEvent
    /// Why there are no more.
    package var reason: ExpansionEnd
  }
}

extension ExpansionEnd {
  /// Whether there may be more than was given. What is not supported is told when a file is read.
  var isPartial: Bool {
    switch self {
    case .tooManyStarts, .tooManySteps: true
    case .complete, .unsupported: false
    }
  }
}
