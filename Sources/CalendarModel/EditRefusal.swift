/// The reason why an occurrence cannot be changed or created.
package enum EditRefusal: Error, Hashable, Sendable {
  /// It is part of a series.
  case repeating
  /// Its file cannot be written.
  case readOnly
  /// It no longer exists.
  case vanished
  /// No calendar is writable, so an event cannot be created.
  case noCalendar
}
