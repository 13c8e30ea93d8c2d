/// The reason why an occurrence cannot be changed or created.
package enum EditRefusal: Hashable, Sendable {
  /// The event repeats, but its recurrence properties cannot be read.
  case unreadableRepetition
  /// The occurrence's calendar or file cannot be written.
  case readOnly
  /// The calendar can be changed only after the user has signed in to its account.
  case signInNeeded
  /// The occurrence belongs to a subscription, which only its publisher can change.
  case subscription
  /// The occurrence no longer exists.
  case vanished
  /// No calendar is writable, so an event cannot be created.
  case noCalendar
}
