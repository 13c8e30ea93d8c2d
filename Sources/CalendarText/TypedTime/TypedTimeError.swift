import CalendarModel

/// The reason why a typed time is not accepted. Ambiguous input is refused rather than guessed.
package enum TypedTimeError: Error, Hashable, Sendable {
  case empty
  /// The text is not in any known form.
  case notUnderstood
  /// The hour is out of range.
  case noSuchHour(Int)
  /// The minute is out of range.
  case noSuchMinute(Int)
  /// The minute has only one digit, which might be the tens or the ones: 9:5.
  case ambiguousMinute(String)
  /// AM or PM with an hour outside 1 to 12: 14 PM.
  case invalidHourForDayPeriod
  /// The time has seconds, which the field does not support.
  case hasSeconds
  /// The time is more than a year away.
  case tooFar
}
