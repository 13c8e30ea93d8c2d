import CalendarDocument
import CalendarModel
import Synchronization

/// What a store reports after `open` has returned. Snapshots are complete: they replace what was shown
/// before, except for submitted changes that have not been answered yet by `saved`, `unsaved` or `refused`.
package enum StoreEvent: Sendable {
  /// These changes are durably on disk.
  case saved([EditID])
  /// These changes are only in memory, not on disk. `flush()` tries again; so does the next change to the
  /// same file; `saveCopy` saves them elsewhere.
  case unsaved([EditID], StoreError)
  /// This change was rejected, or given up for another program's: show the event as it was.
  case refused(EditID, StoreError)
  /// This change was applied, with something that the user should know about it.
  case noticed(EditID, EditNotice)
  /// Files were changed by another program.
  case changedOutside(StoreSnapshot)
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
