import CalendarModel
import CalendarStore
import CalendarText

// Changes to several events as one undo step.
extension CalendarSession {
  /// Applies the changes to several events as one undo step. The notice names the events that cannot be changed.
  @discardableResult
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope, in context: ApplyContext) -> Applied {
    let refusedEvents = group.refusedOccurrences.map(\.event)
    return apply(
      group.countedEdits(with: scope), refusedEvents: refusedEvents, GroupAction(group), in: context)
  }

  /// Moves several events to another calendar, with all of their iCalendar properties, as one undo step. An
  /// occurrence is moved with its whole series. Events that are already in that calendar are skipped. The
  /// notice names the events that cannot be moved.
  ///
  /// - Returns: the events in their new calendar.
  @discardableResult
  package func transfer(_ occurrences: [Occurrence], to calendar: CalendarID) -> [Occurrence] {
    guard let name = name(of: calendar) else { return [] }
    var (edits, refusedEvents): ([EventEdit], [CalendarEvent]) = ([], [])
    var counts: [EventID: Int] = [:]
    var movedOccurrences: [(occurrence: Occurrence, id: EventID)] = []
    // All occurrences of a series are moved by one edit.
    var transfers: [EventID: EventEdit?] = [:]
    var uids: Set<ByteString> = []
    for occurrence in occurrences where occurrence.event.id.calendar != calendar {
      let event = index.event(occurrence.event.id) ?? occurrence.event
      var edit: EventEdit?
      if let existingEdit = transfers[event.seriesID] {
        edit = existingEdit
      } else {
        edit = possibleTransfer(of: event, originalStart: occurrence.recurrenceID, to: calendar)
        // The calendar can contain only one of two events with the same UID.
        if let uid = edit?.resultingID.uid, !uids.insert(uid).inserted { edit = nil }
        transfers.updateValue(edit, forKey: event.seriesID)
        if let edit { edits.append(edit) } else { refusedEvents.append(event) }
      }
      if let edit {
        movedOccurrences.append((occurrence, event.id.transferred(as: edit.resultingID)))
        counts[edit.target, default: 0] += 1
      }
    }
    let countedEdits = edits.map { GroupEdit.CountedEdit($0, count: counts[$0.target] ?? 1) }
    apply(countedEdits, refusedEvents: refusedEvents, .transferred(to: name), in: ApplyContext())
    return movedOccurrences.compactMap { self.occurrence($0.occurrence, transferredAs: $0.id) }
  }

  /// Returns the edit that moves an event or its series to another calendar; nil if that is not possible.
  private func possibleTransfer(
    of event: CalendarEvent, originalStart: EventTime?, to calendar: CalendarID
  ) -> EventEdit? {
    let option = transferOptions(for: event).first { $0.calendar.id == calendar }
    guard index.event(event.id) != nil, let option, option.obstacle == nil,
      refusal(for: Occurrence(event: event, zone: displayZone)) == nil, transferRefusal(of: event) == nil,
      let edit = transferEdit(of: event, originalStart: originalStart, to: calendar),
      !isTaken(edit.resultingID, isRepeating: event.isRepeating)
    else { return nil }
    return edit
  }

  /// Returns an option for each open calendar, with an obstacle if none of the given events can be moved to it.
  package func transferOptions(for occurrences: [Occurrence]) -> [TransferOption] {
    let options = occurrences.map { transferOptions(for: $0.event) }
    return calendars.map { calendar in
      let eventOptions = options.compactMap { $0.first { $0.calendar.id == calendar.id } }
      let isCurrent = !eventOptions.isEmpty && eventOptions.allSatisfy(\.isCurrent)
      let isPossible = eventOptions.contains { $0.obstacle == nil && !$0.isCurrent }
      return TransferOption(
        calendar.option, isCurrent: isCurrent,
        obstacle: isPossible || isCurrent ? nil : eventOptions.lazy.compactMap(\.obstacle).first)
    }
  }

  package func currentState(of occurrence: Occurrence) -> Occurrence? {
    let id = occurrence.event.id
    guard !choices.isHidden(id.calendar) else { return nil }
    guard let start = occurrence.recurrenceID else {
      return index.event(id).map { Occurrence(event: $0, zone: displayZone) }
    }
    func find(in days: Range<Day>) -> Occurrence? {
      index.query(days).occurrences.first {
        $0.event.id.calendar == id.calendar && $0.event.id.uid == id.uid && $0.recurrenceID == start
      }
    }
    // An occurrence is usually still where it was.
    if let found = find(in: occurrence.days) { return found }
    guard let event = index.events(ofSeries: id).occurrence(originallyAt: start, in: displayZone) else {
      return nil
    }
    return find(in: Occurrence(event: event, zone: displayZone).days)
  }

  /// Applies edits one after the other, as one undo step. The notice names the events whose edits are not possible.
  @discardableResult
  private func apply(
    _ edits: [GroupEdit.CountedEdit], refusedEvents: [CalendarEvent], _ action: GroupAction,
    in context: ApplyContext
  ) -> Applied {
    var made = make(edits, isGroup: true, in: context)
    recordUses(by: made)
    made.applied.refusedEvents = refusedEvents + made.applied.refusedEvents
    let refused = made.applied.refusedEvents
    let sentences = [
      made.parts.isEmpty ? nil : phrases.completionMessage(action, count: made.count),
      refused.isEmpty ? nil : phrases.failureMessage(action, refused),
    ].compactMap(\.self)
    guard let first = sentences.first else { return made.applied }
    var notice = Notice(text: first, canUndo: !made.parts.isEmpty)
    for sentence in sentences.dropFirst() + made.unhiddenCalendars.map(shownAgainText) {
      notice.add(sentence, phrases.translator)
    }
    people.post(notice)
    return report(made)
  }
}

extension CalendarEvent {
  /// The identifier shared by all events of its series; its own if it does not repeat.
  fileprivate var seriesID: EventID {
    guard isRepeating, !id.uid.isEmpty else { return id }
    return EventID(calendar: id.calendar, file: id.file, uid: id.uid)
  }
}

extension EventID {
  /// Returns the identifier of this event after its move to another calendar.
  ///
  /// - Parameter newID: the identifier of the event, or of its series, in that calendar.
  fileprivate func transferred(as newID: EventID) -> EventID {
    EventID(
      calendar: newID.calendar, file: newID.file, uid: newID.uid, recurrenceID: recurrenceID,
      duplicate: newID.duplicate)
  }
}
