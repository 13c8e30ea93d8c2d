/// What applying a change has done.
package struct Applied: Hashable, Sendable {
  /// An event, or the changed occurrence of a series, before and after a change.
  package struct Change: Hashable, Sendable {
    /// Nil if the change added the event.
    package let before: CalendarEvent?
    /// Nil if the change removed the event.
    package let after: CalendarEvent?

    package init(before: CalendarEvent?, after: CalendarEvent?) {
      (self.before, self.after) = (before, after)
    }
  }

  /// The changes that were made; empty if nothing changed.
  package var changes: [Change]
  /// The events that cannot be changed in this way.
  package var refusedEvents: [CalendarEvent]
  /// Whether those who show the events have already read them again.
  package var isShown: Bool

  package init(changes: [Change] = [], refusedEvents: [CalendarEvent] = [], isShown: Bool = false) {
    (self.changes, self.refusedEvents, self.isShown) = (changes, refusedEvents, isShown)
  }
}
