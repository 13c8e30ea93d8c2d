import CalendarModel

/// One step by which a key, or an action of assistive technology, changes an event.
package enum KeyStep: Hashable, Sendable {
  /// The whole event, by grid lines.
  case lines(Int)
  /// The whole event, by hours.
  case hours(Int)
  /// The whole event, by days.
  case days(Int)
  /// Its start, by grid lines; the end stays.
  case start(Int)
  /// Its end, by grid lines; the start stays.
  case end(Int)
}
