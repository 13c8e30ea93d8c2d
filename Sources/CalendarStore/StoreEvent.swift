import CalendarDocument
import CalendarModel
import Synchronization

/// A report of a store after `open` has returned. Its snapshots replace everything that was shown before.
/// They do not contain submitted changes that no `saved`, `unsaved` or `refused` event has reported yet.
package enum StoreEvent: Sendable {
  /// These changes are durably on disk.
  case saved([EditID])
  /// These changes are only in memory, not on disk. `flush()` and the next change to the same file try again;
  /// `saveCopy` saves them elsewhere.
  case unsaved([EditID], StoreError)
  /// This change was rejected, or discarded in favour of another program's change. Show the event without it.
  case refused(EditID, StoreError)
  /// This change was applied, with a side effect that the user should know about.
  case noticed(EditID, EditNotice)
  /// Files were changed by another program.
  case changedExternally(StoreSnapshot)
  /// A file was saved, with a side effect that the error describes: another program's version could not be
  /// merged and is kept elsewhere, or another hard link of the file still has the old contents.
  case setAside(StoreError)
}

/// Changes to one file that exist only in memory.
package struct UnsavedChanges: Hashable, Sendable {
  package var calendar: CalendarID
  /// The file's path.
  package var path: String
  package var error: StoreError
}
