import CalendarDocument
import CalendarModel

extension CalendarStore {
  /// Checks the files that may have changed, and adopts their changes. The store's own writes are recognized
  /// by their stamps and ignored.
  func look(at report: WatchReport) {
    process()
    // The folders are watched again first, so that changes during the check are reported.
    if case .overflow = report { watchAll() }
    var hasChanged = false
    for position in calendars.indices where calendars[position].isLookedAt {
      switch (report, calendars[position].isFolder) {
      case (.changed(let folder, let names), true):
        if ByteString(calendars[position].id.path.withoutTrailingSlashes) == folder {
          hasChanged = lookAtFolder(position, names: names) || hasChanged
        }
      case (.changed(let folder, let names), false):
        guard let filePath = calendars[position].files.values.first?.filePath else { continue }
        if filePath.folder == folder, names.contains(filePath.name) {
          hasChanged = lookAtFile("", in: position, filePath: filePath) || hasChanged
        }
      case (.overflow, true):
        hasChanged = lookAtFolder(position, names: nil) || hasChanged
      case (.overflow, false):
        guard let filePath = calendars[position].files.values.first?.filePath else { continue }
        hasChanged = lookAtFile("", in: position, filePath: filePath) || hasChanged
      }
    }
    if calendars.contains(where: { $0.isOfFiles && $0.absence != nil && report.mayBring($0) }) {
      openMissing()
    }
    if hasChanged { tell(.changedOutside(snapshot())) }
  }

  /// - Parameter names: the files to check; nil for all.
  func lookAtFolder(_ position: Int, names: Set<ByteString>?) -> Bool {
    var hasChanged = false
    let calendar = calendars[position]
    if names?.isDisjoint(with: ["displayname", "color"]) != true {
      var newer = calendar
      loader.refreshMetadata(of: &newer)
      (calendars[position].name, calendars[position].color) = (newer.name, newer.color)
      hasChanged = calendars[position].name != calendar.name || calendars[position].color != calendar.color
    }
    for name in names ?? allNames(in: position) where name.isCalendarFile {
      let filePath = loader.filePath(of: name, in: calendar.id.path)
      hasChanged = lookAtFile(name, in: position, filePath: filePath) || hasChanged
    }
    return hasChanged
  }

  /// The names of the files in a folder, including those that were in it before.
  private func allNames(in position: Int) -> Set<ByteString> {
    let calendar = calendars[position]
    let found = (try? loader.names(in: calendar.id.path)) ?? []
    if !found.isEmpty || calendar.files.isEmpty { noteMount(in: position) }
    return Set(found).union(calendar.files.keys).union(calendar.failures.keys)
  }

  /// Updates the mount point of a folder, because a volume may have been mounted on it. While nothing is
  /// mounted on its known mount point, nothing is updated, because the folder may be the bare mount point.
  private func noteMount(in position: Int) {
    let known = calendars[position].mountPoint
    if let known, !loader.files.isMountPoint(known) { return }
    loader.noteMount(of: &calendars[position])
    if calendars[position].mountPoint != known { remember(calendars[position]) }
  }

  /// - Returns: whether the shown events changed and `merge` has not reported it.
  func lookAtFile(_ name: ByteString, in position: Int, filePath: FilePath) -> Bool {
    let calendar = calendars[position]
    if turns.miss(calendar.id) { return false }
    let key = FileKey(calendar: calendar.id, file: calendar.file(named: name))
    let known = calendar.files[name]
    if let known, known.trouble == nil, calendar.settling[name] == nil,
      loader.files.isUnchanged(filePath, since: known.stamp)
    {
      // The program that had the file open for writing may have closed it without changing it.
      if known.isPutOff, loader.files.writer(at: filePath) != .present { startSaving(key) }
      return false
    }
    switch look(at: filePath, name, in: position) {
    case .unreadable(let error), .broken(let error): return recordReadFailure(error, of: name, in: position)
    case .incomplete: return recordIncomplete(name, in: position)
    case .damaged: return true
    case .same(let contents):
      let isChanged = recordContents(contents, of: key)
      if known?.unsaved.isEmpty == false, contents.writer != .present { startSaving(key) }
      return isChanged
    case .new(let newer):
      calendars[position].failures[name] = nil
      if let known, !known.unsaved.isEmpty || known.damage?.unsaved.isEmpty == false {
        merge(newer, into: key)
        startSaving(key)
        return false
      }
      noteOvertaken(key)
      calendars[position].files[name] = newer
      return true
    }
  }

  /// Records that a file was read again with the same contents.
  ///
  /// - Returns: whether the shown state of the file changes.
  @discardableResult
  func recordContents(_ contents: FileContents, of key: FileKey) -> Bool {
    guard var file = takeOut(key) else { return false }
    let isChanged = contents.isReadOnly != file.isReadOnly || (file.trouble != nil && file.damage == nil)
    file.stamp = contents.stamp
    file.isReadOnly = contents.isReadOnly
    if file.damage == nil { file.trouble = nil }
    put(file, as: key)
    return isChanged
  }

  /// Records that a file is being written. This is reported only if it takes unusually long.
  private func recordIncomplete(_ name: ByteString, in position: Int) -> Bool {
    guard let file = calendars[position].files[name], !file.isProvisional,
      let settling = calendars[position].settling[name],
      settling.waited(until: clock()) >= WriteSettling.quiet
    else { return false }
    return recordReadFailure(.beingWritten(file.location), of: name, in: position)
  }

  /// Records that a file can no longer be read. A file that is missing from a folder was deleted, for example
  /// by a synchronization. In any other case its last known contents stay and are marked as stale.
  private func recordReadFailure(_ error: StoreError, of name: ByteString, in position: Int) -> Bool {
    var isGone = false
    if case .notFound = error { isGone = true }
    // The absence of a new file, or of one whose last event was deleted, is expected.
    if isGone, let known = calendars[position].files[name], known.version == nil { return false }
    guard let known = calendars[position].files[name] else {
      let before = calendars[position].failures[name]
      calendars[position].failures[name] = isGone ? nil : error
      return before != calendars[position].failures[name]
    }
    // If the folder itself is missing (an unplugged disk, a locked vault), its files were not deleted.
    if isGone, calendars[position].isFolder, known.unsaved.isEmpty, loader.isThere(calendars[position]) {
      calendars[position].files[name] = nil
      return true
    }
    let trouble = isGone ? StoreError.vanished(known.location) : error
    calendars[position].files[name]?.trouble = trouble
    return known.trouble != trouble
  }
}

extension WatchReport {
  /// Whether an unavailable calendar may now be available, because part of its path appeared in the watched
  /// folder.
  fileprivate func mayBring(_ calendar: OpenCalendar) -> Bool {
    guard case .changed(let folder, let names) = self else { return true }
    guard let watched = calendar.watched, folder == ByteString(watched) else { return false }
    let rest = calendar.id.path.dropFirst(watched.count).drop { $0 == "/" }
    return names.contains(ByteString(String(rest.prefix { $0 != "/" })))
  }
}
