/// The reminders that the user chose for new events.
package struct DefaultReminders: Hashable, Sendable {
  /// The reminder of a new event with a time; nil for none.
  package var timed: EventAlarm?
  /// The reminder of a new all-day event; nil for none.
  package var allDay: EventAlarm?

  package init(timed: EventAlarm? = nil, allDay: EventAlarm? = nil) {
    (self.timed, self.allDay) = (timed, allDay)
  }

  /// Returns the reminders of a new event.
  package func reminders(isAllDay: Bool) -> [EventAlarm] {
    [isAllDay ? allDay : timed].compactMap(\.self)
  }

  /// Returns the reminders of an event that becomes an all-day event or ceases to be one: the default ones of its new kind,
  /// unless the user has chosen others.
  package func adapted(_ reminders: [EventAlarm], toAllDay: Bool) -> [EventAlarm] {
    guard !reminders.isEmpty, reminders == self.reminders(isAllDay: !toAllDay) else { return reminders }
    return self.reminders(isAllDay: toAllDay)
  }
}
