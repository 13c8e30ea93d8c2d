import CalendarModel
import CalendarStore
import CalendarText

extension CalendarSession {
  package var canUndo: Bool { steps.nextUndo != nil }
  package var canRedo: Bool { steps.nextRedo != nil }

  /// Undoes the last step.
  ///
  /// - Returns: the result to show; nil if nothing was undone, or if a notice reports the result later.
  package func undo() -> HistoryResult? {
    guard let step = steps.takeUndo() else { return nil }
    if let change = step.propertyChange { return perform(change.inverse) }
    if let change = step.listChange {
      perform(change, isUndoing: true)
      return nil
    }
    if let change = step.importChange {
      perform(change.inverse)
      return nil
    }
    let result = revert(step)
    reports.send(.changed)
    return result
  }

  /// Reverts the edits of a step that was taken from the history. Nothing is reported yet.
  func revert(_ step: UndoStep) -> HistoryResult? {
    // Only the properties that the step changed are reverted, because others may have been changed elsewhere in
    // the meantime.
    let changes = step.parts.reversed().map {
      (
        part: $0, change: StoreChange.undo($0.id), edit: $0.edit.inverse(eventBefore: $0.eventBefore),
        replacement: $0.replacement?.reversed
      )
    }
    guard let result = applyChanges(changes) else { return nil }
    for part in step.parts.reversed() { choices.undoUse(by: part.id) }
    return result
  }

  /// Redoes the last step that was undone.
  ///
  /// - Returns: the result to show; nil if nothing was redone, or if a notice reports the result later.
  package func redo() -> HistoryResult? {
    guard let step = steps.takeRedo() else { return nil }
    if let change = step.propertyChange { return perform(change) }
    if let change = step.listChange {
      perform(change, isUndoing: false)
      return nil
    }
    if let change = step.importChange {
      perform(change)
      return nil
    }
    let changes = step.parts.map {
      (part: $0, change: StoreChange.redo($0.id), edit: $0.edit, replacement: $0.replacement)
    }
    let result = applyChanges(changes)
    reports.send(.changed)
    guard let result else { return nil }
    for part in step.parts { choices.redoUse(by: part.id) }
    return result
  }

  private func applyChanges(
    _ changes: [(
      part: UndoStep.Part, change: StoreChange, edit: EventEdit, replacement: EventReplacement?
    )]
  ) -> HistoryResult? {
    var outcome: (before: CalendarEvent?, after: CalendarEvent?)
    let eventCounts = changes.map { ($0.part.id, $0.part.eventCount) }
    var count = Dictionary(eventCounts, uniquingKeysWith: { first, _ in first }).values.reduce(0, +)
    let isGroup = changes.first.map { $0.part.isOfGroup } ?? false
    let isUndoing = if case .undo? = changes.first?.change { true } else { false }
    for (part, change, edit, replacement) in changes {
      let applied = try? applyToIndex(edit, replacement)
      if applied == nil { reports.send(.notice(Notice(text: phrases.refusal(.vanished), canUndo: false))) }
      guard let applied, applied.before != nil || applied.after != nil else {
        // The other events of the selection are still restored.
        if isGroup {
          steps.remove(part.id, keepsOthers: true)
          count -= part.eventCount
          continue
        }
        steps.drop { $0.contains(part.id) }
        return nil
      }
      outcome =
        replacement == nil
        ? applied
        : changedOccurrence(of: part, isUndoing: isUndoing, before: applied.before, after: applied.after)
      submit(
        change, as: EditID(), subject: part.id, showing: edit, eventBefore: applied.before, replacement)
    }
    guard let event = outcome.after ?? outcome.before, let edit = changes.last?.part.edit else { return nil }
    let shown = shownOccurrence(of: event, after: edit)
    let occurrence = outcome.after == nil ? nil : shown
    let isAddition = if case .add = edit.change { true } else { false }
    let text: String
    if isGroup || (isAddition && changes.count > 1) {
      let change =
        isGroup
        ? phrases.completionMessage(action(of: edit), count: count) : phrases.additionMessage(count: count)
      text = isUndoing ? phrases.undone(change) : phrases.redone(change)
      return HistoryResult(text: text, occurrence: occurrence)
    }
    // The edits of an edit session change several properties.
    let change = changes.count > 1 ? .set([]) : edit.change
    text =
      isUndoing
      ? phrases.undone(change, of: shown, scope: edit.scope)
      : phrases.redone(change, of: shown, scope: edit.scope)
    return HistoryResult(
      text: text, occurrence: occurrence,
      announcement: occurrence.map { phrases.announcement(text, of: $0) })
  }

  private func action(of edit: EventEdit) -> GroupAction {
    guard case .transfer(let id, _) = edit.change, let name = name(of: id.calendar) else {
      return GroupAction(edit.change)
    }
    return .transferred(to: name)
  }
}
