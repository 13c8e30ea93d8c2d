import CalendarModel
import CalendarStore

// Calendars that are shown temporarily, and other programs' calendars that are offered.
extension CalendarSession {
  // MARK: Temporary calendars

  /// The open calendars that are reopened at the next launch.
  package var keptCalendars: [CalendarInfo] {
    (snapshot?.calendars ?? []).filter { !choices.isTemporary($0.id) && !listed.owns($0.id) }
  }

  /// Shows newly opened calendars only until the window is closed.
  package func showTemporarily(_ opened: [CalendarInfo]) {
    let opened = opened.filter { !listed.owns($0.id) }
    guard !opened.isEmpty else { return }
    choices.setTemporary(true, for: opened.map(\.id))
    calendarListChanged()
  }

  /// Keeps temporary calendars, so that they are reopened at the next launch.
  package func keep(_ calendars: [CalendarID]) {
    if choices.setTemporary(false, for: calendars) { calendarListChanged() }
  }

  /// Remembers the open calendars for the next launch. If the only open files and folders are temporary, those that
  /// were remembered before stay.
  package func rememberOpenCalendars() {
    let keptCalendars = keptCalendars
    guard !source.isSample,
      !keptCalendars.isEmpty || calendars.allSatisfy({ listed.owns($0.id) })
    else { return }
    choices.rememberOpened(keptCalendars.map(\.id))
  }

  /// Remembers the open calendars and reports that they have changed.
  func calendarListChanged() {
    rememberOpenCalendars()
    reports.send(.calendarListChanged)
  }

  // MARK: Calendars of other programs

  /// The calendars found in other programs' configuration, except those that are open here or have been
  /// dismissed.
  package var discoveredCalendars: [DiscoveredCalendar] {
    get async {
      let allCalendars = await store.discoverCalendars()
      let open = Set(calendars.map(\.id))
      return allCalendars.filter {
        !open.contains(CalendarID($0.path)) && !choices.dismissed.contains(CalendarID($0.path))
      }
    }
  }
}
