import CalendarDocument
import CalendarModel

// Reads from the backends other than the one for files, and handles the changes that they report.
extension CalendarStore {
  nonisolated func backend(of calendar: CalendarID) -> any CalendarBackend {
    backends.first { $0.owns(calendar) } ?? fileBackend
  }

  /// Returns the user's addresses in a calendar as they are written in ORGANIZER, in lower case.
  nonisolated func ownAddresses(in calendar: CalendarID) -> Set<String> {
    Set(userAddresses(in: calendar).map { "mailto:" + $0 })
  }

  /// Whether a calendar is a file, or a folder of files.
  nonisolated func isFileBased(_ calendar: CalendarID) -> Bool { !backends.contains { $0.owns(calendar) } }

  /// Returns the location of a calendar, for messages. The calendar need not be open.
  nonisolated func location(of calendar: CalendarID) -> CalendarLocation {
    backend(of: calendar).location(of: calendar)
  }

  /// Creates an object that is not stored yet.
  func newObject(_ name: ByteString, in calendar: OpenCalendar) throws(StoreError) -> LoadedFile {
    do {
      let document = try CalendarDocument(newIn: calendar.id, file: name, zones: loader.zones)
      return LoadedFile(
        document, at: calendar.location.appending(name), version: nil, isReadOnly: false)
    } catch {
      throw .broken(calendar.location, reason: error)
    }
  }

  /// Parses an object that has been read.
  func parse(_ object: StoredObject, of calendar: OpenCalendar) throws(StoreError) -> LoadedFile {
    let location = calendar.location.appending(object.name)
    do {
      let document = try CalendarDocument(
        bytes: object.bytes, calendar: calendar.id, file: object.name, zones: loader.zones)
      return LoadedFile(
        document, at: location, version: object.version, isReadOnly: object.isReadOnly)
    } catch {
      throw .broken(location, reason: error)
    }
  }

  /// Reads an object that another program changed, and reapplies the unsaved changes to it; see `merge`.
  ///
  /// - Returns: the error if the new version could not be adopted; no change is discarded in that case.
  func reread(_ key: ObjectKey) async -> StoreError? {
    guard !isFileBased(key.calendar) else { return mergeWithDisk(key) }
    let location = file(key)?.location ?? location(of: key.calendar)
    do throws(BackendError) {
      guard let object = try await backend(of: key.calendar).read(key) else { return .vanished(location) }
      return adopt(object, as: key)
    } catch {
      return error.whileReading(location)
    }
  }

  /// Adopts a newly read object as the new version of its file.
  ///
  /// - Returns: the error if the object cannot be parsed.
  func adopt(_ object: StoredObject, as key: ObjectKey) -> StoreError? {
    guard let calendar = calendars.first(where: { $0.id == key.calendar }) else { return nil }
    do throws(StoreError) {
      let newerFile = try parse(object, of: calendar)
      if file(key)?.version != newerFile.version { merge(newerFile, into: key) }
      return nil
    } catch {
      return error
    }
  }

  /// Adopts an object in the form in which the backend stored it, which may be normalized, and reapplies the
  /// changes made since the write.
  ///
  /// - Parameter writtenBytes: the bytes that were written.
  func adoptStored(_ object: StoredObject?, insteadOf writtenBytes: [UInt8], of key: ObjectKey) {
    guard let object, object.bytes != writtenBytes, let oldFile = file(key),
      oldFile.version == object.version,
      let calendar = calendars.first(where: { $0.id == key.calendar })
    else { return }
    var newerFile: LoadedFile
    do throws(StoreError) {
      newerFile = try parse(object, of: calendar)
    } catch {
      // What was written is shown, but not what is stored.
      var staleFile = oldFile
      staleFile.readError = error
      setFile(staleFile, as: key)
      return emit(.changedExternally(makeSnapshot()))
    }
    let refusedSteps = oldFile.unsavedSteps.filter { !reapply($0, to: &newerFile, of: key) }
    setFile(newerFile, as: key)
    if !refusedSteps.isEmpty {
      let copyPath = saveConflictCopy(oldFile.document.bytes, named: oldFile.nameForCopies)
      let conflicts = conflicts(of: refusedSteps, to: oldFile, key, copyPath: copyPath)
      for (step, conflict) in zip(refusedSteps, conflicts) {
        withdrawOtherPart(of: step)
        emit(.refused(step.id, conflict.error))
      }
    }
    emit(.changedExternally(makeSnapshot()))
  }

  /// The outcome of a write to which the backend did not respond.
  enum WriteOutcome {
    case written(StoredObject?)
    case notWritten
    /// Another client wrote the object, before or after that write.
    case changed(StoredObject)
    /// The object cannot be read, or it no longer exists.
    case unknown(StoreError)
  }

  /// Reads an object to determine the outcome of a write to which the backend did not respond.
  ///
  /// - Parameter submittedFile: the file as it was passed to `write`.
  func writeOutcome(of submittedFile: LoadedFile, _ key: ObjectKey) async -> WriteOutcome {
    do throws(BackendError) {
      let object = try await backend(of: key.calendar).read(key)
      switch (object, submittedFile.shouldExist) {
      case (nil, false): return .written(nil)
      case (nil, true):
        return submittedFile.version == nil ? .notWritten : .unknown(.vanished(submittedFile.location))
      case (let object?, true) where object.bytes == submittedFile.document.bytes: return .written(object)
      case (let object?, _):
        return object.version == submittedFile.version ? .notWritten : .changed(object)
      }
    } catch {
      return .unknown(error.whileReading(submittedFile.location))
    }
  }

  // MARK: Changes by others

  /// Handles a change reported by a backend.
  func handle(_ change: BackendChange) {
    switch change {
    case .state(let calendar, let state): updateState(of: calendar, to: state)
    case .objects(let calendar, let names): checkObjects(names, in: calendar)
    case .lost(let key, let bytes):
      // The edits have already been reported as saved, so this event has an identifier of its own.
      let copyPath = saveConflictCopy(bytes, named: key.file ?? "")
      emit(.refused(EditID(), .conflict(location(of: key.calendar), copyPath: copyPath)))
    }
  }

  private func updateState(of calendar: CalendarID, to state: CalendarState) {
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == calendar }) else { return }
    let previousState = calendars[calendarIndex].state
    guard previousState != state || calendars[calendarIndex].unavailableReason != nil else { return }
    calendars[calendarIndex].state = state
    if calendars[calendarIndex].unavailableReason != nil {
      if state != .notAvailable { load(calendar, openGeneration: openGeneration) }
      return
    }
    processMailbox()
    if state == .ready {
      for key in keysOfUnsavedFiles where key.calendar == calendar { startSaving(key) }
      readUnreadObjects(of: calendar)
    }
    emit(.changedExternally(makeSnapshot()))
  }

  /// Checks the objects that others may have changed. Objects that are reported during a check are checked
  /// together afterward.
  ///
  /// - Parameter names: the objects; nil for all.
  private func checkObjects(_ names: Set<ByteString?>?, in calendar: CalendarID) {
    if let names, let earlierNames = reportedObjects[calendar] {
      reportedObjects[calendar] = .some(earlierNames?.union(names))
    } else {
      reportedObjects[calendar] = .some(names)
    }
    guard calendarsBeingChecked.insert(calendar).inserted else { return }
    // The check is not awaited: it may have to wait until the calendar is unlocked, and other calendars must not
    // be delayed.
    Task.immediate {
      while let names = reportedObjects.removeValue(forKey: calendar) {
        processMailbox()
        guard !writeLocks.recordMissedChange(calendar) else { continue }
        // Changes that arrive during a write are handled when the write is complete.
        let didLock = await lockForWriting(calendar)
        await readObjects(names, in: calendar)
        if didLock { unlock(calendar) }
      }
      calendarsBeingChecked.remove(calendar)
    }
  }

  private func readObjects(_ names: Set<ByteString?>?, in calendar: CalendarID) async {
    guard let names else { return await checkAllObjects(of: calendar) }
    let objects: [StoredObject]
    do throws(BackendError) {
      objects = try await backend(of: calendar).read(names, in: calendar)
    } catch {
      return await handleFailedRead(of: names, in: calendar, error)
    }
    readPauses[calendar] = nil
    var hasChanged = false
    for object in objects {
      let key = ObjectKey(calendar: calendar, file: object.name)
      hasChanged = applyExternalVersion(object, of: key) || hasChanged
    }
    for name in names.subtracting(objects.map(\.name)) {
      hasChanged = applyExternalVersion(nil, of: ObjectKey(calendar: calendar, file: name)) || hasChanged
    }
    if hasChanged { emit(.changedExternally(makeSnapshot())) }
    checkLateArrivals(in: calendar)
  }

  /// Arranges that objects which could not be read are read again, because others will not report them again.
  private func handleFailedRead(
    of names: Set<ByteString?>, in calendar: CalendarID, _ error: BackendError
  ) async {
    let storeError = error.whileReading(location(of: calendar))
    switch storeError {
    case .offline, .noAnswer, .serverError, .beingWritten: return readLater(names, in: calendar)
    default: break
    }
    // One object that cannot be read must not hide the changes to the others.
    if names.count > 1 {
      let sortedNames = names.sorted { ($0 ?? "") < ($1 ?? "") }
      await readObjects(Set(sortedNames.prefix(names.count / 2)), in: calendar)
      return await readObjects(Set(sortedNames.dropFirst(names.count / 2)), in: calendar)
    }
    readLater(names, in: calendar)
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == calendar }) else { return }
    for name in names.map(OpenCalendar.fileName) {
      if calendars[calendarIndex].files[name] != nil {
        calendars[calendarIndex].files[name]?.readError = storeError
      } else {
        calendars[calendarIndex].failures[name] = storeError
      }
    }
    emit(.changedExternally(makeSnapshot()))
  }

  /// The pause before objects that could not be read are read again. It doubles with each failure.
  private static let (firstReadPause, longestReadPause) = (Duration.milliseconds(500), Duration.seconds(60))

  /// Reads objects again after a pause.
  ///
  /// - Parameter names: the objects; nil for all.
  private func readLater(_ names: Set<ByteString?>?, in calendar: CalendarID) {
    if let waitingNames = unreadObjects[calendar] {
      unreadObjects[calendar] = .some(names.flatMap { waitingNames?.union($0) })
      return
    }
    unreadObjects[calendar] = .some(names)
    let pause = readPauses[calendar] ?? Self.firstReadPause
    readPauses[calendar] = min(pause * 2, Self.longestReadPause)
    Task { [weak self] in
      try? await Task.sleep(for: pause)
      await self?.readUnreadObjects(of: calendar)
    }
  }

  /// Reads the objects that could not be read before.
  private func readUnreadObjects(of calendar: CalendarID) {
    guard let names = unreadObjects.removeValue(forKey: calendar),
      calendars.contains(where: { $0.id == calendar })
    else { return }
    checkObjects(names, in: calendar)
  }

  private func checkAllObjects(of calendar: CalendarID) async {
    let contents: BackendCalendar
    do throws(StoreError) {
      contents = try await backend(of: calendar).load(calendar)
    } catch {
      return readLater(nil, in: calendar)
    }
    readPauses[calendar] = nil
    guard
      let calendarIndex = calendars.firstIndex(where: { $0.id == calendar && $0.unavailableReason == nil })
    else { return }
    (calendars[calendarIndex].name, calendars[calendarIndex].color) = (contents.name, contents.color)
    calendars[calendarIndex].state = contents.state
    for object in contents.objects {
      _ = applyExternalVersion(object, of: ObjectKey(calendar: calendar, file: object.name))
    }
    let names = Set(contents.objects.map { OpenCalendar.fileName($0.name) })
    let openCalendar = calendars[calendarIndex]
    for name in openCalendar.files.keys where !names.contains(name) {
      _ = applyExternalVersion(
        nil, of: ObjectKey(calendar: calendar, file: openCalendar.objectName(of: name)))
    }
    emit(.changedExternally(makeSnapshot()))
    checkLateArrivals(in: calendar)
  }

  /// Adopts the current version of an object.
  ///
  /// If its calendar is not available yet, the object is ignored: the whole calendar will be read later, and any
  /// edits made to the object before that would be discarded.
  ///
  /// - Parameter object: the object; nil if it no longer exists.
  /// - Returns: whether the events have changed and the caller must report this.
  private func applyExternalVersion(_ object: StoredObject?, of key: ObjectKey) -> Bool {
    guard
      let calendarIndex = calendars.firstIndex(where: {
        $0.id == key.calendar && $0.unavailableReason == nil
      })
    else {
      return false
    }
    let name = OpenCalendar.fileName(key.file)
    let previousFile = calendars[calendarIndex].files[name]
    guard let object else {
      guard let previousFile, previousFile.version != nil else { return false }
      if previousFile.unsavedSteps.isEmpty, calendars[calendarIndex].hasSeparateObjects {
        calendars[calendarIndex].files[name] = nil
      } else {
        calendars[calendarIndex].files[name]?.readError = .vanished(previousFile.location)
      }
      return true
    }
    guard previousFile?.version != object.version else {
      // It could not be read for a while, or is what was written but cannot be parsed.
      guard previousFile?.readError != nil else { return false }
      do throws(StoreError) {
        _ = try parse(object, of: calendars[calendarIndex])
        calendars[calendarIndex].files[name]?.readError = nil
      } catch {
        calendars[calendarIndex].files[name]?.readError = error
      }
      return true
    }
    do throws(StoreError) {
      let newerFile = try parse(object, of: calendars[calendarIndex])
      calendars[calendarIndex].failures[name] = nil
      guard let previousFile, !previousFile.unsavedSteps.isEmpty else {
        calendars[calendarIndex].files[name] = newerFile
        return true
      }
      merge(newerFile, into: key)
      startSaving(key)
      return false
    } catch {
      if previousFile == nil { calendars[calendarIndex].failures[name] = error }
      calendars[calendarIndex].files[name]?.readError = error
      return true
    }
  }

  /// Releases the calendars of a finished transfer, checks them for changes by others that were skipped
  /// during the transfer, and applies the submitted changes that were waiting for it.
  func release(_ calendars: Set<CalendarID>) {
    for calendar in writeLocks.release(calendars) {
      guard !isFileBased(calendar) else {
        if let calendarIndex = self.calendars.firstIndex(where: { $0.id == calendar && $0.canBeChecked }) {
          checkAllFiles(calendarIndex)
        }
        continue
      }
      checkObjects(nil, in: calendar)
    }
    processMailbox()
  }

  /// Checks all files of a calendar.
  private func checkAllFiles(_ calendarIndex: Int) {
    var hasChanged = false
    if calendars[calendarIndex].hasSeparateObjects {
      hasChanged = checkFolder(calendarIndex, names: nil)
    } else if let filePath = calendars[calendarIndex].files.values.first?.filePath {
      hasChanged = checkFile("", in: calendarIndex, filePath: filePath)
    }
    if hasChanged { emit(.changedExternally(makeSnapshot())) }
  }
}

extension BackendError {
  /// Returns the error to report if reading `location` failed.
  func whileReading(_ location: CalendarLocation) -> StoreError {
    switch self {
    case .changed, .busy: .beingWritten(location)
    case .outcomeUnknown: .noAnswer(location)
    case .refused(let reason): .notStorable(location, reason: reason, copyPath: nil)
    case .failed(let error): error
    }
  }

  /// Returns the error to report if writing `location` failed.
  func whileWriting(_ location: CalendarLocation) -> StoreError {
    if case .changed = self { return .conflict(location, copyPath: nil) }
    return whileReading(location)
  }
}
