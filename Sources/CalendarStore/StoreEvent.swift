import CalendarDocument
import CalendarModel
import Synchronization

/// A report that a store makes after `open` has returned.
///
/// A snapshot in a report replaces everything that was shown before. It may lack submitted changes that no
/// `saved`, `unsaved` or `refused` event has reported yet.
package enum StoreEvent: Sendable {
  /// These changes are durably stored in their calendar.
  case saved([EditID])
  /// These changes are not in their calendar yet, and are kept as unsaved changes. `flush()` and the next change to the same file retry the
  /// save; `saveCopy` saves them elsewhere.
  case unsaved([EditID], StoreError)
  /// This change was rejected, or discarded in favor of another program's change. Show the event without it.
  case refused(EditID, StoreError)
  /// This change was applied, with a side effect that the user should know about.
  case notice(EditID, EditNotice)
  /// Another program changed a calendar, or the state of a calendar has changed.
  case changedExternally(StoreSnapshot)
  /// A file was saved, with a side effect that the error describes: another program's version could not be
  /// merged and was preserved elsewhere, another program's version was overwritten, or another hard link to
  /// the file still has the old contents.
  case saveWarning(StoreError)
  /// An event is in two calendars: it was moved to a calendar that did not answer and that carried out the write later.
  case doubled(DoubledEvent)
}

/// An event that is in two calendars, because it was moved to a calendar that answered late.
package struct DoubledEvent: Hashable, Sendable {
  /// The event in the calendar from which it was moved.
  package let origin: EventID
  /// The event in the calendar to which it was moved.
  package let destination: EventID

  package init(origin: EventID, destination: EventID) {
    (self.origin, self.destination) = (origin, destination)
  }
}

/// Changes to one file that exist only in memory.
package struct UnsavedChanges: Hashable, Sendable {
  package var calendar: CalendarID
  /// The file's path.
  package var path: String
  package var error: StoreError
}
