import CalendarModel

/// The reason why a typed time is not accepted. Nothing is guessed.
package enum TypedTimeError: Error, Hashable, Sendable {
  case empty
  /// It is not in any form that is known.
  case notUnderstood
  /// No clock shows that hour.
  case noSuchHour(Int)
  /// No hour has that minute.
  case noSuchMinute(Int)
  /// One digit, which might be the tens or the ones: 9:5.
  case unclearMinute(String)
  /// An hour with AM or PM that has none: 14 PM.
  case noSuchHalf
  /// Seconds, which the field does not keep.
  case hasSeconds
  /// It is more than a year away.
  case tooFar
}
