/// The day or time at which something is pasted.
package enum PasteTarget: Hashable, Sendable {
  /// A time in the hour grid.
  case time(WallTime)
  /// A day, in the all-day row or given without a time. Pasted events keep their own time of day.
  case day(Day)
}
