import CalendarDocument

/// Records the effect of each change, so that it can be undone by its ID, until its owner discards it.
///
/// It has no size limit, because only its owner knows which changes form one undo step, and discarding a part
/// of a step would make the rest of it permanent.
struct ChangeHistory: Sendable {
  /// The change made to one file.
  typealias FileChange = (key: FileKey, applied: AppliedEdit)

  private var changes: [EditID: FileChange] = [:]
  /// The changes that transfers made to their destinations.
  private var arrivals: [EditID: FileChange] = [:]

  /// The change with the given ID and its file; for a transfer, the change of the origin.
  subscript(id: EditID) -> FileChange? { changes[id] }

  /// The changes that a transfer made to its origin and its destination; nil if the change is not a transfer.
  func transfer(_ id: EditID) -> (departure: FileChange, arrival: FileChange)? {
    guard let departure = changes[id], let arrival = arrivals[id] else { return nil }
    return (departure, arrival)
  }

  /// The number of changes that can be undone.
  var count: Int { changes.count }

  /// Records a change.
  mutating func record(_ id: EditID, _ applied: AppliedEdit, to key: FileKey) {
    changes[id] = (key, applied)
  }

  /// Updates a change that was reapplied to another version of its file, unless it was forgotten.
  mutating func update(_ id: EditID, _ applied: AppliedEdit, to key: FileKey) {
    if changes[id] != nil { changes[id] = (key, applied) }
  }

  /// Forgets changes that will be neither undone nor redone.
  mutating func forget(_ ids: [EditID]) {
    for id in ids { (changes[id], arrivals[id]) = (nil, nil) }
  }

  /// Records the two changes of a transfer.
  mutating func record(_ departure: Step, from origin: FileKey, _ arrival: Step, in destination: FileKey) {
    record(departure.id, departure.applied, to: origin)
    arrivals[departure.id] = (destination, arrival.applied)
  }
}
