import CalendarModel

extension CalendarStore {
  /// The most files of a folder whose contents are compared without a sign that they changed. Beyond that what the
  /// file system says of them has to do, which is right again a minute later at most.
  private static let maximumCompared = 500
  /// How long it is left alone after it was looked at, as a multiple of what that took.
  private static let rest = 10

  /// For how many milliseconds a file system that may be dead is waited for: nobody waits for the look.
  private static let patience = 50

  /// Looks at what may have changed without anybody's telling: what is on a network or a FUSE file system, where other
  /// machines' changes are not reported, and what waits for another program. For when the window becomes active and
  /// when the computer wakes up.
  package func lookAgain() async {
    await lookAtWaiting()
    let start = clock()
    if let nextLookAgain, start < nextLookAgain { return }
    lookAtThoseThatAnswer { _, system in system == .remote }
    let end = clock()
    nextLookAgain = end + max(.seconds(1), (end - start) * Self.rest)
  }

  /// Looks at all that is open, and was mounted or unmounted perhaps.
  func lookAtMounts() {
    process()
    openMissing()
    let watcher = watcher
    lookAtThoseThatAnswer { folder, _ in
      // What came up in its place is another folder.
      watcher?.add(folder)
      return true
    }
  }

  /// Looks at those calendars whose file system answers; at the others as soon as it does. Each is asked by a thread of
  /// its own, for a dead server would hold up the store, with all that is to be saved.
  ///
  /// - Parameter isMeant: whether one in that folder, on that kind of file system, is looked at. May wait, too.
  private func lookAtThoseThatAnswer(isMeant: @escaping @Sendable (ByteString, FileSystem) -> Bool) {
    let (opening, files) = (opening, loader.files)
    var hasChanged = false
    for calendar in calendars where calendar.isLookedAt && !asked.contains(calendar.id) {
      let (id, folder, file) = (calendar.id, calendar.watchedFolder, calendar.files.first?.value.filePath)
      let call = GuardedCall(onOwnThread: patience != nil) { calls in
        calls.call { isMeant(folder, files.probe(folder, file: file)) }
      }
      asked.insert(id)
      let answer = call.answer(patience: patience.map { _ in Self.patience }) { [weak self] isMeant in
        Task { await self?.answered(id, isMeant: isMeant, of: opening) }
      }
      guard let answer else { continue }
      asked.remove(id)
      hasChanged = lookAgain(at: id, isMeant: answer) || hasChanged
    }
    if hasChanged { tell(.changedOutside(snapshot())) }
  }

  private func answered(_ id: CalendarID, isMeant: Bool, of opening: Int) {
    asked.remove(id)
    guard opening == self.opening else { return }
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
  /// Asks the file system of a folder for what a look at it will ask for, to see whether it answers.
  ///
  /// - Returns: what it is.
  func probe(_ folder: ByteString, file: FilePath?) -> FileSystem {
    let system = fileSystem(ofFolder: folder)
    // A network's attributes may be in memory still; a file that is opened is asked for.
    if let file { _ = writer(at: file) }
    return system
  }
}
