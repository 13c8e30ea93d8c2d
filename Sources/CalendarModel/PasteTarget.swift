/// The day or time at which something is pasted.
package enum PasteTarget: Hashable, Sendable {
  /// A time among the hours.
  case time(WallTime)
  /// A day in the all-day row, or one without a time. Pasted events keep their own time of day.
  case day(Day)
}
