import CalendarModel
import CalendarStore

/// The calendar used last, to which new events are added. Undo returns to the one used before, and redo to
/// the one used after.
struct LastCalendar {
  private struct Use {
    let before: CalendarID?
    let after: CalendarID
  }

  /// The calendar; nil before the first use.
  private(set) var calendar: CalendarID?
  /// The edits that changed which calendar was used last, as long as they can be undone or redone.
  private var uses: [EditID: Use] = [:]

  /// - Parameter calendar: the calendar used last in the previous run.
  init(_ calendar: CalendarID? = nil) { self.calendar = calendar }

  /// Records that an edit put an event into this calendar.
  mutating func recordUse(of calendar: CalendarID, by edit: EditID) {
    if calendar != self.calendar { uses[edit] = Use(before: self.calendar, after: calendar) }
    self.calendar = calendar
  }

  /// Reverts an edit that was undone or rejected.
  mutating func undo(_ edit: EditID) {
    // If a later edit used another calendar, that one stays.
    if let use = uses[edit], calendar == use.after { calendar = use.before }
  }

  /// Reapplies an edit that was redone.
  mutating func redo(_ edit: EditID) {
    if let use = uses[edit] { calendar = use.after }
  }

  /// Forgets an edit that can no longer be undone or redone.
  mutating func forget(_ edit: EditID) { uses[edit] = nil }
}
