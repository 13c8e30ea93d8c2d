import CalendarModel
import CalendarStore

/// What a session tells the window.
package enum SessionReport {
  /// The events, the calendars or their state have changed.
  case changed
  /// Another program has changed the events or the calendars.
  case changedExternally
  /// A calendar's color has changed. Other events and calendars may have changed too.
  case colorsChanged
  /// Calendars have been hidden or shown, or the sidebar has to show a different state of an account or a subscription.
  /// The events have not changed.
  case displayChanged
  /// The display zone has changed. The events are reported next.
  case zoneChanged
  /// A query has found further series with too many occurrences to show.
  case truncated
  /// `isSaved` or `saveFailureMessage` has changed.
  case savedStateChanged
  /// Undo would undo another step than before. This is reported before the notice about that step.
  case nextUndoChanged
  /// A calendar was created, opened, closed, moved to the Trash, restored, kept, shown temporarily or dismissed.
  /// `canUndo` may have changed.
  case calendarListChanged
  /// What should be remembered until the next run has changed.
  case remembered(RememberedCalendars)
  /// Calendars of accounts have become available, or have been listed for the first time.
  case accountsOpened
  /// A message to show briefly.
  case notice(CalendarSession.Notice)
  /// A message about a failure or a side effect of a change, and whether a copy of the file can be saved elsewhere.
  case failure(String, canSaveCopy: Bool = false)
  /// An event is in two calendars, because the calendar to which it was moved answered late.
  case doubled(DoubledEvent)
}

/// Passes the reports of a session and its parts to the window.
@MainActor
package final class SessionReports {
  /// Called with each report.
  package var observer: (SessionReport) -> Void = { _ in }

  func send(_ report: SessionReport) { observer(report) }
}
