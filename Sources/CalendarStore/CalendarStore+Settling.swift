import CalendarDocument
import CalendarModel
import Glibc

// A file that another program writes in place is incomplete for a while. Until it is complete, it is neither
// adopted as a new version nor overwritten. See docs/decisions/half-written-files.md.
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
  func examine(_ filePath: FilePath, _ name: ByteString, in position: Int) -> FileExamination {
    let calendar = calendars[position]
    let previous = calendar.files[name]
    let contents: FileContents
    do { contents = try loader.contents(of: filePath) } catch {
      calendars[position].settling[name] = nil
      return .unreadable(error)
    }
    // A file is not parsed again if the store itself wrote it or if only its modification time has changed.
    if let previous, !previous.isProvisional, contents.stamp.hash == previous.stamp?.hash {
      calendars[position].settling[name] = nil
      return .same(contents)
    }
    if let previous, !previous.unsaved.isEmpty, contents.bytes == previous.document.bytes {
      // A save failed in its last step, after the contents were written.
      calendars[position].settling[name] = nil
      return .new(LoadedFile(filePath: filePath, previous.document, contents))
    }
    let version = loader.parse(
      contents, at: filePath, calendar: calendar.id, file: calendar.objectName(of: name),
      reusing: previous?.document)
    return evaluate(version, of: previous, name, in: position)
  }

  private func evaluate(
    _ version: FileVersion, of previous: LoadedFile?, _ name: ByteString, in position: Int
  ) -> FileExamination {
    var settling = calendars[position].settling[name] ?? WriteSettling()
    let verdict = version.verdict(of: &settling, adopted: previous?.lastAdopted, now: clock())
    calendars[position].settling[name] = settling
    switch (verdict, version.file) {
    case (.adopt, .success(let newer)):
      calendars[position].settling[name] = nil
      return .new(newer)
    case (.wait(let time), let file):
      scheduleCheck(time)
      if case .failure(let error) = file, version.contents.writer != .present { return .broken(error) }
      return .incomplete
    case (_, .failure(let error)) where previous == nil:
      calendars[position].settling[name] = nil
      return .broken(error)
    case (_, let file):
      calendars[position].settling[name] = nil
      let key = ObjectKey(calendar: calendars[position].id, file: calendars[position].objectName(of: name))
      recordDamage(file, version.contents, of: key, previous: previous)
      return .damaged
    }
  }

  /// Records that a file is truncated. The readable part of it is shown, and the last complete version is
  /// kept.
  private func recordDamage(
    _ newer: Result<LoadedFile, StoreError>, _ contents: FileContents, of key: ObjectKey,
    previous: LoadedFile?
  ) {
    let damage = previous?.damage ?? makeDamage(savingCopyOf: previous)
    switch newer {
    case .success(var newer):
      for step in damage.unsaved { reapply(step, to: &newer, of: key) }
      newer.damage = damage
      put(newer, as: key)
    case .failure(let error):
      guard var oldFile = previous else { return }
      if let lastComplete = damage.lastComplete {
        (oldFile.document, oldFile.unsaved) = (lastComplete, damage.unsaved)
      }
      (oldFile.damage, oldFile.stamp, oldFile.readError) = (damage, contents.stamp, error)
      put(oldFile, as: key)
    }
  }

  private func makeDamage(savingCopyOf previous: LoadedFile?) -> Damage {
    guard let previous else { return Damage(lastComplete: nil, unsaved: [], copyPath: nil) }
    guard !previous.isProvisional else {
      return Damage(lastComplete: nil, unsaved: previous.unsaved, copyPath: nil)
    }
    // This may be the only remaining copy, so it is saved now and not when the window is closed.
    let copyPath = saveConflictCopy(previous.document.bytes, named: previous.nameForCopies)
    return Damage(lastComplete: previous.document, unsaved: previous.unsaved, copyPath: copyPath)
  }

  /// Reapplies a change to a different version of a file, if possible.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  func reapply(_ step: Step, to file: inout LoadedFile, of key: ObjectKey) -> Bool {
    reapplicationCount += 1
    do throws(EditError) {
      let reapplied = try step.reapply(to: &file.document)
      file.unsaved.append(reapplied)
      if reapplied.kind == .edit, history[reapplied.id]?.key == key {
        history.update(reapplied.id, reapplied.applied, to: key)
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
    for position in calendars.indices {
      let postponedNames = calendars[position].files.filter { $0.value.isSavePostponed }.keys
      if postponedNames.isEmpty, calendars[position].settling.isEmpty { continue }
      // Reading from an unresponsive server would block the store, and unsaved changes to all other calendars
      // would have to wait.
      if calendars[position].isFileBased, !responds(calendars[position]) { continue }
      for name in calendars[position].settling.keys.sorted() + postponedNames.sorted() {
        let calendar = calendars[position]
        guard calendar.isFileBased else {
          startSaving(ObjectKey(calendar: calendar.id, file: calendar.objectName(of: name)))
          continue
        }
        let filePath = calendar.files[name]?.filePath ?? loader.filePath(of: name, in: calendar.id.path)
        hasChanged = checkFile(name, in: position, filePath: filePath) || hasChanged
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
      copyLeftovers()
      watchAll()
    }
    return hasChanged
  }

  /// Accepts every truncated or incomplete file that no program is writing to, without asking the user.
  package func acceptIncompleteFiles() async {
    for calendar in calendars {
      for (name, file) in calendar.files {
        let key = ObjectKey(calendar: calendar.id, file: calendar.objectName(of: name))
        if file.damage != nil { _ = try? await resolveDamage(of: key.calendar, file: key.file, by: .use) }
        guard file.isProvisional, calendar.settling[name]?.mayHaveWriter == false, var file = self.file(key)
        else {
          continue
        }
        file.isProvisional = false
        put(file, as: key)
        if let position = calendars.firstIndex(where: { $0.id == calendar.id }) {
          calendars[position].settling[name] = nil
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
