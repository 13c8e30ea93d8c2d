/// What was done and can be undone, and what was undone and can be done again.
///
/// A value without any knowledge of files: the owner applies what `undo` and `redo` hand out, and says with
/// `record` what it did.
public struct EditHistory<Entry: Sendable>: Sendable {
  /// The most entries kept; older ones are forgotten first.
  public let limit: Int
  private var done: [Entry] = []
  private var undone: [Entry] = []

  /// An empty history of at most `limit` entries.
  ///
  /// - Precondition: `limit` is positive.
  public init(limit: Int = 200) {
    precondition(limit > 0)
    self.limit = limit
  }

  /// What `undo` would hand out.
  public var nextUndo: Entry? { done.last }
  /// What `redo` would hand out.
  public var nextRedo: Entry? { undone.last }

  /// Adds something that was done; what had been undone cannot be done again after it.
  public mutating func record(_ entry: Entry) {
    done.append(entry)
    if done.count > limit { done.removeFirst(done.count - limit) }
    undone.removeAll()
  }

  /// Hands out the newest entry to be reverted, or nil if there is none.
  public mutating func undo() -> Entry? {
    guard let entry = done.popLast() else { return nil }
    undone.append(entry)
    return entry
  }

  /// Hands out the entry reverted last to be done again, or nil if there is none.
  public mutating func redo() -> Entry? {
    guard let entry = undone.popLast() else { return nil }
    done.append(entry)
    return entry
  }

  /// Forgets entries, wherever they stand: what turned out not to have been done, or cannot be undone any more.
  public mutating func remove(where isMeant: (Entry) -> Bool) {
    done.removeAll(where: isMeant)
    undone.removeAll(where: isMeant)
  }

  /// Replaces what would be undone next by what has become of it; what had been undone cannot be done again after it.
  public mutating func replaceNewest(with entry: Entry) {
    guard !done.isEmpty else { return }
    done[done.count - 1] = entry
    undone.removeAll()
  }

  /// Replaces entries by what is left of them, wherever they stand; nil forgets one.
  public mutating func update(_ change: (Entry) -> Entry?) {
    done = done.compactMap(change)
    undone = undone.compactMap(change)
  }
}
