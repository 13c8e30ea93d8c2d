import CalendarModel
import CalendarStore

// Calendars that are shown temporarily, and other programs' calendars that are offered.
extension CalendarSession {
  // MARK: Temporary calendars

  /// The open calendars that are reopened at the next launch.
  package var keptCalendars: [CalendarInfo] {
    (snapshot?.calendars ?? []).filter { !isTemporary($0.id) && !isInAccountOrSubscription($0.id) }
  }

  /// Returns whether a calendar is shown only until the window is closed.
  package func isTemporary(_ calendar: CalendarID) -> Bool { temporaryCalendars.contains(calendar) }

  /// Shows newly opened calendars only until the window is closed.
  package func showTemporarily(_ opened: [CalendarInfo]) {
    let opened = opened.filter { !isInAccountOrSubscription($0.id) }
    guard !opened.isEmpty else { return }
    temporaryCalendars.formUnion(opened.map(\.id))
    onKeptCalendarsChanged()
  }

  /// Keeps temporary calendars, so that they are reopened at the next launch.
  package func keep(_ calendars: [CalendarID]) {
    guard !temporaryCalendars.isDisjoint(with: calendars) else { return }
    temporaryCalendars.subtract(calendars)
    onKeptCalendarsChanged()
  }

  // MARK: Calendars of other programs

  /// The calendars found in other programs' configuration, except those that are open here or have been
  /// dismissed.
  package var discoveredCalendars: [DiscoveredCalendar] {
    get async {
      let allCalendars = await store.discoverCalendars()
      let open = Set(calendars.map(\.id))
      return allCalendars.filter {
        !open.contains(CalendarID($0.path)) && !dismissedCalendars.contains(CalendarID($0.path))
      }
    }
  }

  /// Stops offering a calendar of another program, or offers it again.
  package func setDismissed(_ isDismissed: Bool, for path: String) {
    let oldDismissedCalendars = dismissedCalendars
    if isDismissed {
      dismissedCalendars.insert(CalendarID(path))
    } else {
      dismissedCalendars.remove(CalendarID(path))
    }
    if dismissedCalendars != oldDismissedCalendars { onDismissedCalendarsChanged() }
  }
}
