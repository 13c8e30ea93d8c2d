import CalendarModel

/// Limits the cost of finding the reminders of a calendar, whatever rules its files contain.
package struct ReminderPool: Sendable {
  var expansion: ExpansionPool
  var nearestInstances = NearestInstancePool()
  /// The number of reminders left: a hundred times what a person could look at in a week.
  var remainingReminders = 20_000

  /// Creates the pool for a period of the given length.
  package init(seconds: Int) { expansion = ExpansionPool(seconds: seconds) }
}
