import CalendarDocument
import CalendarModel

extension CalendarStore {
  /// Looks at what may have changed, and takes in what did. What the store wrote itself is known by its stamp
  /// and changes nothing.
  func look(at report: WatchReport) {
    process()
    // What changes while it is looked at is told once more.
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

  /// - Parameter names: what to look at; nil for everything.
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

  /// The files that are in a folder, and those that were.
  private func allNames(in position: Int) -> Set<ByteString> {
    let calendar = calendars[position]
    let found = (try? loader.names(in: calendar.id.path)) ?? []
    if !found.isEmpty || calendar.files.isEmpty { noteMount(in: position) }
    return Set(found).union(calendar.files.keys).union(calendar.failures.keys)
  }

  /// A folder with files, or one that had none before, may be on another file system than it was: a volume may have been
  /// mounted on it. What lies below the mount point of the one that it is on is not meant.
  private func noteMount(in position: Int) {
    let known = calendars[position].mountPoint
    if let known, !loader.files.isMountPoint(known) { return }
    loader.noteMount(of: &calendars[position])
    if calendars[position].mountPoint != known { remember(calendars[position]) }
  }

  /// - Returns: whether what is shown has to change; what `merge` does of it is told already.
  func lookAtFile(_ name: ByteString, in position: Int, filePath: FilePath) -> Bool {
    let calendar = calendars[position]
    if turns.miss(calendar.id) { return false }
    let key = FileKey(calendar: calendar.id, file: calendar.file(named: name))
    let known = calendar.files[name]
    if let known, known.trouble == nil, calendar.settling[name] == nil,
      loader.files.isUnchanged(filePath, since: known.stamp)
    {
      // Whoever had it open for writing may have left without a change.
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

  /// A file says what is known of it already.
  ///
  /// - Returns: whether what is shown has to change.
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

  /// A file is being written: said only if that takes longer than anybody would wait for.
  private func recordIncomplete(_ name: ByteString, in position: Int) -> Bool {
    guard let file = calendars[position].files[name], !file.isProvisional,
      let settling = calendars[position].settling[name],
      settling.waited(until: clock()) >= WriteSettling.quiet
    else { return false }
    return recordReadFailure(.beingWritten(file.location), of: name, in: position)
  }

  /// A file cannot be read any more. Removed from a folder it is gone, as a synchronisation has it; anything
  /// else may be half written, so what is known of it stays and says so.
  private func recordReadFailure(_ error: StoreError, of name: ByteString, in position: Int) -> Bool {
    var isGone = false
    if case .notFound = error { isGone = true }
    // A new file, or one whose last event was deleted, is known not to be there.
    if isGone, let known = calendars[position].files[name], known.version == nil { return false }
    guard let known = calendars[position].files[name] else {
      let before = calendars[position].failures[name]
      calendars[position].failures[name] = isGone ? nil : error
      return before != calendars[position].failures[name]
    }
    // A folder that is gone itself (a stick pulled out, a vault closed) is no deletion of what was in it.
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
  /// Whether a calendar that was not there may be there now: what leads to it came up in the folder that is watched.
  fileprivate func mayBring(_ calendar: OpenCalendar) -> Bool {
    guard case .changed(let folder, let names) = self else { return true }
    guard let watched = calendar.watched, folder == ByteString(watched) else { return false }
    let rest = calendar.id.path.dropFirst(watched.count).drop { $0 == "/" }
    return names.contains(ByteString(String(rest.prefix { $0 != "/" })))
  }
}
