import CalendarModel
import CalendarStore
import CalendarText

// Hidden calendars. They stay open, and their changes are saved, undone and merged as usual. Their events are
// merely left out of the displayed days.
extension CalendarSession {
  /// Hides a calendar, or shows it again.
  package func setHidden(_ isHidden: Bool, for calendar: CalendarID) {
    var hidden = choices.hidden
    if isHidden { hidden.insert(calendar) } else { hidden.remove(calendar) }
    hide(hidden)
  }

  /// Returns whether a calendar is the only open one that is shown.
  package func isOnlyShownCalendar(_ calendar: CalendarID) -> Bool {
    calendars.count > 1 && calendars.allSatisfy { choices.isHidden($0.id) == ($0.id != calendar) }
  }

  /// Shows one calendar and hides the other open ones.
  package func showOnly(_ calendar: CalendarID) {
    hide(choices.hidden.union(calendars.map(\.id)).subtracting([calendar]))
  }

  /// Shows all open calendars.
  package func showAll() { hide(choices.hidden.subtracting(calendars.map(\.id))) }

  private func hide(_ calendars: Set<CalendarID>) {
    if choices.hide(calendars) { reports.send(.displayChanged) }
  }

  /// Shows calendars that the user has just opened, even if they were hidden when they were closed.
  func showOpenedCalendars(_ opened: [CalendarInfo]) {
    choices.hide(choices.hidden.subtracting(opened.map(\.id)))
  }

  /// Shows the calendar to which an edit adds an event, if it is hidden.
  ///
  /// - Returns: the name of the calendar; nil if it was not hidden.
  func showCalendar(receiving edit: EventEdit) -> String? {
    switch edit.change {
    case .add, .transfer: showCalendar(edit.resultingID.calendar)
    case .move, .resizeStart, .resizeEnd, .set, .delete: nil
    }
  }

  /// Shows a calendar, if it is hidden, without a report: the caller reports a change anyway.
  ///
  /// - Returns: the name of the calendar; nil if it was not hidden.
  func showCalendar(_ calendar: CalendarID) -> String? {
    choices.hide(choices.hidden.subtracting([calendar])) ? name(of: calendar) : nil
  }

  /// Returns the message that a calendar with the given name is no longer hidden.
  func shownAgainText(_ name: String) -> String {
    phrases.translator.tr("“{calendar}” is shown again", ["calendar": name])
  }
}
