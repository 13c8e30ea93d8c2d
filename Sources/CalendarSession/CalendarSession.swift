import CalendarModel
import CalendarStore
import CalendarText
import FoundationEssentials

/// Manages the calendars that are open in a window: supplies the timeline with data, and sends edits to the
/// store.
///
/// It keeps a copy of the store's last snapshot. An edit is applied to the copy immediately and submitted to
/// the store, which saves it on its own thread and reports the result as an event.
@MainActor
package final class CalendarSession: TimelineDataSource {
  /// The result of undo or redo.
  package struct HistoryResult {
    /// The notice to show.
    package let text: String
    /// The occurrence to reveal, or nil if the step removed the event.
    package let occurrence: Occurrence?
    /// The text for screen readers, which also says where the occurrence is.
    package let announcement: String

    init(text: String, occurrence: Occurrence?, announcement: String? = nil) {
      (self.text, self.occurrence) = (text, occurrence)
      self.announcement = announcement ?? text
    }
  }

  /// The source of the open calendars.
  package enum Source: Equatable {
    /// Nothing has been opened yet.
    case nothing
    /// The calendars that were open last, or the user's own calendar.
    case ownCalendars
    /// Files and folders that the user chose.
    case chosen
    /// The sample, in a temporary file.
    case sample(file: URL)

    package var isSample: Bool { if case .sample = self { true } else { false } }
  }

  /// A message about an edit, for the window to show.
  package struct Notice {
    package private(set) var text: String
    /// Whether to show an Undo button.
    package let canUndo: Bool
    /// The event that the message is about. The message should not cover it.
    package var subject: Occurrence.ID?
    /// The text for screen readers; nil if the change has already been announced.
    package var announcement: String?

    package init(text: String, canUndo: Bool, subject: Occurrence.ID? = nil) {
      (self.text, self.canUndo, self.subject) = (text, canUndo, subject)
      announcement = text
    }

    /// Adds a sentence to the notice and to its announcement.
    mutating func add(_ sentence: String, _ t: Translator) {
      func joined(_ first: String) -> String {
        t.trc("two sentences", "{first}. {second}", ["first": first, "second": sentence])
      }
      text = joined(text)
      announcement = announcement.map(joined) ?? sentence
    }
  }

  /// The zone in which days and times are shown. To change it, call `changeDisplayZone(to:)`.
  package var displayZone: Zone { index.zone }
  /// The reminders that new events get.
  package var defaultReminders = DefaultReminders()
  /// The zone to switch to once the drag ends.
  private(set) var pendingZone: Zone?
  /// Returns whether the zone can be changed now. During a drag it cannot, because the event would be dropped
  /// at a different time from the one shown.
  package var canChangeZone: () -> Bool = { true }
  /// Waits until a change by another program can be shown without delaying a frame. Later reports from the
  /// store wait too, because they refer to that change.
  package var waitForIdleFrame: () async -> Void = {}
  /// Tells the window what has happened.
  package let reports: SessionReports
  /// What the user has chosen about calendars.
  package let choices: CalendarChoices
  /// The calendars of accounts, and the subscriptions.
  package let listed: ListedCalendars
  /// The steps that can be undone.
  package let steps: UndoSteps
  /// The questions about people whom a server may notify.
  package private(set) lazy var people = PeopleQuestions(store, reports) { [weak self] in self?.carryOut($0) }

  let store: CalendarStore
  private(set) var snapshot: StoreSnapshot?
  /// The source of the open calendars.
  package private(set) var source = Source.nothing
  /// The number of changes made so far, to detect changes made during an asynchronous wait.
  package private(set) var changeCount = 0
  private(set) var index: OccurrenceIndex
  /// The series that have too many occurrences to show, and messages about the first of them.
  private var incompleteSeries: Set<EventID> = []
  private(set) var incompleteSeriesMessagesByEvent: [EventID: String] = [:]
  /// The days for which series have been, or are being, expanded in the background.
  private var preparedDays: Range<Day>?
  private(set) var pendingEdits = PendingEdits()
  /// The state of the open editor; nil if none is open.
  var editSession: EditSession?
  /// Whether a remedy is being applied to a truncated file.
  var isResolvingDamage = false
  /// Called when no calendar is open, because the only one was moved to the Trash or removed. The handler should open
  /// another one.
  package var onNoCalendarsLeft: () async -> Void = {}
  /// The last object copied to the clipboard, and the calendar it came from.
  package var lastCopied: (object: [UInt8], calendar: CalendarID)?
  /// Whether the user's own folder is needed.
  var personal = PersonalCalendar()
  /// The translations and the clock format for messages.
  package var phrases: Phrases
  private var eventTask: Task<Void, Never>?
  /// The events of the store that are waiting until an external change can be shown.
  private(set) var waitingEvents: [StoreEvent] = []
  private var isWaitingForIdleFrame = false

  /// - Parameters:
  ///   - store: the store to use instead of a new one, with `accounts` among its backends. Nothing else may
  ///     consume its events.
  ///   - accounts: the user's accounts, which are listed by `listed.startAccounts`.
  ///   - subscriptions: the user's subscriptions, which are listed by `listed.startSubscriptions`.
  package init(
    phrases: Phrases, displayZone: Zone = SystemZones.shared.local, store: CalendarStore? = nil,
    accounts: (any ListingBackend)? = nil, subscriptions: (any SubscriptionManaging)? = nil
  ) {
    self.phrases = phrases
    reports = SessionReports()
    choices = CalendarChoices(reports)
    listed = ListedCalendars(accounts: accounts, subscriptions: subscriptions, choices, reports)
    let store = store ?? CalendarStore(displayZone: displayZone, backends: listed.backends)
    self.store = store
    steps = UndoSteps(store, choices, reports)
    index = OccurrenceIndex(zone: displayZone)
    let events = store.events
    eventTask = Task { [weak self] in for await event in events { self?.receive(event) } }
    listed.open = { [weak self] in await self?.handleListing(removed: $0) }
  }

  isolated deinit {
    eventTask?.cancel()
  }

  // MARK: Opening and closing

  /// Closes the open calendars and opens files and folders instead. Unsaved changes are not saved to the
  /// closed calendars; the store merely keeps a copy of them elsewhere. To save them, call `finishSaving()` first.
  package func open(_ paths: [String], as source: Source) async {
    pendingEdits.expectDiscarding()
    let snapshot = await store.open(paths, isReopening: source == .ownCalendars)
    if case .sample(let file) = self.source { SampleCalendar.remove(file) }
    self.source = source
    let sample: CalendarID? = if case .sample(let file) = source { CalendarID(file.path) } else { nil }
    choices.setSample(sample)
    steps.clear()
    editSession = nil
    choices.forgetTemporary()
    pendingEdits.discardAll()
    people.discardChanges()
    if source == .chosen { showOpenedCalendars(snapshot.calendars) }
    adopt(snapshot, mayBePostponed: false)
    reports.send(.savedStateChanged)
    if !listed.calendars.isEmpty { Task { await openListedCalendars() } }
  }

  /// Marks the open calendars as chosen by the user.
  func markOpenCalendarsAsChosen() { source = .chosen }

  /// Discards the changes to a calendar that are not on disk.
  func discardUnsavedChanges(in calendar: CalendarID) {
    pendingEdits.discard(in: calendar)
  }

  /// Removes the temporary file of the sample, if it is open. Call this when the window is closed.
  package func close() {
    if case .sample(let file) = source { SampleCalendar.remove(file) }
    source = .nothing
  }

  /// Waits until all changes are on disk.
  ///
  /// - Returns: a message about each file that could not be saved; empty if it is safe to quit.
  package func finishSaving() async -> [String] {
    // Undo may add a step while another one is being carried out.
    var step: Task<Void, Never>?
    repeat {
      step = steps.lastQueued
      await step?.value
      await people.waitForAnswer()
    } while step != steps.lastQueued
    await people.waitForCopies()
    return await store.flush().map { $0.error.message(phrases.translator) }
  }

  /// Tries again to open the calendars that were not available, at the user's request.
  ///
  /// - Parameter calendar: the calendar that the user wants to open.
  /// - Returns: a message that explains why the calendar is unavailable; nil if it is now available.
  package func retryOpening(_ calendar: CalendarID) async -> String? {
    if listed.owns(calendar) { return await retryListedCalendar(calendar) }
    await store.rescanAll()
    adopt(await store.snapshot())
    return calendars.first { $0.id == calendar }.flatMap(unavailableMessage)
  }

  /// Tries again to open the calendars that were not available.
  package func openMissing() {
    guard calendars.contains(where: { !$0.isAvailable }) else { return }
    Task { await store.openMissing() }
  }

  // MARK: TimelineDataSource

  /// Returns the occurrences in a range of days, including edits that are not saved yet.
  package func occurrences(in days: Range<Day>) -> [Occurrence] {
    let result = index.query(days, hiding: choices.hidden)
    recordTruncations(result.truncations)
    expandSeries(around: days)
    return result.occurrences
  }

  /// Expands the series in the weeks around the queried days in the background. Expanding ten thousand
  /// recurrence rules when the user turns the page would take longer than one frame.
  private func expandSeries(around days: Range<Day>) {
    func widened(_ weeks: Int) -> Range<Day> {
      days.lowerBound.adding(days: -7 * weeks)..<days.upperBound.adding(days: 7 * weeks)
    }
    if let preparedDays, preparedDays.contains(widened(2)) { return }
    preparedDays = widened(6)
    Task.detached(priority: .utility, operation: index.preparation(of: widened(6)))
  }

  /// Records series that are not shown completely. The window is notified only after it has laid out the days that it
  /// queried.
  private func recordTruncations(_ truncations: [OccurrenceQueryResult.Truncation]) {
    let knownCount = incompleteSeries.count
    for truncation in truncations where incompleteSeries.insert(truncation.event.id).inserted {
      guard incompleteSeriesMessagesByEvent.count < Self.maximumIncompleteSeriesMessageCount else { continue }
      incompleteSeriesMessagesByEvent[truncation.event.id] = phrases.truncationMessage(
        truncation.event, truncation.reason)
    }
    if incompleteSeries.count > knownCount { Task { reports.send(.truncated) } }
  }

  /// The window shows only a few messages, but a hostile calendar may have tens of thousands of such series.
  private static let maximumIncompleteSeriesMessageCount = 20

  /// The number of series that have too many occurrences to show, found by queries since the last reload.
  package var incompleteSeriesCount: Int { incompleteSeries.count }

  package func name(of calendar: CalendarID) -> String? { calendars.first { $0.id == calendar }?.name }

  /// Returns the name of an open calendar if several calendars are open, or nil otherwise.
  package func distinguishingName(of calendar: CalendarID) -> String? {
    calendars.count > 1 ? name(of: calendar) : nil
  }

  /// Returns the reason why an occurrence cannot be changed, or nil if it can.
  package func refusal(for occurrence: Occurrence) -> EditRefusal? {
    if listed.isSubscription(occurrence.event.id.calendar) { return .subscription }
    if occurrence.event.repetition == .unreadable { return .unreadableRepetition }
    let id = occurrence.event.id
    if snapshot?.damagedFiles.contains(where: { $0.calendar == id.calendar && $0.file == id.file }) == true {
      return .readOnly
    }
    let calendar = calendars.first { $0.id == id.calendar }
    if calendar?.state == .needsSignIn { return .signInNeeded }
    return calendar?.isReadOnly == true ? .readOnly : nil
  }

  /// Applies an edit to the index, submits the edit to the store and shows a notice.
  @discardableResult
  package func apply(_ edit: EventEdit, in context: ApplyContext) -> Applied {
    report(makeWithNotice(edit, in: context))
  }

  /// Shows a notice about an edit, with an Undo button.
  ///
  /// - Parameters:
  ///   - calendar: the name of a calendar that was hidden and is shown because of the edit.
  ///   - chosenText: the text of the notice; nil for the usual one.
  func showNotice(
    _ edit: EventEdit, before: CalendarEvent, after: CalendarEvent, showing calendar: String? = nil,
    _ chosenText: String? = nil
  ) {
    let (oldOccurrence, newOccurrence) = (
      Occurrence(event: before, zone: displayZone), shownOccurrence(of: after, after: edit)
    )
    let text =
      if let chosenText {
        chosenText
      } else if case .transfer(let id, _) = edit.change, let calendar = name(of: id.calendar) {
        phrases.transferMessage(after, to: calendar)
      } else {
        phrases.toast(edit.change, from: oldOccurrence, to: newOccurrence, scope: edit.scope)
      }
    var notice = Notice(text: text, canUndo: true, subject: newOccurrence.id)
    switch edit.change {
    // The new times were announced while the event was moved.
    case .move, .resizeStart, .resizeEnd: notice.announcement = nil
    // The event gets the focus, so a screen reader reads its name anyway.
    case .add: notice.announcement = phrases.additionAnnouncement
    case .set, .transfer, .delete: break
    }
    if let calendar { notice.add(shownAgainText(calendar), phrases.translator) }
    people.post(notice)
  }

  /// Applies an edit to the index, before the edit is saved.
  ///
  /// - Returns: the event before and after the edit.
  /// - Throws: `StoreError.unknownEvent` if the event to change no longer exists, or the event to add already exists.
  func applyToIndex(
    _ edit: EventEdit, _ replacement: EventReplacement? = nil
  ) throws(StoreError) -> (before: CalendarEvent?, after: CalendarEvent?) {
    if let replacement {
      index.apply(replacement)
      return (replacement.before.first, replacement.after.first)
    }
    var isAdding = false
    if case .add = edit.change { isAdding = true }
    guard isAdding == (index.event(edit.target) == nil) else {
      throw .unknownEvent(uid: edit.target.uid.text)
    }
    let before = index.apply(edit)
    return (before, index.event(edit.resultingID))
  }

  /// Checks for changes that are not reported automatically. Call this when the window becomes active and
  /// when the computer wakes up.
  package func rescan() {
    Task { await store.rescan() }
  }

  // MARK: The store

  /// Submits a change to the store, and records it until the store reports the result.
  ///
  /// - Parameters:
  ///   - subject: the edit that the change applies, undoes or redoes.
  ///   - edit: the edit to apply to snapshots that do not contain the change yet.
  ///   - eventBefore: the event as it was shown before the change; nil if there was none.
  ///   - replacement: the events before and after the edit, if it is an edit to a series.
  ///   - agreedPeople: the people of whom the user already knows that they may be notified.
  func submit(
    _ change: StoreChange, as id: EditID, subject: EditID, showing edit: EventEdit,
    eventBefore: CalendarEvent?, _ replacement: EventReplacement? = nil, agreedPeople: Set<String> = []
  ) {
    changeCount += 1
    let pending = PendingEdits.Change(
      id: id, change: change, edit: edit, replacement: replacement, subject: subject)
    pendingEdits.add(pending)
    reports.send(.savedStateChanged)
    submitAfterAsking(pending, eventBefore: eventBefore, agreedPeople: agreedPeople)
  }

  /// Handles an event, or keeps it until an external change can be shown. Of several such changes, only the newest is
  /// shown, because it includes the others.
  private func receive(_ event: StoreEvent) {
    let isExternalChange = if case .changedExternally = event { true } else { false }
    if isExternalChange {
      waitingEvents.removeAll { if case .changedExternally = $0 { true } else { false } }
    }
    waitingEvents.append(event)
    guard !isWaitingForIdleFrame else { return }
    guard isExternalChange else { return handleWaitingEvents() }
    isWaitingForIdleFrame = true
    Task { [weak self] in
      await self?.waitForIdleFrame()
      self?.isWaitingForIdleFrame = false
      self?.handleWaitingEvents()
    }
  }

  private func handleWaitingEvents() {
    let events = waitingEvents
    waitingEvents = []
    events.forEach(handle)
  }

  private func handle(_ event: StoreEvent) {
    switch event {
    case .changedExternally(let snapshot): adopt(snapshot, isExternal: true)
    case .notice(_, let notice): reports.send(.failure(notice.message(phrases.translator)))
    case .saveWarning(let error): reports.send(.failure(error.message(phrases.translator)))
    case .saved(let ids):
      pendingEdits.removeSaved(ids)
      reports.send(.savedStateChanged)
    case .unsaved(let ids, let error):
      pendingEdits.markUnsaved(ids, error)
      if case .consentNeeded(_, let notification) = error { askAboutHeldChanges(ids, notification) }
      reports.send(.savedStateChanged)
    case .refused(let id, let error):
      handleRefusal(id, error)
    case .doubled(let double): reports.send(.doubled(double))
    }
  }

  private func handleRefusal(_ id: EditID, _ error: StoreError) {
    if pendingEdits.isDiscarded(id), case .conflict(let location, let copyPath?) = error {
      let text = phrases.translator.tr(
        "Unsaved changes to “{path}” are kept in “{kept}”.", ["path": location.text, "kept": copyPath])
      reports.send(.failure(text))
      return
    }
    // The user has declined this change, and knows that it was not made.
    if case .consentNeeded = error, pendingEdits.change(id) == nil { return }
    let event = event(ofPending: id)
    let failedEvent = forgetRefused(id)
    reports.send(.savedStateChanged)
    if case .conflict(let location, let copyPath) = error, let event {
      reports.send(.failure(phrases.conflictMessage(event, in: location, copyPath: copyPath)))
      Task { adopt(await store.snapshot()) }
    } else if case .conflictKeptForNextRun(let location) = error, let event {
      reports.send(.failure(phrases.conflictKeptForNextRunMessage(event, in: location)))
      Task { adopt(await store.snapshot()) }
    } else {
      showRefusal(error, of: failedEvent)
    }
  }

  /// Returns the event that a pending change applies to, as it was before the change if it existed then; nil if the
  /// change is no longer pending.
  private func event(ofPending id: EditID) -> CalendarEvent? {
    guard let change = pendingEdits.change(id) else { return nil }
    return steps.part(change.subject)?.eventBefore ?? index.event(change.edit.target)
  }

  /// Removes a change that will never be saved.
  func removePending(_ id: EditID) { _ = pendingEdits.removeRefused(id) }

  /// Removes a rejected edit from the history. It cannot be undone, and would prevent earlier steps from being
  /// undone.
  ///
  /// - Returns: the event before the edit, if the edit changed one of several events.
  @discardableResult
  func forgetRefused(_ id: EditID) -> CalendarEvent? {
    var failedEvent: CalendarEvent?
    if let change = pendingEdits.removeRefused(id) {
      if let part = steps.part(change.subject), part.isOfGroup { failedEvent = part.eventBefore }
      if change.subject == id {
        editSession?.forget(change.edit)
        choices.undoUse(by: id)
      }
      steps.remove(change.subject, keepsOthers: change.subject == id)
      store.forget([change.subject])
      choices.forgetUse(by: change.subject)
    }
    return failedEvent
  }

  /// Shows why a change was rejected, and reloads the current state.
  ///
  /// - Parameter event: the event to name in the message if several events were changed together.
  func showRefusal(_ error: StoreError, of event: CalendarEvent? = nil) {
    // Users do not know UIDs, which name an event in commands.
    let reason =
      if case .unknownEvent = error { phrases.refusal(.vanished) } else { error.message(phrases.translator) }
    reports.send(.failure(event.map { phrases.failure(of: $0, reason) } ?? reason))
    Task { adopt(await store.snapshot()) }
  }

  /// Changes the display time zone. If a drag is in progress, the change is postponed until it ends. Events
  /// keep their own times.
  package func changeDisplayZone(to zone: Zone) {
    guard zone != (pendingZone ?? displayZone) else { return }
    pendingZone = zone
    applyPendingZone()
  }

  /// Applies the time zone change that was postponed during a drag.
  package func applyPendingZone() {
    guard let zone = pendingZone, canChangeZone() else { return }
    Task { adopt(await store.changeDisplayZone(to: zone)) }
  }

  /// Adopts a snapshot of the store, and applies to it the changes whose results the store has not reported
  /// yet.
  ///
  /// - Parameters:
  ///   - mayBePostponed: whether a snapshot in a different zone may be ignored during a drag, because a new one is
  ///     requested when the drag ends.
  ///   - isColorChange: whether a calendar's color has changed.
  ///   - isExternal: whether another program has made the changes.
  func adopt(
    _ newSnapshot: StoreSnapshot, mayBePostponed: Bool = true, isColorChange: Bool = false,
    isExternal: Bool = false
  ) {
    if let snapshot, snapshot.revision > newSnapshot.revision { return }
    let changesZone = newSnapshot.index.zone != displayZone
    guard !changesZone || !mayBePostponed || canChangeZone() else { return }
    if newSnapshot.index.zone == pendingZone { pendingZone = nil }
    let newSnapshot = choices.applied(to: newSnapshot)
    let oldState = (snapshot, index)
    snapshot = newSnapshot
    index = newSnapshot.index
    personal.update(
      among: newSnapshot.calendars, defaultAccountCalendar: listed.calendars.first(where: \.isDefault)?.id,
      lastUsed: choices.lastUsed)
    // A background task frees the old events, because that takes longer than a frame for a large calendar.
    Task.detached(priority: .background) { withExtendedLifetime(oldState) {} }
    (incompleteSeries, incompleteSeriesMessagesByEvent) = ([], [:])
    preparedDays = nil
    for change in pendingEdits.unansweredChanges {
      if let replacement = change.replacement { index.apply(replacement) } else { index.apply(change.edit) }
    }
    if changesZone { reports.send(.zoneChanged) }
    if isColorChange {
      reports.send(.colorsChanged)
    } else if isExternal {
      reports.send(.changedExternally)
    } else {
      reports.send(.changed)
    }
    listed.recordShown(calendars)
  }
}
