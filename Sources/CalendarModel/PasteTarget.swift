/// The day or time at which something is pasted.
package enum PasteTarget: Hashable, Sendable {
  /// Among the hours.
  case time(WallTime)
  /// Above them, or nowhere: it then keeps its own time of the day.
  case day(Day)
}
