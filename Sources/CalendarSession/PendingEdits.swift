import CalendarModel
import CalendarStore

/// The changes that are not on disk: those being saved, and those that could not be saved.
struct PendingEdits {
  /// A change that the store has not answered yet.
  struct Change {
    let id: EditID
    /// The edit shown on top of the store's last snapshot.
    let edit: EventEdit
    /// The edit that the change applies, undoes or redoes.
    let subject: EditID
  }

  /// Why changes are not on disk.
  struct Failure: Equatable {
    /// An event of the file that could not be saved.
    let target: EventID
    let error: StoreError
  }

  /// In the order in which they were made.
  private(set) var unanswered: [Change] = []
  private var unsaved: [(change: Change, error: StoreError)] = []

  /// Whether everything is on disk.
  var isSaved: Bool { unanswered.isEmpty && unsaved.isEmpty }
  /// The error of the most recent failed change; nil if none failed.
  var saveFailure: Failure? {
    unsaved.last.map { Failure(target: $0.change.edit.target, error: $0.error) }
  }
  /// The edits of all changes that are not on disk.
  var open: Set<EditID> { Set(unanswered.map(\.id)).union(unsaved.map(\.change.id)) }

  /// The edits of the changes to one calendar that are not on disk.
  func open(in calendar: CalendarID) -> Set<EditID> {
    let changes = unanswered + unsaved.map(\.change)
    return Set(changes.filter { $0.edit.target.calendar == calendar }.map(\.id))
  }

  /// Records a change that was submitted to the store.
  mutating func submitted(_ change: Change) { unanswered.append(change) }

  /// Removes changes that are on disk.
  mutating func saved(_ ids: [EditID]) { for id in ids { _ = remove(id) } }

  /// Marks changes as existing only in memory. Unknown ones, made in calendars open before, are ignored.
  mutating func failed(_ ids: [EditID], _ error: StoreError) {
    for id in ids { if let change = remove(id) { unsaved.append((change, error)) } }
  }

  /// Removes a change that was rejected.
  ///
  /// - Returns: the change; nil if it is not known.
  mutating func refused(_ id: EditID) -> Change? { remove(id) }

  private mutating func remove(_ id: EditID) -> Change? {
    if let index = unanswered.firstIndex(where: { $0.id == id }) { return unanswered.remove(at: index) }
    return unsaved.firstIndex { $0.change.id == id }.map { unsaved.remove(at: $0).change }
  }
}
