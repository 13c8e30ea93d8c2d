import CalendarModel
import CalendarStore
import CalendarText
import FoundationEssentials

/// The calendars that are open in a window. It supplies the timeline and sends edits to the store.
///
/// It keeps a copy of the store's last snapshot. An edit is applied to the copy at once and submitted to the
/// store, which saves it on its own thread and reports the result as an event.
@MainActor
package final class CalendarSession: TimelineDataSource {
  /// What undo or redo did.
  package struct HistoryStep {
    /// The notice to show.
    package let text: String
    /// The occurrence to reveal; nil if the step removed the event.
    package let occurrence: Occurrence?
  }

  /// The source of the open calendars.
  package enum Source: Equatable {
    /// Nothing has been opened yet.
    case nothing
    /// What was open last, or the user's own calendar.
    case own
    /// Files and folders that the user asked for.
    case chosen
    /// The sample: a temporary copy, at `file`.
    case sample(file: URL)

    package var isSample: Bool { if case .sample = self { true } else { false } }
  }

  /// A message about an edit, for the window to show.
  package struct Notice {
    package let text: String
    /// Whether to offer Undo with it.
    package let canUndo: Bool
    /// The event that it is about, which it should not cover.
    package var subject: Occurrence.ID?
  }

  /// The zone whose days are shown; see `changeDisplayZone(to:)`.
  package var displayZone: Zone { index.zone }
  /// The zone to switch to once the drag ends.
  var awaitedZone: Zone?
  /// Whether the zone can be changed now. Not during a drag: the event would be dropped at a time other than
  /// the one it was dragged to.
  package var canChangeZone: () -> Bool = { true }
  /// Called when the display zone has changed, before `onChange`.
  package var onZoneChanged: () -> Void = {}
  /// Called whenever the events, the calendars or their state have changed.
  package var onChange: () -> Void = {}
  /// Called when further repeating events in the queried days turn out to be truncated.
  package var onTruncation: () -> Void = {}
  /// Called with a message to show briefly.
  package var onNotice: (Notice) -> Void = { _ in }
  /// Called when `isSaved` or `saveFailure` has changed.
  package var onSavedChanged: () -> Void = {}
  /// Called with a message about a permanent failure, and whether a copy can be saved elsewhere.
  package var onFailure: (_ text: String, _ canSaveCopy: Bool) -> Void = { _, _ in }

  let store: CalendarStore
  private(set) var snapshot: StoreSnapshot?
  /// The source of the open calendars.
  package private(set) var source = Source.nothing
  /// The number of changes made so far: tells whether another one was made during an asynchronous wait.
  package private(set) var changeCount = 0
  private(set) var index: OccurrenceIndex
  private var short: [EventID: String] = [:]
  /// The days that have been expanded in the background, or are being expanded.
  private var prepared: Range<Day>?
  private var pendingEdits = PendingEdits()
  /// The edits that were unsaved when other calendars were opened instead.
  private var givenUp: Set<EditID> = []
  var history = EditHistory<UndoStep>()
  /// The changes made so far in the open editor.
  var editSession: EditSession?
  /// The calendar of the last new event, or of the last event moved to another calendar.
  package var lastCalendar: CalendarID? {
    get { used.calendar }
    set { used = LastCalendar(newValue) }
  }
  /// The same, with the history that undo and redo need.
  var used = LastCalendar() {
    didSet { if used.calendar != oldValue.calendar { onCalendarUsed(used.calendar) } }
  }
  /// Called when the calendar for new events changes; with nil if none is known.
  package var onCalendarUsed: (CalendarID?) -> Void = { _ in }
  /// The last object copied to the clipboard, and the calendar it came from.
  package var copied: (object: [UInt8], calendar: CalendarID)?
  /// The translations and the clock format for messages.
  package var phrases: Phrases
  private var listening: Task<Void, Never>?

  /// - Parameter store: the store to use instead of a new one. Nothing else may listen to its events.
  package init(phrases: Phrases, displayZone: Zone = SystemZones.shared.local, store: CalendarStore? = nil) {
    self.phrases = phrases
    let store = store ?? CalendarStore(displayZone: displayZone)
    self.store = store
    index = OccurrenceIndex(zone: displayZone)
    let events = store.events
    listening = Task { [weak self] in
      for await event in events { self?.received(event) }
    }
  }

  isolated deinit { listening?.cancel() }

  // MARK: Opening and closing

  /// Closes the open calendars and opens files and folders. Unsaved changes are given up, except for the copy
  /// that the store keeps elsewhere; call `finish()` first.
  package func open(_ paths: [String], as source: Source) async {
    givenUp.formUnion(pendingEdits.open)
    let snapshot = await store.open(paths, areKnown: source == .own)
    if case .sample(let file) = self.source { SampleCalendar.remove(file) }
    self.source = source
    (history, editSession) = (EditHistory(), nil)
    givenUp.formUnion(pendingEdits.open)
    pendingEdits = PendingEdits()
    adopt(snapshot, mayWait: false)
    onSavedChanged()
  }

  /// From now on the open calendars are those that the user has put together.
  func becomeChosen() { source = .chosen }

  /// Gives up the changes to a calendar that are not on disk.
  func giveUp(in calendar: CalendarID) {
    let open = pendingEdits.open(in: calendar)
    givenUp.formUnion(open)
    pendingEdits.saved(Array(open))
  }

  /// Removes the temporary file of the sample, if that is open. Call this when the window is closed.
  package func close() {
    if case .sample(let file) = source { SampleCalendar.remove(file) }
    source = .nothing
  }

  /// Waits until everything is on disk.
  ///
  /// - Returns: messages about what could not be saved; empty if it is safe to quit.
  package func finish() async -> [String] {
    await store.flush().map { $0.error.message(phrases.translator) }
  }

  /// Stores unsaved changes for the next run, even if their file system does not respond. Call this before
  /// the window is destroyed.
  package func keepUnsaved() async { _ = await store.keepUnsaved() }

  /// Discards unsaved changes; the store keeps a copy of them elsewhere.
  package func discardUnsaved() async { await store.discardUnsaved() }

  /// Stops watching files that were replaced while other programs were writing to them.
  package func endLookingAtReplaced() async { await store.endLookingAtReplaced() }

  /// The changes that an earlier run of the program could not save.
  package func pendingChanges() async -> [PendingChanges] { await store.pendingChanges() }

  /// Applies changes of an earlier run to the files as they are now.
  ///
  /// - Returns: the errors for those that could not be applied.
  package func apply(_ pending: [PendingChanges]) async -> [StoreError] { await store.apply(pending) }

  /// Discards changes of an earlier run.
  package func discard(_ pending: [PendingChanges]) async { await store.discard(pending) }

  /// The location of the calendar whose oldest change has not been saved yet; nil if there is none.
  package var awaitedLocation: CalendarLocation? {
    let waiting = pendingEdits.unanswered.first?.edit.target.calendar
    return calendars.first { $0.id == waiting }?.location
  }

  /// Saves a copy of the file that could not be saved, with its changes, under a name that is not taken; if
  /// everything is saved, a copy of the open file that is truncated, missing or unreadable on disk.
  package func saveCopy(to path: String) async {
    let unsaved = pendingEdits.saveFailure?.target
    let (damaged, stale) = (snapshot?.damaged.first, snapshot?.stale.first)
    guard let calendar = unsaved?.calendar ?? damaged?.calendar ?? stale?.calendar else { return }
    let file = unsaved == nil ? damaged == nil ? stale?.file : damaged?.file : unsaved?.file
    do {
      try await store.saveCopy(of: calendar, file: file, to: path)
      onNotice(Notice(text: phrases.translator.tr("Saved as “{path}”", ["path": path]), canUndo: false))
    } catch {
      onFailure(error.message(phrases.translator), true)
    }
  }

  /// Retries opening the calendars that were not available.
  package func openMissing() {
    guard calendars.contains(where: { !$0.isAvailable }) else { return }
    Task { await store.openMissing() }
  }

  /// The open calendars, for the title.
  package var calendars: [CalendarInfo] { snapshot?.calendars ?? [] }
  /// Messages about the repeating events that were queried since loading and are truncated.
  package var truncations: [String] { short.values.sorted() }
  /// The number of problems in the files (items skipped or not shown as intended), without the files that
  /// have messages of their own.
  package var lossCount: Int {
    guard let snapshot else { return 0 }
    let damaged = Set(snapshot.damaged.map(\.path))
    return snapshot.problems.count { $0.isLoss && !damaged.contains($0.path) }
      - snapshot.stale.count { !damaged.contains($0.path) }
  }
  /// Messages about open files that are missing or unreadable now.
  package var stale: [String] {
    let t = phrases.translator
    return snapshot?.stale.map { file in
      if case .beingWritten = file.error {
        return t.tr(
          "“{path}” is being written by another program. Its last known events are shown.",
          ["path": file.path])
      }
      if case .vanished = file.error {
        return t.tr(
          "“{path}” is no longer there. Its last known events are shown.", ["path": file.path])
      }
      return t.tr(
        "“{path}” can no longer be read. Its last known events are shown.", ["path": file.path])
    } ?? []
  }
  /// Messages about what could not be opened at all.
  package var failures: [String] { snapshot?.failures.map { $0.message(phrases.translator) } ?? [] }
  /// Messages about the calendars that are listed but not available.
  package var absences: [String] {
    let t = phrases.translator
    return calendars.compactMap { calendar in
      switch calendar.absence {
      case nil: nil
      case .awaited:
        t.tr(
          "“{path}” does not respond. It opens automatically when it does.", ["path": calendar.location.text])
      case .missing(.unreadable(_, let reason)):
        t.tr(
          "“{path}” is not available ({reason}). It opens automatically when it is.",
          ["path": calendar.location.text, "reason": reason.words(t)])
      case .missing(.notMounted):
        t.tr(
          "The volume of “{path}” is not mounted. The calendar opens automatically when it is.",
          ["path": calendar.location.text])
      case .missing(.emptied(let location)):
        StoreError.emptied(location).message(t)
      case .missing:
        t.tr(
          "“{path}” is not available. It opens automatically when it is.", ["path": calendar.location.text])
      }
    }
  }
  /// Whether there are no events.
  package var isEmpty: Bool { index.isEmpty }
  /// Whether all changes are on disk.
  package var isSaved: Bool { pendingEdits.isSaved }
  /// Why changes are not on disk, as a message; nil unless saving failed.
  package var saveFailure: String? { pendingEdits.saveFailure?.error.message(phrases.translator) }

  // MARK: TimelineDataSource

  /// The occurrences in those days, as the timeline shows them.
  package func occurrences(in days: Range<Day>) -> [Occurrence] {
    let result = index.query(days)
    recordTruncations(result.truncations)
    prepare(around: days)
    return result.occurrences
  }

  /// Expands the weeks around the queried days in the background, so that they are ready when the user pages:
  /// expanding ten thousand recurrence rules takes longer than a frame.
  private func prepare(around days: Range<Day>) {
    func widened(_ weeks: Int) -> Range<Day> {
      days.lowerBound.adding(days: -7 * weeks)..<days.upperBound.adding(days: 7 * weeks)
    }
    if let prepared, prepared.contains(widened(2)) { return }
    prepared = widened(6)
    Task.detached(priority: .utility, operation: index.preparation(of: widened(6)))
  }

  /// Records truncated series. The window is notified after it has laid out the days that it queried.
  private func recordTruncations(_ found: [OccurrenceQueryResult.Truncation]) {
    let known = short.count
    for truncation in found {
      short[truncation.event.id] = phrases.truncation(truncation.event, truncation.reason)
    }
    if short.count > known { Task { onTruncation() } }
  }

  package func name(of calendar: CalendarID) -> String? { calendars.first { $0.id == calendar }?.name }

  /// Why an occurrence cannot be changed; nil if it can.
  package func refusal(for occurrence: Occurrence) -> EditRefusal? {
    if occurrence.event.isRepeating { return .repeating }
    let id = occurrence.event.id
    if snapshot?.damaged.contains(where: { $0.calendar == id.calendar && $0.file == id.file }) == true {
      return .readOnly
    }
    let calendar = calendars.first { $0.id == id.calendar }
    return calendar?.isReadOnly == true ? .readOnly : nil
  }

  /// Applies an edit to the index, shows a notice and submits it to the store.
  package func apply(_ edit: EventEdit) {
    guard let (before, after) = applyToIndex(edit) else { return }
    guard before != after, let either = after ?? before else { return }
    let id = EditID()
    let isPartOfEditSession = recordForUndo(UndoStep.Part(id: id, edit: edit, before: before))
    if before?.id.calendar != edit.outcome.calendar { used.use(edit.outcome.calendar, by: id) }
    submit(.edit(edit), as: id, about: id, showing: edit)
    if !isPartOfEditSession { tell(edit, before: before ?? either, after: after ?? either) }
    onChange()
  }

  /// Shows a notice about an edit, with Undo.
  private func tell(_ edit: EventEdit, before: CalendarEvent, after: CalendarEvent) {
    let (old, new) = (
      Occurrence(event: before, zone: displayZone), Occurrence(event: after, zone: displayZone)
    )
    let text = phrases.toast(edit.change, from: old, to: new)
    onNotice(Notice(text: text, canUndo: true, subject: new.id))
  }

  /// Applies an edit to the index before it is saved.
  ///
  /// - Returns: the event before and after the edit; nil, with a notice, if the event no longer exists or
  ///   already exists again.
  func applyToIndex(_ edit: EventEdit) -> (before: CalendarEvent?, after: CalendarEvent?)? {
    var isAdding = false
    if case .add = edit.change { isAdding = true }
    guard isAdding == (index.event(edit.target) == nil) else {
      onNotice(Notice(text: phrases.refusal(.vanished), canUndo: false))
      return nil
    }
    let before = index.apply(edit)
    return (before, index.event(edit.outcome))
  }

  /// Checks for changes that are not reported: while the window was inactive, or the computer asleep.
  package func lookAgain() {
    Task { await store.lookAgain() }
  }

  // MARK: The store

  func submit(_ change: StoreChange, as id: EditID, about subject: EditID, showing edit: EventEdit) {
    changeCount += 1
    pendingEdits.submitted(PendingEdits.Change(id: id, edit: edit, subject: subject))
    onSavedChanged()
    store.submit(change, as: id)
  }

  private func received(_ event: StoreEvent) {
    switch event {
    case .changedOutside(let snapshot): adopt(snapshot)
    case .noticed(_, let notice): onFailure(notice.message(phrases.translator), false)
    case .setAside(let error): onFailure(error.message(phrases.translator), false)
    case .saved(let ids):
      pendingEdits.saved(ids)
      onSavedChanged()
    case .unsaved(let ids, let error):
      pendingEdits.failed(ids, error)
      onSavedChanged()
    case .refused(let id, let error):
      refused(id, error)
    }
  }

  private func refused(_ id: EditID, _ error: StoreError) {
    if givenUp.contains(id), case .conflict(let location, let kept?) = error {
      let text = phrases.translator.tr(
        "Unsaved changes to “{path}” are kept in “{kept}”.", ["path": location.text, "kept": kept])
      onFailure(text, false)
      return
    }
    // A rejected edit cannot be undone, and a step that can no longer be undone would block the earlier ones.
    if let change = pendingEdits.refused(id) {
      if change.subject == id {
        editSession?.forget(change.edit)
        used.undo(id)
      }
      forget(history.update { $0.without(change.subject, isAlone: change.subject == id) })
      store.forget([change.subject])
      used.forget(change.subject)
    }
    onSavedChanged()
    refuse(error)
  }

  /// Reports why a change was rejected, and shows the current state.
  func refuse(_ error: StoreError) {
    onFailure(error.message(phrases.translator), false)
    Task { adopt(await store.snapshot()) }
  }

  /// Adopts the store's state, with the unanswered changes applied on top.
  ///
  /// - Parameter mayWait: whether a snapshot in another zone is postponed until the drag ends.
  func adopt(_ newer: StoreSnapshot, mayWait: Bool = true) {
    if let snapshot, snapshot.revision > newer.revision { return }
    let isOtherZone = newer.index.zone != displayZone
    // It is requested again when the drag ends.
    guard !isOtherZone || !mayWait || canChangeZone() else { return }
    if newer.index.zone == awaitedZone { awaitedZone = nil }
    snapshot = newer
    index = newer.index
    short = [:]
    prepared = nil
    for change in pendingEdits.unanswered { index.apply(change.edit) }
    if isOtherZone { onZoneChanged() }
    onChange()
  }
}
