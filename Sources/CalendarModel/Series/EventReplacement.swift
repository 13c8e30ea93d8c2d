/// The events of a series before and after an edit, including those of the new series if the edit splits the
/// series.
package struct EventReplacement: Hashable, Sendable {
  /// The events before the edit.
  package let before: [CalendarEvent]
  /// The events after the edit.
  package let after: [CalendarEvent]

  package init(before: [CalendarEvent], after: [CalendarEvent]) {
    (self.before, self.after) = (before, after)
  }

  /// The replacement that undoes this one.
  package var reversed: EventReplacement { EventReplacement(before: after, after: before) }
}
