import CalendarModel
import CalendarStore
import CalendarText

/// The occurrence of a series that is open in the editor.
///
/// Its changes are applied as they are made, with the scope chosen in the editor. If the user chooses another
/// scope, they are undone and applied again with that scope.
struct EditedOccurrence {
  /// Where the occurrence was when the editor was opened.
  let origin: (target: EventID, originalStart: EventTime)
  /// Where the occurrence is now. A split gives the series a new identifier, and a move of the whole series
  /// gives its occurrences new original starts.
  var target: EventID
  var originalStart: EventTime
  /// The occurrences that the changes apply to.
  var scope = EventEdit.Scope.thisOccurrence
  /// All changes made so far, the newest of each kind.
  var changes: [EventProperty] = []
  /// The edits that made these changes.
  var edits: [EditID] = []

  init(target: EventID, originalStart: EventTime) {
    origin = (target, originalStart)
    (self.target, self.originalStart) = (target, originalStart)
  }

  /// Returns the changes so far with newer ones added.
  func adding(_ newer: [EventProperty]) -> [EventProperty] {
    changes.filter { older in !newer.contains { $0.kind == older.kind } } + newer
  }

  /// Returns changes in groups, each of which is one edit. A new rule comes first, on its own: it divides the
  /// series, and its COUNT is that of the undivided one.
  static func groups(_ changes: [EventProperty]) -> [[EventProperty]] {
    [changes.filter { $0.kind == .rule }, changes.filter { $0.kind != .rule }].filter { !$0.isEmpty }
  }
}

extension CalendarSession {
  /// The occurrences that the changes in the editor apply to; nil if the event did not repeat when the editor
  /// was opened.
  package var editScope: EventEdit.Scope? { editSession?.series?.scope }

  /// What the changes in the editor would do with one scope.
  package struct EditScopeChoice: Sendable {
    package let scope: EventEdit.Scope
    /// The reason why the changes are not possible with this scope; nil if they are possible.
    package let refusal: String?
  }

  /// Returns what all changes made in the editor would do with each scope.
  ///
  /// - Parameter newer: changes that have not been applied yet.
  /// - Returns: one choice for each scope, in the order of `EventEdit.Scope.allCases`; empty if the event does
  ///   not repeat.
  package func editScopeChoices(adding newer: [EventProperty] = []) -> [EditScopeChoice] {
    guard let series = editSession?.series, let event = editSession?.before else { return [] }
    var changes = series.adding(newer)
    // Without a change, a changed title shows which scopes are possible.
    if changes.isEmpty { changes = [.summary(event.summary + "…")] }
    return EventEdit.Scope.allCases.map { scope in
      for group in EditedOccurrence.groups(changes) {
        let edit = EventEdit(
          target: series.origin.target, originalStart: series.origin.originalStart, scope: scope,
          change: .set(group))
        do throws(StoreError) {
          _ = try outcome(of: withNewSeries(edit), without: series.edits)
        } catch {
          return EditScopeChoice(scope: scope, refusal: reason(error))
        }
      }
      return EditScopeChoice(scope: scope, refusal: nil)
    }
  }

  /// Returns whether changes made in the editor are possible with the chosen scope. If not, the reason is
  /// shown at the scope, and the changes wait until the user chooses another scope or corrects them.
  package func canApplyInEditor(_ changes: [EventProperty]) -> Bool {
    guard let scope = editScope else { return true }
    return editScopeChoices(adding: changes).first { $0.scope == scope }?.refusal == nil
  }

  /// The calendars to which an edited event can be moved: only its own for a series.
  package func calendars(for event: CalendarEvent) -> [CalendarInfo] {
    event.isRepeating ? writableCalendars.filter { $0.id == event.id.calendar } : writableCalendars
  }

  /// Applies changes made in the editor to the edited event, or to the occurrences in the chosen scope.
  package func applyInEditor(_ changes: [EventProperty]) {
    guard let series = editSession?.series else {
      guard let event = editedEvent else { return }
      // An event that began to repeat while the editor was open is changed as a whole.
      return apply(EventEdit(target: event.id, scope: .all, change: .set(changes)))
    }
    editSession?.series?.changes = series.adding(changes)
    for group in EditedOccurrence.groups(changes) { applyToEditedOccurrence(group) }
  }

  private func applyToEditedOccurrence(_ changes: [EventProperty]) {
    guard let series = editSession?.series, let before = event(of: series) else { return }
    var edit = EventEdit(
      target: series.target, originalStart: series.originalStart, scope: series.scope, change: .set(changes))
    guard before.isRepeating else {
      edit.originalStart = nil
      return apply(edit)
    }
    edit = withNewSeries(edit)
    let known = history.nextUndo?.parts.last?.id
    // The editor reads the occurrence again when the calendar changes, so it must be known by then where it is.
    guard let preview = try? outcome(of: edit) else {
      _ = applyToSeries(edit)
      return
    }
    let hasSplit = preview.after.contains { $0.id.uid == edit.newSeries?.uid }
    if hasSplit, let new = edit.newSeries { editSession?.series?.target = new }
    follow(edit, in: preview.after, after: before)
    editSession?.eventIDs.append(edit.target)
    _ = applyToSeries(edit)
    if let id = history.nextUndo?.parts.last?.id, id != known { editSession?.series?.edits.append(id) }
  }

  /// Finds the edited occurrence after an edit that may have given it a new original start.
  private func follow(_ edit: EventEdit, in events: [CalendarEvent], after before: CalendarEvent) {
    guard let series = editSession?.series, series.scope != .thisOccurrence else { return }
    let own = events.filter { $0.id.uid == series.target.uid }
    let start = edit.change.times?.start ?? before.times.start
    if edit.change.times == nil, series.target == edit.target,
      !edit.change.properties.contains(where: \.isRule)
    {
      return
    }
    if let override = own.first(where: { event in
      if case .changed = event.series { event.times.start == start } else { false }
    }), case .changed(let original, _) = override.series {
      editSession?.series?.originalStart = original
    } else if let master = own.first(where: { if case .master = $0.series { true } else { false } }),
      case .master(let recurrence) = master.series,
      let found = Series(master: master, changes: own, display: displayZone)?.firstOriginalStart(
        startingAtOrAfter: start.time(in: displayZone).instant)
    {
      editSession?.series?.originalStart = recurrence.start.with(wall: found)
    }
  }

  /// Changes the occurrences that the changes in the editor apply to. Changes already made are applied anew, in
  /// the same undo step.
  package func setEditScope(_ scope: EventEdit.Scope) {
    guard let series = editSession?.series, series.scope != scope else { return }
    editSession?.series?.scope = scope
    guard !series.changes.isEmpty, let first = editSession?.first, history.nextUndo?.contains(first) == true
    else { return }
    var fresh = EditedOccurrence(target: series.origin.target, originalStart: series.origin.originalStart)
    fresh.scope = scope
    editSession?.series = fresh
    editSession?.first = nil
    _ = undo()
    applyInEditor(series.changes)
  }

  // MARK: Finding the occurrence

  /// Returns where an occurrence is; nil if its event does not repeat.
  func editedOccurrence(_ occurrence: Occurrence) -> EditedOccurrence? {
    guard occurrence.event.series != nil, let start = occurrence.recurrenceID else { return nil }
    let id = occurrence.event.id
    let target = index.event(id.ofSeries)?.id ?? id
    return EditedOccurrence(target: target, originalStart: start)
  }

  /// Returns the edited occurrence as an event with its own times and the rule of the series; nil if it no
  /// longer exists.
  func event(of series: EditedOccurrence) -> CalendarEvent? {
    guard let target = index.event(series.target) else { return nil }
    guard target.isRepeating else { return target }
    let events = index.events.filter {
      $0.id.uid == series.target.uid && $0.id.calendar == series.target.calendar
    }
    guard var event = events.occurrence(originally: series.originalStart, in: displayZone) else { return nil }
    if case .master = target.series { event.repetition = target.repetition }
    return event
  }

  /// Returns the occurrence of an edited event.
  func occurrence(of event: CalendarEvent, in session: EditSession) -> Occurrence {
    guard let series = session.series, event.isRepeating else {
      return Occurrence(event: event, zone: displayZone)
    }
    return Occurrence(
      event: event, times: event.times, recurrenceID: series.originalStart, zone: displayZone)
  }

  /// The edited event, or the edited occurrence of a series, as it is shown; nil if no editor is open or it no
  /// longer exists.
  package var editedOccurrence: Occurrence? {
    guard let session = editSession, let event = editedEvent else { return nil }
    return occurrence(of: event, in: session)
  }
}

extension EventProperty {
  fileprivate var isRule: Bool { kind == .rule }
}
