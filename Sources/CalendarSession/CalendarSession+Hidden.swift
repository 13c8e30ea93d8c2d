import CalendarModel
import CalendarStore
import CalendarText

// Hidden calendars. They stay open, and their changes are saved, undone and merged as usual. Their events are
// merely left out of the displayed days.
extension CalendarSession {
  /// Returns whether the events of a calendar are hidden.
  package func isHidden(_ calendar: CalendarID) -> Bool { hiddenCalendars.contains(calendar) }

  /// Hides the calendars that were hidden in the previous run. Call this before calendars are opened.
  package func restoreHidden(_ calendars: [CalendarID]) { hiddenCalendars = Set(calendars) }

  /// Hides a calendar, or shows it again.
  package func setHidden(_ isHidden: Bool, for calendar: CalendarID) {
    var hidden = hiddenCalendars
    if isHidden { hidden.insert(calendar) } else { hidden.remove(calendar) }
    setHiddenCalendars(hidden)
  }

  /// Returns whether a calendar is the only open one that is shown.
  package func isOnlyShownCalendar(_ calendar: CalendarID) -> Bool {
    calendars.count > 1 && calendars.allSatisfy { isHidden($0.id) == ($0.id != calendar) }
  }

  /// Shows one calendar and hides the other open ones.
  package func showOnly(_ calendar: CalendarID) {
    setHiddenCalendars(hiddenCalendars.union(calendars.map(\.id)).subtracting([calendar]))
  }

  /// Shows all open calendars.
  package func showAll() { setHiddenCalendars(hiddenCalendars.subtracting(calendars.map(\.id))) }

  /// Discards the names, the colors and the visibility that the user chose for calendars that will never be
  /// opened again, so that these choices are not saved.
  func forgetChoices(for calendars: [CalendarID]) {
    hiddenCalendars.subtract(calendars)
    for calendar in calendars {
      _ = chosenProperties.choose(.name(nil), for: calendar)
      _ = chosenProperties.choose(.color(nil), for: calendar)
    }
  }

  private func setHiddenCalendars(_ hidden: Set<CalendarID>) {
    guard hidden != hiddenCalendars else { return }
    hiddenCalendars = hidden
    onDisplayChange()
    onHiddenCalendarsChanged()
  }

  /// Shows calendars that the user has just opened, even if they were hidden when they were closed.
  func showOpenedCalendars(_ opened: [CalendarInfo]) {
    let stillHidden = hiddenCalendars.subtracting(opened.map(\.id))
    guard stillHidden != hiddenCalendars else { return }
    hiddenCalendars = stillHidden
    onHiddenCalendarsChanged()
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

  /// Shows a calendar, if it is hidden, without calling `onDisplayChange`: the caller reports a change anyway.
  ///
  /// - Returns: the name of the calendar; nil if it was not hidden.
  func showCalendar(_ calendar: CalendarID) -> String? {
    guard hiddenCalendars.remove(calendar) != nil else { return nil }
    onHiddenCalendarsChanged()
    return name(of: calendar)
  }

  /// Returns the message that a calendar with the given name is no longer hidden.
  func shownAgainText(_ name: String) -> String {
    phrases.translator.tr("“{calendar}” is shown again", ["calendar": name])
  }
}
