/// The undo and redo stacks.
///
/// A value type that knows nothing of files: the owner applies what `undo` and `redo` return, and reports what it did
/// with `record`. Steps that can no longer be undone or redone are returned by the call that drops them, so that the
/// owner can release what it stores for them.
package struct EditHistory<Entry: Sendable>: Sendable {
  /// The most entries kept; older ones are forgotten first.
  package let limit: Int
  private var done: [Entry] = []
  private var undone: [Entry] = []

  /// An empty history of at most `limit` entries.
  ///
  /// - Precondition: `limit` is positive.
  package init(limit: Int = 200) {
    precondition(limit > 0)
    self.limit = limit
  }

  /// What `undo` would hand out.
  package var nextUndo: Entry? { done.last }
  /// What `redo` would hand out.
  package var nextRedo: Entry? { undone.last }

  /// Adds something that was done; what had been undone cannot be done again after it.
  ///
  /// - Returns: what is forgotten for it.
  @discardableResult
  package mutating func record(_ entry: Entry) -> [Entry] {
    var forgotten = undone
    undone = []
    done.append(entry)
    if done.count > limit {
      forgotten += done.prefix(done.count - limit)
      done.removeFirst(done.count - limit)
    }
    return forgotten
  }

  /// Hands out the newest entry to be reverted, or nil if there is none.
  package mutating func undo() -> Entry? {
    guard let entry = done.popLast() else { return nil }
    undone.append(entry)
    return entry
  }

  /// Hands out the entry reverted last to be done again, or nil if there is none.
  package mutating func redo() -> Entry? {
    guard let entry = undone.popLast() else { return nil }
    done.append(entry)
    return entry
  }

  /// Forgets entries, wherever they stand: what turned out not to have been done, or cannot be undone any more.
  ///
  /// - Returns: those entries.
  @discardableResult
  package mutating func remove(where isMeant: (Entry) -> Bool) -> [Entry] {
    let forgotten = done.filter(isMeant) + undone.filter(isMeant)
    done.removeAll(where: isMeant)
    undone.removeAll(where: isMeant)
    return forgotten
  }

  /// Replaces what would be undone next by what has become of it; what had been undone cannot be done again after it.
  ///
  /// - Returns: what had been undone.
  @discardableResult
  package mutating func replaceNewest(with entry: Entry) -> [Entry] {
    guard !done.isEmpty else { return [] }
    done[done.count - 1] = entry
    defer { undone = [] }
    return undone
  }

  /// Replaces entries by what is left of them, wherever they stand; nil forgets one.
  ///
  /// - Returns: those that are forgotten.
  @discardableResult
  package mutating func update(_ change: (Entry) -> Entry?) -> [Entry] {
    var forgotten: [Entry] = []
    func changed(_ entry: Entry) -> Entry? {
      let left = change(entry)
      if left == nil { forgotten.append(entry) }
      return left
    }
    done = done.compactMap(changed)
    undone = undone.compactMap(changed)
    return forgotten
  }
}
