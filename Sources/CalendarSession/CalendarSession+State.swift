import CalendarModel
import CalendarStore
import CalendarText

// The state of the open calendars, and messages about it.
extension CalendarSession {
  /// The open calendars, without the user's own folder while it is not needed.
  package var calendars: [CalendarInfo] {
    let allCalendars = snapshot?.calendars ?? []
    return personal.unneeded.map { unneeded in allCalendars.filter { $0.id != unneeded } } ?? allCalendars
  }
  /// Messages about the first series that have too many occurrences to show, found by queries since the last
  /// reload.
  package var incompleteSeriesMessages: [String] { incompleteSeriesMessagesByEvent.values.sorted() }
  /// The number of problems in the files: content that is skipped or not shown as intended. Truncated and
  /// stale files are not counted, because they have their own messages.
  package var unreadableItemCount: Int {
    guard let snapshot else { return 0 }
    let damaged = Set(snapshot.damagedFiles.map(\.path))
    return snapshot.problems.count { $0.affectsContent && !damaged.contains($0.path) }
      - snapshot.staleFiles.count { !damaged.contains($0.path) }
  }
  /// Messages about open files that are now missing or unreadable.
  package var staleFileMessages: [String] {
    let t = phrases.translator
    return snapshot?.staleFiles.map { file in
      if case .beingWritten = file.error {
        return t.tr(
          "“{path}” is being written by another program. Its last known events are shown.",
          ["path": file.path])
      }
      if case .vanished = file.error {
        return t.tr(
          "“{path}” is no longer there. Its last known events are shown.", ["path": file.path])
      }
      return t.tr(
        "“{path}” can no longer be read. Its last known events are shown.", ["path": file.path])
    } ?? []
  }
  /// Messages about paths that could not be opened.
  package var failureMessages: [String] { snapshot?.failures.map { $0.message(phrases.translator) } ?? [] }
  /// Messages about the files and folders that are listed but not available. The sidebar shows the states of
  /// the calendars of accounts.
  package var unavailableMessages: [String] {
    calendars.filter { !$0.isAvailable && !listed.owns($0.id) }.compactMap(unavailableMessage)
  }

  /// Returns a message about a calendar that is listed but not available, or whose files are gone; nil if it is
  /// available.
  package func unavailableMessage(_ calendar: CalendarInfo) -> String? {
    let t = phrases.translator
    return switch calendar.unavailableReason {
    case nil where calendar.isGone:
      t.tr(
        "“{path}” is no longer there. Its last known events are shown.", ["path": calendar.location.text])
    case nil: stateMessage(calendar)
    case .missing(.signInNeeded):
      t.tr("“{calendar}” requires you to sign in to its account in Settings.", ["calendar": calendar.name])
    case .missing(.serverError(_, let message)):
      t.tr(
        "The server for “{calendar}” reports an error: {reason}. The calendar will open automatically once the server works again.",
        ["calendar": calendar.name, "reason": message])
    case .notResponding:
      t.tr(
        "“{path}” is not responding. It will open automatically when it does.",
        ["path": calendar.location.text])
    case .missing(.unreadable(_, let reason)):
      t.tr(
        "“{path}” is not available ({reason}). It will open automatically when it is.",
        ["path": calendar.location.text, "reason": reason.phrase(t)])
    case .missing(.notMounted):
      t.tr(
        "The volume that contains “{path}” is not mounted. The calendar will open automatically when it is.",
        ["path": calendar.location.text])
    case .missing(.emptied(let location)):
      StoreError.emptied(location).message(t)
    case .missing:
      t.tr(
        "“{path}” is not available. It will open automatically when it is.", ["path": calendar.location.text])
    }
  }

  /// Returns the number of bytes that an open calendar takes up, without reading it again.
  package func size(of calendar: CalendarID) async -> Int { await store.size(of: calendar) }
  /// Whether there are no events.
  package var isEmpty: Bool { index.isEmpty }
  /// Returns whether a calendar whose reminders `handspan-agent` shows has one: a file, a folder or a subscription that is
  /// kept, or one of an account if no other program shows its reminders.
  package func hasRemindersToShow(includingAccounts: Bool) -> Bool {
    !source.isSample
      && calendars.contains {
        index.hasReminders(in: $0.id) && !choices.isTemporary($0.id)
          && (includingAccounts || !listed.owns($0.id) || listed.isSubscription($0.id))
      }
  }
  /// Whether all changes are on disk.
  package var isSaved: Bool { pendingEdits.isSaved }
  /// A message that explains why changes are not on disk; nil unless saving has failed.
  package var saveFailureMessage: String? { pendingEdits.saveFailure?.error.message(phrases.translator) }
}
