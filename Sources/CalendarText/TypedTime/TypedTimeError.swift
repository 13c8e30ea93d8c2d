import CalendarModel

/// The reason why a typed time is not accepted. Ambiguous input is refused rather than guessed.
package enum TypedTimeError: Error, Hashable, Sendable {
  case empty
  /// It is not in any known form.
  case notUnderstood
  /// The hour is out of range.
  case noSuchHour(Int)
  /// The minute is out of range.
  case noSuchMinute(Int)
  /// A minute of one digit, which might be the tens or the ones: 9:5.
  case ambiguousMinute(String)
  /// AM or PM with an hour that cannot have it: 14 PM.
  case invalidHourForDayPeriod
  /// It has seconds, which the field does not support.
  case hasSeconds
  /// It is more than a year away.
  case tooFar
}
