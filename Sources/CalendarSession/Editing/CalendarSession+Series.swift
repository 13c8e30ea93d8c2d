import CalendarModel
import CalendarStore
import CalendarText

// Edits to repeating events. `EventEdit.scope` is the part of the series to which an edit applies;
// `choices(for:)` returns what the edit would do with each scope.
extension CalendarSession {
  /// Returns what an edit to an occurrence would do with each scope. Nothing is written or shown.
  ///
  /// ```swift
  /// let choices = session.choices(for: occurrence.edit(.move(times)))
  /// // While the second choice has the focus:
  /// if case .success(let replacement) = choices[1].outcome {
  ///   show(session.occurrences(in: days, showing: replacement))
  /// }
  /// session.apply(choices[1].edit)  // One undo step; shown at once and saved.
  /// ```
  ///
  /// - Returns: one choice for each scope, in the order of `EventEdit.Scope.allCases`; empty if the event
  ///   does not repeat.
  package func choices(for edit: EventEdit) -> [ScopeChoice] {
    guard isSeriesEdit(edit) else { return [] }
    return EventEdit.Scope.allCases.map { scope in
      var edit = edit
      edit.scope = scope
      edit = withNewSeriesID(edit)
      do throws(StoreError) {
        let outcome = try outcome(of: edit)
        let text = phrases.outcome(of: edit, replacing: outcome, in: displayZone)
        return ScopeChoice(edit: edit, outcome: .success(outcome), text: text)
      } catch {
        return ScopeChoice(edit: edit, outcome: .failure(error), text: reason(error))
      }
    }
  }

  /// Returns the occurrences in a range of days as they would be after an edit; see `choices(for:)`.
  package func occurrences(in days: Range<Day>, showing replacement: EventReplacement) -> [Occurrence] {
    var previewIndex = index
    previewIndex.apply(replacement)
    return previewIndex.query(days, hiding: choices.hidden).occurrences
  }

  /// Returns the reason why an edit is not possible. The message omits the possible scopes, because the
  /// choices already show them.
  func reason(_ error: StoreError) -> String {
    guard case .refused(.series(let refusal)) = error else { return error.message(phrases.translator) }
    return refusal.reason.message(phrases.translator)
  }

  /// Returns whether an edit applies to a repeating event, so that its scope matters.
  func isSeriesEdit(_ edit: EventEdit) -> Bool {
    switch edit.change {
    case .add: false
    case .transfer where edit.scope != .all: false
    case .move, .resizeStart, .resizeEnd, .set, .delete, .transfer:
      index.event(edit.target)?.isRepeating == true
    }
  }

  /// Returns the occurrence that a part of an undo step changed, before and after the part was applied,
  /// undone or redone.
  ///
  /// - Parameters:
  ///   - isUndoing: whether the part was undone, rather than applied or redone.
  ///   - before: the first event of the series before the part was applied, undone or redone; nil if there was none.
  ///   - after: the first event of the series after that; nil if there is none.
  func changedOccurrence(
    of part: UndoStep.Part, isUndoing: Bool, before: CalendarEvent?, after: CalendarEvent?
  ) -> (before: CalendarEvent?, after: CalendarEvent?) {
    guard let replacement = part.replacement, let start = part.edit.originalStart else {
      return (before, after)
    }
    let old = replacement.before.occurrence(originallyAt: start, in: displayZone)
    let new =
      part.edit.change == .delete
      ? nil
      : part.edit.isTransfer
        ? replacement.after.occurrence(originallyAt: start, in: displayZone)
        : old.map { old in
          var event = old
          for property in part.edit.change.properties { event.set(property) }
          return event
        }
    return isUndoing ? (new ?? before, old ?? after) : (old ?? before, new)
  }

  /// Returns the occurrence that the timeline shows for an event after an edit. An occurrence of a repeating
  /// event is found by its times, because the edit may have changed its original start or moved it to a new
  /// series.
  func shownOccurrence(of event: CalendarEvent, after edit: EventEdit?) -> Occurrence {
    let expected = Occurrence(event: event, zone: displayZone)
    guard event.isRepeating else { return expected }
    let seriesIDs = [event.id, edit?.newSeries].compactMap(\.self)
    let days = expected.start.wall.day..<expected.end.wall.day.adding(days: 1)
    let shown = index.query(days).occurrences.first { candidate in
      seriesIDs.contains { $0.calendar == candidate.event.id.calendar && $0.uid == candidate.event.id.uid }
        && candidate.start.instant == expected.start.instant && candidate.end.instant == expected.end.instant
    }
    return shown ?? expected
  }

  /// Returns the events of a series before and after an edit, without applying the edit.
  ///
  /// - Parameter reverted: edits to disregard, as if they had been undone, in the order in which they were made.
  func outcome(of edit: EventEdit, without reverted: [EditID] = []) throws(StoreError) -> EventReplacement {
    if case .transfer(let newID, let color) = edit.change {
      return try outcome(ofTransferring: edit.target, as: newID, color)
    }
    let pending =
      pendingEdits.unansweredChanges.filter { !reverted.contains($0.id) }.map {
        (change: $0.change, id: $0.id)
      }
      + reverted.reversed().map { (change: StoreChange.undo($0), id: EditID()) }
    let outcome = try store.outcome(of: edit, after: pending)
    // The color of a folder is in the index but not in the files of its events.
    let color = index.event(edit.target)?.calendarColor
    func colored(_ events: [CalendarEvent]) -> [CalendarEvent] {
      events.map { event in
        var event = event
        event.calendarColor = color
        return event
      }
    }
    return EventReplacement(before: colored(outcome.before), after: colored(outcome.after))
  }

  /// Returns the events of a series in its calendar and in the calendar to which it is moved.
  private func outcome(
    ofTransferring id: EventID, as newID: EventID, _ color: EventColor?
  ) throws(StoreError) -> EventReplacement {
    let before = index.events(ofSeries: id)
    guard !before.isEmpty else { throw .unknownEvent(uid: id.uid.text) }
    guard before.allSatisfy({ $0.id.file == id.file }) else {
      throw .refused(.series(SeriesRefusal(.severalFiles)))
    }
    let after = before.map { event in
      var event = event
      event.id = EventID(
        calendar: newID.calendar, file: newID.file, uid: newID.uid, recurrenceID: event.id.recurrenceID,
        duplicate: event.id.duplicate)
      event.calendarColor = color
      return event
    }
    return EventReplacement(before: before, after: after)
  }

  /// Returns the edit with an identifier for the new series, if its scope may split the series.
  func withNewSeriesID(_ edit: EventEdit) -> EventEdit {
    guard edit.scope == .thisAndFollowing, edit.newSeries == nil else { return edit }
    var edit = edit
    var random = SystemRandomNumberGenerator()
    let hasSeparateObjects = calendars.first { $0.id == edit.target.calendar }?.hasSeparateObjects == true
    edit.newSeries = .random(in: edit.target.calendar, hasSeparateObjects: hasSeparateObjects, using: &random)
    return edit
  }

  // MARK: Interrupted splits

  /// Returns the series whose later occurrences are in two files because an edit to an occurrence and all
  /// following ones was interrupted. Either `complete` or `withdraw` repairs such a series.
  package func interruptedSplits() async -> [InterruptedSplit] { await store.interruptedSplits() }

  /// Forgets the splits that need no repair.
  package func forgetFinishedSplits() async { await store.forgetFinishedSplits() }

  /// Completes an interrupted split by removing the later occurrences from the earlier part, in one undo
  /// step.
  package func complete(_ split: InterruptedSplit) {
    let title = phrases.shortTitle(split.laterPart)
    repair(
      by: split.completion, phrases.translator.tr("The change to “{title}” was finished", ["title": title]))
  }

  /// Reverts an interrupted split by removing the later part, in one undo step.
  package func withdraw(_ split: InterruptedSplit) {
    let title = phrases.shortTitle(split.earlierPart)
    repair(
      by: split.withdrawal, phrases.translator.tr("The change to “{title}” was discarded", ["title": title]))
  }

  /// Applies an edit that removes occurrences. The notice does not mention the removal, because every
  /// occurrence is still shown once.
  private func repair(by edit: EventEdit, _ noticeText: String) {
    apply(edit, in: ApplyContext(noticeText: noticeText))
  }
}
