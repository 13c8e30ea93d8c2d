import CalendarModel
import CalendarStore
import CalendarText

// Changes that are not on disk: keeping them for the next launch, and saving them elsewhere.
extension CalendarSession {
  /// Stores unsaved changes for the next run of the application, even if their file system does not respond.
  /// Call this before the window is destroyed.
  package func storeUnsavedChanges() async { _ = await store.storeUnsavedChanges() }

  /// Discards the stored unsaved changes. They will not be offered in the next run.
  package func discardStoredChanges() async { await store.discardStoredChanges() }

  /// Checks replaced files for late writes by other programs one last time. Call this before the application
  /// exits.
  package func finishCheckingReplacedFiles() async { await store.finishCheckingReplacedFiles() }

  /// Returns the changes that an earlier run of the application could not save. Those to a calendar of an account
  /// are included only while it is available, because they can be applied only then.
  package func pendingChanges() async -> [PendingChanges] {
    await store.pendingChanges().filter { change in
      !listed.owns(change.calendar)
        || calendars.contains { $0.id == change.calendar && $0.isAvailable }
    }
  }

  /// Returns the changes from an earlier run to calendars that the accounts no longer have. They cannot be saved there; if
  /// the calendars of accounts could not be listed, there are none.
  package func changesToRemovedCalendars() async -> [PendingChanges] {
    await store.pendingChanges().filter { listed.isGone($0.calendar) }
  }

  /// Saves copies of the calendars with changes from an earlier run, which will not be offered again.
  ///
  /// - Returns: the paths of the copies. Changes without a copy will be offered again.
  package func saveCopies(of pending: [PendingChanges]) async -> [String] {
    await store.saveCopies(of: pending)
  }

  /// Applies changes from an earlier run to the files as they are now.
  ///
  /// - Returns: the errors for the changes that could not be applied.
  package func apply(_ pending: [PendingChanges]) async -> [StoreError] { await store.apply(pending) }

  /// Discards changes from an earlier run.
  package func discard(_ pending: [PendingChanges]) async { await store.discard(pending) }

  /// The location of the calendar with the oldest change that is still being saved; nil if there is none.
  package var unsavedLocation: CalendarLocation? {
    let unsavedCalendar = pendingEdits.unansweredChanges.first?.edit.target.calendar
    return calendars.first { $0.id == unsavedCalendar }?.location
  }

  /// Saves a copy of a file that could not be saved, including the unsaved changes, to a path that does not
  /// exist yet. If everything is saved, this function instead copies an open file that is truncated, missing
  /// or unreadable on disk.
  package func saveCopy(to path: String) async {
    let unsaved = pendingEdits.saveFailure?.target
    let (damaged, stale) = (snapshot?.damagedFiles.first, snapshot?.staleFiles.first)
    guard let calendar = unsaved?.calendar ?? damaged?.calendar ?? stale?.calendar else { return }
    let file = unsaved == nil ? damaged == nil ? stale?.file : damaged?.file : unsaved?.file
    do {
      try await store.saveCopy(of: calendar, file: file, to: path)
      reports.send(
        .notice(Notice(text: phrases.translator.tr("Saved as “{path}”", ["path": path]), canUndo: false)))
    } catch {
      reports.send(.failure(error.message(phrases.translator), canSaveCopy: true))
    }
  }
}
