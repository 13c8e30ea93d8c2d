import CalendarModel
import CalendarStore

/// The calendar that was used last, which new events go to: undo goes back to the one before, and redo forward.
struct LastCalendar {
  private struct Use {
    let before: CalendarID?
    let after: CalendarID
  }

  /// Nil before one was used.
  private(set) var calendar: CalendarID?
  /// The edits that used another calendar than the one before, as long as they can be undone or done again.
  private var uses: [EditID: Use] = [:]

  /// - Parameter calendar: the one that was used before the program was started.
  init(_ calendar: CalendarID? = nil) { self.calendar = calendar }

  /// An edit brought an event there.
  mutating func use(_ calendar: CalendarID, by edit: EditID) {
    if calendar != self.calendar { uses[edit] = Use(before: self.calendar, after: calendar) }
    self.calendar = calendar
  }

  /// An edit was undone, or was not made after all.
  mutating func undo(_ edit: EditID) {
    // What was chosen since by something that is not undone stays.
    if let use = uses[edit], calendar == use.after { calendar = use.before }
  }

  /// An edit was done again.
  mutating func redo(_ edit: EditID) {
    if let use = uses[edit] { calendar = use.after }
  }

  /// An edit can be neither undone nor done again any more.
  mutating func forget(_ edit: EditID) { uses[edit] = nil }
}
