import CalendarDocument
import CalendarModel
import Glibc

// A file that another program writes in place is incomplete for a while. Until it is complete, it is neither
// adopted as a new version nor overwritten. See docs/decisions/half-written-files.md.
extension CalendarStore {
  /// The result of checking a file.
  enum Look {
    /// It cannot be read; it may have been removed.
    case unreadable(StoreError)
    /// Its contents are those that were adopted last.
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
  func look(at filePath: FilePath, _ name: ByteString, in position: Int) -> Look {
    let calendar = calendars[position]
    let known = calendar.files[name]
    let contents: FileContents
    do { contents = try loader.contents(of: filePath) } catch {
      calendars[position].settling[name] = nil
      return .unreadable(error)
    }
    // Files that the store wrote itself, or whose modification time alone changed, are not parsed.
    if let known, !known.isProvisional, contents.stamp.hash == known.stamp?.hash {
      calendars[position].settling[name] = nil
      return .same(contents)
    }
    if let known, !known.unsaved.isEmpty, contents.bytes == known.document.bytes {
      // A save failed in its last step, after the contents were written.
      calendars[position].settling[name] = nil
      return .new(LoadedFile(filePath: filePath, known.document, contents))
    }
    let version = loader.parse(
      contents, at: filePath, calendar: calendar.id, file: calendar.file(named: name),
      keeping: known?.document)
    return judge(version, of: known, name, in: position)
  }

  private func judge(
    _ version: FileVersion, of known: LoadedFile?, _ name: ByteString, in position: Int
  ) -> Look {
    var settling = calendars[position].settling[name] ?? WriteSettling()
    let verdict = version.verdict(of: &settling, known: known?.taken, now: clock())
    calendars[position].settling[name] = settling
    switch (verdict, version.file) {
    case (.take, .success(let newer)):
      calendars[position].settling[name] = nil
      return .new(newer)
    case (.wait(let time), let file):
      lookLater(time)
      if case .failure(let error) = file, version.contents.writer != .present { return .broken(error) }
      return .incomplete
    case (_, .failure(let error)) where known == nil:
      calendars[position].settling[name] = nil
      return .broken(error)
    case (_, let file):
      calendars[position].settling[name] = nil
      let key = FileKey(calendar: calendars[position].id, file: calendars[position].file(named: name))
      takeDamage(file, version.contents, of: key, known: known)
      return .damaged
    }
  }

  /// Handles a truncated file: what can be read of it is shown, and the last complete version is kept.
  private func takeDamage(
    _ newer: Result<LoadedFile, StoreError>, _ contents: FileContents, of key: FileKey, known: LoadedFile?
  ) {
    let damage = known?.damage ?? damage(of: known)
    switch newer {
    case .success(var newer):
      for step in damage.unsaved { redo(step, on: &newer, of: key) }
      newer.damage = damage
      put(newer, as: key)
    case .failure(let error):
      guard var old = known else { return }
      if let whole = damage.whole { (old.document, old.unsaved) = (whole, damage.unsaved) }
      (old.damage, old.stamp, old.trouble) = (damage, contents.stamp, error)
      put(old, as: key)
    }
  }

  private func damage(of known: LoadedFile?) -> Damage {
    guard let known else { return Damage(whole: nil, unsaved: [], kept: nil) }
    guard !known.isProvisional else { return Damage(whole: nil, unsaved: known.unsaved, kept: nil) }
    // Copied at once and not when the window is closed, because it may be the last copy.
    let kept = keepAside(known.document.bytes, named: known.lastName)
    return Damage(whole: known.document, unsaved: known.unsaved, kept: kept)
  }

  /// Reapplies a change to another version of a file, if possible.
  ///
  /// - Returns: whether that was possible.
  @discardableResult
  func redo(_ step: Step, on file: inout LoadedFile, of key: FileKey) -> Bool {
    remadeSteps += 1
    do throws(EditError) {
      let again = try step.made(on: &file.document)
      file.unsaved.append(again)
      if again.kind == .edit, history[again.id]?.key == key {
        history.noteAgain(again.id, again.applied, to: key)
      }
      return true
    } catch {
      return false
    }
  }

  // MARK: Checking again

  /// Schedules another check of the files that other programs may be writing, at the given time
  /// or earlier.
  func lookLater(_ time: ContinuousClock.Instant) {
    guard isWatching else { return }
    if let nextLook, nextLook.time <= time { return }
    nextLook?.task.cancel()
    let delay = max(.milliseconds(20), time - clock())
    let task = Task { [weak self] in
      try? await Task.sleep(for: delay)
      if !Task.isCancelled { await self?.lookAtWaiting() }
    }
    nextLook = (time, task)
  }

  /// Checks every file that waits for another program. If `isWatching`, this happens automatically.
  func lookAtWaiting() async {
    nextLook = nil
    process()
    await retryWithdrawals()
    var hasChanged = false
    for position in calendars.indices {
      let waiting = calendars[position].files.filter { $0.value.isPutOff }.keys
      if waiting.isEmpty, calendars[position].settling.isEmpty { continue }
      // A dead server would block the store with the unsaved changes of all other calendars.
      if calendars[position].isOfFiles, !responds(calendars[position]) { continue }
      for name in calendars[position].settling.keys.sorted() + waiting.sorted() {
        let calendar = calendars[position]
        guard calendar.isOfFiles else {
          startSaving(FileKey(calendar: calendar.id, file: calendar.file(named: name)))
          continue
        }
        let filePath = calendar.files[name]?.filePath ?? loader.filePath(of: name, in: calendar.id.path)
        hasChanged = lookAtFile(name, in: position, filePath: filePath) || hasChanged
      }
    }
    hasChanged = openLate() || hasChanged
    await lookAtReplaced()
    let isWaiting = calendars.contains { calendar in calendar.files.contains { $0.value.isPutOff } }
    if isWaiting || !replaced.isEmpty || !lateFailures.isEmpty || !withdrawals.isEmpty {
      lookLater(clock() + WriteSettling.interval)
    }
    if hasChanged { tell(.changedOutside(present())) }
  }

  /// The paths that could not be opened because their contents were still being written.
  var lateFailures: [String] {
    failures.compactMap { if case .beingWritten(.path(let path)) = $0 { path } else { nil } }
  }

  /// Opens the calendars that could not be opened while they were being written.
  private func openLate() -> Bool {
    var hasChanged = false
    for path in lateFailures {
      guard var calendar = try? loader.open(path, isKnown: false, now: clock()) else { continue }
      calendar.watched = loader.files.watchedFolder(of: path)
      calendars.append(calendar)
      failures.removeAll { $0 == .beingWritten(path: path) }
      hasChanged = true
    }
    if hasChanged {
      keepLeftovers()
      watchAll()
    }
    return hasChanged
  }

  /// Accepts every truncated file that no program is writing to, without asking.
  package func useIncomplete() async {
    for calendar in calendars {
      for (name, file) in calendar.files {
        let key = FileKey(calendar: calendar.id, file: calendar.file(named: name))
        if file.damage != nil { _ = try? await settle(key.calendar, file: key.file, by: .use) }
        guard file.isProvisional, calendar.settling[name]?.isAttended == false, var file = takeOut(key) else {
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
  /// The properties of the version adopted last; nil if none was adopted.
  fileprivate var taken: WriteSettling.Known? {
    guard !isProvisional else { return nil }
    return WriteSettling.Known(
      identity: stamp?.identity, calendarCount: (damage?.whole ?? document).calendarCount)
  }
}
