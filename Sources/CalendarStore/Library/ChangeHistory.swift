import CalendarDocument

/// Records what each change did, so that it can be undone by its identifier, until its owner discards it.
///
/// There is no bound of its own: only the owner of the history knows which changes are one undo step, and half a step
/// that is forgotten would leave the other half forever.
struct ChangeHistory: Sendable {
  /// What was done to one file.
  typealias Made = (key: FileKey, applied: AppliedEdit)

  private var changes: [EditID: Made] = [:]
  /// What came of transfers in the other file.
  private var arrivals: [EditID: Made] = [:]

  /// The change of that name and the file that it was made to; of a transfer, the file that the event left.
  subscript(id: EditID) -> Made? { changes[id] }

  /// What a transfer did to the file that the event left and to the one that it came to; nil for any other change.
  func transfer(_ id: EditID) -> (departure: Made, arrival: Made)? {
    guard let departure = changes[id], let arrival = arrivals[id] else { return nil }
    return (departure, arrival)
  }

  /// How many changes could be undone.
  var count: Int { changes.count }

  /// Notes what a change did.
  mutating func record(_ id: EditID, _ applied: AppliedEdit, to key: FileKey) {
    changes[id] = (key, applied)
  }

  /// Notes what a change did when it was made again on another version of its file, unless it was forgotten.
  mutating func noteAgain(_ id: EditID, _ applied: AppliedEdit, to key: FileKey) {
    if changes[id] != nil { changes[id] = (key, applied) }
  }

  /// Forgets changes that nobody will undo or do again any more.
  mutating func forget(_ ids: [EditID]) {
    for id in ids { (changes[id], arrivals[id]) = (nil, nil) }
  }

  /// Notes what a transfer did to both files.
  mutating func record(_ departure: Step, from origin: FileKey, _ arrival: Step, in destination: FileKey) {
    record(departure.id, departure.applied, to: origin)
    arrivals[departure.id] = (destination, arrival.applied)
  }
}
