import CalendarModel
import CalendarStore

/// Which changes are on their way to disk, and which did not get there.
struct EditLedger {
  /// A change that the store has not answered yet.
  struct Pending {
    let id: EditID
    /// What it shows, on top of what the store has said so far.
    let edit: EventEdit
    /// The edit that it makes, takes back or makes again.
    let subject: EditID
  }

  /// Why changes are not on disk.
  struct Trouble: Equatable {
    /// An event of the file that could not be saved.
    let target: EventID
    let error: StoreError
  }

  /// In the order of their making.
  private(set) var pending: [Pending] = []
  private var unsaved: [(change: Pending, error: StoreError)] = []

  /// Whether everything is on disk.
  var isSaved: Bool { pending.isEmpty && unsaved.isEmpty }
  /// Why the change that failed last is not on disk; nil if none failed.
  var trouble: Trouble? {
    unsaved.last.map { Trouble(target: $0.change.edit.target, error: $0.error) }
  }
  /// All that is not on disk.
  var open: Set<EditID> { Set(pending.map(\.id)).union(unsaved.map(\.change.id)) }

  /// A change was handed to the store.
  mutating func submitted(_ change: Pending) { pending.append(change) }

  /// Changes are on disk.
  mutating func saved(_ ids: [EditID]) { for id in ids { _ = take(id) } }

  /// Changes stand in memory alone. Those that are not known, because they belong to what was open before, are
  /// passed over.
  mutating func failed(_ ids: [EditID], _ error: StoreError) {
    for id in ids { if let change = take(id) { unsaved.append((change, error)) } }
  }

  /// A change was not made.
  ///
  /// - Returns: what it was; nil if it is not known.
  mutating func refused(_ id: EditID) -> Pending? { take(id) }

  private mutating func take(_ id: EditID) -> Pending? {
    if let place = pending.firstIndex(where: { $0.id == id }) { return pending.remove(at: place) }
    return unsaved.firstIndex { $0.change.id == id }.map { unsaved.remove(at: $0).change }
  }
}
