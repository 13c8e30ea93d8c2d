import CalendarModel

/// What takes place in some days, and what more there is than can be shown.
public struct Outlook: Sendable {
  /// The occurrences in reading order.
  public var occurrences: [Occurrence]
  /// The repeating events that take place more often than they are shown.
  public var shortfalls: [Shortfall]

  /// A repeating event that is not shown as often as it says, and why.
  public struct Shortfall: Hashable, Sendable {
    /// The event.
    public var event: CalendarEvent
    /// Why there are no more.
    public var reason: ExpansionEnd
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
