import CalendarDocument
import CalendarModel
import Synchronization

/// Owns the calendars that are open: reads them, applies edits, saves at once, and watches for others' changes.
///
/// A window keeps a copy of the last snapshot, applies an edit to it at once, and passes the same edit to `submit`,
/// which never waits. The result arrives in `events`. Everything happens in the order of the calls, on the store's
/// own thread; the caller's thread never accesses a file.
///
/// Where calendars are stored is up to a `CalendarBackend`; files and folders need none to be given.
///
/// ```swift
/// let store = CalendarStore(displayZone: SystemZones.shared.local)
/// let snapshot = await store.open(["/home/ada/work.ics"])
/// store.submit(.edit(edit), as: EditID())
/// for await event in store.events { … }          // in a task of its own
/// let unsaved = await store.flush()              // before the program ends
/// ```
package actor CalendarStore {
  /// What there is to say, in order. For one listener.
  package nonisolated let events: AsyncStream<StoreEvent>

  var loader: CalendarLoader { fileBackend.loader }
  let fileBackend: FileBackend
  /// Where other calendars are.
  let backends: [any CalendarBackend]
  /// The zone whose days snapshots are ordered by.
  nonisolated var displayZone: Zone { zoneInUse.withLock { $0 } }
  private nonisolated let zoneInUse: Mutex<Zone>
  let conflicts: String?
  /// What is open, and what can be undone of it.
  nonisolated let memory: StoreMemory
  var calendars: [OpenCalendar] {
    _read { yield memory.calendars }
    _modify { yield &memory.calendars }
  }
  var failures: [StoreError] = []
  var history: ChangeHistory {
    _read { yield memory.history }
    _modify { yield &memory.history }
  }
  /// What snapshots show by time.
  var keptIndex = KeptIndex()
  var verdicts: [EditID: Verdict] = [:]
  /// Who waits for a verdict.
  var awaited: [EditID: CheckedContinuation<Void, Never>] = [:]
  /// Whose turn it is to write to a calendar.
  var turns = Turns()
  /// Calendars that are being read.
  var loading: [CalendarID: Task<Void, Never>] = [:]
  /// Whether these are waited for, and by whom.
  var isOpening = false
  var opened: [CheckedContinuation<Void, Never>] = []
  private var listening: [Task<Void, Never>] = []
  private var isProcessing = false
  /// Files that were replaced while another program may have been writing to them.
  var replaced: [Replacement] = []
  /// Copies of events that could not be taken back when their transfer failed.
  var withdrawals: [Withdrawal] = []
  /// What was kept aside of other programs' versions.
  var setAside: [StoreError] = []
  /// When is looked again at what another program may be writing, and what will do it.
  var nextLook: (time: ContinuousClock.Instant, task: Task<Void, Never>)?
  let clock: @Sendable () -> ContinuousClock.Instant
  private var notices: [EditNotice] = []
  /// Before that time calendars on a network are not looked at again.
  var nextLookAgain: ContinuousClock.Instant?
  private var revision = 0
  /// Where changes are kept that could not be saved; nil for nowhere.
  nonisolated let pending: PendingFiles?
  /// Whether what is not on disk was taken over by another store: this one has nothing to keep any more.
  nonisolated let isTakenOver = Atomic(false)
  /// What is kept there of this run, by file.
  var kept: [FileKey: KeptChanges] = [:]
  /// Counts the waiting changes that were made again or taken back: what it costs that a save was put off.
  var remadeSteps = 0
  /// Counts what was opened in place of something else.
  private(set) var opening = 0
  /// What is being tried to be opened once more.
  var retried: Set<CalendarID> = []
  /// The calendars whose file systems were asked whether they answer, and have not.
  var asked: Set<CalendarID> = []
  /// For how many milliseconds a file system may take to answer while calendars are opened; nil forever.
  let patience: Int?
  let isWatching: Bool
  private(set) var watcher: FolderWatcher?
  private var mounts: MountWatcher?
  nonisolated let mailbox = Mutex<[(StoreChange, EditID)]>([])
  private nonisolated let thread: StoreThread
  /// Transfers that are under way; they have left the mailbox and are not in memory yet.
  nonisolated let transfers = Mutex<[(StoreChange, EditID)]>([])
  private nonisolated let listener: AsyncStream<StoreEvent>.Continuation

  /// The store's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { thread.asUnownedSerialExecutor() }

  /// A store without calendars.
  ///
  /// - Parameters:
  ///   - displayZone: the zone whose days snapshots are ordered by, and in which floating times are read.
  ///   - isWatching: whether changes by other programs are looked for; a command that is soon over need not.
  ///   - backends: where calendars are that are no files.
  package init(
    displayZone: Zone, zones: any ZoneProvider = SystemZones.shared, isWatching: Bool = true,
    backends: [any CalendarBackend] = []
  ) {
    self.init(
      displayZone: displayZone, zones: zones, isWatching: isWatching, files: CalendarFiles(), conflicts: nil,
      patience: isWatching ? 1_500 : nil, pending: isWatching ? UserFolders.pending : nil,
      mounts: UserFolders.mounts, backends: backends)
  }

  /// - Parameters:
  ///   - conflicts: where the user's version of a change is kept when another program's wins; nil for the usual place.
  ///   - mounts: where is remembered what calendars are mounted on; nil for nowhere.
  ///   - clock: the time that waiting for other programs is measured by.
  init(
    displayZone: Zone, zones: any ZoneProvider = SystemZones.shared, isWatching: Bool = true,
    files: CalendarFiles, conflicts: String?, patience: Int? = nil, pending: String? = nil,
    mounts: String? = nil, backends: [any CalendarBackend] = [],
    clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
  ) {
    memory = StoreMemory()
    self.patience = patience
    self.pending = pending.map { PendingFiles(folder: $0) }
    zoneInUse = Mutex(displayZone)
    self.conflicts = conflicts
    self.clock = clock
    fileBackend = FileBackend(
      CalendarLoader(files: files, zones: zones, mounts: mounts.map { MountRecords(folder: $0) }))
    self.backends = backends
    thread = StoreThread()
    (events, listener) = AsyncStream.makeStream()
    self.isWatching = isWatching
  }

  /// A store with what another one has in memory, that looks at no file.
  init(taking contents: StoreMemory.Contents, of other: CalendarStore) {
    zoneInUse = Mutex(other.displayZone)
    clock = other.clock
    conflicts = other.conflicts
    memory = StoreMemory(contents)
    patience = other.patience
    pending = other.pending
    fileBackend = other.fileBackend
    backends = other.backends
    thread = StoreThread()
    (events, listener) = AsyncStream.makeStream()
    isWatching = false
  }

  deinit {
    watcher?.stop()
    nextLook?.task.cancel()
    mounts?.stop()
    for task in listening { task.cancel() }
    for task in loading.values { task.cancel() }
    listener.finish()
    thread.stop()
  }

  /// Closes what is open and opens these calendars: files and folders by their paths, any other by its key.
  ///
  /// What cannot be opened is told in the snapshot's `failures`; the rest is there. What does not answer is listed
  /// as not available and opened when it does (`changedOutside`). What could not be saved so far is kept aside
  /// (`StoreError.conflict` names the place); ask `flush()` first to let the user decide.
  ///
  /// - Parameter areKnown: whether they were open before: then one that is not there is listed as not available, too,
  ///   and opened when it is there again.
  /// - Returns: what is open now.
  @discardableResult
  package func open(_ paths: [String], areKnown: Bool = false) async -> StoreSnapshot {
    let unsaved = await flush()
    if !unsaved.isEmpty { giveUpUnsaved() }
    await lookAtReplaced(isLast: true)
    calendars = []
    failures = []
    history = ChangeHistory()
    withdrawals = []
    opening += 1
    retried = []
    asked = []
    for task in loading.values { task.cancel() }
    loading = [:]
    wakeOpening()
    startWatching()
    let number = opening
    read(paths, areKnown: areKnown)
    watchAll()
    await untilLoaded(opening: number)
    if calendars.contains(where: { !$0.settling.isEmpty }) || !lateFailures.isEmpty {
      lookLater(clock() + WriteSettling.interval)
    }
    // Of a command that only reads nobody would be told.
    if isWatching { keepLeftovers() }
    return snapshot()
  }

  /// Hands in a change. It is applied and saved after all that was handed in before it; `saved`, `unsaved` or
  /// `refused` with its name follows.
  package nonisolated func submit(_ change: StoreChange, as id: EditID) {
    mailbox.withLock { $0.append((change, id)) }
    Task { await process() }
  }

  /// Says that these changes will be neither undone nor done again. Each that was handed in by `submit` is remembered
  /// until then, or until other calendars are opened.
  package nonisolated func forget(_ ids: [EditID]) {
    if !ids.isEmpty { Task { await drop(ids) } }
  }

  private func drop(_ ids: [EditID]) {
    // What was handed in before it was forgotten may still wait.
    process()
    history.forget(ids)
  }

  /// What there was to say of the changes so far (`StoreEvent.noticed`), once. For a command, which listens to no events.
  package func takeNotices() -> [EditNotice] {
    defer { notices = [] }
    return notices
  }

  /// All that is open, with every change that was handed in.
  package func snapshot() -> StoreSnapshot {
    process()
    return present()
  }

  /// Orders days by the clocks of another zone from now on, and reads floating times in it. No file is touched.
  ///
  /// - Returns: what is open, in that zone.
  package func changeDisplayZone(to zone: Zone) -> StoreSnapshot {
    zoneInUse.withLock { $0 = zone }
    // The rules of a name may be others than they were.
    keptIndex = KeptIndex()
    return snapshot()
  }

  /// What is open, as it is.
  func present() -> StoreSnapshot {
    revision += 1
    var series: [SeriesExpansionCache] = []
    for position in calendars.indices { series += calendars[position].caches(in: displayZone) }
    return StoreSnapshot(
      revision: revision, calendars: calendars.map(\.info),
      index: keptIndex.index(of: calendars, series: series, in: displayZone),
      problems: calendars.flatMap(\.problems), stale: calendars.flatMap(\.stale),
      damaged: calendars.flatMap(\.damaged), beingWritten: calendars.flatMap(\.beingWritten),
      failures: failures)
  }

  /// Waits until everything handed in so far is on disk, trying once more what could not be saved before.
  ///
  /// - Returns: what still is not saved, and why; empty if it is safe to end the program.
  @discardableResult
  package func flush() async -> [UnsavedChanges] {
    process()
    await retryWithdrawals()
    await awaitLateWriters()
    await untilNothingIsHeld()
    var unsaved: [UnsavedChanges] = []
    for key in keysOfUnsaved {
      guard let error = await save(key) else { continue }
      let location = file(key)?.location ?? location(of: key.calendar)
      unsaved.append(UnsavedChanges(calendar: key.calendar, path: location.text, error: error))
    }
    return unsaved
  }

  /// Applies what waits in the mailbox, then saves each touched file once. What is for a calendar that a transfer is
  /// about stays there until that is done.
  func process() {
    guard !isProcessing else { return }
    isProcessing = true
    defer { isProcessing = false }
    let waiting = mailbox.withLock { mailbox in
      defer { mailbox = [] }
      return mailbox
    }
    var touched: [FileKey] = []
    var postponed: [(StoreChange, EditID)] = []
    for (change, id) in waiting {
      guard !mustWait(change, behind: postponed) else {
        postponed.append((change, id))
        continue
      }
      do throws(StoreError) {
        if startTransfer(change, as: id) { continue }
        let key = try apply(change, as: id)
        if !touched.contains(key) { touched.append(key) }
      } catch {
        tell(.refused(id, error))
      }
    }
    for key in touched { startSaving(key) }
    if !postponed.isEmpty { mailbox.withLock { $0 = postponed + $0 } }
  }

  /// Lets the listener, and whoever waits in `perform`, know.
  func tell(_ event: StoreEvent) {
    switch event {
    case .saved(let ids):
      for id in ids { judge(id, .done) }
    case .unsaved(let ids, let error):
      for id in ids { judge(id, .failed(error)) }
    case .refused(let id, let error): judge(id, .failed(error))
    case .setAside(let error): setAside.append(error)
    case .noticed(_, let notice): notices.append(notice)
    case .changedOutside: break
    }
    listener.yield(event)
  }

  private func judge(_ id: EditID, _ verdict: Verdict) {
    guard verdicts[id] != nil else { return }
    verdicts[id] = verdict
    awaited.removeValue(forKey: id)?.resume()
  }

  private func startWatching() {
    guard isWatching, watcher == nil else { return }
    listening = backends.map { backend in
      Task { [weak self] in
        for await change in backend.changes { await self?.look(at: change) }
      }
    }
    watcher = FolderWatcher { [weak self] report in
      Task { await self?.look(at: report) }
    }
    mounts = MountWatcher { [weak self] in
      Task { await self?.lookAtMounts() }
    }
  }

  /// Watches the folders of all that is open, and no others. What does not answer is not asked.
  func watchAll() { watcher?.watch(Set(calendars.compactMap { $0.watched.map { ByteString($0) } })) }

  enum Verdict {
    case pending, done
    case failed(StoreError)
  }
}
