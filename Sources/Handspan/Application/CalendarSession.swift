import CalendarModel
import CalendarStore
import CalendarText

/// The calendars that are open in a window: what the timeline shows, and the way of an edit to disk and back.
///
/// It keeps a copy of the store's last snapshot. An edit shows in the copy at once and is handed to the store,
/// whose own thread saves it; what becomes of it comes back as an event.
@MainActor
final class CalendarSession: TimelineDataSource {
  /// One edit in the history of undo: enough to show both sides of it at once.
  private struct Entry: Sendable {
    let id: EditID
    let before: CalendarEvent
    let after: CalendarEvent
    let change: EventEdit.Change
  }

  /// What the window is to say of an edit.
  struct Notice {
    let text: String
    let canUndo: Bool
  }

  let displayZone: Zone
  /// Called whenever there is something else to show.
  var onChange: () -> Void = {}
  /// Called with what is to be said for a moment.
  var onNotice: (Notice) -> Void = { _ in }
  /// Called when everything that was done is on disk, or no longer is.
  var onSavedChanged: (Bool) -> Void = { _ in }
  /// Called with a sentence about what could not be opened or saved, and whether a copy can be saved elsewhere.
  var onFailure: (_ text: String, _ canSaveCopy: Bool) -> Void = { _, _ in }

  private let store: CalendarStore
  private var snapshot: StoreSnapshot?
  private var index: OccurrenceIndex
  /// Edits that the store has not answered yet, in the order of their making.
  private var pending: [(id: EditID, edit: EventEdit)] = []
  private var unsaved: Set<EditID> = []
  /// An event of the file that could not be saved last.
  private var copyTarget: EventID?
  private var history = EditHistory<Entry>()
  private let phrases: Phrases
  private var listening: Task<Void, Never>?

  init(phrases: Phrases, displayZone: Zone = SystemZones.shared.local) {
    self.phrases = phrases
    self.displayZone = displayZone
    store = CalendarStore(displayZone: displayZone)
    index = OccurrenceIndex(zone: displayZone)
    let events = store.events
    listening = Task { [weak self] in
      for await event in events { self?.received(event) }
    }
  }

  isolated deinit { listening?.cancel() }

  // MARK: Opening and closing

  /// Opens files and folders in place of what is open.
  func open(_ paths: [String]) async {
    let snapshot = await store.open(paths)
    history = EditHistory()
    pending = []
    take(snapshot)
    for failure in snapshot.failures { onFailure(failure.message(phrases.translator.tr), false) }
  }

  /// Waits until everything is on disk.
  ///
  /// - Returns: what could not be saved, in words; empty if it is safe to end.
  func finish() async -> [String] { await store.flush().map { $0.error.message(phrases.translator.tr) } }

  /// Saves the file that could not be saved, with its changes, under another name that is not taken.
  func saveCopy(to path: String) async {
    guard let copyTarget else { return }
    do {
      try await store.saveCopy(of: copyTarget.calendar, file: copyTarget.file, to: path)
      onNotice(Notice(text: phrases.translator.tr("Saved as “{path}”", ["path": path]), canUndo: false))
    } catch {
      onFailure(error.message(phrases.translator.tr), true)
    }
  }

  /// What is open, for the title.
  var calendars: [CalendarInfo] { snapshot?.calendars ?? [] }
  /// How many events are not shown in full, because they repeat.
  var repeatingCount: Int { snapshot?.repeatingCount ?? 0 }
  /// How many problems the files have.
  var problemCount: Int { snapshot?.problems.count ?? 0 }
  /// Whether there is nothing to show.
  var isEmpty: Bool { index.events.isEmpty }
  /// Whether everything that was done is on disk.
  var isSaved: Bool { pending.isEmpty && unsaved.isEmpty }

  // MARK: TimelineDataSource

  func occurrences(in days: Range<Day>) -> [Occurrence] { index.occurrences(in: days) }

  func refusal(for occurrence: Occurrence) -> EditRefusal? {
    if occurrence.event.isRepeating { return .repeating }
    let calendar = calendars.first { $0.id == occurrence.event.id.calendar }
    return calendar?.isReadOnly == true ? .readOnly : nil
  }

  func apply(_ edit: EventEdit) {
    guard let before = index.apply(edit), let after = index.event(edit.target) else {
      onNotice(Notice(text: phrases.refusal(.vanished), canUndo: false))
      return
    }
    let id = EditID()
    history.record(Entry(id: id, before: before, after: after, change: edit.change))
    submit(.edit(edit), as: id, showing: edit)
    let (old, new) = (
      Occurrence(event: before, zone: displayZone), Occurrence(event: after, zone: displayZone)
    )
    onNotice(Notice(text: phrases.toast(edit.change, from: old, to: new), canUndo: true))
    onChange()
  }

  // MARK: Undo

  var canUndo: Bool { history.nextUndo != nil }
  var canRedo: Bool { history.nextRedo != nil }

  /// Takes the last edit back. Returns what is to be said, or nil if there was none.
  func undo() -> (text: String, occurrence: Occurrence)? {
    guard let entry = history.undo() else { return nil }
    return step(.undo(entry.id), to: entry.before, of: entry) { self.phrases.undone($0) }
  }

  /// Does the last edit that was taken back again.
  func redo() -> (text: String, occurrence: Occurrence)? {
    guard let entry = history.redo() else { return nil }
    return step(.redo(entry.id), to: entry.after, of: entry) { self.phrases.redone($0) }
  }

  private func step(
    _ change: StoreChange, to event: CalendarEvent, of entry: Entry, words: (Occurrence) -> String
  ) -> (text: String, occurrence: Occurrence) {
    index.update(event)
    let edit = EventEdit(target: event.id, change: .move(event.times))
    submit(change, as: EditID(), showing: edit)
    onChange()
    let occurrence = Occurrence(event: event, zone: displayZone)
    return (words(occurrence), occurrence)
  }

  // MARK: The store

  private func submit(_ change: StoreChange, as id: EditID, showing edit: EventEdit) {
    pending.append((id, edit))
    onSavedChanged(false)
    store.submit(change, as: id)
  }

  private func received(_ event: StoreEvent) {
    switch event {
    case .loaded(let snapshot), .changedOutside(let snapshot):
      take(snapshot)
    case .saved(let ids):
      for id in ids {
        answered(id)
        unsaved.remove(id)
      }
      if isSaved { onSavedChanged(true) }
    case .unsaved(let ids, let error):
      for id in ids {
        copyTarget = pending.first { $0.id == id }?.edit.target ?? copyTarget
        answered(id)
        unsaved.insert(id)
      }
      onFailure(error.message(phrases.translator.tr), copyTarget != nil)
    case .refused(let id, let error):
      answered(id)
      onFailure(error.message(phrases.translator.tr), false)
      Task { take(await store.snapshot()) }
    }
  }

  private func answered(_ id: EditID) { pending.removeAll { $0.id == id } }

  /// Takes what the store has; what it has not answered yet is shown on top of it.
  private func take(_ newer: StoreSnapshot) {
    if let snapshot, snapshot.revision > newer.revision { return }
    snapshot = newer
    index = newer.index
    for (_, edit) in pending { index.apply(edit) }
    onChange()
  }
}
