import CalendarModel

/// One step by which a key, or an action of assistive technology, changes an event.
package enum KeyStep: Hashable, Sendable {
  /// Moves the whole event by grid lines.
  case lines(Int)
  /// Moves the whole event by hours.
  case hours(Int)
  /// Moves the whole event by days.
  case days(Int)
  /// Moves the start by grid lines. The end stays.
  case start(Int)
  /// Moves the end by grid lines. The start stays.
  case end(Int)
}
