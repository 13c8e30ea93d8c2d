/// The reason why an occurrence cannot be changed or created.
package enum EditRefusal: Error, Hashable, Sendable {
  /// It is part of a series.
  case repeating
  /// Its file cannot be written.
  case readOnly
  /// It is no longer there.
  case vanished
  /// There is no calendar that can be written, so that no event can be made.
  case noCalendar
}
