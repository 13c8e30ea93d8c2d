import CalendarModel
import CalendarStore
import CalendarText

extension CalendarSession {
  package var canUndo: Bool { history.nextUndo != nil }
  package var canRedo: Bool { history.nextRedo != nil }

  /// Undoes the last step.
  ///
  /// - Returns: the result to show; nil if nothing was undone, or if a notice reports the result later.
  package func undo() -> HistoryStep? {
    guard let step = history.undo() else { return nil }
    if let change = step.calendarChange { return perform(change.inverse) }
    if let existence = step.existence {
      perform(existence, isUndoing: true)
      return nil
    }
    if let change = step.importChange {
      perform(change.inverse)
      return nil
    }
    // Revert only the properties that the step changed, because others may have been changed elsewhere since.
    let changes = step.parts.reversed().map {
      (
        part: $0, change: StoreChange.undo($0.id), shown: $0.edit.inverse(before: $0.before),
        replacement: $0.replacement?.reversed
      )
    }
    guard let result = applyHistory(changes, text: phrases.undone) else { return nil }
    for part in step.parts.reversed() { calendarHistory.undo(part.id) }
    return result
  }

  /// Redoes the last step that was undone.
  ///
  /// - Returns: the result to show; nil if nothing was redone, or if a notice reports the result later.
  package func redo() -> HistoryStep? {
    guard let step = history.redo() else { return nil }
    if let change = step.calendarChange { return perform(change) }
    if let existence = step.existence {
      perform(existence, isUndoing: false)
      return nil
    }
    if let change = step.importChange {
      perform(change)
      return nil
    }
    let changes = step.parts.map {
      (part: $0, change: StoreChange.redo($0.id), shown: $0.edit, replacement: $0.replacement)
    }
    guard let result = applyHistory(changes, text: phrases.redone) else { return nil }
    for part in step.parts { calendarHistory.redo(part.id) }
    return result
  }

  func record(_ step: UndoStep) { forget(history.record(step)) }

  /// Discards the stored changes of steps that can no longer be undone or redone.
  func forget(_ steps: [UndoStep]) {
    let edits = steps.flatMap { $0.parts.map(\.id) }
    store.forget(edits)
    for edit in edits { calendarHistory.forget(edit) }
  }

  private func applyHistory(
    _ changes: [(
      part: UndoStep.Part, change: StoreChange, shown: EventEdit, replacement: EventReplacement?
    )],
    text makeText: (Occurrence) -> String
  ) -> HistoryStep? {
    var outcome: (before: CalendarEvent?, after: CalendarEvent?)
    let count = Set(changes.map { $0.part.id }).count
    let isGroup = changes.first.map { $0.part.isOfGroup } ?? false
    var isUndone = false
    var missing = 0
    for (part, change, shown, replacement) in changes {
      guard let sides = applyToIndex(shown, replacement), sides.before != nil || sides.after != nil else {
        // The other events of a group are restored all the same.
        if isGroup {
          forget(history.update { $0.removing(part.id, keepsOthers: true) })
          missing += 1
          continue
        }
        forget(history.remove { $0.contains(part.id) })
        onChange()
        return nil
      }
      isUndone = if case .undo = change { true } else { false }
      outcome =
        replacement == nil
        ? sides : occurrences(of: part, isUndone: isUndone, before: sides.before, after: sides.after)
      submit(change, as: EditID(), subject: part.id, showing: shown, replacement)
    }
    onChange()
    guard let event = outcome.after ?? outcome.before else { return nil }
    if isGroup {
      let text = isUndone ? phrases.undone(count: count - missing) : phrases.redone(count: count - missing)
      let shown = outcome.after.map { shownOccurrence(of: $0, after: changes.last?.part.edit) }
      return HistoryStep(text: text, occurrence: shown)
    }
    let occurrence = shownOccurrence(of: event, after: changes.last?.part.edit)
    guard outcome.after != nil else {
      if changes.count > 1 {
        let text = phrases.translator.trn(
          "{count} event was removed", "{count} events were removed", changes.count)
        return HistoryStep(text: text, occurrence: nil)
      }
      return HistoryStep(text: phrases.toast(.delete, from: occurrence, to: occurrence), occurrence: nil)
    }
    return HistoryStep(text: makeText(occurrence), occurrence: occurrence)
  }
}
