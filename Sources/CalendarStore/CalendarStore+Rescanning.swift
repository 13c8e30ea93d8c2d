import CalendarModel

extension CalendarStore {
  /// The maximum number of files in a folder for comparing their contents even if their attributes have not
  /// changed. In larger folders only attributes are compared, which may be cached for up to a minute.
  private static let maximumCompared = 500
  /// The delay before the next check, as a multiple of the duration of the last one.
  private static let delayFactor = 10

  /// How many milliseconds to wait for a file system that may be dead: no caller waits for the result of the
  /// check.
  static let answerPatience = 50

  /// Checks for changes without a notification: on network and FUSE file systems, where changes by other
  /// machines are not reported, and in files that wait for another program. Called when the window becomes
  /// active and when the computer wakes up.
  package func rescan() async {
    await checkWaitingFiles()
    let start = clock()
    if let nextRescan, start < nextRescan { return }
    rescanResponding { _, system in system == .remote }
    let end = clock()
    nextRescan = end + max(.seconds(1), (end - start) * Self.delayFactor)
  }

  /// Checks all open calendars after something was mounted or unmounted.
  func rescanAfterMountChange() {
    process()
    openMissing()
    let watcher = watcher
    rescanResponding { folder, _ in
      // The path may refer to another folder now.
      watcher?.add(folder)
      return true
    }
  }

  /// Checks the calendars whose file systems respond now, and the others when theirs respond. Each is probed
  /// on its own thread, because an unresponsive server would block the store with all its unsaved changes.
  ///
  /// - Parameter shouldRescan: decides whether to check a calendar, given its folder and the kind of
  ///   file system. It may block.
  private func rescanResponding(shouldRescan: @escaping @Sendable (ByteString, FileSystem) -> Bool) {
    let (openCount, files) = (openCount, loader.files)
    var hasChanged = false
    for calendar in calendars where calendar.canBeChecked && !probedCalendars.contains(calendar.id) {
      let (id, folder, file) = (calendar.id, calendar.watchedFolder, calendar.files.first?.value.filePath)
      let call = GuardedCall(onOwnThread: timeout != nil) { calls in
        calls.call { shouldRescan(folder, files.probe(folder, file: file)) }
      }
      probedCalendars.insert(id)
      let answer = call.answer(timeout: timeout.map { _ in Self.answerPatience }) {
        [weak self] shouldRescan in
        Task { await self?.handleProbe(id, shouldRescan: shouldRescan, of: openCount) }
      }
      guard let answer else { continue }
      probedCalendars.remove(id)
      hasChanged = rescan(at: id, shouldRescan: answer) || hasChanged
    }
    if hasChanged { emit(.changedExternally(snapshot())) }
  }

  /// Whether a calendar's file system responds now. If not, the files that wait are checked as soon as it does.
  func responds(_ calendar: OpenCalendar) -> Bool {
    guard !probedCalendars.contains(calendar.id) else { return false }
    let (id, openCount, files) = (calendar.id, openCount, loader.files)
    let (folder, file) = (calendar.watchedFolder, calendar.files.first?.value.filePath)
    let call = GuardedCall(onOwnThread: timeout != nil) { calls in
      calls.call { _ = files.probe(folder, file: file) }
    }
    probedCalendars.insert(id)
    let answer: Void? = call.answer(timeout: timeout.map { _ in Self.answerPatience }) { [weak self] in
      Task { await self?.handleProbe(id, shouldRescan: false, of: openCount) }
    }
    guard answer != nil else { return false }
    probedCalendars.remove(id)
    return true
  }

  private func handleProbe(_ id: CalendarID, shouldRescan: Bool, of openCount: Int) {
    probedCalendars.remove(id)
    guard openCount == self.openCount else { return }
    scheduleCheck(clock())
    process()
    if rescan(at: id, shouldRescan: shouldRescan) { emit(.changedExternally(snapshot())) }
  }

  private func rescan(at id: CalendarID, shouldRescan: Bool) -> Bool {
    guard shouldRescan, let position = calendars.firstIndex(where: { $0.id == id && $0.absence == nil })
    else {
      return false
    }
    return rescan(position)
  }

  private func rescan(_ position: Int) -> Bool {
    let calendar = calendars[position]
    guard calendar.isFolder else {
      guard let filePath = calendar.files.values.first?.filePath else { return false }
      return checkFile("", in: position, filePath: filePath)
    }
    guard calendar.files.count > Self.maximumCompared else { return checkFolder(position, names: nil) }
    let listed = (try? loader.names(in: calendar.id.path)) ?? []
    let names = Set(listed).union(calendar.files.keys).filter { name in
      guard let file = calendar.files[name], file.readError == nil else { return true }
      return !(file.filePath.map { loader.files.looksUnchanged($0, since: file.stamp) } ?? true)
    }
    return checkFolder(position, names: names.union(["displayname", "color"]))
  }
}

extension CalendarFiles {
  /// Makes the same calls as a check of a folder, to find out whether its file system responds.
  ///
  /// - Returns: the kind of file system.
  func probe(_ folder: ByteString, file: FilePath?) -> FileSystem {
    let system = fileSystem(ofFolder: folder)
    // On a network the attributes may be cached, but opening a file asks the server.
    if let file { _ = writer(at: file) }
    return system
  }
}
