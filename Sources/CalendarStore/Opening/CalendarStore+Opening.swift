import CalendarModel

extension CalendarStore {
  /// Reads calendars concurrently, each on its own thread, and lists those that do not respond in time as
  /// unavailable.
  ///
  /// - Parameter isReopening: whether they were open before. If so, a missing one stays listed, because it may
  ///   be on a server or a removable disk that becomes available again.
  func read(_ paths: [String], isReopening: Bool) {
    var ids: Set<CalendarID> = []
    let uniquePaths = paths.filter { ids.insert(CalendarID($0)).inserted }
    let readings = uniquePaths.map { path in
      isFileBased(CalendarID(path))
        ? CalendarReading.begin(
          path, isReopening: isReopening, loader: loader, watcher: watcher, onOwnThread: timeout != nil,
          clock: clock)
        : nil
    }
    for (path, reading) in zip(uniquePaths, readings) {
      let id = CalendarID(path)
      guard let reading else {
        calendars.append(OpenCalendar(unavailable: id, .notResponding, at: location(of: id)))
        load(id, isReopening: isReopening, openGeneration: openGeneration)
        continue
      }
      switch answer(of: reading, for: id) {
      case .some(let answer):
        switch answer.calendar {
        case .success(var calendar):
          calendar.watchedFolder = answer.watchedFolder
          calendars.append(calendar)
          storeMountRecord(of: calendar)
        case .failure(let error) where isReopening && error.mayBeTemporary:
          calendars.append(
            OpenCalendar(unavailable: id, .missing(error), watchedFolder: answer.watchedFolder))
        case .failure(let error): failures.append(error)
        }
      case nil: calendars.append(OpenCalendar(unavailable: id, .notResponding, watchedFolder: nil))
      }
    }
  }

  private func answer(
    of reading: GuardedCall<CalendarReading>, for id: CalendarID
  ) -> CalendarReading? {
    let openGeneration = openGeneration
    return reading.answer(timeout: timeout) { [weak self] answer in
      Task { await self?.finishReading(answer, for: id, openGeneration: openGeneration) }
    }
  }

  /// Tries again to open the listed calendars that are missing. `changedExternally` reports those that have
  /// become available.
  package func openMissing() {
    let openGeneration = openGeneration
    for calendarIndex in calendars.indices {
      guard case .missing = calendars[calendarIndex].unavailableReason else { continue }
      let id = calendars[calendarIndex].id
      guard calendars[calendarIndex].isFileBased else {
        load(id, openGeneration: openGeneration)
        continue
      }
      guard retriedCalendars.insert(id).inserted else { continue }
      let reading = CalendarReading.begin(
        id.path, isReopening: true, loader: loader, watcher: watcher, clock: clock)
      // No caller waits for the result.
      let answer = reading.answer(timeout: 0) { [weak self] answer in
        Task { await self?.finishReading(answer, for: id, openGeneration: openGeneration) }
      }
      if let answer { finishReading(answer, for: id, openGeneration: openGeneration) }
    }
  }

  /// Stores the mount point of a calendar, for the next launch. The command-line tool stores nothing.
  func storeMountRecord(of calendar: OpenCalendar) {
    if isWatching { loader.storeMountRecord(of: calendar) }
  }

  /// Handles the result of reading a calendar that was listed as unavailable.
  ///
  /// - Parameter openGeneration: identifies the `open` call that requested the calendar. The result is ignored
  ///   if `open` has been called again.
  private func finishReading(_ answer: CalendarReading, for id: CalendarID, openGeneration: Int) {
    retriedCalendars.remove(id)
    guard openGeneration == self.openGeneration,
      let calendarIndex = calendars.firstIndex(where: { $0.id == id }),
      let unavailableReason = calendars[calendarIndex].unavailableReason
    else { return }
    calendars[calendarIndex].watchedFolder = answer.watchedFolder
    switch answer.calendar {
    case .success(var calendar):
      calendar.watchedFolder = answer.watchedFolder
      calendars[calendarIndex] = calendar
      storeMountRecord(of: calendar)
    case .failure(let error):
      guard unavailableReason != .missing(error) else { return watchAll() }
      calendars[calendarIndex].unavailableReason = .missing(error)
    }
    watchAll()
    if !calendars[calendarIndex].settlingFiles.isEmpty {
      scheduleCheck(clock() + WriteSettling.checkInterval)
    }
    preserveLeftovers()
    processMailbox()
    emit(.changedExternally(makeSnapshot()))
  }
}

extension StoreError {
  /// Whether the error may be temporary: a volume is not mounted, or a server cannot be reached.
  var mayBeTemporary: Bool {
    switch self {
    case .notFound, .vanished, .unreadable, .notMounted, .emptied: true
    case .offline, .serverError, .signInNeeded, .noAnswer: true
    default: false
    }
  }
}

extension CalendarFiles {
  /// Returns the folder to watch for changes to a path. If the path does not exist, this is its nearest
  /// existing ancestor.
  func watchedFolder(of path: String) -> String? {
    switch try? kind(of: path) {
    case .file(let filePath): return filePath.folder.text
    case .folder: return path.withoutTrailingSlashes
    case nil: break
    }
    var folder = ByteString(path.withoutTrailingSlashes).splitPath.folder
    while folder != "/", folder != ".", !exists(folder.text) { folder = folder.splitPath.folder }
    return folder.text
  }
}
