import CalendarModel
import CalendarStore
import CalendarText

// One edit session is one undo step, although each field is saved when it loses focus.
extension CalendarSession {
  /// The state of an open editor.
  struct EditSession {
    /// The event when the editor was opened.
    let originalEvent: CalendarEvent
    /// The first edit of the undo step to which further edits are added.
    var firstEdit: EditID?
    /// The identifiers that the event has had since the editor was opened, in order. Moving the event to
    /// another calendar gives it a new one.
    var eventIDs: [EventID]
    /// The edited occurrence, if the event repeated when the editor was opened.
    var occurrenceEdit: OccurrenceEdit?
    /// The people whom the user allows a server to notify of the changes.
    var agreedPeople: Set<String> = []

    init(of event: CalendarEvent, occurrenceEdit: OccurrenceEdit? = nil) {
      (originalEvent, eventIDs, self.occurrenceEdit) = (event, [event.id], occurrenceEdit)
    }

    /// Removes the identifier that the event would have had after a rejected edit, because it may belong to
    /// another event.
    mutating func forget(_ edit: EventEdit) {
      guard edit.resultingID != edit.target else { return }
      eventIDs.removeAll { $0 == edit.resultingID }
    }
  }

  /// Starts an edit session for an occurrence, or for an event that does not repeat. Until `endEditSession`
  /// is called, changes made to this event in the editor form one undo step, and no notices about them are
  /// shown.
  ///
  /// - Returns: the event to edit; for an occurrence of a series, an event with the times of the occurrence
  ///   and the rule of the series.
  @discardableResult
  package func beginEditSession(of occurrence: Occurrence) -> CalendarEvent {
    guard let occurrenceEdit = makeOccurrenceEdit(for: occurrence), let event = event(of: occurrenceEdit)
    else {
      let event = index.event(occurrence.event.id) ?? occurrence.event
      editSession = EditSession(of: event)
      return event
    }
    editSession = EditSession(of: event, occurrenceEdit: occurrenceEdit)
    return event
  }

  /// The event being edited, in its current calendar; nil if no editor is open or the event no longer exists.
  package var editedEvent: CalendarEvent? { editSession.flatMap(event(of:)) }

  private func event(of editSession: EditSession) -> CalendarEvent? {
    if let occurrenceEdit = editSession.occurrenceEdit { return event(of: occurrenceEdit) }
    return editSession.eventIDs.reversed().lazy.compactMap(index.event).first
  }

  /// Ends the edit session. Called when the editor closes.
  ///
  /// - Parameter showsNotice: whether to show a notice with an Undo button if anything was changed.
  package func endEditSession(showsNotice: Bool = true) {
    guard let endedSession = editSession else { return }
    editSession = nil
    guard showsNotice, let firstEdit = endedSession.firstEdit,
      steps.nextUndo?.contains(firstEdit) == true, let after = event(of: endedSession)
    else { return }
    let changes = endedSession.originalEvent.differences(to: after)
    let newCalendar = calendars.first {
      $0.id == after.id.calendar && $0.id != endedSession.originalEvent.id.calendar
    }
    guard !changes.isEmpty || newCalendar != nil else { return }
    let newOccurrence = occurrence(of: after, in: endedSession)
    if let newCalendar, changes.isEmpty {
      let text = phrases.transferMessage(after, to: newCalendar.name)
      return people.post(Notice(text: text, canUndo: true, subject: newOccurrence.id))
    }
    let oldOccurrence = Occurrence(event: endedSession.originalEvent, zone: displayZone)
    let text = phrases.toast(.set(changes), from: oldOccurrence, to: newOccurrence)
    people.post(Notice(text: text, canUndo: true, subject: newOccurrence.id))
  }

  /// Returns the event with the given identifier as it is currently shown, or nil if there is none.
  package func event(_ id: EventID) -> CalendarEvent? { index.event(id) }

  /// Records an edit for undo.
  ///
  /// - Returns: whether the edit is part of an edit session.
  func recordForUndo(_ part: UndoStep.Part) -> Bool {
    guard let editSession,
      editSession.eventIDs.contains(part.edit.target)
        || editSession.occurrenceEdit?.target == part.edit.target,
      part.edit.change.isMadeInEditor
    else {
      steps.record(UndoStep(part))
      return false
    }
    if part.edit.resultingID != part.edit.target { self.editSession?.eventIDs.append(part.edit.resultingID) }
    // If anything else has been done or undone since the first edit, this edit becomes a separate step.
    if let firstEdit = editSession.firstEdit, steps.nextUndo?.contains(firstEdit) == true {
      steps.addToNewest(part)
    } else {
      steps.record(UndoStep(part))
      self.editSession?.firstEdit = part.id
    }
    return true
  }
}

extension EventEdit.Change {
  /// Whether edits of this kind belong to an edit session. Deletion does not, because it ends the session.
  fileprivate var isMadeInEditor: Bool {
    switch self {
    case .set, .transfer: true
    case .move, .resizeStart, .resizeEnd, .add, .delete: false
    }
  }
}
