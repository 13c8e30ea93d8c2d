import CalendarDocument

/// What each change did, so that it can be undone by its name. The oldest are forgotten.
struct ChangeHistory: Sendable {
  /// What was done to one file.
  typealias Made = (key: FileKey, applied: AppliedEdit)

  /// More than the window's own history, which counts undone ones too.
  private static let limit = 1_000

  private var order: [EditID] = []
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

  /// Notes, or notes anew, what a change did.
  mutating func note(_ id: EditID, _ applied: AppliedEdit, to key: FileKey) {
    if changes.updateValue((key, applied), forKey: id) == nil { order.append(id) }
    if order.count > Self.limit {
      let oldest = order.removeFirst()
      (changes[oldest], arrivals[oldest]) = (nil, nil)
    }
  }

  /// Notes what a transfer did to both files.
  mutating func note(_ departure: Step, from origin: FileKey, _ arrival: Step, in destination: FileKey) {
    note(departure.id, departure.applied, to: origin)
    arrivals[departure.id] = (destination, arrival.applied)
  }
}
