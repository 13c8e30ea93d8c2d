import CalendarDocument

/// What each change did, so that it can be undone by its name. The oldest are forgotten.
struct ChangeHistory: Sendable {
  /// More than the window's own history, which counts undone ones too.
  private static let limit = 1_000

  private var order: [EditID] = []
  private var changes: [EditID: (key: FileKey, applied: AppliedEdit)] = [:]

  /// The change of that name and the file that it was made to.
  subscript(id: EditID) -> (key: FileKey, applied: AppliedEdit)? { changes[id] }

  /// Notes, or notes anew, what a change did.
  mutating func note(_ id: EditID, _ applied: AppliedEdit, to key: FileKey) {
    if changes.updateValue((key, applied), forKey: id) == nil { order.append(id) }
    if order.count > Self.limit { changes[order.removeFirst()] = nil }
  }
}
