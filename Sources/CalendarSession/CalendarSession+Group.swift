import CalendarModel
import CalendarStore
import CalendarText

// Changes to several events as one undo step.
extension CalendarSession {
  /// Applies the changes to several events as one undo step. The notice names the events that cannot be changed.
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope, in context: ApplyContext) {
    let refusedEvents = group.refusedOccurrences.map(\.event)
    apply(group.countedEdits(with: scope), refusedEvents: refusedEvents, GroupAction(group), in: context)
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
    guard !isHidden(id.calendar) else { return nil }
    guard let start = occurrence.recurrenceID else {
      return index.event(id).map { Occurrence(event: $0, zone: displayZone) }
    }
    func find(in days: Range<Day>) -> Occurrence? {
      index.query(days).occurrences.first {
        $0.event.id.calendar == id.calendar && $0.event.id.uid == id.uid && $0.recurrenceID == start
      }
    }
    // An occurrence is usually still where it was, or near its original start.
    if let found = find(in: occurrence.days) { return found }
    let day = start.time(in: displayZone).wall.day
    return find(in: day.adding(days: -7)..<day.adding(days: 8))
  }

  /// Applies edits to the index one after the other and submits them, as one undo step. The notice names the
  /// events whose edits are not possible.
  private func apply(
    _ edits: [GroupEdit.CountedEdit], refusedEvents: [CalendarEvent], _ action: GroupAction,
    in context: ApplyContext
  ) {
    var (refusedEvents, step): ([CalendarEvent], UndoStep?) = (refusedEvents, nil)
    var count = 0
    var unhiddenCalendars: [String] = []
    for counted in edits {
      let edit = counted.edit
      let event = index.event(edit.target)
      guard var part = applyPart(edit, of: event) else {
        if let event { refusedEvents.append(event) }
        continue
      }
      part.eventCount = counted.count
      count += counted.count
      step = step?.adding(part) ?? UndoStep(part)
      if case .transfer = edit.change {
        lastCalendarHistory.recordUse(of: edit.resultingID.calendar, by: part.id)
      }
      submit(
        .edit(part.edit), as: part.id, subject: part.id, showing: part.edit, eventBefore: part.eventBefore,
        part.replacement, agreedPeople: context.agreedPeople)
      if let name = showCalendar(receiving: part.edit) { unhiddenCalendars.append(name) }
    }
    if let step { record(step) }
    let sentences = [
      step == nil ? nil : phrases.completionMessage(action, count: count),
      refusedEvents.isEmpty ? nil : phrases.failureMessage(action, refusedEvents),
    ].compactMap(\.self)
    guard let first = sentences.first else { return }
    var notice = Notice(text: first, canUndo: step != nil)
    for sentence in sentences.dropFirst() + unhiddenCalendars.map(shownAgainText) {
      notice.add(sentence, phrases.translator)
    }
    post(notice)
    onChange()
  }

  /// Applies an edit to the index.
  ///
  /// - Returns: the part of the undo step; nil if the edit is not possible or changes nothing.
  private func applyPart(_ edit: EventEdit, of event: CalendarEvent?) -> UndoStep.Part? {
    guard let event else { return nil }
    guard isSeriesEdit(edit) else {
      guard let applied = applyToIndex(edit), applied.before != applied.after else { return nil }
      return UndoStep.Part(id: EditID(), edit: edit, eventBefore: event, isOfGroup: true)
    }
    let edit = withNewSeriesID(edit)
    guard let replacement = try? outcome(of: edit), replacement.before != replacement.after else {
      return nil
    }
    _ = applyToIndex(edit, replacement)
    return UndoStep.Part(
      id: EditID(), edit: edit, eventBefore: event, replacement: replacement, isOfGroup: true)
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
