import CalendarModel

extension CalendarStore {
  /// In a network folder with at most this many files, the contents of every file are compared with the last
  /// known ones, even if the file's attributes are unchanged. In larger folders, only the attributes are
  /// compared; the file system may cache them for up to a minute.
  private static let maximumComparedFiles = 500
  /// The delay before the next check, as a multiple of the duration of the last one.
  private static let delayFactor = 10

  /// The maximum time to wait for a file system that may not respond, in milliseconds. It is short, because
  /// no caller waits for the result of the check.
  static let probeTimeout = 50

  /// Checks for changes that `FolderWatcher` cannot detect: those made by other machines on network and FUSE
  /// file systems. Also checks the files that other programs may be writing.
  ///
  /// Call this method when the window becomes active and when the computer wakes up.
  package func rescan() async {
    await checkSettlingFiles()
    let start = clock()
    if let nextRescan, start < nextRescan { return }
    rescanRespondingCalendars { _, system in system == .remote }
    let end = clock()
    nextRescan = end + max(.seconds(1), (end - start) * Self.delayFactor)
  }

  /// Checks all open calendars, and tries again to open those that are missing. Call this when the user requests
  /// a check; the store itself calls it after a file system has been mounted or unmounted.
  package func rescanAll() {
    processMailbox()
    openMissing()
    let watcher = watcher
    rescanRespondingCalendars { folder, _ in
      // The path may now refer to a different folder.
      watcher?.add(folder)
      return true
    }
  }

  /// Checks each calendar as soon as its file system responds. File systems are probed on separate threads,
  /// because an unresponsive server would otherwise block the store, and no unsaved changes could be saved.
  ///
  /// - Parameter shouldRescan: returns whether to check a calendar, given its folder and the kind of file
  ///   system. This function may block.
  private func rescanRespondingCalendars(shouldRescan: @escaping @Sendable (ByteString, FileSystem) -> Bool) {
    let (openGeneration, files) = (openGeneration, loader.files)
    var hasChanged = false
    for calendar in calendars where calendar.canBeChecked && !probedCalendars.contains(calendar.id) {
      let (id, folder, file) = (calendar.id, calendar.filesFolder, calendar.files.first?.value.filePath)
      let call = GuardedCall(onOwnThread: timeout != nil) { callWatch in
        callWatch.measure { shouldRescan(folder, files.probe(folder, file: file)) }
      }
      probedCalendars.insert(id)
      let answer = call.answer(timeout: timeout.map { _ in Self.probeTimeout }) {
        [weak self] shouldRescan in
        Task { await self?.handleProbe(id, shouldRescan: shouldRescan, openGeneration: openGeneration) }
      }
      guard let answer else { continue }
      probedCalendars.remove(id)
      hasChanged = rescan(calendar: id, shouldRescan: answer) || hasChanged
    }
    if hasChanged { emit(.changedExternally(snapshot())) }
  }

  /// Whether a calendar's file system currently responds. If not, the files that other programs may be
  /// writing are checked as soon as it does.
  func responds(_ calendar: OpenCalendar) -> Bool {
    guard !probedCalendars.contains(calendar.id) else { return false }
    let (id, openGeneration, files) = (calendar.id, openGeneration, loader.files)
    let (folder, file) = (calendar.filesFolder, calendar.files.first?.value.filePath)
    let call = GuardedCall(onOwnThread: timeout != nil) { callWatch in
      callWatch.measure { _ = files.probe(folder, file: file) }
    }
    probedCalendars.insert(id)
    let answer: Void? = call.answer(timeout: timeout.map { _ in Self.probeTimeout }) { [weak self] in
      Task { await self?.handleProbe(id, shouldRescan: false, openGeneration: openGeneration) }
    }
    guard answer != nil else { return false }
    probedCalendars.remove(id)
    return true
  }

  private func handleProbe(_ id: CalendarID, shouldRescan: Bool, openGeneration: Int) {
    probedCalendars.remove(id)
    guard openGeneration == self.openGeneration else { return }
    scheduleCheck(clock())
    processMailbox()
    if rescan(calendar: id, shouldRescan: shouldRescan) { emit(.changedExternally(snapshot())) }
  }

  private func rescan(calendar id: CalendarID, shouldRescan: Bool) -> Bool {
    guard shouldRescan,
      let calendarIndex = calendars.firstIndex(where: { $0.id == id && $0.unavailableReason == nil })
    else {
      return false
    }
    return rescan(calendarIndex)
  }

  /// Reads a folder again if another program has added files since it was last read.
  ///
  /// - Returns: the names of these files.
  func adoptNewFiles(in id: CalendarID) -> [ByteString] {
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == id && $0.unavailableReason == nil }),
      let names = try? loader.names(in: id.path)
    else { return [] }
    let known = calendars[calendarIndex].files
    let newNames = names.filter { known[$0] == nil }
    guard !newNames.isEmpty, checkFolder(calendarIndex, names: nil) else { return [] }
    emit(.changedExternally(snapshot()))
    return newNames
  }

  private func rescan(_ calendarIndex: Int) -> Bool {
    let calendar = calendars[calendarIndex]
    guard calendar.hasSeparateObjects else {
      guard let filePath = calendar.files.values.first?.filePath else { return false }
      return checkFile("", in: calendarIndex, filePath: filePath)
    }
    guard calendar.files.count > Self.maximumComparedFiles else {
      return checkFolder(calendarIndex, names: nil)
    }
    let listedNames = (try? loader.names(in: calendar.id.path)) ?? []
    let names = Set(listedNames).union(calendar.files.keys).filter { name in
      guard let file = calendar.files[name], file.readError == nil else { return true }
      return !(file.filePath.map { loader.files.looksUnchanged($0, since: file.stamp) } ?? true)
    }
    return checkFolder(calendarIndex, names: names.union(["displayname", "color"]))
  }
}

extension CalendarFiles {
  /// Makes the same calls as a check of a folder, to find out whether its file system responds.
  ///
  /// - Returns: the kind of file system.
  func probe(_ folder: ByteString, file: FilePath?) -> FileSystem {
    let system = fileSystem(ofFolder: folder)
    // On a network file system, attributes may be cached, but opening a file contacts the server.
    if let file { _ = writer(at: file) }
    return system
  }
}
