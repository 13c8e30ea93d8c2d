import CalendarModel
import CalendarStore
import CalendarText

// One visit of the editor is one step of undo, though each field is saved as it is left.
extension CalendarSession {
  /// An editor that is open.
  struct Visit {
    /// The event as it was when the editor opened.
    let before: CalendarEvent
    /// The first edit of the step of undo that further ones are added to.
    var first: EditID?
  }

  /// Until `endVisit` what is changed of this event is one step of undo, and nothing is said of it.
  func beginVisit(to event: CalendarEvent) { visit = Visit(before: event) }

  /// The editor is closed.
  ///
  /// - Parameter isTold: whether it is said that something was changed, with the way back.
  func endVisit(isTold: Bool = true) {
    guard let ended = visit else { return }
    visit = nil
    guard isTold, let first = ended.first, history.nextUndo?.contains(first) == true,
      let after = index.event(ended.before.id)
    else { return }
    let changes = ended.before.differences(to: after)
    guard !changes.isEmpty else { return }
    let (old, new) = (
      Occurrence(event: ended.before, zone: displayZone), Occurrence(event: after, zone: displayZone)
    )
    onNotice(Notice(text: phrases.toast(.set(changes), from: old, to: new), canUndo: true))
  }

  /// The event of that name as it is shown; nil if there is none.
  func event(_ id: EventID) -> CalendarEvent? { index.event(id) }

  /// Notes what was done, to be undone.
  ///
  /// - Returns: whether it is part of a visit.
  func note(_ part: UndoStep.Part) -> Bool {
    guard let visit, visit.before.id == part.edit.target, case .set = part.edit.change else {
      history.record(UndoStep(part))
      return false
    }
    // What was done or undone in between has to be undone first: what follows is a step of its own then.
    if let first = visit.first, let step = history.nextUndo, step.contains(first) {
      history.replaceNewest(with: step.adding(part))
    } else {
      history.record(UndoStep(part))
      self.visit?.first = part.id
    }
    return true
  }
}
