import CalendarModel
import CalendarStore
import CalendarText

// Changes to several events, which are one undo step.
extension CalendarSession {
  package func apply(_ group: GroupEdit, scope: EventEdit.Scope) {
    apply(
      group.edits(with: scope), refused: group.refused.map(\.event), count: group.items.count,
      GroupAction(group))
  }

  /// Moves several events to another calendar, with all of their iCalendar properties, as one undo step. An occurrence is
  /// moved with its whole series. What is already there stays. Those that cannot be moved are named.
  ///
  /// - Returns: the events in their new calendar.
  @discardableResult
  package func transfer(_ occurrences: [Occurrence], to calendar: CalendarID) -> [Occurrence] {
    guard let name = name(of: calendar) else { return [] }
    var (edits, refused): ([EventEdit], [CalendarEvent]) = ([], [])
    var moved: [(occurrence: Occurrence, id: EventID)] = []
    // All occurrences of a series are one transfer.
    var transfers: [EventID: EventEdit?] = [:]
    var uids: Set<ByteString> = []
    for occurrence in occurrences where occurrence.event.id.calendar != calendar {
      let event = index.event(occurrence.event.id) ?? occurrence.event
      var edit: EventEdit?
      if let known = transfers[event.seriesID] {
        edit = known
      } else {
        edit = possibleTransfer(of: event, originally: occurrence.recurrenceID, to: calendar)
        // The calendar can take only one of two events with the same UID.
        if let uid = edit?.resultingID.uid, !uids.insert(uid).inserted { edit = nil }
        transfers.updateValue(edit, forKey: event.seriesID)
        if let edit { edits.append(edit) } else { refused.append(event) }
      }
      if let edit { moved.append((occurrence, event.id.transferred(as: edit.resultingID))) }
    }
    apply(edits, refused: refused, count: moved.count, .transferred(to: name))
    return moved.compactMap { self.occurrence($0.occurrence, transferredAs: $0.id) }
  }

  /// Returns the edit that moves an event or its series to another calendar; nil if that is not possible.
  private func possibleTransfer(
    of event: CalendarEvent, originally start: EventTime?, to calendar: CalendarID
  ) -> EventEdit? {
    let option = transferOptions(for: event).first { $0.calendar.id == calendar }
    guard index.event(event.id) != nil, let option, option.obstacle == nil,
      refusal(for: Occurrence(event: event, zone: displayZone)) == nil, transferRefusal(of: event) == nil,
      let edit = transferEdit(of: event, originally: start, to: calendar),
      !isTaken(edit.resultingID, isRepeating: event.isRepeating)
    else { return nil }
    return edit
  }

  /// Returns the open calendars, and why none of several events can be moved to some of them.
  package func transferOptions(for occurrences: [Occurrence]) -> [TransferOption] {
    let options = occurrences.map { transferOptions(for: $0.event) }
    return calendars.map { calendar in
      let own = options.compactMap { $0.first { $0.calendar.id == calendar.id } }
      let isCurrent = !own.isEmpty && own.allSatisfy(\.isCurrent)
      let isPossible = own.contains { $0.obstacle == nil && !$0.isCurrent }
      return TransferOption(
        calendar.option, isCurrent: isCurrent,
        obstacle: isPossible || isCurrent ? nil : own.lazy.compactMap(\.obstacle).first)
    }
  }

  package func current(_ occurrence: Occurrence) -> Occurrence? {
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
    // An occurrence is usually where it was, or near its original start.
    if let found = find(in: occurrence.days) { return found }
    let day = start.time(in: displayZone).wall.day
    return find(in: day.adding(days: -7)..<day.adding(days: 8))
  }

  /// Applies edits to the index one after the other and submits them, as one undo step. Edits that are not possible are
  /// named in the notice.
  ///
  /// - Parameter count: the number of events that the edits change.
  private func apply(
    _ edits: [EventEdit], refused: [CalendarEvent], count: Int, _ action: GroupAction
  ) {
    var (refused, step): ([CalendarEvent], UndoStep?) = (refused, nil)
    var failedCount = 0
    var shown: [String] = []
    for edit in edits {
      let event = index.event(edit.target)
      guard let part = applyPart(edit, of: event) else {
        failedCount += 1
        if let event { refused.append(event) }
        continue
      }
      step = step?.adding(part) ?? UndoStep(part)
      if case .transfer = edit.change {
        calendarHistory.recordUse(of: edit.resultingID.calendar, by: part.id)
      }
      submit(.edit(part.edit), as: part.id, subject: part.id, showing: part.edit, part.replacement)
      if let name = showCalendar(receiving: part.edit) { shown.append(name) }
    }
    if let step { record(step) }
    let text = [
      step == nil ? nil : phrases.done(action, count: count - failedCount),
      refused.isEmpty ? nil : phrases.notDone(action, refused),
    ].compactMap(\.self)
    guard let first = text.first else { return }
    var notice = Notice(text: first, canUndo: step != nil)
    for sentence in text.dropFirst() + shown.map(noticeOfShowing) { notice.add(sentence, phrases.translator) }
    onNotice(notice)
    onChange()
  }

  /// Applies an edit to the index.
  ///
  /// - Returns: nil if it is not possible or changes nothing.
  private func applyPart(_ edit: EventEdit, of event: CalendarEvent?) -> UndoStep.Part? {
    guard let event else { return nil }
    guard isOfSeries(edit) else {
      guard let sides = applyToIndex(edit), sides.before != sides.after else { return nil }
      return UndoStep.Part(id: EditID(), edit: edit, before: event, isOfGroup: true)
    }
    let edit = withNewSeries(edit)
    guard let replacement = try? outcome(of: edit), replacement.before != replacement.after else {
      return nil
    }
    _ = applyToIndex(edit, replacement)
    return UndoStep.Part(
      id: EditID(), edit: edit, before: event, replacement: replacement, isOfGroup: true)
  }
}

extension CalendarEvent {
  /// The identifier that all events of its series share, or its own.
  fileprivate var seriesID: EventID {
    guard isRepeating, !id.uid.isEmpty else { return id }
    return EventID(calendar: id.calendar, file: id.file, uid: id.uid)
  }
}

extension EventID {
  /// Returns the identifier of an event whose series, or which itself, gets the identifier `other` in another calendar.
  fileprivate func transferred(as other: EventID) -> EventID {
    EventID(
      calendar: other.calendar, file: other.file, uid: other.uid, recurrenceID: recurrenceID,
      duplicate: other.duplicate)
  }
}
