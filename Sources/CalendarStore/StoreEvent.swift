import CalendarDocument
import CalendarModel
import Synchronization

/// Names one change that was handed to a store, so that what is said of it later can be told apart.
public struct EditID: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)
  private let number: UInt64

  /// A name that no other change of this process has.
  public init() {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
  }
}

/// What a store is asked to do.
public enum StoreChange: Hashable, Sendable {
  /// Applies an edit.
  case edit(EventEdit)
  /// Gives back the bytes from before the change of that name, if its event still is what that made of it.
  case undo(EditID)
  /// Does the change of that name, which was undone, again.
  case redo(EditID)
}

/// What a store reports after `open` has returned. Snapshots are complete: they replace what was shown before, except for
/// changes that were submitted and not yet answered by `saved`, `unsaved` or `refused`.
public enum StoreEvent: Sendable {
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

/// Changes to one file that stand in memory alone.
public struct UnsavedChanges: Hashable, Sendable {
  /// The calendar.
  public var calendar: CalendarID
  /// The file.
  public var path: String
  /// Why it could not be saved.
  public var error: StoreError
}
