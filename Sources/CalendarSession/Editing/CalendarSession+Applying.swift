import CalendarModel
import CalendarStore
import CalendarText

// One way for each change: it is applied to the index at once, recorded for undo, and submitted to the store.
extension CalendarSession {
  /// Edits that were applied to the index and submitted to the store.
  struct MadeEdits {
    var applied = Applied()
    /// The parts of the undo step.
    var parts: [UndoStep.Part] = []
    /// Why the first edit that was refused is not possible.
    var refusal: StoreError?
    /// Whether they belong to an edit session.
    var isPartOfEditSession = false
    /// The names of calendars that were hidden and are shown because of the edits.
    var unhiddenCalendars: [String] = []

    /// The number of events that have changed.
    var count: Int { parts.reduce(0) { $0 + $1.eventCount } }
  }

  /// Applies edits one after the other, as one undo step. Nothing is reported yet; see `report`.
  ///
  /// - Parameter isGroup: whether they are changes to several events at once, each of which may fail.
  func make(_ edits: [GroupEdit.CountedEdit], isGroup: Bool, in context: ApplyContext) -> MadeEdits {
    var made = MadeEdits()
    for counted in edits {
      let target = index.event(counted.edit.target)
      do throws(StoreError) {
        guard let (part, change) = try applyPart(counted, of: target, isGroup: isGroup) else { continue }
        made.parts.append(part)
        made.applied.changes.append(change)
        if edits.count == 1, !isGroup { made.isPartOfEditSession = recordForUndo(part) }
        submit(
          .edit(part.edit), as: part.id, subject: part.id, showing: part.edit, eventBefore: part.eventBefore,
          part.replacement, agreedPeople: context.agreedPeople)
        if let name = showCalendar(receiving: part.edit) { made.unhiddenCalendars.append(name) }
      } catch {
        if let target { made.applied.refusedEvents.append(target) }
        made.refusal = made.refusal ?? error
      }
    }
    if edits.count != 1 || isGroup, let first = made.parts.first {
      steps.record(made.parts.dropFirst().reduce(UndoStep(first)) { $0.adding($1) })
    }
    return made
  }

  /// Applies an edit and shows a notice, or says why the edit is not possible. Nothing is reported yet; see `report`.
  func makeWithNotice(_ edit: EventEdit, in context: ApplyContext) -> MadeEdits {
    let made = make([.init(edit)], isGroup: false, in: context)
    recordUses(by: made)
    switch made.refusal {
    case nil: break
    // Users do not know UIDs, which name an event in commands.
    case .unknownEvent: reports.send(.notice(Notice(text: phrases.refusal(.vanished), canUndo: false)))
    case let refusal?: reports.send(.failure(refusal.message(phrases.translator)))
    }
    guard let part = made.parts.first, let change = made.applied.changes.first,
      let event = change.before ?? change.after
    else { return made }
    let unhiddenCalendar = made.unhiddenCalendars.first
    if !made.isPartOfEditSession || unhiddenCalendar != nil {
      showNotice(
        part.edit, before: event, after: change.after ?? event, showing: unhiddenCalendar, context.noticeText)
    }
    return made
  }

  /// Reports edits to those who show the events.
  func report(_ made: MadeEdits) -> Applied {
    var applied = made.applied
    if !applied.changes.isEmpty {
      reports.send(.changed)
      applied.isShown = true
    }
    return applied
  }

  /// Applies an edit to the index.
  ///
  /// - Returns: the part of the undo step, and the event before and after; nil if the edit changes nothing.
  private func applyPart(
    _ counted: GroupEdit.CountedEdit, of target: CalendarEvent?, isGroup: Bool
  ) throws(StoreError) -> (UndoStep.Part, Applied.Change)? {
    var edit = counted.edit
    var replacement: EventReplacement?
    if isSeriesEdit(edit) {
      edit = withNewSeriesID(edit)
      let outcome = try outcome(of: edit)
      guard outcome.before != outcome.after else { return nil }
      replacement = outcome
    }
    let applied = try applyToIndex(edit, replacement)
    guard replacement != nil || applied.before != applied.after else { return nil }
    var part = UndoStep.Part(
      id: EditID(), edit: edit, eventBefore: target, replacement: replacement, isOfGroup: isGroup)
    part.eventCount = counted.count
    guard let replacement else { return (part, .init(before: applied.before, after: applied.after)) }
    let affected = changedOccurrence(
      of: part, isUndoing: false, before: nil, after: edit.isTransfer ? replacement.after.first : nil)
    return (part, .init(before: affected.before ?? replacement.before.first, after: affected.after))
  }

  /// Records that events were added or moved to a calendar, which the user thereby chose.
  func recordUses(by made: MadeEdits) {
    for part in made.parts where part.eventBefore?.id.calendar != part.edit.resultingID.calendar {
      choices.recordUse(of: part.edit.resultingID.calendar, by: part.id)
    }
  }
}
