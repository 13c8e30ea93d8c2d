import CalendarModel

/// A reminder of an occurrence. It contains no text, which is looked up when it rings.
package struct Reminder: Hashable, Sendable {
  package let id: ReminderID
  /// When it rings.
  package let due: Instant
  /// The start of the occurrence.
  package let start: Instant
  /// The exclusive end of the occurrence.
  package let end: Instant
  package let isAllDay: Bool
  /// The event that says what the occurrence is about.
  package let event: EventID

  package init(
    id: ReminderID, due: Instant, start: Instant, end: Instant, isAllDay: Bool, event: EventID
  ) {
    (self.id, self.due, self.start, self.end) = (id, due, start, end)
    (self.isAllDay, self.event) = (isAllDay, event)
  }

  /// Whether `a` rings before `b`; of those that ring at once, the one whose event starts first.
  package static func inRingingOrder(_ a: Reminder, _ b: Reminder) -> Bool {
    if a.due != b.due { return a.due < b.due }
    if a.start != b.start { return a.start < b.start }
    let (first, second) = (a.id.occurrence, b.id.occurrence)
    return (first.uid, first.duplicate) < (second.uid, second.duplicate)
  }
}
