import CalendarModel
import CalendarStore

/// The changes that are not on disk, because they are being saved or could not be saved.
struct PendingEdits {
  /// A change that was submitted to the store.
  struct Change {
    let id: EditID
    /// The submitted change.
    var change: StoreChange
    /// The edit to apply to the store's last snapshot.
    let edit: EventEdit
    /// The events before and after the edit, if it is an edit to a series.
    var replacement: EventReplacement?
    /// The edit that the change applies, undoes or redoes.
    let subject: EditID
  }

  /// The reason why changes are not on disk.
  struct Failure: Equatable {
    /// An event of the file that could not be saved.
    let target: EventID
    let error: StoreError
  }

  /// The changes that the store has not yet reported as saved, unsaved or refused, in the order in which they
  /// were made.
  private(set) var unansweredChanges: [Change] = []
  private var unsavedChanges: [(change: Change, error: StoreError)] = []
  /// The changes that were not on disk when their calendar was closed or other calendars were opened.
  private var discardedIDs: Set<EditID> = []

  /// Whether everything is on disk.
  var isSaved: Bool { unansweredChanges.isEmpty && unsavedChanges.isEmpty }
  /// The failure of the last change that could not be saved; nil if there is none.
  var saveFailure: Failure? {
    unsavedChanges.last.map { Failure(target: $0.change.edit.target, error: $0.error) }
  }
  /// The identifiers of all changes that are not on disk.
  var unsavedEditIDs: Set<EditID> { Set(allChanges.map(\.id)) }

  /// Returns a change; nil if it is no longer pending.
  func change(_ id: EditID) -> Change? { allChanges.first { $0.id == id } }

  /// Returns whether a change was discarded.
  func isDiscarded(_ id: EditID) -> Bool { discardedIDs.contains(id) }

  /// Discards the changes to a calendar that are not on disk.
  mutating func discard(in calendar: CalendarID) {
    let changes = allChanges.filter { $0.edit.target.calendar == calendar }
    discardedIDs.formUnion(changes.map(\.id))
    removeSaved(changes.map(\.id))
  }

  /// Announces that the changes will be discarded. Their results may still be reported before that.
  mutating func expectDiscarding() { discardedIDs.formUnion(unsavedEditIDs) }

  /// Discards all changes that are not on disk.
  mutating func discardAll() {
    expectDiscarding()
    (unansweredChanges, unsavedChanges) = ([], [])
  }

  private var allChanges: [Change] { unansweredChanges + unsavedChanges.map(\.change) }

  /// Records a change that was submitted to the store.
  mutating func add(_ change: Change) { unansweredChanges.append(change) }

  /// Removes changes that are on disk.
  mutating func removeSaved(_ ids: [EditID]) { for id in ids { _ = remove(id) } }

  /// Records that changes could not be saved. Ignores unknown changes, which belong to calendars that are no
  /// longer open.
  mutating func markUnsaved(_ ids: [EditID], _ error: StoreError) {
    for id in ids { if let change = remove(id) { unsavedChanges.append((change, error)) } }
  }

  /// Removes a change that was rejected.
  ///
  /// - Returns: the change, or nil if it is unknown.
  mutating func removeRefused(_ id: EditID) -> Change? { remove(id) }

  private mutating func remove(_ id: EditID) -> Change? {
    if let index = unansweredChanges.firstIndex(where: { $0.id == id }) {
      return unansweredChanges.remove(at: index)
    }
    return unsavedChanges.firstIndex { $0.change.id == id }.map { unsavedChanges.remove(at: $0).change }
  }
}
