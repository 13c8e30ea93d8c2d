import CalendarModel
import CalendarStore
import CalendarText

// Taking back and doing again.
extension CalendarSession {
  /// Whether there is a step to take back.
  package var canUndo: Bool { history.nextUndo != nil }
  /// Whether there is a step to do again.
  package var canRedo: Bool { history.nextRedo != nil }

  /// Takes the last step back. Returns what is to be said, or nil if there was none.
  package func undo() -> HistoryStep? {
    guard let step = history.undo() else { return nil }
    // Only what it changed is taken back: other words may have been changed elsewhere since.
    let changes = step.parts.reversed().map {
      (part: $0, change: StoreChange.undo($0.id), shown: $0.edit.inverse(before: $0.before))
    }
    guard let result = make(changes, words: phrases.undone) else { return nil }
    for part in step.parts.reversed() { used.undo(part.id) }
    return result
  }

  /// Does the last step that was taken back again.
  package func redo() -> HistoryStep? {
    guard let step = history.redo() else { return nil }
    let changes = step.parts.map { (part: $0, change: StoreChange.redo($0.id), shown: $0.edit) }
    guard let result = make(changes, words: phrases.redone) else { return nil }
    for part in step.parts { used.redo(part.id) }
    return result
  }

  /// Adds a step that can be undone.
  func record(_ step: UndoStep) { forget(history.record(step)) }

  /// Lets the store, too, forget what can be neither undone nor done again any more.
  func forget(_ steps: [UndoStep]) {
    let edits = steps.flatMap { $0.parts.map(\.id) }
    store.forget(edits)
    for edit in edits { used.forget(edit) }
  }

  private func make(
    _ changes: [(part: UndoStep.Part, change: StoreChange, shown: EventEdit)], words: (Occurrence) -> String
  ) -> HistoryStep? {
    var outcome: (before: CalendarEvent?, after: CalendarEvent?)
    for (part, change, shown) in changes {
      guard let sides = applyToIndex(shown), sides.before != nil || sides.after != nil else {
        forget(history.remove { $0.contains(part.id) })
        onChange()
        return nil
      }
      outcome = sides
      submit(change, as: EditID(), about: part.id, showing: shown)
    }
    onChange()
    guard let event = outcome.after ?? outcome.before else { return nil }
    let occurrence = Occurrence(event: event, zone: displayZone)
    guard outcome.after != nil else {
      if changes.count > 1 {
        let text = phrases.translator.trn(
          "{count} event was removed again", "{count} events were removed again", changes.count)
        return HistoryStep(text: text, occurrence: nil)
      }
      return HistoryStep(text: phrases.toast(.delete, from: occurrence, to: occurrence), occurrence: nil)
    }
    return HistoryStep(text: words(occurrence), occurrence: occurrence)
  }
}
