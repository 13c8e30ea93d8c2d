/// The undo and redo stacks.
///
/// This is a value type that does not depend on files. The owner applies the entries that `undo` and `redo`
/// return, and calls `record` for each step that it carries out. Steps that can no longer be undone or redone
/// are returned by the call that drops them, so that the owner can release the resources that it keeps for
/// them.
package struct EditHistory<Entry: Sendable>: Sendable {
  /// The maximum number of entries. The oldest are dropped first.
  package let limit: Int
  private var done: [Entry] = []
  private var undone: [Entry] = []

  /// Creates an empty history of at most `limit` entries.
  ///
  /// - Precondition: `limit` is positive.
  package init(limit: Int = 200) {
    precondition(limit > 0)
    self.limit = limit
  }

  /// The entry that `undo` would return.
  package var nextUndo: Entry? { done.last }
  /// The entry that `redo` would return.
  package var nextRedo: Entry? { undone.last }

  /// Adds a step that was done, and clears the redo stack.
  ///
  /// - Returns: the entries dropped.
  @discardableResult
  package mutating func record(_ entry: Entry) -> [Entry] {
    var dropped = undone
    undone = []
    done.append(entry)
    if done.count > limit {
      dropped += done.prefix(done.count - limit)
      done.removeFirst(done.count - limit)
    }
    return dropped
  }

  /// Returns the newest entry, to be reverted, or nil if there is none.
  package mutating func undo() -> Entry? {
    guard let entry = done.popLast() else { return nil }
    undone.append(entry)
    return entry
  }

  /// Returns the most recently reverted entry, to be applied again, or nil if there is none.
  package mutating func redo() -> Entry? {
    guard let entry = undone.popLast() else { return nil }
    done.append(entry)
    return entry
  }

  /// Removes entries from both stacks: steps that turned out not to have been done, or that can no longer be
  /// undone.
  ///
  /// - Returns: the entries removed.
  @discardableResult
  package mutating func remove(where shouldRemove: (Entry) -> Bool) -> [Entry] {
    let dropped = done.filter(shouldRemove) + undone.filter(shouldRemove)
    done.removeAll(where: shouldRemove)
    undone.removeAll(where: shouldRemove)
    return dropped
  }

  /// Puts an entry back on top of the stack from which `undo` has taken it, because it was not reverted. An entry that
  /// `redo` has already taken back stays where it is.
  package mutating func putBackDone(where isFailed: (Entry) -> Bool) {
    guard let index = undone.lastIndex(where: isFailed) else { return }
    done.append(undone.remove(at: index))
  }

  /// Puts an entry back on top of the stack from which `redo` has taken it, because it was not applied again.
  package mutating func putBackUndone(where isFailed: (Entry) -> Bool) {
    guard let index = done.lastIndex(where: isFailed) else { return }
    undone.append(done.remove(at: index))
  }

  /// Replaces the entry that would be undone next with its new state, and clears the redo stack.
  ///
  /// - Returns: the entries dropped from the redo stack.
  @discardableResult
  package mutating func replaceNewest(with entry: Entry) -> [Entry] {
    guard !done.isEmpty else { return [] }
    done[done.count - 1] = entry
    defer { undone = [] }
    return undone
  }

  /// Replaces each entry on both stacks with the result of `change`; nil removes the entry.
  ///
  /// - Returns: the entries removed.
  @discardableResult
  package mutating func update(_ change: (Entry) -> Entry?) -> [Entry] {
    var dropped: [Entry] = []
    func changed(_ entry: Entry) -> Entry? {
      let replacement = change(entry)
      if replacement == nil { dropped.append(entry) }
      return replacement
    }
    done = done.compactMap(changed)
    undone = undone.compactMap(changed)
    return dropped
  }
}
