import CalendarModel
import CalendarStore

/// The changes that are not on disk: those being saved, and those that could not be saved.
struct PendingEdits {
  /// A change that the store has not answered yet.
  struct Change {
    let id: EditID
    /// What it shows, on top of what the store has said so far.
    let edit: EventEdit
    /// The edit that it makes, takes back or makes again.
    let subject: EditID
  }

  /// Why changes are not on disk.
  struct Failure: Equatable {
    /// An event of the file that could not be saved.
    let target: EventID
    let error: StoreError
  }

  /// In the order of their making.
  private(set) var unanswered: [Change] = []
  private var unsaved: [(change: Change, error: StoreError)] = []

  /// Whether everything is on disk.
  var isSaved: Bool { unanswered.isEmpty && unsaved.isEmpty }
  /// Why the change that failed last is not on disk; nil if none failed.
  var saveFailure: Failure? {
    unsaved.last.map { Failure(target: $0.change.edit.target, error: $0.error) }
  }
  /// All that is not on disk.
  var open: Set<EditID> { Set(unanswered.map(\.id)).union(unsaved.map(\.change.id)) }

  /// A change was handed to the store.
  mutating func submitted(_ change: Change) { unanswered.append(change) }

  /// Changes are on disk.
  mutating func saved(_ ids: [EditID]) { for id in ids { _ = remove(id) } }

  /// Changes stand in memory alone. Those that are not known, because they belong to what was open before, are
  /// passed over.
  mutating func failed(_ ids: [EditID], _ error: StoreError) {
    for id in ids { if let change = remove(id) { unsaved.append((change, error)) } }
  }

  /// A change was not made.
  ///
  /// - Returns: what it was; nil if it is not known.
  mutating func refused(_ id: EditID) -> Change? { remove(id) }

  private mutating func remove(_ id: EditID) -> Change? {
    if let index = unanswered.firstIndex(where: { $0.id == id }) { return unanswered.remove(at: index) }
    return unsaved.firstIndex { $0.change.id == id }.map { unsaved.remove(at: $0).change }
  }
}
