import CalendarModel
import CalendarStore
import CalendarText

// One edit session is one undo step, although each field is saved when it loses focus.
extension CalendarSession {
  /// The state of an open editor.
  struct EditSession {
    /// The event when the editor was opened.
    let before: CalendarEvent
    /// The first edit of the undo step; further edits are added to it.
    var first: EditID?
    /// The identifiers that the event has had since then, the latest one last. Each calendar that it is moved
    /// to assigns a new one.
    var eventIDs: [EventID]

    init(of event: CalendarEvent) { (before, eventIDs) = (event, [event.id]) }

    /// Removes the identifier that a rejected edit would have given the event, because it may belong to
    /// another event.
    mutating func forget(_ edit: EventEdit) {
      guard edit.resultingID != edit.target else { return }
      eventIDs.removeAll { $0 == edit.resultingID }
    }
  }

  /// Starts a session. Until `endEditSession`, changes to this event form one undo step and no notices are
  /// shown.
  package func beginEditSession(of event: CalendarEvent) { editSession = EditSession(of: event) }

  /// The event being edited, in its current calendar; nil if it no longer exists.
  package var editedEvent: CalendarEvent? { editSession.flatMap(event(of:)) }

  private func event(of editSession: EditSession) -> CalendarEvent? {
    editSession.eventIDs.reversed().lazy.compactMap(index.event).first
  }

  /// Ends the session when the editor closes.
  ///
  /// - Parameter showsNotice: whether to show a notice, with Undo, if something was changed.
  package func endEditSession(showsNotice: Bool = true) {
    guard let ended = editSession else { return }
    editSession = nil
    guard showsNotice, let first = ended.first, history.nextUndo?.contains(first) == true,
      let after = event(of: ended)
    else { return }
    let changes = ended.before.differences(to: after)
    let calendar = calendars.first { $0.id == after.id.calendar && $0.id != ended.before.id.calendar }
    guard !changes.isEmpty || calendar != nil else { return }
    if let calendar, changes.isEmpty {
      let text = phrases.transferred(after, to: calendar.name)
      return onNotice(Notice(text: text, canUndo: true, subject: Occurrence.ID(event: after.id)))
    }
    let (old, new) = (
      Occurrence(event: ended.before, zone: displayZone), Occurrence(event: after, zone: displayZone)
    )
    let text = phrases.toast(.set(changes), from: old, to: new)
    onNotice(Notice(text: text, canUndo: true, subject: new.id))
  }

  /// The event with that identifier as currently shown; nil if there is none.
  package func event(_ id: EventID) -> CalendarEvent? { index.event(id) }

  /// Records an edit for undo.
  ///
  /// - Returns: whether the edit is part of an edit session.
  func recordForUndo(_ part: UndoStep.Part) -> Bool {
    guard let editSession, editSession.eventIDs.contains(part.edit.target), part.edit.change.isMadeInEditor
    else {
      record(UndoStep(part))
      return false
    }
    if part.edit.resultingID != part.edit.target { self.editSession?.eventIDs.append(part.edit.resultingID) }
    // If anything else was done or undone in between, this edit becomes a separate step.
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
  /// Whether this kind of edit is part of an edit session. Deleting is not, because it ends the session.
  fileprivate var isMadeInEditor: Bool {
    switch self {
    case .set, .transfer: true
    case .move, .stretchStart, .stretchEnd, .add, .delete: false
    }
  }
}
