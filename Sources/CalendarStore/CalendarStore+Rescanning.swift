import CalendarModel

extension CalendarStore {
  /// The maximum number of files in a folder for comparing their contents even if their attributes have not
  /// changed. In larger folders only attributes are compared, which may be cached for up to a minute.
  private static let maximumCompared = 500
  /// The delay before the next check, as a multiple of the duration of the last one.
  private static let rest = 10

  /// How many milliseconds to wait for a file system that may be dead: no caller waits for the result of the
  /// check.
  static let answerPatience = 50

  /// Checks for changes without a notification: on network and FUSE file systems, where changes by other
  /// machines are not reported, and in files that wait for another program. Called when the window becomes
  /// active and when the computer wakes up.
  package func lookAgain() async {
    await lookAtWaiting()
    let start = clock()
    if let nextLookAgain, start < nextLookAgain { return }
    lookAtThoseThatAnswer { _, system in system == .remote }
    let end = clock()
    nextLookAgain = end + max(.seconds(1), (end - start) * Self.rest)
  }

  /// Checks all open calendars after something was mounted or unmounted.
  func lookAtMounts() {
    process()
    openMissing()
    let watcher = watcher
    lookAtThoseThatAnswer { folder, _ in
      // The path may refer to another folder now.
      watcher?.add(folder)
      return true
    }
  }

  /// Checks the calendars whose file systems respond now, and the others when theirs respond. Each is probed
  /// on its own thread, because an unresponsive server would block the store with all its unsaved changes.
  ///
  /// - Parameter isMeant: decides whether to check a calendar, given its folder and the kind of
  ///   file system. It may block.
  private func lookAtThoseThatAnswer(isMeant: @escaping @Sendable (ByteString, FileSystem) -> Bool) {
    let (opening, files) = (opening, loader.files)
    var hasChanged = false
    for calendar in calendars where calendar.isLookedAt && !asked.contains(calendar.id) {
      let (id, folder, file) = (calendar.id, calendar.watchedFolder, calendar.files.first?.value.filePath)
      let call = GuardedCall(onOwnThread: patience != nil) { calls in
        calls.call { isMeant(folder, files.probe(folder, file: file)) }
      }
      asked.insert(id)
      let answer = call.answer(patience: patience.map { _ in Self.answerPatience }) { [weak self] isMeant in
        Task { await self?.answered(id, isMeant: isMeant, of: opening) }
      }
      guard let answer else { continue }
      asked.remove(id)
      hasChanged = lookAgain(at: id, isMeant: answer) || hasChanged
    }
    if hasChanged { tell(.changedOutside(snapshot())) }
  }

  /// Whether a calendar's file system responds now. If not, the files that wait are checked as soon as it does.
  func responds(_ calendar: OpenCalendar) -> Bool {
    guard !asked.contains(calendar.id) else { return false }
    let (id, opening, files) = (calendar.id, opening, loader.files)
    let (folder, file) = (calendar.watchedFolder, calendar.files.first?.value.filePath)
    let call = GuardedCall(onOwnThread: patience != nil) { calls in
      calls.call { _ = files.probe(folder, file: file) }
    }
    asked.insert(id)
    let answer: Void? = call.answer(patience: patience.map { _ in Self.answerPatience }) { [weak self] in
      Task { await self?.answered(id, isMeant: false, of: opening) }
    }
    guard answer != nil else { return false }
    asked.remove(id)
    return true
  }

  private func answered(_ id: CalendarID, isMeant: Bool, of opening: Int) {
    asked.remove(id)
    guard opening == self.opening else { return }
    lookLater(clock())
    process()
    if lookAgain(at: id, isMeant: isMeant) { tell(.changedOutside(snapshot())) }
  }

  private func lookAgain(at id: CalendarID, isMeant: Bool) -> Bool {
    guard isMeant, let position = calendars.firstIndex(where: { $0.id == id && $0.absence == nil }) else {
      return false
    }
    return lookAgain(position)
  }

  private func lookAgain(_ position: Int) -> Bool {
    let calendar = calendars[position]
    guard calendar.isFolder else {
      guard let filePath = calendar.files.values.first?.filePath else { return false }
      return lookAtFile("", in: position, filePath: filePath)
    }
    guard calendar.files.count > Self.maximumCompared else { return lookAtFolder(position, names: nil) }
    let listed = (try? loader.names(in: calendar.id.path)) ?? []
    let names = Set(listed).union(calendar.files.keys).filter { name in
      guard let file = calendar.files[name], file.trouble == nil else { return true }
      return !(file.filePath.map { loader.files.looksUnchanged($0, since: file.stamp) } ?? true)
    }
    return lookAtFolder(position, names: names.union(["displayname", "color"]))
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
