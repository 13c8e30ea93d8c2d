import CalendarModel
import CalendarStore

// Opening and closing individual calendars while others stay open.
extension CalendarSession {
  /// Opens files and folders in addition to the open calendars. The undo history is kept.
  ///
  /// - Parameter followers: the calendars before which they are listed; see `followers(of:)`.
  /// - Returns: the calendars that were not open before.
  package func openAdditional(
    _ paths: [String], before followers: [CalendarID] = []
  ) async -> [CalendarInfo] {
    let previouslyOpen = Set(calendars.map(\.id))
    let snapshot = await store.add(paths, before: followers)
    markOpenCalendarsAsChosen()
    // Calendars of accounts may have been opened in the meantime.
    func isNew(_ calendar: CalendarInfo) -> Bool {
      !previouslyOpen.contains(calendar.id) && !listed.owns(calendar.id)
    }
    showOpenedCalendars(snapshot.calendars.filter(isNew))
    adopt(snapshot, mayBePostponed: false)
    return calendars.filter(isNew)
  }

  /// Returns the calendars that are listed after a calendar. If it is closed and opened again, this is its place.
  package func followers(of calendar: CalendarID) -> [CalendarID] {
    calendars.map(\.id).drop { $0 != calendar }.dropFirst().map(\.self)
  }

  /// Waits until all changes to a calendar are on disk.
  ///
  /// - Returns: messages about changes that could not be saved; empty if it is safe to close the calendar.
  package func flush(_ calendar: CalendarID) async -> [String] {
    await store.flush().filter { $0.calendar == calendar }.map { $0.error.message(phrases.translator) }
  }

  /// Closes one calendar. Its unsaved changes are not saved to it; the store merely keeps a copy of them
  /// elsewhere. To save them, call `flush(_:)` first.
  package func closeCalendar(_ calendar: CalendarID) async {
    discardUnsavedChanges(in: calendar)
    _ = await store.close(calendar)
    await forgetClosedCalendar(calendar)
  }

  /// Forgets the edits of a calendar that the store has closed.
  ///
  /// - Parameter step: the undo step to keep.
  func forgetEdits(of calendar: CalendarID, except step: EditID? = nil) {
    discardUnsavedChanges(in: calendar)
    steps.drop { $0.concerns(calendar) && $0.listChange.map { $0.id != step } != false }
    if lastCopied?.calendar == calendar { lastCopied = nil }
  }

  /// Forgets everything about a calendar that the store has closed.
  ///
  /// - Parameter step: the undo step to keep.
  func forgetClosedCalendar(_ calendar: CalendarID, except step: EditID? = nil) async {
    let snapshot = await store.snapshot()
    forgetEdits(of: calendar, except: step)
    if !choices.setTemporary(false, for: [calendar]) { choices.doNotReopen(calendar) }
    markOpenCalendarsAsChosen()
    adopt(snapshot, mayBePostponed: false)
    reports.send(.savedStateChanged)
  }
}

extension UndoStep {
  /// Returns whether the step affects the given calendar.
  fileprivate func concerns(_ calendar: CalendarID) -> Bool {
    propertyChange?.calendar == calendar || listChange?.calendars.contains(calendar) == true
      || importChange?.applied.calendar == calendar
      || parts.contains { $0.edit.concerns(calendar) }
  }
}

extension EventEdit {
  /// Returns whether the edit affects the given calendar.
  fileprivate func concerns(_ calendar: CalendarID) -> Bool {
    target.calendar == calendar || resultingID.calendar == calendar
  }
}
