/// Free time that something is pasted at.
public enum PastePlace: Hashable, Sendable {
  /// Among the hours.
  case time(WallTime)
  /// Above them, or nowhere: it then keeps its own time of the day.
  case day(Day)
}
