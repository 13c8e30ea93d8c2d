import CalendarModel
import CalendarStore

// Opening and closing single calendars while others stay open.
extension CalendarSession {
  /// Opens files and folders beside the open calendars. What can be undone stays so.
  ///
  /// - Returns: the calendars that were not open before.
  package func add(_ paths: [String]) async -> [CalendarInfo] {
    let before = Set(calendars.map(\.id))
    let snapshot = await store.add(paths)
    becomeChosen()
    adopt(snapshot, mayWait: false)
    return calendars.filter { !before.contains($0.id) }
  }

  /// Waits until everything in a calendar is on disk.
  ///
  /// - Returns: messages about what could not be saved; empty if it is safe to close it.
  package func finish(_ calendar: CalendarID) async -> [String] {
    await store.flush().filter { $0.calendar == calendar }.map { $0.error.message(phrases.translator) }
  }

  /// Closes one calendar. Its unsaved changes are given up, except for the copy that the store keeps elsewhere;
  /// call `finish(_:)` first.
  package func closeCalendar(_ calendar: CalendarID) async {
    giveUp(in: calendar)
    let snapshot = await store.close(calendar)
    giveUp(in: calendar)
    forget(history.remove { step in step.parts.contains { $0.edit.concerns(calendar) } })
    if lastCopied?.calendar == calendar { lastCopied = nil }
    becomeChosen()
    adopt(snapshot, mayWait: false)
    onSavedChanged()
  }
}

extension EventEdit {
  /// Whether it changes that calendar.
  fileprivate func concerns(_ calendar: CalendarID) -> Bool {
    target.calendar == calendar || resultingID.calendar == calendar
  }
}
