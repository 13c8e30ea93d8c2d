import CalendarModel

extension CalendarStore {
  /// Reads calendars side by side, each on a thread of its own, and lists what does not answer in time as not available.
  ///
  /// - Parameter areKnown: whether they were open before: then one that is not there stays listed, too, for it may be on
  ///   a server or a stick that comes back.
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

  /// Tries once more to open what is listed and was not there. What is there by now is told by `changedOutside`.
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
      // Nothing waits for it.
      let answer = reading.answer(patience: 0) { [weak self] answer in
        Task { await self?.arrived(answer, for: id, of: opening) }
      }
      if let answer { arrived(answer, for: id, of: opening) }
    }
  }

  /// Remembers what a calendar is on, for the next start; a command remembers nothing.
  func remember(_ calendar: OpenCalendar) {
    if isWatching { loader.remember(calendar) }
  }

  /// A calendar that was listed as not available was read, or could not be.
  ///
  /// - Parameter opening: the number of the opening that asked for it; another one may have followed.
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
  /// Whether what cannot be opened may be there again later without anybody mending it: it is on something that is not
  /// mounted, or not reached.
  var mayComeBack: Bool {
    switch self {
    case .notFound, .vanished, .unreadable, .notMounted, .emptied: true
    case .offline, .signInNeeded, .noAnswer: true
    default: false
    }
  }
}

extension CalendarFiles {
  /// The folder in which changes of what a path leads to are seen; of what is not there, the nearest that is.
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
