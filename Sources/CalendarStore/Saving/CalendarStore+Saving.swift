import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// The maximum number of attempts to save a file that keeps changing.
  private static let maximumAttempts = 5

  /// The maximum number of times to pause for another program that is writing to the file. Most programs finish
  /// writing during these pauses.
  private static let maximumPauseCount = 5
  /// The length of a pause, in microseconds.
  private static let pauseLength: UInt32 = 20_000

  /// Saves a file's unsaved changes: synchronously for a file on disk, otherwise asynchronously after
  /// earlier writes to the calendar.
  func startSaving(_ key: ObjectKey) {
    Task.immediate { await save(key) }
  }

  /// Saves a file's unsaved changes.
  ///
  /// - Returns: the error if they could not be saved; they then stay in memory.
  @discardableResult
  func save(_ key: ObjectKey) async -> StoreError? {
    let didLock = await lockForWriting(key.calendar)
    defer { if didLock { unlock(key.calendar) } }
    return await saveWhileLocked(key)
  }

  /// Saves a file's unsaved changes for a caller that has already locked the calendar.
  func saveWhileLocked(_ key: ObjectKey) async -> StoreError? {
    await limitReplacedFiles()
    var pauseCount = file(key)?.isSavePostponed == true ? Self.maximumPauseCount : 0
    while true {
      let error = await tryToSave(key)
      guard case .beingWritten = error, pauseCount < Self.maximumPauseCount else {
        return error.flatMap { recordFailure($0, of: key) }
      }
      pauseCount += 1
      await pause(key)
    }
  }

  /// Pauses briefly, so that another program can finish. For files, this blocks the thread instead of
  /// suspending, so that no other change can intervene.
  func pause(_ key: ObjectKey) async {
    if isFileBased(key.calendar) {
      usleep(Self.pauseLength)
    } else {
      try? await Task.sleep(for: .microseconds(Self.pauseLength))
    }
  }

  private func tryToSave(_ key: ObjectKey) async -> StoreError? {
    // If the earlier part of a series could not be shortened, the later occurrences would be in both files.
    for earlierPart in earlierParts(of: key) {
      if let error = predictedWriteError(earlierPart) { return error }
    }
    for otherKey in filesToSave(before: key) {
      if let error = await saveWhileLocked(otherKey) { return error }
    }
    if calendars.first(where: { $0.id == key.calendar })?.settlingFiles[OpenCalendar.fileName(key.file)]
      != nil,
      let error = mergeWithDisk(key)
    {
      return error
    }
    for _ in 0..<Self.maximumAttempts {
      guard let file = file(key), !file.unsavedSteps.isEmpty else {
        removePending(key)
        return nil
      }
      guard file.damage == nil else { return .damaged(file.location) }
      if file.unsavedSteps.allSatisfy({ $0.kind == .edit && $0.appliedChange.hasNoEffect }) {
        markSaved(key, file, version: file.version)
        return nil
      }
      do throws(BackendError) {
        let receipt = try await write(file)
        markSaved(key, file, version: receipt.object?.version, isWritten: true)
        adoptStored(receipt.object, insteadOf: file.document.bytes, of: key)
        return nil
      } catch {
        if let error = await handleFailure(error, key, file) { return error }
      }
    }
    guard let file = file(key), !file.unsavedSteps.isEmpty else { return nil }
    // A file that keeps changing is being written, even if no check found a writer.
    return .beingWritten(file.location)
  }

  /// Returns the error that writing a file is certain to cause, if any. Nothing is written.
  private func predictedWriteError(_ key: ObjectKey) -> StoreError? {
    guard isFileBased(key.calendar), let file = file(key), let path = file.version?.fileToken?.filePath else {
      return nil
    }
    do throws(FileFault) {
      try loader.files.checkIsWritable(path)
      return nil
    } catch {
      return error.whileWriting(file.location)
    }
  }

  /// Handles a failed write and, if possible, prepares to retry it.
  ///
  /// - Returns: the error if the write cannot be retried.
  private func handleFailure(
    _ error: BackendError, _ key: ObjectKey, _ submittedFile: LoadedFile
  ) async -> StoreError? {
    switch error {
    case .failed(let error): return error
    case .refused(let reason): return await revertChanges(in: submittedFile, key, because: reason)
    case .busy: return .beingWritten(submittedFile.location)
    case .changed: return await reread(key)
    case .outcomeUnknown:
      switch await writeOutcome(of: submittedFile, key) {
      case .written(let object):
        markSaved(key, submittedFile, version: object?.version, isWritten: true)
        return nil
      case .notWritten: return .noAnswer(submittedFile.location)
      case .changed(let object): return adopt(object, as: key)
      case .unknown(let error): return error
      }
    }
  }

  /// Reverts the changes in `submittedFile`, which the backend cannot store. Later changes are reapplied to the
  /// stored version.
  ///
  /// - Returns: the error if the stored version cannot be read; all changes then stay in memory.
  private func revertChanges(
    in submittedFile: LoadedFile, _ key: ObjectKey, because reason: FaultReason
  ) async -> StoreError? {
    let location = submittedFile.location
    let object: StoredObject?
    do throws(BackendError) {
      object = try await backend(of: key.calendar).read(key)
    } catch {
      return error.whileReading(location)
    }
    guard let file = self.file(key), let calendar = calendars.first(where: { $0.id == key.calendar }) else {
      return nil
    }
    let ids = Set(submittedFile.unsavedSteps.map(\.id))
    var refusedSteps = file.unsavedSteps.filter { ids.contains($0.id) }
    let laterSteps = file.unsavedSteps.filter { !ids.contains($0.id) }
    if let object {
      do throws(StoreError) {
        var stored = try parse(object, of: calendar)
        stored.recordBase()
        refusedSteps += laterSteps.filter { !reapply($0, to: &stored, of: key) }
        setFile(stored, as: key)
      } catch {
        return error
      }
    } else {
      refusedSteps += laterSteps
      _ = removeFile(key)
    }
    let copyPath = saveConflictCopy(file.document.bytes, named: file.nameForCopies)
    keepRecord(of: key, unlessCopiedTo: copyPath)
    for step in refusedSteps {
      withdrawOtherPart(of: step)
      emit(.refused(step.id, .notStorable(location, reason: reason, copyPath: copyPath)))
    }
    emit(.changedExternally(makeSnapshot()))
    return nil
  }

  /// Writes the in-memory state of a file to storage.
  ///
  /// - Parameters:
  ///   - steps: the changes to write; by default, the file's unsaved changes.
  ///   - consent: whom the server may notify; by default, those to whom the user has agreed for each of the changes.
  ///   - location: the location to report in errors.
  func write(
    _ file: LoadedFile, steps: [Step]? = nil, consent: Consent? = nil,
    reporting location: CalendarLocation? = nil
  ) async throws(BackendError) -> WriteReceipt {
    let key = ObjectKey(calendar: file.document.calendar, file: file.document.file)
    let location = location ?? file.location
    do throws(StoreError) {
      try checkConsent(
        to: file, consent.map { [$0] } ?? (steps ?? file.unsavedSteps).map { self.consent(to: $0.id) })
    } catch {
      throw .failed(error)
    }
    if isFileBased(key.calendar), file.version == nil {
      // A file written into an empty mount point would be hidden once the volume is mounted.
      let calendar = calendars.first { $0.id == key.calendar }
      if let calendar, calendar.hasSeparateObjects, !loader.isAvailable(calendar) {
        throw .failed(.vanished(location))
      }
    }
    let receipt = try await backend(of: key.calendar).write(
      ObjectWrite(
        key: key, bytes: file.shouldExist ? file.document.bytes : nil, version: file.version,
        location: location)
    )
    if let filePath = file.filePath, file.version != nil {
      let steps = steps ?? file.unsavedSteps
      if receipt.object != nil { recordSaved(steps, of: key) }
      if receipt.hasOtherHardLinks { emit(.saveWarning(.otherHardLinkNotUpdated(file.location))) }
      if receipt.overwroteOtherVersion { emit(.saveWarning(.overwrote(file.location))) }
      if let replacedFile = receipt.replacedFile {
        watchReplacedFile(replacedFile, of: key, filePath: filePath, steps: steps)
      }
    }
    return receipt
  }

  /// Writes a copy of a file, including unsaved changes, to a new file. The open file and its unsaved changes
  /// are not affected.
  ///
  /// - Parameter path: the path of the new file, which must not exist yet.
  package func saveCopy(of calendar: CalendarID, file: ByteString? = nil, to path: String) throws(StoreError)
  {
    processMailbox()
    guard let openFile = self.file(ObjectKey(calendar: calendar, file: file)) else {
      throw .notFound(location(of: calendar))
    }
    let filePath = FilePath(resolved: ByteString(path), displayPath: path)
    do {
      // For a damaged file, the copy contains the last complete version.
      let document = openFile.damage?.lastComplete ?? openFile.document
      _ = try loader.files.create(filePath, bytes: document.bytes)
    } catch {
      throw error.whileWriting(path)
    }
  }

  /// Marks the changes in `submittedFile`, the file as it was passed to `write`, as saved. Later
  /// changes stay unsaved.
  func markSaved(
    _ key: ObjectKey, _ submittedFile: LoadedFile, version: ObjectVersion?, isWritten: Bool = false
  ) {
    guard var file = self.file(key) else { return }
    let ids = submittedFile.unsavedSteps.map(\.id)
    // Other calendars may have been opened, or the same ones reopened, before the response arrived.
    guard file.unsavedSteps.prefix(ids.count).map(\.id) == ids else { return }
    let isRecovered = isWritten && file.readError != nil
    file.unsavedSteps.removeFirst(ids.count)
    file.isSavePostponed = false
    file.recordWrite(of: submittedFile.document.bytes, as: version)
    if isWritten { file.readError = nil }
    setFile(file, as: key)
    if file.unsavedSteps.isEmpty { removePending(key) }
    if !ids.isEmpty { emit(.saved(ids)) }
    if isRecovered { emit(.changedExternally(makeSnapshot())) }
  }

  private func recordFailure(_ error: StoreError, of key: ObjectKey) -> StoreError? {
    guard var file = self.file(key) else { return nil }
    if case .beingWritten = error { file.isSavePostponed = true } else { file.isSavePostponed = false }
    setFile(file, as: key)
    if file.isSavePostponed { scheduleCheck(clock() + WriteSettling.checkInterval) }
    let ids = file.unsavedSteps.map(\.id)
    guard !ids.isEmpty else { return nil }
    storePending(key)
    emit(.unsaved(ids, error))
    return error
  }
}
