import CalendarModel
import CalendarStore
import CalendarText

// One edit session is one undo step, although each field is saved when it loses focus.
extension CalendarSession {
  /// An editor that is open.
  struct EditSession {
    /// The event as it was when the editor opened.
    let before: CalendarEvent
    /// The first edit of the undo step that further ones are added to.
    var first: EditID?
    /// What the event was called meanwhile, the latest name last: each calendar gives it another.
    var names: [EventID]

    init(of event: CalendarEvent) { (before, names) = (event, [event.id]) }

    /// An edit was not made: what the event was to be called by it may be another one's name.
    mutating func forget(_ edit: EventEdit) {
      guard edit.outcome != edit.target else { return }
      names.removeAll { $0 == edit.outcome }
    }
  }

  /// Until `endEditSession` what is changed of this event is one undo step, and nothing is said of it.
  package func beginEditSession(of event: CalendarEvent) { editSession = EditSession(of: event) }

  /// The event that is visited, wherever it is now; nil if it is no longer there.
  package var editedEvent: CalendarEvent? { editSession.flatMap(event(of:)) }

  private func event(of editSession: EditSession) -> CalendarEvent? {
    editSession.names.reversed().lazy.compactMap(index.event).first
  }

  /// The editor is closed.
  ///
  /// - Parameter isTold: whether it is said that something was changed, with the way back.
  package func endEditSession(isTold: Bool = true) {
    guard let ended = editSession else { return }
    editSession = nil
    guard isTold, let first = ended.first, history.nextUndo?.contains(first) == true,
      let after = event(of: ended)
    else { return }
    let changes = ended.before.differences(to: after)
    let calendar = calendars.first { $0.id == after.id.calendar && $0.id != ended.before.id.calendar }
    guard !changes.isEmpty || calendar != nil else { return }
    if let calendar, changes.isEmpty {
      return onNotice(Notice(text: phrases.transferred(after, to: calendar.name), canUndo: true))
    }
    let (old, new) = (
      Occurrence(event: ended.before, zone: displayZone), Occurrence(event: after, zone: displayZone)
    )
    onNotice(Notice(text: phrases.toast(.set(changes), from: old, to: new), canUndo: true))
  }

  /// The event of that name as it is shown; nil if there is none.
  package func event(_ id: EventID) -> CalendarEvent? { index.event(id) }

  /// Notes what was done, to be undone.
  ///
  /// - Returns: whether it is part of an edit session.
  func recordForUndo(_ part: UndoStep.Part) -> Bool {
    guard let editSession, editSession.names.contains(part.edit.target), part.edit.change.isOfEditor else {
      record(UndoStep(part))
      return false
    }
    if part.edit.outcome != part.edit.target { self.editSession?.names.append(part.edit.outcome) }
    // What was done or undone in between has to be undone first: what follows is a step of its own then.
    if let first = editSession.first, let step = history.nextUndo, step.contains(first) {
      forget(history.replaceNewest(with: step.adding(part)))
    } else {
      record(UndoStep(part))
      self.editSession?.first = part.id
    }
    return true
  }
}

extension EventEdit.Change {
  /// Whether it is what an editor makes; deleting ends the edit session.
  fileprivate var isOfEditor: Bool {
    switch self {
    case .set, .transfer: true
    case .move, .stretchStart, .stretchEnd, .add, .delete: false
    }
  }
}
