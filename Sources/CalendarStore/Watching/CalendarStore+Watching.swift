import CalendarDocument
import CalendarModel

extension CalendarStore {
  /// Checks the files that may have changed, and adopts their changes. The store's own writes are recognized
  /// by their stamps and ignored.
  func handle(_ report: WatchReport) {
    processMailbox()
    // The folders are watched again first, so that changes during the check are reported.
    if case .checkEverything = report { watchAll() }
    var hasChanged = false
    for calendarIndex in calendars.indices where calendars[calendarIndex].canBeChecked {
      switch (report, calendars[calendarIndex].hasSeparateObjects) {
      case (.changed(let folder, let names), true):
        if ByteString(calendars[calendarIndex].id.path.withoutTrailingSlashes) == folder {
          hasChanged = checkFolder(calendarIndex, names: names) || hasChanged
        }
      case (.changed(let folder, let names), false):
        guard let filePath = calendars[calendarIndex].files.values.first?.filePath else { continue }
        if filePath.folder == folder, names.contains(filePath.name) {
          hasChanged = checkFile("", in: calendarIndex, filePath: filePath) || hasChanged
        }
      case (.checkEverything, true):
        hasChanged = checkFolder(calendarIndex, names: nil) || hasChanged
      case (.checkEverything, false):
        guard let filePath = calendars[calendarIndex].files.values.first?.filePath else { continue }
        hasChanged = checkFile("", in: calendarIndex, filePath: filePath) || hasChanged
      }
    }
    if calendars.contains(where: {
      $0.isFileBased && $0.unavailableReason != nil && report.mayMakeAvailable($0)
    }) {
      openMissing()
    }
    if hasChanged { emit(.changedExternally(snapshot())) }
  }

  /// Checks the files of a folder, and the folder's name and color, and adopts their changes.
  ///
  /// - Parameter names: the files to check; nil for all.
  /// - Returns: whether anything has changed and the caller must report this.
  func checkFolder(_ calendarIndex: Int, names: Set<ByteString>?) -> Bool {
    var hasChanged = false
    let calendar = calendars[calendarIndex]
    if names?.isDisjoint(with: ["displayname", "color"]) != true {
      var refreshedCalendar = calendar
      loader.refreshMetadata(of: &refreshedCalendar)
      calendars[calendarIndex].name = refreshedCalendar.name
      calendars[calendarIndex].color = refreshedCalendar.color
      hasChanged =
        calendars[calendarIndex].name != calendar.name || calendars[calendarIndex].color != calendar.color
    }
    for name in names ?? allNames(in: calendarIndex) where name.isCalendarFile {
      let filePath = loader.filePath(of: name, in: calendar.id.path)
      hasChanged = checkFile(name, in: calendarIndex, filePath: filePath) || hasChanged
    }
    return hasChanged
  }

  /// Returns the names of the files in a folder, and of the files that were in it before, which may no longer
  /// exist.
  private func allNames(in calendarIndex: Int) -> Set<ByteString> {
    let calendar = calendars[calendarIndex]
    let namesOnDisk = (try? loader.names(in: calendar.id.path)) ?? []
    if !namesOnDisk.isEmpty || calendar.files.isEmpty { recordMountPoint(in: calendarIndex) }
    return Set(namesOnDisk).union(calendar.files.keys).union(calendar.failures.keys)
  }

  /// Determines a folder's mount point again, because a volume may have been mounted in the meantime. If nothing
  /// is mounted on the recorded mount point, the record is kept, because the folder may be the empty mount point.
  private func recordMountPoint(in calendarIndex: Int) {
    let previousMountPoint = calendars[calendarIndex].mountPoint
    if let previousMountPoint, !loader.files.isMountPoint(previousMountPoint) { return }
    loader.recordMountPoint(of: &calendars[calendarIndex])
    if calendars[calendarIndex].mountPoint != previousMountPoint {
      storeMountRecord(of: calendars[calendarIndex])
    }
  }

  /// Checks a file, and adopts its changes.
  ///
  /// - Returns: whether the events have changed and the caller must report this.
  func checkFile(_ name: ByteString, in calendarIndex: Int, filePath: FilePath) -> Bool {
    let calendar = calendars[calendarIndex]
    if writeLocks.recordMissedChange(calendar.id) { return false }
    let key = ObjectKey(calendar: calendar.id, file: calendar.objectName(of: name))
    let previousFile = calendar.files[name]
    if let previousFile, previousFile.readError == nil, calendar.settlingFiles[name] == nil,
      loader.files.isUnchanged(filePath, since: previousFile.stamp)
    {
      // The program that had the file open for writing may have closed it without changing it.
      if previousFile.isSavePostponed, loader.files.writer(at: filePath) != .present { startSaving(key) }
      return false
    }
    switch examine(filePath, name, in: calendarIndex) {
    case .unreadable(let error), .broken(let error):
      return recordReadFailure(error, of: name, in: calendarIndex)
    case .incomplete: return recordIncomplete(name, in: calendarIndex)
    case .damaged: return true
    case .same(let contents):
      let isChanged = recordUnchangedContents(contents, of: key)
      if previousFile?.unsavedSteps.isEmpty == false, contents.writer != .present { startSaving(key) }
      return isChanged
    case .new(let newerFile):
      calendars[calendarIndex].failures[name] = nil
      if let previousFile,
        !previousFile.unsavedSteps.isEmpty || previousFile.damage?.unsavedSteps.isEmpty == false
      {
        merge(newerFile, into: key)
        startSaving(key)
        return false
      }
      preventMergingLateWrites(to: key)
      calendars[calendarIndex].files[name] = newerFile
      return true
    }
  }

  /// Records that a file was read again with the same contents.
  ///
  /// - Returns: whether the state that is shown for the file has changed.
  @discardableResult
  func recordUnchangedContents(_ contents: FileContents, of key: ObjectKey) -> Bool {
    guard var file = self.file(key) else { return false }
    let isChanged = contents.isReadOnly != file.isReadOnly || (file.readError != nil && file.damage == nil)
    file.stamp = contents.stamp
    file.isReadOnly = contents.isReadOnly
    if file.damage == nil { file.readError = nil }
    setFile(file, as: key)
    return isChanged
  }

  /// Records that a file is being written. The user is informed only if writing takes an unusually long time.
  private func recordIncomplete(_ name: ByteString, in calendarIndex: Int) -> Bool {
    guard let file = calendars[calendarIndex].files[name], !file.isProvisional,
      let settling = calendars[calendarIndex].settlingFiles[name],
      settling.elapsed(until: clock()) >= WriteSettling.quietPeriod
    else { return false }
    return recordReadFailure(.beingWritten(file.location), of: name, in: calendarIndex)
  }

  /// Records that a file can no longer be read. A file without unsaved changes that is missing from a folder
  /// counts as deleted, for example by a synchronization tool. In any other case, the file's last known contents
  /// are kept and marked as stale.
  private func recordReadFailure(_ error: StoreError, of name: ByteString, in calendarIndex: Int) -> Bool {
    var isGone = false
    if case .notFound = error { isGone = true }
    // The absence of a new file, or of one whose last event was deleted, is expected.
    if isGone, let previousFile = calendars[calendarIndex].files[name], previousFile.version == nil {
      return false
    }
    guard let previousFile = calendars[calendarIndex].files[name] else {
      let previousFailure = calendars[calendarIndex].failures[name]
      calendars[calendarIndex].failures[name] = isGone ? nil : error
      return previousFailure != calendars[calendarIndex].failures[name]
    }
    // If the folder itself is missing (an unplugged disk, a locked encrypted folder), its files were not deleted.
    if isGone, calendars[calendarIndex].hasSeparateObjects, previousFile.unsavedSteps.isEmpty,
      loader.isAvailable(calendars[calendarIndex])
    {
      calendars[calendarIndex].files[name] = nil
      return true
    }
    let readError = isGone ? StoreError.vanished(previousFile.location) : error
    calendars[calendarIndex].files[name]?.readError = readError
    return previousFile.readError != readError
  }
}

extension WatchReport {
  /// Whether an unavailable calendar may now be available, because part of its path appeared in the watched
  /// folder.
  fileprivate func mayMakeAvailable(_ calendar: OpenCalendar) -> Bool {
    guard case .changed(let folder, let names) = self else { return true }
    guard let watchedFolder = calendar.watchedFolder, folder == ByteString(watchedFolder) else {
      return false
    }
    let remainingPath = calendar.id.path.dropFirst(watchedFolder.count).drop { $0 == "/" }
    return names.contains(ByteString(String(remainingPath.prefix { $0 != "/" })))
  }
}
