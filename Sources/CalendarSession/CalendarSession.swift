import CalendarModel
import CalendarStore
import CalendarText
import FoundationEssentials

/// The calendars that are open in a window. It supplies the timeline and sends edits to the store.
///
/// It keeps a copy of the store's last snapshot. An edit is applied to the copy at once and submitted to the store,
/// which saves it on its own thread and reports the result as an event.
@MainActor
package final class CalendarSession: TimelineDataSource {
  /// What undo or redo did.
  package struct HistoryStep {
    /// What is to be said.
    package let text: String
    /// Where to look; nil where it took an event away.
    package let occurrence: Occurrence?
  }

  /// Where what is shown comes from.
  package enum Source: Equatable {
    /// Nothing was opened yet.
    case nothing
    /// What was open last, or the user's own calendar.
    case own
    /// Files and folders that were asked for.
    case chosen
    /// The sample: this file, which is nobody's.
    case sample(file: URL)
  }

  /// What the window is to say of an edit.
  package struct Notice {
    /// The sentence.
    package let text: String
    /// Whether Undo is offered with it.
    package let canUndo: Bool
  }

  /// The zone whose days are shown. It changes by `show(in:)`, together with all that follows from it.
  package var displayZone: Zone { index.zone }
  /// The zone that is waited for.
  var awaitedZone: Zone?
  /// Whether another zone can be shown now: not while something is lifted, which would be put down at another time
  /// than it was carried to.
  package var canChangeZone: () -> Bool = { true }
  /// Called when days are those of another zone, before `onChange`.
  package var onZoneChanged: () -> Void = {}
  /// Called whenever there is something else to show.
  package var onChange: () -> Void = {}
  /// Called when more of the repeating events that were asked for turn out not to be shown every time.
  package var onTruncation: () -> Void = {}
  /// Called with what is to be said for a moment.
  package var onNotice: (Notice) -> Void = { _ in }
  /// Called when everything that was done is on disk, or no longer is, or cannot be.
  package var onSavedChanged: () -> Void = {}
  /// Called with a sentence about what failed for good, and whether a copy can be saved elsewhere.
  package var onFailure: (_ text: String, _ canSaveCopy: Bool) -> Void = { _, _ in }

  let store: CalendarStore
  private(set) var snapshot: StoreSnapshot?
  /// Where what is open comes from.
  package private(set) var source = Source.nothing
  /// How many changes were made so far: tells whether one came while another was waited for.
  package private(set) var changeCount = 0
  private(set) var index: OccurrenceIndex
  private var short: [EventID: String] = [:]
  /// The days that were worked out, or are just being.
  private var prepared: Range<Day>?
  private var pendingEdits = PendingEdits()
  /// What was not on disk when another calendar was opened in its place.
  private var givenUp: Set<EditID> = []
  /// What can be undone.
  var history = EditHistory<UndoStep>()
  /// What an editor that is open has changed so far.
  var editSession: EditSession?
  /// Where the last new event went, or the last one that was given another calendar.
  package var lastCalendar: CalendarID? {
    get { used.calendar }
    set { used = LastCalendar(newValue) }
  }
  /// The same, with what undo and redo make of it.
  var used = LastCalendar() {
    didSet { if used.calendar != oldValue.calendar { onCalendarUsed(used.calendar) } }
  }
  /// Called with the calendar that the next new event goes to, if it is another one than before; nil if none is known.
  package var onCalendarUsed: (CalendarID?) -> Void = { _ in }
  /// What was copied last, as it is on the clipboard, and where it came from.
  package var copied: (object: [UInt8], calendar: CalendarID)?
  /// What is said, and by which clock.
  package var phrases: Phrases
  private var listening: Task<Void, Never>?

  /// - Parameter store: the store, if it shall not be one of the session's own; nobody else may listen to it.
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

  /// Opens files and folders in place of what is open. What of that is not on disk is given up, except for the
  /// copy that the store keeps aside; ask `finish()` first.
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

  /// Removes what nobody needs once the window is closed.
  package func close() {
    if case .sample(let file) = source { SampleCalendar.remove(file) }
    source = .nothing
  }

  /// Waits until everything is on disk.
  ///
  /// - Returns: what could not be saved, in words; empty if it is safe to end.
  package func finish() async -> [String] {
    await store.flush().map { $0.error.message(phrases.translator) }
  }

  /// Keeps what is not on disk for the next time, though its file system may not answer. For the moment before the window
  /// is gone.
  package func keepUnsaved() async { _ = await store.keepUnsaved() }

  /// Gives up what is not on disk; the store keeps a copy of it aside.
  package func discardUnsaved() async { await store.discardUnsaved() }

  /// Ends looking at files that were replaced while they were being written.
  package func endLookingAtReplaced() async { await store.endLookingAtReplaced() }

  /// What an earlier run of the program could not save.
  package func pendingChanges() async -> [PendingChanges] { await store.pendingChanges() }

  /// Makes such changes to what is there now.
  ///
  /// - Returns: why some could not be made.
  package func apply(_ pending: [PendingChanges]) async -> [StoreError] { await store.apply(pending) }

  /// Gives such changes up.
  package func discard(_ pending: [PendingChanges]) async { await store.discard(pending) }

  /// The file that is waited for.
  package var awaitedLocation: CalendarLocation? {
    let waiting = pendingEdits.unanswered.first?.edit.target.calendar
    return calendars.first { $0.id == waiting }?.location
  }

  /// Saves the file that could not be saved, with its changes, under another name that is not taken; if all is saved,
  /// the one that is not what it was.
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

  /// Tries once more to open what is listed and was not there.
  package func openMissing() {
    guard calendars.contains(where: { !$0.isAvailable }) else { return }
    Task { await store.openMissing() }
  }

  /// What is open, for the title.
  package var calendars: [CalendarInfo] { snapshot?.calendars ?? [] }
  /// The repeating events that were asked for since they were read and are not shown every time, in words.
  package var truncations: [String] { short.values.sorted() }
  /// How many things in the files are not shown, or not as they were meant, beside those files that are told of by
  /// themselves.
  package var lossCount: Int {
    guard let snapshot else { return 0 }
    let damaged = Set(snapshot.damaged.map(\.path))
    return snapshot.problems.count { $0.isLoss && !damaged.contains($0.path) }
      - snapshot.stale.count { !damaged.contains($0.path) }
  }
  /// What became of open files that are not what they were, in words.
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
  /// What could not be opened at all, in words.
  package var failures: [String] { snapshot?.failures.map { $0.message(phrases.translator) } ?? [] }
  /// The calendars that are listed and not there, in words.
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
  /// Whether there is nothing to show.
  package var isEmpty: Bool { index.isEmpty }
  /// Whether everything that was done is on disk.
  package var isSaved: Bool { pendingEdits.isSaved }
  /// Why what was done is not on disk, in words; nil unless saving failed.
  package var saveFailure: String? { pendingEdits.saveFailure?.error.message(phrases.translator) }

  // MARK: TimelineDataSource

  /// What touches those days, as the timeline shows it.
  package func occurrences(in days: Range<Day>) -> [Occurrence] {
    let result = index.query(days)
    recordTruncations(result.truncations)
    prepare(around: days)
    return result.occurrences
  }

  /// Has the weeks around those that are asked for worked out elsewhere, so that turning pages finds them done: ten
  /// thousand repeat rules take longer than a frame.
  private func prepare(around days: Range<Day>) {
    func widened(_ weeks: Int) -> Range<Day> {
      days.lowerBound.adding(days: -7 * weeks)..<days.upperBound.adding(days: 7 * weeks)
    }
    if let prepared, prepared.contains(widened(2)) { return }
    prepared = widened(6)
    Task.detached(priority: .utility, operation: index.preparation(of: widened(6)))
  }

  /// Remembers what is missing. The window is told once it has laid out what it asked for.
  private func recordTruncations(_ found: [OccurrenceQueryResult.Truncation]) {
    let known = short.count
    for truncation in found {
      short[truncation.event.id] = phrases.truncation(truncation.event, truncation.reason)
    }
    if short.count > known { Task { onTruncation() } }
  }

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

  /// Makes an edit: shows it, says what it did, and hands it to the store.
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

  /// Says what an edit did, and offers the way back.
  private func tell(_ edit: EventEdit, before: CalendarEvent, after: CalendarEvent) {
    let (old, new) = (
      Occurrence(event: before, zone: displayZone), Occurrence(event: after, zone: displayZone)
    )
    onNotice(Notice(text: phrases.toast(edit.change, from: old, to: new), canUndo: true))
  }

  /// Shows an edit before it is saved.
  ///
  /// - Returns: the event before and after it; nil if it is not there any more, or again, which is said.
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

  /// Looks for changes that nobody tells of: the window was elsewhere, or the computer asleep.
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
    // What was not made cannot be undone, and what can no longer be undone would stand in the way of the rest.
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

  /// Says why something was not changed, and shows what there is.
  func refuse(_ error: StoreError) {
    onFailure(error.message(phrases.translator), false)
    Task { adopt(await store.snapshot()) }
  }

  /// Takes what the store has; what it has not answered yet is shown on top of it.
  ///
  /// - Parameter mayWait: whether one in another zone waits until nothing is lifted.
  func adopt(_ newer: StoreSnapshot, mayWait: Bool = true) {
    if let snapshot, snapshot.revision > newer.revision { return }
    let isOtherZone = newer.index.zone != displayZone
    // It is asked for again once nothing is lifted.
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
