import CalendarModel
import CalendarStore

/// The calendar used last, to which new events are added. Undoing an edit restores the calendar used before
/// it, and redoing the edit restores the one used by it.
struct LastCalendar {
  private struct Use {
    let previousCalendar: CalendarID?
    let newCalendar: CalendarID
  }

  /// The calendar used last, or nil before the first use.
  private(set) var calendar: CalendarID?
  /// The edits that changed `calendar`, as long as they can be undone or redone.
  private var uses: [EditID: Use] = [:]

  /// - Parameter calendar: the calendar used last in the previous run.
  init(_ calendar: CalendarID? = nil) { self.calendar = calendar }

  /// Records that an edit added an event to a calendar, or moved one there.
  mutating func recordUse(of calendar: CalendarID, by edit: EditID) {
    if calendar != self.calendar { uses[edit] = Use(previousCalendar: self.calendar, newCalendar: calendar) }
    self.calendar = calendar
  }

  /// Restores the calendar used before an edit that was undone or rejected.
  mutating func undo(_ edit: EditID) {
    // If a later edit used a different calendar, that calendar is kept.
    if let use = uses[edit], calendar == use.newCalendar { calendar = use.previousCalendar }
  }

  /// Restores the calendar used by an edit that was redone.
  mutating func redo(_ edit: EditID) {
    if let use = uses[edit] { calendar = use.newCalendar }
  }

  /// Forgets an edit that can no longer be undone or redone.
  mutating func forget(_ edit: EditID) { uses[edit] = nil }
}
