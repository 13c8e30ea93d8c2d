/// What there is to say of an edit that was made.
public enum EditNotice: Hashable, Sendable {
  /// The file's own definition of that time zone says nothing of the new time, and it is not ours to add to.
  case zoneTooNarrow(identifier: String)
}

/// Why nothing of what was pasted or dropped is taken.
public enum ImportRefusal: Error, Hashable, Sendable {
  /// It has more than so many bytes.
  case tooLarge(limit: Int)
  /// It has so many events, more than are taken at once.
  case tooMany(count: Int, limit: Int)
  /// It is no calendar.
  case noCalendar
  /// It is a calendar without events.
  case noEvents
  /// None of its events can be read.
  case unreadable
}
