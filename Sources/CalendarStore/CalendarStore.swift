import CalendarDocument
import CalendarModel
import Synchronization

/// Owns the open calendars: reads them, applies and saves edits immediately, and watches for changes by
/// others.
///
/// A window keeps a copy of the last snapshot, immediately applies each edit to it, and passes the same edit
/// to `submit`, which never waits. The result arrives in `events`. Calls are processed in order on the
/// store's own thread; the caller's thread never accesses a file.
///
/// Calendars are stored by `CalendarBackend`s; the one for files and folders is built in.
///
/// ```swift
/// let store = CalendarStore(displayZone: SystemZones.shared.local)
/// let snapshot = await store.open(["/home/ada/work.ics"])
/// store.submit(.edit(edit), as: EditID())
/// for await event in store.events { … }          // in a separate task
/// let unsaved = await store.flush()              // before the program ends
/// ```
package actor CalendarStore {
  /// The store's reports, in order. Supports a single consumer.
  package nonisolated let events: AsyncStream<StoreEvent>

  var loader: CalendarLoader { fileBackend.loader }
  let fileBackend: FileBackend
  /// The backends other than the one for files.
  let backends: [any CalendarBackend]
  /// The time zone of days and floating times in snapshots.
  nonisolated var displayZone: Zone { lockedDisplayZone.withLock { $0 } }
  private nonisolated let lockedDisplayZone: Mutex<Zone>
  /// The folder for copies of versions that could not be merged; nil for the default one.
  let conflictsFolder: String?
  /// The open calendars and their undo history.
  nonisolated let memory: StoreMemory
  var calendars: [OpenCalendar] {
    _read { yield memory.calendars }
    _modify { yield &memory.calendars }
  }
  /// The errors for the paths that could not be opened.
  var failures: [StoreError] = []
  var history: ChangeHistory {
    _read { yield memory.history }
    _modify { yield &memory.history }
  }
  /// The index of the last snapshot, updated incrementally.
  var incrementalIndex = IncrementalIndex()
  /// The results of the changes whose callers are waiting in `perform`, and of the removals in transfers.
  var changeResults: [EditID: ChangeResult] = [:]
  /// The continuations that resume the callers of `perform` waiting for a result.
  var resultContinuations: [EditID: CheckedContinuation<Void, Never>] = [:]
  /// Gives one writer at a time access to each calendar.
  var writeLocks = CalendarWriteLocks()
  /// The objects that were reported as changed but have not been checked yet, by calendar; nil for all objects.
  var reportedObjects: [CalendarID: Set<ByteString?>?] = [:]
  /// The calendars whose reported objects are being checked.
  var calendarsBeingChecked: Set<CalendarID> = []
  /// The objects that could not be read and will be read again, by calendar; nil for all objects.
  var unreadObjects: [CalendarID: Set<ByteString?>?] = [:]
  /// The pause before the next attempt to read such objects, by calendar.
  var readPauses: [CalendarID: Duration] = [:]
  /// The calendars that are being read.
  var loading: [CalendarID: Task<Void, Never>] = [:]
  /// Whether a caller is waiting for the calendars in `loading`; see `waitUntilLoaded`.
  var isOpening = false
  /// The continuations of the callers that are waiting for the calendars in `loading`.
  var openContinuations: [CheckedContinuation<Void, Never>] = []
  /// The tasks that handle the changes reported by `backends`.
  private var backendTasks: [Task<Void, Never>] = []
  private var isProcessing = false
  /// Files that were replaced while another program may have been writing to them.
  var replacements: [Replacement] = []
  /// Copies of events that could not be removed when their transfer failed.
  var leftoverCopies: [LeftoverCopy] = []
  /// Transfers whose destinations did not answer.
  var unansweredTransfers: [UnansweredTransfer] = []
  /// The errors reported as `StoreEvent.saveWarning`, for `perform(_:waiting:)`.
  var saveWarnings: [StoreError] = []
  /// The time of the next check of files that other programs may be writing, and the task that performs it.
  var nextCheck: (time: ContinuousClock.Instant, task: Task<Void, Never>)?
  /// Returns the current time.
  let clock: @Sendable () -> ContinuousClock.Instant
  /// The notices that `takeNotices` has not returned yet.
  private var notices: [EditNotice] = []
  /// The earliest time of the next check of calendars on network file systems.
  var nextRescan: ContinuousClock.Instant?
  /// The revision of the last snapshot.
  private var revision = 0
  /// Stores changes that could not be saved; nil to store none.
  nonisolated let pendingFiles: PendingFiles?
  nonisolated let journals: TransactionJournals
  nonisolated let splitRecords: SplitRecords
  /// Whether another store has taken over the unsaved changes, in which case this one must not store them.
  nonisolated let isTakenOver = Atomic(false)
  /// The unsaved changes that were stored in `pendingFiles` in this run, by file.
  var storedChanges: [ObjectKey: StoredChanges] {
    _read { yield memory.storedChanges }
    _modify { yield &memory.storedChanges }
  }
  /// The number of possibly interrupted splits whose parts were compared, for tests of the cost.
  var examinedSplitCount = 0
  /// The names of the records of unsaved changes to calendars that are no longer listed. They are applied when their
  /// calendars are listed again.
  var recordsOfAbsentCalendars: [CalendarID: [String]] = [:]
  /// The number of times that a change was reapplied or reverted, for tests of the cost of postponed saves.
  var reapplicationCount = 0
  /// Increases with each call to `open`, so that late results of an earlier call can be ignored.
  private(set) var openGeneration = 0
  /// The calendars whose opening is being retried.
  var retriedCalendars: Set<CalendarID> = []
  /// The calendars whose file systems are being probed and have not responded yet.
  var probedCalendars: Set<CalendarID> = []
  /// The maximum time that a file system or a backend may take to respond while calendars are being
  /// opened, in milliseconds; nil for no limit.
  let timeout: Int?
  let isWatching: Bool
  private(set) var watcher: FolderWatcher?
  private var mountWatcher: MountWatcher?
  /// The submitted changes that have not been processed yet, in order.
  nonisolated let mailbox = Mutex<[(StoreChange, EditID)]>([])
  private nonisolated let thread: StoreThread
  /// The user's addresses in every calendar, in lower case and without a scheme.
  nonisolated let userAddresses = Mutex<Set<String>>([])
  /// The people whom the user allows servers to notify of changes; nobody for the others.
  nonisolated let consents = Mutex<[EditID: Consent]>([:])
  /// The changes whose transfers are in progress: they have left the mailbox but have not been applied in
  /// memory yet.
  nonisolated let transfers = Mutex<[(StoreChange, EditID)]>([])
  private nonisolated let eventContinuation: AsyncStream<StoreEvent>.Continuation

  /// The store's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// Creates a store without calendars.
  ///
  /// - Parameters:
  ///   - displayZone: the time zone of days and floating times in snapshots.
  ///   - isWatching: whether to watch for changes by other programs, which a short-lived command need not do.
  ///   - isReadOnly: whether the calendars are only read. If not, opening them undoes interrupted imports and removes
  ///     what interrupted saves left behind.
  ///   - backends: the backends other than the one for files.
  package init(
    displayZone: Zone, zones: any ZoneProvider = SystemZones.shared, isWatching: Bool = true,
    isReadOnly: Bool = false, backends: [any CalendarBackend] = []
  ) {
    self.init(
      displayZone: displayZone, zones: zones, isWatching: isWatching, isReadOnly: isReadOnly,
      files: CalendarFiles(), conflictsFolder: nil,
      timeout: isWatching ? 1_500 : nil, pendingFolder: isWatching ? UserFolders.pendingChanges : nil,
      mountsFolder: UserFolders.mounts, backends: backends)
  }

  /// - Parameters:
  ///   - conflictsFolder: the folder for copies of versions that could not be merged; nil for the default one.
  ///   - pendingFolder: the folder that stores changes until they can be saved; nil to store none.
  ///   - mountsFolder: the folder that stores the mount points of calendars; nil to store none.
  ///   - stateFolder: the folder for the journals of imports and the records of splits; nil for the default one.
  ///   - clock: returns the current time, for measuring how long other programs take to write.
  init(
    displayZone: Zone, zones: any ZoneProvider = SystemZones.shared, isWatching: Bool = true,
    isReadOnly: Bool = false, files: CalendarFiles, conflictsFolder: String?, timeout: Int? = nil,
    pendingFolder: String? = nil, mountsFolder: String? = nil, stateFolder: String? = nil,
    backends: [any CalendarBackend] = [],
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    memory = StoreMemory()
    self.timeout = timeout
    pendingFiles = pendingFolder.map { PendingFiles(folder: $0) }
    lockedDisplayZone = Mutex(displayZone)
    self.conflictsFolder = conflictsFolder
    self.clock = clock
    let stateFolder = stateFolder ?? UserFolders.state
    journals = TransactionJournals(folder: stateFolder + "/imports", files: files)
    splitRecords = SplitRecords(folder: stateFolder + "/splits", files: files)
    fileBackend = FileBackend(
      CalendarLoader(
        files: files, zones: zones, mounts: mountsFolder.map { MountRecords(folder: $0) },
        journals: isReadOnly ? nil : journals))
    self.backends = backends
    thread = StoreThread()
    (events, eventContinuation) = AsyncStream.makeStream()
    self.isWatching = isWatching
  }

  /// Creates a store with a copy of another store's calendars and history. No calendar file is accessed.
  init(copying contents: StoreMemory.Contents, of other: CalendarStore) {
    lockedDisplayZone = Mutex(other.displayZone)
    clock = other.clock
    conflictsFolder = other.conflictsFolder
    memory = StoreMemory(contents)
    timeout = other.timeout
    pendingFiles = other.pendingFiles
    (journals, splitRecords) = (other.journals, other.splitRecords)
    fileBackend = other.fileBackend
    backends = other.backends
    thread = StoreThread()
    (events, eventContinuation) = AsyncStream.makeStream()
    isWatching = false
  }

  deinit {
    watcher?.stop()
    nextCheck?.task.cancel()
    mountWatcher?.stop()
    for task in backendTasks { task.cancel() }
    for task in loading.values { task.cancel() }
    eventContinuation.finish()
    thread.stop()
  }

  /// Closes the open calendars and opens others: files and folders by their paths, calendars of other
  /// backends by their keys.
  ///
  /// Paths that cannot be opened are listed in the snapshot's `failures`; the other calendars are available.
  /// A calendar that does not respond is listed as unavailable. When it responds, it is opened, and a
  /// `changedExternally` event is reported. Unsaved changes are discarded, but a copy is kept
  /// (`StoreError.conflict` contains its path). Call `flush()` first, so that the user can decide what to do
  /// with changes that cannot be saved.
  ///
  /// - Parameter isReopening: whether the calendars were open before. If so, missing ones are also listed as
  ///   unavailable, and are opened when they reappear.
  /// - Returns: the new state.
  @discardableResult
  package func open(_ paths: [String], isReopening: Bool = false) async -> StoreSnapshot {
    let unsavedChanges = await flush()
    if !unsavedChanges.isEmpty { abandonUnsavedChanges() }
    await checkReplacedFiles(isLast: true)
    calendars = []
    failures = []
    history = ChangeHistory()
    leftoverCopies = []
    unansweredTransfers = []
    openGeneration += 1
    retriedCalendars = []
    probedCalendars = []
    for task in loading.values { task.cancel() }
    loading = [:]
    resumeOpening()
    startWatching()
    return await loadAndWatch(paths, isReopening: isReopening)
  }

  /// Submits a change. It is applied and saved after all previously submitted changes. A `saved`, `unsaved`
  /// or `refused` event with its ID follows.
  ///
  /// - Parameter consent: the people whom servers may notify of the change. If they might notify others, it is not
  ///   saved until the user agrees; see `agree` and `withdraw`.
  package nonisolated func submit(
    _ change: StoreChange, as id: EditID, consent: Consent = .nobody
  ) {
    consents.withLock { $0[id] = consent == .nobody ? nil : consent }
    mailbox.withLock { $0.append((change, id)) }
    Task { await processMailbox() }
  }

  /// Forgets changes that will be neither undone nor redone. Every other submitted change is kept in memory
  /// until different calendars are opened.
  package nonisolated func forget(_ ids: [EditID]) {
    consents.withLock { consents in
      for id in ids { consents[id] = nil }
    }
    if !ids.isEmpty { Task { await removeFromHistory(ids) } }
  }

  private func removeFromHistory(_ ids: [EditID]) async {
    // Changes submitted before this call may still be in the mailbox. Their undo may wait for a transfer.
    processMailbox()
    while hasWaitingChange(toAnyOf: ids) {
      await waitForTransfers()
      processMailbox()
    }
    history.forget(ids)
  }

  /// Returns and clears the notices about the changes so far (`StoreEvent.notice`). The command-line tool uses
  /// this method, because it does not listen to events.
  package func takeNotices() -> [EditNotice] {
    defer { notices = [] }
    return notices
  }

  /// Returns the current state, including all submitted changes.
  package func snapshot() -> StoreSnapshot {
    processMailbox()
    return makeSnapshot()
  }

  /// Switches to a different time zone for days and floating times. No file is accessed.
  ///
  /// - Returns: the state in that zone.
  package func changeDisplayZone(to zone: Zone) -> StoreSnapshot {
    lockedDisplayZone.withLock { $0 = zone }
    // A zone with the same name may have different rules now.
    incrementalIndex = IncrementalIndex()
    return snapshot()
  }

  /// Returns the current state, without processing the mailbox.
  func makeSnapshot() -> StoreSnapshot {
    revision += 1
    var series: [SeriesExpansionCache] = []
    for calendarIndex in calendars.indices { series += calendars[calendarIndex].caches(in: displayZone) }
    let issues = calendars.map { ($0, $0.filesWithIssues) }
    return StoreSnapshot(
      revision: revision, calendars: calendars.map(\.info),
      index: incrementalIndex.index(of: calendars, series: series, in: displayZone),
      problems: issues.flatMap { $0.problems(in: $1) },
      staleFiles: issues.flatMap { $0.staleFiles(among: $1) },
      damagedFiles: issues.flatMap { $0.damagedFiles(among: $1) },
      filesBeingWritten: calendars.flatMap(\.filesBeingWritten),
      failures: failures)
  }

  /// Waits until all changes submitted so far are on disk, and retries those that could not be saved before.
  ///
  /// - Returns: the files with unsaved changes, and the errors; empty if it is safe to exit the program.
  @discardableResult
  package func flush() async -> [UnsavedChanges] {
    processMailbox()
    await removeLeftoverCopies()
    await waitForLateWriters()
    await waitForTransfers()
    var unsavedChanges: [UnsavedChanges] = []
    for key in keysOfUnsavedFiles {
      guard let error = await save(key) else { continue }
      let location = file(key)?.location ?? location(of: key.calendar)
      unsavedChanges.append(UnsavedChanges(calendar: key.calendar, path: location.text, error: error))
    }
    return unsavedChanges
  }

  /// Applies the changes in the mailbox, then saves each modified file once. Changes to a calendar that is
  /// part of a transfer stay in the mailbox until the transfer is complete.
  func processMailbox() {
    guard !isProcessing else { return }
    isProcessing = true
    defer { isProcessing = false }
    var changedKeys: [ObjectKey] = []
    var postponed: [(StoreChange, EditID)] = []
    for _ in 0..<mailbox.withLock(\.count) {
      // Changes are removed from the mailbox one at a time, because a transfer may wait for a file system
      // that does not respond, and another store may then take over the remaining changes.
      let position = postponed.count
      let next = mailbox.withLock { $0.indices.contains(position) ? $0[position] : nil }
      guard let (change, id) = next else { break }
      guard !mustWait(change, behind: postponed) else {
        postponed.append((change, id))
        continue
      }
      guard removeFromMailbox(id) else { break }
      do throws(StoreError) {
        if startTransfer(change, as: id) { continue }
        for key in try apply(change, as: id) where !changedKeys.contains(key) {
          changedKeys.append(key)
        }
      } catch {
        emit(.refused(id, error))
      }
    }
    for key in changedKeys { startSaving(key) }
  }

  /// Removes a change from the mailbox.
  ///
  /// - Returns: false if another store has taken over the changes in the meantime.
  private func removeFromMailbox(_ id: EditID) -> Bool {
    mailbox.withLock { mailbox in
      guard let position = mailbox.firstIndex(where: { $0.1 == id }) else { return false }
      mailbox.remove(at: position)
      return true
    }
  }

  /// Reports an event through `events`, and to callers waiting in `perform`.
  func emit(_ event: StoreEvent) {
    switch event {
    case .saved(let ids):
      for id in ids { setResult(id, .done) }
    case .unsaved(let ids, let error):
      for id in ids { setResult(id, .failed(error)) }
    case .refused(let id, let error): setResult(id, .failed(error))
    case .saveWarning(let error): saveWarnings.append(error)
    case .notice(_, let notice): notices.append(notice)
    case .changedExternally, .doubled: break
    }
    eventContinuation.yield(event)
  }

  private func setResult(_ id: EditID, _ result: ChangeResult) {
    guard changeResults[id] != nil else { return }
    changeResults[id] = result
    resultContinuations.removeValue(forKey: id)?.resume()
  }

  private func startWatching() {
    guard isWatching, watcher == nil else { return }
    backendTasks = backends.map { backend in
      Task { [weak self] in
        for await change in backend.changes { await self?.handle(change) }
      }
    }
    watcher = FolderWatcher { [weak self] report in
      Task { await self?.handle(report) }
    }
    mountWatcher = MountWatcher { [weak self] in
      Task { await self?.rescanAll() }
    }
  }

  /// Watches the folders of all open calendars, and no others, without waiting for those that do not respond.
  func watchAll() {
    let folders = Set(calendars.compactMap { $0.watchedFolder.map { ByteString($0) } })
    watcher?.watch(folders, timeout: timeout.map { _ in Self.probeTimeout })
  }

  enum ChangeResult {
    case pending, done
    case failed(StoreError)
  }
}
