import CalendarModel

/// What the user chose for all reminders.
package struct ReminderSettings: Hashable, Sendable {
  /// When a reminder of an all-day event rings that would ring at midnight, in seconds since midnight.
  package var allDayTime = 9 * 3600
  /// Whether the events of hidden calendars ring.
  package var ringsForHiddenCalendars = true

  package init() {}
}
