import CalendarModel
import CalendarStore

// Calendars that are shown for now, and calendars of other programs that are offered.
extension CalendarSession {
  // MARK: Shown for now

  /// The open calendars that the next start opens again.
  package var keptCalendars: [CalendarInfo] { calendars.filter { !isTemporary($0.id) } }

  /// Whether a calendar is shown only until the window is closed.
  package func isTemporary(_ calendar: CalendarID) -> Bool { temporaryCalendars.contains(calendar) }

  /// Shows calendars, which have just been opened, only until the window is closed.
  package func showForNow(_ opened: [CalendarInfo]) {
    guard !opened.isEmpty else { return }
    temporaryCalendars.formUnion(opened.map(\.id))
    onKeptCalendarsChanged()
  }

  /// Opens calendars again at the next start.
  package func keep(_ calendars: [CalendarID]) {
    guard !temporaryCalendars.isDisjoint(with: calendars) else { return }
    temporaryCalendars.subtract(calendars)
    onKeptCalendarsChanged()
  }

  // MARK: Calendars of other programs

  /// The calendars in the configuration of other programs that are not open here and were not dismissed.
  package var discoveredCalendars: [DiscoveredCalendar] {
    get async {
      let found = await store.discoverCalendars()
      let open = Set(calendars.map(\.id))
      return found.filter {
        !open.contains(CalendarID($0.path)) && !dismissedCalendars.contains(CalendarID($0.path))
      }
    }
  }

  /// Stops offering a calendar of another program, or offers it again.
  package func setDismissed(_ isDismissed: Bool, for path: String) {
    let before = dismissedCalendars
    if isDismissed {
      dismissedCalendars.insert(CalendarID(path))
    } else {
      dismissedCalendars.remove(CalendarID(path))
    }
    if dismissedCalendars != before { onDismissedCalendarsChanged() }
  }
}
