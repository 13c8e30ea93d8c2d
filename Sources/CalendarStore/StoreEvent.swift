import CalendarDocument
import CalendarModel
import Synchronization

/// What a store reports after `open` has returned. Snapshots are complete: they replace what was shown before, except for
/// changes that were submitted and not yet answered by `saved`, `unsaved` or `refused`.
package enum StoreEvent: Sendable {
  /// These changes are on disk, durable.
  case saved([EditID])
  /// These changes stand in memory and are not on disk. `flush()` tries again; so does the next change to the
  /// same file; `saveCopy` keeps them elsewhere.
  case unsaved([EditID], StoreError)
  /// This change was not made, or was given up for another program's: show the event as it was.
  case refused(EditID, StoreError)
  /// There is something that the user should know of this change, which was made.
  case noticed(EditID, EditNotice)
  /// Files were changed by another program.
  case changedOutside(StoreSnapshot)
  /// A file was saved, and something else has to be known: what another program wrote could not be brought together with
  /// it and is kept elsewhere, or another name of the file did not follow. The error says so.
  case setAside(StoreError)
}

/// Changes to one file that exist only in memory.
package struct UnsavedChanges: Hashable, Sendable {
  package var calendar: CalendarID
  /// The file.
  package var path: String
  /// Why it could not be saved.
  package var error: StoreError
}
