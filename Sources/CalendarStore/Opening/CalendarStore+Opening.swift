import CalendarModel

extension CalendarStore {
  /// Reads calendars concurrently, each on its own thread, and lists those that do not respond in time as not
  /// available.
  ///
  /// - Parameter areKnown: whether they were open before. A missing one then stays listed, because it may be
  ///   on a server or a removable disk that becomes available again.
  func read(_ paths: [String], areKnown: Bool) {
    var seen: Set<CalendarID> = []
    let unique = paths.filter { seen.insert(CalendarID($0)).inserted }
    let readings = unique.map { path in
      isOfFiles(CalendarID(path))
        ? CalendarReading.begin(
          path, isKnown: areKnown, loader: loader, watcher: watcher, onOwnThread: patience != nil,
          clock: clock)
        : nil
    }
    for (path, reading) in zip(unique, readings) {
      let id = CalendarID(path)
      guard let reading else {
        calendars.append(OpenCalendar(absent: id, .awaited, at: location(of: id)))
        load(id, areKnown: areKnown, opening: opening)
        continue
      }
      switch answer(of: reading, for: id) {
      case .some(let answer):
        switch answer.calendar {
        case .success(var calendar):
          calendar.watched = answer.watched
          calendars.append(calendar)
          remember(calendar)
        case .failure(let error) where areKnown && error.mayComeBack:
          calendars.append(OpenCalendar(absent: id, .missing(error), watched: answer.watched))
        case .failure(let error): failures.append(error)
        }
      case nil: calendars.append(OpenCalendar(absent: id, .awaited, watched: nil))
      }
    }
  }

  private func answer(
    of reading: GuardedCall<CalendarReading>, for id: CalendarID
  ) -> CalendarReading? {
    let opening = opening
    return reading.answer(patience: patience) { [weak self] answer in
      Task { await self?.arrived(answer, for: id, of: opening) }
    }
  }

  /// Retries opening the listed calendars that are missing. `changedOutside` reports those that
  /// are available now.
  package func openMissing() {
    let opening = opening
    for position in calendars.indices {
      guard case .missing = calendars[position].absence else { continue }
      let id = calendars[position].id
      guard calendars[position].isOfFiles else {
        load(id, opening: opening)
        continue
      }
      guard retried.insert(id).inserted else { continue }
      let reading = CalendarReading.begin(
        id.path, isKnown: true, loader: loader, watcher: watcher, clock: clock)
      // No caller waits for the result.
      let answer = reading.answer(patience: 0) { [weak self] answer in
        Task { await self?.arrived(answer, for: id, of: opening) }
      }
      if let answer { arrived(answer, for: id, of: opening) }
    }
  }

  /// Stores the mount point of a calendar, for the next start. Commands store nothing.
  func remember(_ calendar: OpenCalendar) {
    if isWatching { loader.remember(calendar) }
  }

  /// Handles the result of reading a calendar that was listed as not available.
  ///
  /// - Parameter opening: the number of the `open` call that requested it. The result is ignored if another
  ///   call has followed.
  private func arrived(_ answer: CalendarReading, for id: CalendarID, of opening: Int) {
    retried.remove(id)
    guard opening == self.opening, let position = calendars.firstIndex(where: { $0.id == id }),
      let absence = calendars[position].absence
    else { return }
    calendars[position].watched = answer.watched
    switch answer.calendar {
    case .success(var calendar):
      calendar.watched = answer.watched
      calendars[position] = calendar
      remember(calendar)
    case .failure(let error):
      guard absence != .missing(error) else { return watchAll() }
      calendars[position].absence = .missing(error)
    }
    watchAll()
    if !calendars[position].settling.isEmpty { lookLater(clock() + WriteSettling.interval) }
    keepLeftovers()
    process()
    tell(.changedOutside(present()))
  }
}

extension StoreError {
  /// Whether the error may be temporary: a volume is not mounted, or a server cannot be reached.
  var mayComeBack: Bool {
    switch self {
    case .notFound, .vanished, .unreadable, .notMounted, .emptied: true
    case .offline, .signInNeeded, .noAnswer: true
    default: false
    }
  }
}

extension CalendarFiles {
  /// The folder to watch for changes of a path; if the path is missing, its nearest existing ancestor.
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
