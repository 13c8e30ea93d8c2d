import CalendarModel

/// One step by which a key, or an action of assistive technology, changes an event.
package enum KeyStep: Hashable, Sendable {
  /// The whole event, by lines of the grid.
  case lines(Int)
  /// The whole event, by hours.
  case hours(Int)
  /// The whole event, by days.
  case days(Int)
  /// Its start, by lines of the grid; the end stays.
  case start(Int)
  /// Its end, by lines of the grid; the start stays.
  case end(Int)
}
