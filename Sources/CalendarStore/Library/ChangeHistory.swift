import CalendarDocument

/// Records the effect of each change, so that the change can be undone by its ID until the owner of the
/// history discards it.
///
/// It has no size limit, because only its owner knows which changes form one undo step. Discarding part of a
/// step would make the rest of it permanent.
struct ChangeHistory: Sendable {
  /// The change made to one file.
  typealias FileChange = (key: ObjectKey, appliedChange: AppliedChange)

  private var changes: [EditID: FileChange] = [:]
  /// The changes that transfers made to their destinations.
  private var arrivals: [EditID: FileChange] = [:]
  /// The changes to events that other files of the calendar contained as well.
  private var changesOfCopies: Set<EditID> = []

  /// The change with the given ID and its file; for a transfer, the change to the origin.
  subscript(id: EditID) -> FileChange? { changes[id] }

  /// Returns the changes that a transfer made to its origin and its destination; nil if the change is not a
  /// transfer.
  func transfer(_ id: EditID) -> (departure: FileChange, arrival: FileChange)? {
    guard let departure = changes[id], let arrival = arrivals[id] else { return nil }
    return (departure, arrival)
  }

  /// The number of changes that can be undone.
  var count: Int { changes.count }

  /// Records a change.
  ///
  /// - Parameter isOfCopy: whether another file of the calendar contains the event as well.
  mutating func record(_ id: EditID, _ appliedChange: AppliedChange, to key: ObjectKey, isOfCopy: Bool) {
    changes[id] = (key, appliedChange)
    if isOfCopy { changesOfCopies.insert(id) }
  }

  /// Returns whether another file of the calendar contained the event when the change was made.
  func isOfCopy(_ id: EditID) -> Bool { changesOfCopies.contains(id) }

  /// Updates a change that was reapplied to a different version of its file, unless it was forgotten.
  mutating func update(_ id: EditID, _ appliedChange: AppliedChange, to key: ObjectKey) {
    if changes[id] != nil { changes[id] = (key, appliedChange) }
  }

  /// Forgets changes that will be neither undone nor redone.
  mutating func forget(_ ids: [EditID]) {
    for id in ids { (changes[id], arrivals[id]) = (nil, nil) }
    changesOfCopies.subtract(ids)
  }

  /// Records the two changes of a transfer.
  mutating func record(
    _ departure: Step, from origin: ObjectKey, isOfCopy: Bool, _ arrival: Step, in destination: ObjectKey
  ) {
    record(departure.id, departure.appliedChange, to: origin, isOfCopy: isOfCopy)
    arrivals[departure.id] = (destination, arrival.appliedChange)
  }
}
