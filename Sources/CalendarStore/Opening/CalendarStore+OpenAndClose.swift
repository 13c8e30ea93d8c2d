import CalendarModel

// Opens and closes individual calendars while others stay open.
extension CalendarStore {
  /// Opens calendars in addition to those that are already open. A calendar that is already open, possibly as
  /// part of an open folder, is not opened again.
  ///
  /// Calendars that cannot be opened are listed in the snapshot's `failures`, which no longer contains
  /// earlier errors.
  ///
  /// - Parameter followers: open calendars, the first of which that is still open comes after the new ones. If none
  ///   is, the new ones are the last.
  /// - Returns: the new state.
  package func add(_ paths: [String], before followers: [CalendarID] = []) async -> StoreSnapshot {
    processMailbox()
    failures = []
    let newIDs = Set(paths.map { CalendarID($0) }).subtracting(calendars.map(\.id))
    let snapshot = await loadAndWatch(paths.filter { !isOpen($0) }, isReopening: false)
    let added = calendars.filter { newIDs.contains($0.id) }
    guard let follower = followers.first(where: { id in calendars.contains { $0.id == id } }),
      !newIDs.contains(follower)
    else { return snapshot }
    calendars.removeAll { newIDs.contains($0.id) }
    calendars.insert(contentsOf: added, at: calendars.firstIndex { $0.id == follower } ?? calendars.endIndex)
    return self.snapshot()
  }

  /// Reads calendars in addition to those that are open, and watches them.
  ///
  /// - Parameter maximumWait: how long to wait for the calendars, in milliseconds; nil to wait as long as the store's
  ///   `timeout`. Without a `timeout`, the wait is not limited.
  /// - Returns: the new state.
  func loadAndWatch(
    _ paths: [String], isReopening: Bool, maximumWait: Int? = nil
  ) async -> StoreSnapshot {
    let generation = openGeneration
    read(paths, isReopening: isReopening)
    watchAll()
    await waitUntilLoaded(openGeneration: generation, maximumWait: maximumWait)
    if calendars.contains(where: { !$0.settlingFiles.isEmpty }) || !pathsBeingWritten.isEmpty {
      scheduleCheck(clock() + WriteSettling.checkInterval)
    }
    // The command-line tool does not listen to `events`, so `perform` preserves the leftovers of interrupted
    // saves for it.
    if isWatching { preserveLeftovers() }
    return snapshot()
  }

  private func isOpen(_ path: String) -> Bool {
    let folder = ByteString(path).splitPath.folder.text
    return calendars.contains { calendar in
      calendar.id == CalendarID(path) || (calendar.hasSeparateObjects && calendar.id == CalendarID(folder))
    }
  }

  /// Closes a calendar. A copy of its unsaved changes is kept in the conflicts folder (`StoreError.conflict`
  /// contains its path). Call `flush()` first, so that the user can decide what to do with changes that cannot be
  /// saved.
  ///
  /// - Returns: the new state.
  package func close(_ calendar: CalendarID) async -> StoreSnapshot {
    await flush()
    abandonUnsavedChanges(of: calendar)
    return await removeFromMemory(calendar)
  }

  /// Closes a calendar that is no longer listed, perhaps only for a while. Its unsaved changes stay stored; if they
  /// cannot be stored, a copy is kept in the conflicts folder.
  func closeAbsent(_ calendar: CalendarID) async {
    await flush()
    keepRecordsDuringAbsence(of: calendar)
    abandonUnsavedChanges(of: calendar)
    _ = await removeFromMemory(calendar)
  }

  private func removeFromMemory(_ calendar: CalendarID) async -> StoreSnapshot {
    await checkReplacedFiles(isLast: true)
    loading.removeValue(forKey: calendar)?.cancel()
    calendars.removeAll { $0.id == calendar }
    watchAll()
    return snapshot()
  }
}
