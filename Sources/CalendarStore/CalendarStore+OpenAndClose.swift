import CalendarModel

// Opening and closing single calendars while others stay open.
extension CalendarStore {
  /// Opens calendars beside those that are open. One that is open already, also as part of an open folder, stays
  /// as it is.
  ///
  /// What cannot be opened is listed in the snapshot's `failures`, which no longer has earlier ones.
  ///
  /// - Returns: the new state.
  package func add(_ paths: [String]) async -> StoreSnapshot {
    process()
    failures = []
    let new = paths.filter { !isOpen($0) }
    let number = openCount
    read(new, wereOpen: false)
    watchAll()
    await waitUntilLoaded(openCount: number)
    if calendars.contains(where: { !$0.settling.isEmpty }) || !pathsBeingWritten.isEmpty {
      scheduleCheck(clock() + WriteSettling.checkInterval)
    }
    if isWatching { copyLeftovers() }
    return snapshot()
  }

  private func isOpen(_ path: String) -> Bool {
    let folder = ByteString(path).splitPath.folder.text
    return calendars.contains { calendar in
      calendar.id == CalendarID(path) || (calendar.isFolder && calendar.id == CalendarID(folder))
    }
  }

  /// Closes a calendar. A copy of its unsaved changes is kept elsewhere (`StoreError.conflict` has its path); call
  /// `flush()` first to let the user decide.
  ///
  /// - Returns: the new state.
  package func close(_ calendar: CalendarID) async -> StoreSnapshot {
    await flush()
    abandonUnsavedChanges(of: calendar)
    await checkReplacedFiles(isLast: true)
    loading.removeValue(forKey: calendar)?.cancel()
    calendars.removeAll { $0.id == calendar }
    watchAll()
    return snapshot()
  }
}
