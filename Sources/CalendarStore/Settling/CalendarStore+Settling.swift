import CalendarDocument
import CalendarModel
import Glibc

// A file that another program writes in place is incomplete for a while. Until it is complete, it is neither
// adopted as a new version nor overwritten. See docs/decisions/conflicts.md.
extension CalendarStore {
  /// The result of checking a file.
  enum FileExamination {
    /// It cannot be read; it may have been removed.
    case unreadable(StoreError)
    /// Its contents are the ones that were adopted last.
    case same(FileContents)
    /// Its contents are a complete new version.
    case new(LoadedFile)
    /// It may be incomplete.
    case incomplete
    /// It is not a calendar.
    case broken(StoreError)
    /// It was truncated. `LoadedFile.damage` has been set.
    case damaged
  }

  /// Reads a file from disk and determines the state of its contents.
  func examine(_ filePath: FilePath, _ name: ByteString, in calendarIndex: Int) -> FileExamination {
    let calendar = calendars[calendarIndex]
    let previousFile = calendar.files[name]
    let contents: FileContents
    do { contents = try loader.contents(of: filePath) } catch {
      calendars[calendarIndex].settlingFiles[name] = nil
      return .unreadable(error)
    }
    // A file is not parsed again if the store itself wrote it or if only its modification time has changed.
    if let previousFile, !previousFile.isProvisional, contents.stamp.hash == previousFile.stamp?.hash {
      calendars[calendarIndex].settlingFiles[name] = nil
      return .same(contents)
    }
    if let previousFile, !previousFile.unsavedSteps.isEmpty, contents.bytes == previousFile.document.bytes {
      // A save failed in its last step, after the contents were written.
      calendars[calendarIndex].settlingFiles[name] = nil
      return .new(LoadedFile(filePath: filePath, previousFile.document, contents))
    }
    let version = loader.parse(
      contents, at: filePath, calendar: calendar.id, file: calendar.objectName(of: name),
      reusing: previousFile?.document)
    return evaluate(version, of: previousFile, name, in: calendarIndex)
  }

  private func evaluate(
    _ version: FileVersion, of previousFile: LoadedFile?, _ name: ByteString, in calendarIndex: Int
  ) -> FileExamination {
    var settling = calendars[calendarIndex].settlingFiles[name] ?? WriteSettling()
    let verdict = version.verdict(of: &settling, adopted: previousFile?.lastAdopted, now: clock())
    calendars[calendarIndex].settlingFiles[name] = settling
    switch (verdict, version.file) {
    case (.adopt, .success(let newerFile)):
      calendars[calendarIndex].settlingFiles[name] = nil
      return .new(newerFile)
    case (.wait(let time), let file):
      scheduleCheck(time)
      if case .failure(let error) = file, version.contents.writer != .present { return .broken(error) }
      return .incomplete
    case (_, .failure(let error)) where previousFile == nil:
      calendars[calendarIndex].settlingFiles[name] = nil
      return .broken(error)
    case (_, let file):
      calendars[calendarIndex].settlingFiles[name] = nil
      let key = ObjectKey(
        calendar: calendars[calendarIndex].id, file: calendars[calendarIndex].objectName(of: name))
      recordDamage(file, version.contents, of: key, previous: previousFile)
      return .damaged
    }
  }

  /// Records that a file is truncated. The readable part of it is shown, and the last complete version is
  /// kept.
  private func recordDamage(
    _ result: Result<LoadedFile, StoreError>, _ contents: FileContents, of key: ObjectKey,
    previous previousFile: LoadedFile?
  ) {
    let damage = previousFile?.damage ?? makeDamage(savingCopyOf: previousFile)
    switch result {
    case .success(var newerFile):
      for step in damage.unsavedSteps { reapply(step, to: &newerFile, of: key) }
      newerFile.damage = damage
      setFile(newerFile, as: key)
    case .failure(let error):
      guard var oldFile = previousFile else { return }
      if let lastComplete = damage.lastComplete {
        (oldFile.document, oldFile.unsavedSteps) = (lastComplete, damage.unsavedSteps)
      }
      (oldFile.damage, oldFile.stamp, oldFile.readError) = (damage, contents.stamp, error)
      setFile(oldFile, as: key)
    }
  }

  private func makeDamage(savingCopyOf previousFile: LoadedFile?) -> Damage {
    guard let previousFile else { return Damage(lastComplete: nil, unsavedSteps: [], copyPath: nil) }
    guard !previousFile.isProvisional else {
      return Damage(lastComplete: nil, unsavedSteps: previousFile.unsavedSteps, copyPath: nil)
    }
    // This may be the only remaining copy, so it is saved now and not when the window is closed.
    let copyPath = saveConflictCopy(previousFile.document.bytes, named: previousFile.nameForCopies)
    return Damage(
      lastComplete: previousFile.document, unsavedSteps: previousFile.unsavedSteps, copyPath: copyPath)
  }

  /// Reapplies a change to a different version of a file, if possible.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  func reapply(_ step: Step, to file: inout LoadedFile, of key: ObjectKey) -> Bool {
    reapplicationCount += 1
    do throws(EditError) {
      let reapplied = try step.reapply(to: &file.document)
      file.unsavedSteps.append(reapplied)
      if reapplied.kind == .edit, history[reapplied.id]?.key == key {
        history.update(reapplied.id, reapplied.appliedChange, to: key)
      }
      return true
    } catch {
      return false
    }
  }

  // MARK: Checking again

  /// Schedules another check of the files that other programs may be writing, at the given time
  /// or earlier.
  func scheduleCheck(_ time: ContinuousClock.Instant) {
    guard isWatching else { return }
    if let nextCheck, nextCheck.time <= time { return }
    nextCheck?.task.cancel()
    let delay = max(.milliseconds(20), time - clock())
    let task = Task { [weak self] in
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { await self?.checkSettlingFiles() }
    }
    nextCheck = (time, task)
  }

  /// Checks every file that another program may be writing. If `isWatching` is true, this happens
  /// automatically.
  func checkSettlingFiles() async {
    nextCheck = nil
    processMailbox()
    await removeLeftoverCopies()
    var hasChanged = false
    for calendarIndex in calendars.indices {
      let postponedNames = calendars[calendarIndex].files.filter { $0.value.isSavePostponed }.keys
      if postponedNames.isEmpty, calendars[calendarIndex].settlingFiles.isEmpty { continue }
      // Reading from an unresponsive server would block the store, and unsaved changes to all other calendars
      // would have to wait.
      if calendars[calendarIndex].isFileBased, !responds(calendars[calendarIndex]) { continue }
      for name in calendars[calendarIndex].settlingFiles.keys.sorted() + postponedNames.sorted() {
        let calendar = calendars[calendarIndex]
        guard calendar.isFileBased else {
          startSaving(ObjectKey(calendar: calendar.id, file: calendar.objectName(of: name)))
          continue
        }
        let filePath = calendar.files[name]?.filePath ?? loader.filePath(of: name, in: calendar.id.path)
        hasChanged = checkFile(name, in: calendarIndex, filePath: filePath) || hasChanged
      }
    }
    hasChanged = openCompletedFiles() || hasChanged
    await checkReplacedFiles()
    let isWaiting = calendars.contains { calendar in calendar.files.contains { $0.value.isSavePostponed } }
    if isWaiting || !replacements.isEmpty || !pathsBeingWritten.isEmpty || !leftoverCopies.isEmpty {
      scheduleCheck(clock() + WriteSettling.checkInterval)
    }
    if hasChanged { emit(.changedExternally(makeSnapshot())) }
  }

  /// The paths that could not be opened because their contents were still being written.
  var pathsBeingWritten: [String] {
    failures.compactMap { if case .beingWritten(.path(let path)) = $0 { path } else { nil } }
  }

  /// Opens the calendars that could not be opened while they were being written.
  private func openCompletedFiles() -> Bool {
    var hasChanged = false
    for path in pathsBeingWritten {
      guard var calendar = try? loader.open(path, isReopening: false, now: clock()) else { continue }
      calendar.watchedFolder = loader.files.watchedFolder(of: path)
      calendars.append(calendar)
      failures.removeAll { $0 == .beingWritten(path: path) }
      hasChanged = true
    }
    if hasChanged {
      preserveLeftovers()
      watchAll()
    }
    return hasChanged
  }

  /// Accepts every truncated or incomplete file that no program is writing to, without asking the user.
  package func acceptIncompleteFiles() async {
    for calendar in calendars {
      for (name, file) in calendar.files {
        let key = ObjectKey(calendar: calendar.id, file: calendar.objectName(of: name))
        if file.damage != nil { _ = try? await resolveDamage(of: key.calendar, file: key.file, by: .useAsIs) }
        guard file.isProvisional, calendar.settlingFiles[name]?.mayHaveWriter == false,
          var file = self.file(key)
        else {
          continue
        }
        file.isProvisional = false
        setFile(file, as: key)
        if let calendarIndex = calendars.firstIndex(where: { $0.id == calendar.id }) {
          calendars[calendarIndex].settlingFiles[name] = nil
        }
      }
    }
  }
}

extension LoadedFile {
  /// The properties of the last adopted version; nil if there is none.
  fileprivate var lastAdopted: WriteSettling.AdoptedVersion? {
    guard !isProvisional else { return nil }
    return WriteSettling.AdoptedVersion(
      identity: stamp?.identity, calendarCount: (damage?.lastComplete ?? document).calendarCount)
  }
}
