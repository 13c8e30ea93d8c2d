/// The undo and redo stacks.
///
/// This is a value type that does not depend on files. The owner applies the entries that `undo` and `redo`
/// return, and calls `record` for each step that it carries out. Steps that can no longer be undone or redone
/// are returned by the call that drops them, so that the owner can release the resources that it keeps for
/// them.
package struct EditHistory<Entry: Sendable>: Sendable {
  /// The maximum number of entries. The oldest are dropped first.
  package let limit: Int
  private var undoStack: [Entry] = []
  private var redoStack: [Entry] = []

  /// Creates an empty history of at most `limit` entries.
  ///
  /// - Precondition: `limit` is positive.
  package init(limit: Int = 200) {
    precondition(limit > 0)
    self.limit = limit
  }

  /// The entry that `undo` would return.
  package var nextUndo: Entry? { undoStack.last }
  /// The entry that `redo` would return.
  package var nextRedo: Entry? { redoStack.last }

  /// Returns the first entry of either stack that satisfies a condition.
  package func first(where condition: (Entry) -> Bool) -> Entry? {
    undoStack.first(where: condition) ?? redoStack.first(where: condition)
  }

  /// Adds a step that has been carried out, and clears the redo stack.
  ///
  /// - Returns: the entries dropped.
  @discardableResult
  package mutating func record(_ entry: Entry) -> [Entry] {
    var droppedEntries = redoStack
    redoStack = []
    undoStack.append(entry)
    if undoStack.count > limit {
      droppedEntries += undoStack.prefix(undoStack.count - limit)
      undoStack.removeFirst(undoStack.count - limit)
    }
    return droppedEntries
  }

  /// Returns the newest entry, to be reverted, or nil if there is none.
  package mutating func undo() -> Entry? {
    guard let entry = undoStack.popLast() else { return nil }
    redoStack.append(entry)
    return entry
  }

  /// Returns the most recently reverted entry, to be applied again, or nil if there is none.
  package mutating func redo() -> Entry? {
    guard let entry = redoStack.popLast() else { return nil }
    undoStack.append(entry)
    return entry
  }

  /// Removes entries from both stacks, because the steps have failed or can no longer be undone.
  ///
  /// - Returns: the entries removed.
  @discardableResult
  package mutating func remove(where shouldRemove: (Entry) -> Bool) -> [Entry] {
    let droppedEntries = undoStack.filter(shouldRemove) + redoStack.filter(shouldRemove)
    undoStack.removeAll(where: shouldRemove)
    redoStack.removeAll(where: shouldRemove)
    return droppedEntries
  }

  /// Moves an entry returned by `undo` back to the undo stack, because undoing it failed. An entry that `redo`
  /// has returned in the meantime stays where it is.
  package mutating func returnToUndoStack(where isFailed: (Entry) -> Bool) {
    guard let index = redoStack.lastIndex(where: isFailed) else { return }
    undoStack.append(redoStack.remove(at: index))
  }

  /// Moves an entry returned by `redo` back to the redo stack, because redoing it failed.
  package mutating func returnToRedoStack(where isFailed: (Entry) -> Bool) {
    guard let index = undoStack.lastIndex(where: isFailed) else { return }
    redoStack.append(undoStack.remove(at: index))
  }

  /// Replaces the entry that would be undone next with its new state, and clears the redo stack.
  ///
  /// - Returns: the entries dropped from the redo stack.
  @discardableResult
  package mutating func replaceNewest(with entry: Entry) -> [Entry] {
    guard !undoStack.isEmpty else { return [] }
    undoStack[undoStack.count - 1] = entry
    defer { redoStack = [] }
    return redoStack
  }

  /// Replaces each entry on both stacks with the result of `change`; nil removes the entry.
  ///
  /// - Returns: the entries removed.
  @discardableResult
  package mutating func update(_ change: (Entry) -> Entry?) -> [Entry] {
    var droppedEntries: [Entry] = []
    func updatedEntry(_ entry: Entry) -> Entry? {
      let replacement = change(entry)
      if replacement == nil { droppedEntries.append(entry) }
      return replacement
    }
    undoStack = undoStack.compactMap(updatedEntry)
    redoStack = redoStack.compactMap(updatedEntry)
    return droppedEntries
  }
}
