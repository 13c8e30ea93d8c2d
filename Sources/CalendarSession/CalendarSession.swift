import CalendarModel
import CalendarStore
import CalendarText
import FoundationEssentials

/// The calendars that are open in a window: the data source of the timeline, which sends edits to the store.
///
/// It keeps a copy of the store's last snapshot. An edit is applied to the copy at once and submitted to the
/// store, which saves it on its own thread and reports the result as an event.
@MainActor
package final class CalendarSession: TimelineDataSource {
  /// The result of undo or redo.
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
    /// The calendars that were open last, or the user's own calendar.
    case own
    /// Files and folders that the user chose.
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

  /// The zone in which days and times are shown; see `changeDisplayZone(to:)`.
  package var displayZone: Zone { index.zone }
  /// The zone to switch to once the drag ends.
  var pendingZone: Zone?
  /// Returns whether the zone can be changed now. It cannot during a drag, because the event would be dropped
  /// at another time than the one shown.
  package var canChangeZone: () -> Bool = { true }
  /// Called when the display zone has changed, before `onChange`.
  package var onZoneChanged: () -> Void = {}
  /// Called whenever the events, the calendars or their state have changed.
  package var onChange: () -> Void = {}
  /// Called when a query finds further truncated events.
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
  /// The number of changes made so far, to detect changes made during an asynchronous wait.
  package private(set) var changeCount = 0
  private(set) var index: OccurrenceIndex
  private var truncationMessages: [EventID: String] = [:]
  /// The days that have been expanded in the background, or are being expanded.
  private var preparedDays: Range<Day>?
  private var pendingEdits = PendingEdits()
  /// The edits that were unsaved when other calendars were opened.
  private var discardedEdits: Set<EditID> = []
  var history = EditHistory<UndoStep>()
  /// The changes made so far in the open editor.
  var editSession: EditSession?
  /// The calendar of the last new event, or of the last event moved to another calendar.
  package var lastCalendar: CalendarID? {
    get { calendarHistory.calendar }
    set { calendarHistory = LastCalendar(newValue) }
  }
  /// The calendar used last, with the history that undo and redo need.
  var calendarHistory = LastCalendar() {
    didSet { if calendarHistory.calendar != oldValue.calendar { onCalendarUsed(calendarHistory.calendar) } }
  }
  /// Called when the calendar for new events changes; with nil if none is known.
  package var onCalendarUsed: (CalendarID?) -> Void = { _ in }
  /// The last object copied to the clipboard, and the calendar it came from.
  package var lastCopied: (object: [UInt8], calendar: CalendarID)?
  /// The translations and the clock format for messages.
  package var phrases: Phrases
  private var listening: Task<Void, Never>?

  /// - Parameter store: the store to use instead of a new one. Nothing else may consume its events.
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

  /// Closes the open calendars and opens files and folders. Call `finish()` first: unsaved changes are
  /// discarded, except for a copy that the store keeps.
  package func open(_ paths: [String], as source: Source) async {
    discardedEdits.formUnion(pendingEdits.unsavedEditIDs)
    let snapshot = await store.open(paths, wereOpen: source == .own)
    if case .sample(let file) = self.source { SampleCalendar.remove(file) }
    self.source = source
    (history, editSession) = (EditHistory(), nil)
    discardedEdits.formUnion(pendingEdits.unsavedEditIDs)
    pendingEdits = PendingEdits()
    adopt(snapshot, mayWait: false)
    onSavedChanged()
  }

  /// From now on the open calendars are those that the user has put together.
  func becomeChosen() { source = .chosen }

  /// Gives up the changes to a calendar that are not on disk.
  func giveUp(in calendar: CalendarID) {
    let open = pendingEdits.open(in: calendar)
    discardedEdits.formUnion(open)
    pendingEdits.saved(Array(open))
  }

  /// Removes the temporary file of the sample, if that is open. Call this when the window is closed.
  package func close() {
    if case .sample(let file) = source { SampleCalendar.remove(file) }
    source = .nothing
  }

  /// Waits until everything is on disk.
  ///
  /// - Returns: a message about each file that could not be saved; empty if it is safe to quit.
  package func finish() async -> [String] {
    await store.flush().map { $0.error.message(phrases.translator) }
  }

  /// Stores unsaved changes for the next run, even if their file system does not respond. Call this before
  /// the window is destroyed.
  package func storeUnsavedChanges() async { _ = await store.storeUnsavedChanges() }

  /// Discards unsaved changes for good: they will not be offered in the next run.
  package func discardStoredChanges() async { await store.discardStoredChanges() }

  /// Checks replaced files for late writes by other programs, for the last time before the program exits.
  package func finishCheckingReplacedFiles() async { await store.finishCheckingReplacedFiles() }

  /// The changes that an earlier run of the program could not save.
  package func pendingChanges() async -> [PendingChanges] { await store.pendingChanges() }

  /// Applies changes of an earlier run to the files as they are now.
  ///
  /// - Returns: the errors for those that could not be applied.
  package func apply(_ pending: [PendingChanges]) async -> [StoreError] { await store.apply(pending) }

  /// Discards changes of an earlier run.
  package func discard(_ pending: [PendingChanges]) async { await store.discard(pending) }

  /// The location of the calendar whose oldest change has not been saved yet; nil if there is none.
  package var unsavedLocation: CalendarLocation? {
    let waiting = pendingEdits.unanswered.first?.edit.target.calendar
    return calendars.first { $0.id == waiting }?.location
  }

  /// Saves a copy of a file that could not be saved, including its changes, to a path that does not exist
  /// yet. If everything is saved, it copies the open file that is truncated, missing or unreadable on disk.
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

  /// The open calendars.
  package var calendars: [CalendarInfo] { snapshot?.calendars ?? [] }
  /// Messages about the truncated events found by queries since the last reload.
  package var truncations: [String] { truncationMessages.values.sorted() }
  /// The number of problems in the files (items skipped or not shown as intended). Damaged and stale files,
  /// which have their own messages, are not counted.
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
  /// Messages about paths that could not be opened.
  package var failures: [String] { snapshot?.failures.map { $0.message(phrases.translator) } ?? [] }
  /// Messages about the calendars that are listed but not available.
  package var absences: [String] {
    let t = phrases.translator
    return calendars.compactMap { calendar in
      switch calendar.absence {
      case nil: nil
      case .notResponding:
        t.tr(
          "“{path}” does not respond. It opens automatically when it does.", ["path": calendar.location.text])
      case .missing(.unreadable(_, let reason)):
        t.tr(
          "“{path}” is not available ({reason}). It opens automatically when it is.",
          ["path": calendar.location.text, "reason": reason.phrase(t)])
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
  /// A message about why changes are not on disk; nil unless saving failed.
  package var saveFailure: String? { pendingEdits.saveFailure?.error.message(phrases.translator) }

  // MARK: TimelineDataSource

  /// The occurrences in a range of days, including edits that are not saved yet.
  package func occurrences(in days: Range<Day>) -> [Occurrence] {
    let result = index.query(days)
    recordTruncations(result.truncations)
    prepare(around: days)
    return result.occurrences
  }

  /// Expands the series in the weeks around the queried days in the background, because expanding ten
  /// thousand recurrence rules when the user turns the page would take longer than a frame.
  private func prepare(around days: Range<Day>) {
    func widened(_ weeks: Int) -> Range<Day> {
      days.lowerBound.adding(days: -7 * weeks)..<days.upperBound.adding(days: 7 * weeks)
    }
    if let preparedDays, preparedDays.contains(widened(2)) { return }
    preparedDays = widened(6)
    Task.detached(priority: .utility, operation: index.preparation(of: widened(6)))
  }

  /// Records truncated series. The window is notified after it has laid out the days that it queried.
  private func recordTruncations(_ found: [OccurrenceQueryResult.Truncation]) {
    let known = truncationMessages.count
    for truncation in found {
      truncationMessages[truncation.event.id] = phrases.truncation(truncation.event, truncation.reason)
    }
    if truncationMessages.count > known { Task { onTruncation() } }
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
    if before?.id.calendar != edit.resultingID.calendar {
      calendarHistory.recordUse(of: edit.resultingID.calendar, by: id)
    }
    submit(.edit(edit), as: id, subject: id, showing: edit)
    if !isPartOfEditSession { showNotice(edit, before: before ?? either, after: after ?? either) }
    onChange()
  }

  /// Shows a notice about an edit, with Undo.
  private func showNotice(_ edit: EventEdit, before: CalendarEvent, after: CalendarEvent) {
    let (old, new) = (
      Occurrence(event: before, zone: displayZone), Occurrence(event: after, zone: displayZone)
    )
    let text = phrases.toast(edit.change, from: old, to: new)
    onNotice(Notice(text: text, canUndo: true, subject: new.id))
  }

  /// Applies an edit to the index before it is saved.
  ///
  /// - Returns: the event before and after the edit; nil, after showing a notice, if the event to change no
  ///   longer exists or the event to add already exists.
  func applyToIndex(_ edit: EventEdit) -> (before: CalendarEvent?, after: CalendarEvent?)? {
    var isAdding = false
    if case .add = edit.change { isAdding = true }
    guard isAdding == (index.event(edit.target) == nil) else {
      onNotice(Notice(text: phrases.refusal(.vanished), canUndo: false))
      return nil
    }
    let before = index.apply(edit)
    return (before, index.event(edit.resultingID))
  }

  /// Checks for changes that are not reported automatically. Call it when the window becomes active and when
  /// the computer wakes up.
  package func rescan() {
    Task { await store.rescan() }
  }

  // MARK: The store

  func submit(_ change: StoreChange, as id: EditID, subject: EditID, showing edit: EventEdit) {
    changeCount += 1
    pendingEdits.submitted(PendingEdits.Change(id: id, edit: edit, subject: subject))
    onSavedChanged()
    store.submit(change, as: id)
  }

  private func received(_ event: StoreEvent) {
    switch event {
    case .changedExternally(let snapshot): adopt(snapshot)
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
    if discardedEdits.contains(id), case .conflict(let location, let kept?) = error {
      let text = phrases.translator.tr(
        "Unsaved changes to “{path}” are kept in “{kept}”.", ["path": location.text, "kept": kept])
      onFailure(text, false)
      return
    }
    // A rejected edit cannot be undone, and a step that can no longer be undone would block the earlier ones.
    if let change = pendingEdits.refused(id) {
      if change.subject == id {
        editSession?.forget(change.edit)
        calendarHistory.undo(id)
      }
      forget(history.update { $0.without(change.subject, keepsOthers: change.subject == id) })
      store.forget([change.subject])
      calendarHistory.forget(change.subject)
    }
    onSavedChanged()
    showRefusal(error)
  }

  /// Shows why a change was rejected, and reloads the current state.
  func showRefusal(_ error: StoreError) {
    onFailure(error.message(phrases.translator), false)
    Task { adopt(await store.snapshot()) }
  }

  /// Adopts the store's state, and applies the unanswered changes to it.
  ///
  /// - Parameter mayWait: whether a snapshot in another zone is postponed until the drag ends.
  func adopt(_ newer: StoreSnapshot, mayWait: Bool = true) {
    if let snapshot, snapshot.revision > newer.revision { return }
    let isOtherZone = newer.index.zone != displayZone
    // The snapshot is requested again when the drag ends.
    guard !isOtherZone || !mayWait || canChangeZone() else { return }
    if newer.index.zone == pendingZone { pendingZone = nil }
    snapshot = newer
    index = newer.index
    truncationMessages = [:]
    preparedDays = nil
    for change in pendingEdits.unanswered { index.apply(change.edit) }
    if isOtherZone { onZoneChanged() }
    onChange()
  }
}
