import CalendarModel
import CalendarStore
import CalendarText

extension CalendarSession {
  /// The scope of the changes in the editor; nil if the event did not repeat when the editor was opened.
  package var editScope: EventEdit.Scope? { editSession?.occurrenceEdit?.scope }

  /// A scope and, if it does not allow the changes in the editor, the reason.
  package struct EditScopeChoice: Sendable {
    package let scope: EventEdit.Scope
    /// The reason why the changes are not possible; nil if they are.
    package let refusal: String?
  }

  /// Returns, for each scope, whether all changes made in the editor are possible with it and, if not, why.
  ///
  /// - Parameter newer: changes that have not been applied yet.
  /// - Returns: one choice for each scope, in the order of `EventEdit.Scope.allCases`; empty if the event
  ///   does not repeat.
  package func editScopeChoices(adding newer: [EventProperty] = []) -> [EditScopeChoice] {
    guard let occurrenceEdit = editSession?.occurrenceEdit, let event = editSession?.originalEvent else {
      return []
    }
    var changes = occurrenceEdit.adding(newer)
    // If nothing has been changed yet, each scope is tested with a dummy change to the title.
    if changes.isEmpty { changes = [.summary(event.summary + "…")] }
    return EventEdit.Scope.allCases.map { scope in
      for group in OccurrenceEdit.groups(changes) {
        let edit = EventEdit(
          target: occurrenceEdit.initialIdentifiers.target,
          originalStart: occurrenceEdit.initialIdentifiers.originalStart,
          scope: scope, change: .set(group))
        do throws(StoreError) {
          _ = try outcome(of: withNewSeriesID(edit), without: occurrenceEdit.edits)
        } catch {
          return EditScopeChoice(scope: scope, refusal: reason(error))
        }
      }
      return EditScopeChoice(scope: scope, refusal: nil)
    }
  }

  /// Returns whether changes made in the editor are possible with the chosen scope. If not, the reason is
  /// shown next to the scope, and the changes wait until the user chooses a different scope or corrects them.
  package func canApplyInEditor(_ changes: [EventProperty]) -> Bool {
    guard let scope = editScope else { return true }
    return editScopeChoices(adding: changes).first { $0.scope == scope }?.refusal == nil
  }

  /// Returns the calendars to which an edited event can be moved: only its own for a series.
  package func calendars(for event: CalendarEvent) -> [CalendarInfo] {
    event.isRepeating ? writableCalendars.filter { $0.id == event.id.calendar } : writableCalendars
  }

  /// Applies changes made in the editor to the edited event, or to the occurrences in the chosen scope.
  package func applyInEditor(_ changes: [EventProperty]) { _ = report(makeInEditor(changes)) }

  /// Applies changes made in the editor. Nothing is reported yet.
  private func makeInEditor(_ changes: [EventProperty]) -> MadeEdits {
    guard let occurrenceEdit = editSession?.occurrenceEdit else {
      guard let event = editedEvent else { return MadeEdits() }
      // An event that began to repeat while the editor was open is changed as a whole.
      return makeWithNotice(
        EventEdit(target: event.id, scope: .all, change: .set(changes)), in: ApplyContext())
    }
    editSession?.occurrenceEdit?.changes = occurrenceEdit.adding(changes)
    var made = MadeEdits()
    for group in OccurrenceEdit.groups(changes) {
      made.applied.changes += makeForEditedOccurrence(group).applied.changes
    }
    return made
  }

  private func makeForEditedOccurrence(_ changes: [EventProperty]) -> MadeEdits {
    guard let occurrenceEdit = editSession?.occurrenceEdit, let eventBefore = event(of: occurrenceEdit) else {
      return MadeEdits()
    }
    var edit = EventEdit(
      target: occurrenceEdit.target, originalStart: occurrenceEdit.originalStart, scope: occurrenceEdit.scope,
      change: .set(changes))
    guard eventBefore.isRepeating else {
      edit.originalStart = nil
      return makeWithNotice(edit, in: ApplyContext())
    }
    edit = withNewSeriesID(edit)
    // The editor rereads the occurrence when the calendar changes, so the new identifier and original start
    // of the occurrence must be set first.
    guard let preview = try? outcome(of: edit) else { return makeWithNotice(edit, in: ApplyContext()) }
    let hasSplit = preview.after.contains { $0.id.uid == edit.newSeries?.uid }
    if hasSplit, let new = edit.newSeries { editSession?.occurrenceEdit?.target = new }
    updateOriginalStart(after: edit, among: preview.after, previously: eventBefore)
    editSession?.eventIDs.append(edit.target)
    let made = makeWithNotice(edit, in: ApplyContext())
    editSession?.occurrenceEdit?.edits += made.parts.map(\.id)
    return made
  }

  /// Updates the original start of the edited occurrence after an edit that may have changed it.
  private func updateOriginalStart(
    after edit: EventEdit, among events: [CalendarEvent], previously eventBefore: CalendarEvent
  ) {
    guard let occurrenceEdit = editSession?.occurrenceEdit, occurrenceEdit.scope != .thisOccurrence else {
      return
    }
    let seriesEvents = events.filter { $0.id.uid == occurrenceEdit.target.uid }
    let start = edit.change.times?.start ?? eventBefore.times.start
    if edit.change.times == nil, occurrenceEdit.target == edit.target,
      !edit.change.properties.contains(where: \.isRule)
    {
      return
    }
    if let override = seriesEvents.first(where: { event in
      if case .changed = event.series { event.times.start == start } else { false }
    }), case .changed(let original, _) = override.series {
      editSession?.occurrenceEdit?.originalStart = original
    } else if let master = seriesEvents.first(where: { if case .master = $0.series { true } else { false } }),
      case .master(let recurrence) = master.series,
      let newStart = Series(master: master, changes: seriesEvents, displayZone: displayZone)?
        .firstOriginalStart(
          startingAtOrAfter: start.time(in: displayZone).instant)
    {
      editSession?.occurrenceEdit?.originalStart = recurrence.start.with(wall: newStart)
    }
  }

  /// Sets the scope of the changes made in the editor. Changes that were already made are applied again with
  /// the new scope, as part of the same undo step.
  package func setEditScope(_ scope: EventEdit.Scope) {
    guard let occurrenceEdit = editSession?.occurrenceEdit, occurrenceEdit.scope != scope else { return }
    editSession?.occurrenceEdit?.scope = scope
    guard !occurrenceEdit.changes.isEmpty, let firstEdit = editSession?.firstEdit,
      steps.nextUndo?.contains(firstEdit) == true, let step = steps.takeUndo()
    else { return }
    var newEdit = OccurrenceEdit(
      target: occurrenceEdit.initialIdentifiers.target,
      originalStart: occurrenceEdit.initialIdentifiers.originalStart)
    newEdit.scope = scope
    editSession?.occurrenceEdit = newEdit
    editSession?.firstEdit = nil
    // In between, the event lacks the changes, so it is shown only afterward.
    _ = revert(step)
    _ = makeInEditor(occurrenceEdit.changes)
    reports.send(.changed)
  }

  // MARK: Finding the occurrence

  /// Returns an edit to an occurrence, without changes so far; nil if its event does not repeat.
  func makeOccurrenceEdit(for occurrence: Occurrence) -> OccurrenceEdit? {
    guard occurrence.event.series != nil, let start = occurrence.recurrenceID else { return nil }
    let id = occurrence.event.id
    let target = index.event(id.ofSeries)?.id ?? id
    return OccurrenceEdit(target: target, originalStart: start)
  }

  /// Returns the edited occurrence as an event with its own times and the rule of the series; nil if the
  /// occurrence no longer exists.
  func event(of occurrenceEdit: OccurrenceEdit) -> CalendarEvent? {
    guard let target = index.event(occurrenceEdit.target) else { return nil }
    guard target.isRepeating else { return target }
    let events = index.events.filter {
      $0.id.uid == occurrenceEdit.target.uid && $0.id.calendar == occurrenceEdit.target.calendar
    }
    guard var event = events.occurrence(originallyAt: occurrenceEdit.originalStart, in: displayZone) else {
      return nil
    }
    if case .master = target.series { event.repetition = target.repetition }
    return event
  }

  /// Returns an event of an edit session as the occurrence that is being edited. If the event began to repeat in the
  /// editor, this is its first occurrence.
  func occurrence(of event: CalendarEvent, in session: EditSession) -> Occurrence {
    guard let occurrenceEdit = session.occurrenceEdit, event.isRepeating else {
      return shownOccurrence(of: event, after: nil)
    }
    return Occurrence(
      event: event, times: event.times, recurrenceID: occurrenceEdit.originalStart, zone: displayZone)
  }

  /// The edited event, or the edited occurrence of a series, as it is shown; nil if no editor is open or the
  /// event no longer exists.
  package var editedOccurrence: Occurrence? {
    guard let session = editSession, let event = editedEvent else { return nil }
    return occurrence(of: event, in: session)
  }
}

extension EventProperty {
  fileprivate var isRule: Bool { kind == .rule }
}
