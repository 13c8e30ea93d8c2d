import CalendarDocument
import CalendarModel
import Glibc

// Imports many objects as one change: all of them, or none. In a folder, `FolderTransaction` ensures this; a
// single file is saved once.
extension CalendarStore {
  /// The maximum number of attempts to change a file that another program keeps changing.
  private static let maximumAttempts = 5
  /// The maximum time in milliseconds to wait for another import of this user.
  private static let longestTurn = 10_000

  /// Returns what an import would do to a calendar.
  package nonisolated func plan(
    _ objects: [CalendarObject], into calendar: CalendarID
  ) async throws(StoreError) -> ImportPlan {
    let files = try await filesForImport(calendar)
    let userAddresses = userAddresses(in: calendar)
    return await Task.detached {
      ImportPlan(
        objects, into: files.documents, unchangeableFiles: files.lockedNames, zones: files.zones,
        userAddresses: userAddresses)
    }.value
  }

  /// Carries out a plan. If that fails or is canceled, nothing is changed. The exception is a calendar of an account that
  /// can no longer be reached: the result then says how much was imported, and can be undone.
  ///
  /// - Parameter consent: the people whom the calendar's server may notify. If it might notify others, nothing is
  ///   imported.
  /// - Returns: the import, so that it can be undone.
  package nonisolated func perform(
    _ plan: ImportPlan, into calendar: CalendarID, _ progress: ImportProgress, consent: Consent = .nobody
  ) async throws(ImportFailure) -> AppliedImport {
    for _ in 0..<Self.maximumAttempts {
      let files: FilesForImport
      do { files = try await filesForImport(calendar) } catch { throw .failed(error) }
      guard files.hasSeparateObjects else {
        return try await importIntoFile(plan, calendar, progress, consent)
      }
      let prepared: PreparedChanges
      switch await Self.prepare(plan, in: files) {
      case .failure(let error): throw .failed(error)
      case .success(let changes): prepared = changes
      }
      guard let result = try await carryOut(prepared.changes, in: calendar, progress, consent) else {
        continue
      }
      return AppliedImport(
        calendar: calendar, .objects(result.changes), objects: plan.changedObjects,
        uids: prepared.changedUIDs,
        skippedCount: prepared.skippedCount + result.skippedCount, interruption: result.interruption)
    }
    throw .failed(.beingWritten(location(of: calendar)))
  }

  private static func prepare(
    _ plan: ImportPlan, in files: FilesForImport
  ) async -> Result<PreparedChanges, StoreError> {
    await Task.detached {
      do throws(StoreError) { return .success(try PreparedChanges(plan, in: files)) } catch {
        return .failure(error)
      }
    }.value
  }

  /// Returns whom the server of a calendar may notify of an import; nil for nobody.
  package nonisolated func possibleNotification(
    of plan: ImportPlan, into calendar: CalendarID
  ) async -> PossibleNotification? {
    guard let files = try? await filesForImport(calendar) else { return nil }
    guard files.hasSeparateObjects else {
      let (old, changes) = (files.documents.first, plan.insertions + plan.updates)
      return possibleNotification(
        replacing: old?.bytes, with: (try? old?.importing(changes))?.document.bytes, in: calendar)
    }
    guard case .success(let prepared) = await Self.prepare(plan, in: files) else { return nil }
    return possibleNotification(of: prepared.changes, in: calendar)
  }

  /// Returns whom the server of a calendar may notify if an import is undone or redone; nil for nobody.
  ///
  /// - Parameter appliedImport: the import, or its inverse.
  package nonisolated func possibleNotification(of appliedImport: AppliedImport) async
    -> PossibleNotification?
  {
    let calendar = appliedImport.calendar
    switch appliedImport.content {
    case .objects(let changes): return possibleNotification(of: changes, in: calendar)
    case .file(let replacements):
      guard let old = try? await filesForImport(calendar).documents.first else { return nil }
      return possibleNotification(
        replacing: old.bytes, with: (try? old.applying(replacements))?.document.bytes, in: calendar)
    }
  }

  private nonisolated func possibleNotification(
    of changes: [FolderTransaction.Change], in calendar: CalendarID
  ) -> PossibleNotification? {
    changes.compactMap { possibleNotification(replacing: $0.oldBytes, with: $0.newBytes, in: calendar) }
      .combined
  }

  /// Undoes or redoes an import as a whole. Events that have been changed in the meantime are left as they are.
  ///
  /// - Parameters:
  ///   - appliedImport: the import, or its inverse.
  ///   - consent: the people whom the calendar's server may notify.
  /// - Returns: the changes made, so that they can be reverted.
  package nonisolated func perform(
    _ appliedImport: AppliedImport, consent: Consent = .nobody
  ) async throws(ImportFailure) -> AppliedImport {
    switch appliedImport.content {
    case .file(let replacements):
      return try await apply(replacements, appliedImport.calendar, appliedImport.objects, consent)
    case .objects(let changes):
      let files: FilesForImport
      do { files = try await filesForImport(appliedImport.calendar) } catch { throw .failed(error) }
      let currentContents = Dictionary(
        files.documents.compactMap { document in document.file.map { ($0, document.bytes) } },
        uniquingKeysWith: { first, _ in first })
      // A file without events is removed from storage, so it may exist only in memory.
      let applicableChanges = changes.filter {
        files.storedNames.contains($0.name) ? currentContents[$0.name] == $0.oldBytes : $0.oldBytes == nil
      }
      let result = try await carryOut(
        applicableChanges, in: appliedImport.calendar, ImportProgress(), consent)
      guard let result else {
        throw .failed(.conflict(location(of: appliedImport.calendar), copyPath: nil))
      }
      return AppliedImport(
        calendar: appliedImport.calendar, .objects(result.changes), objects: appliedImport.objects,
        uids: appliedImport.uids,
        skippedCount: changes.count - applicableChanges.count + result.skippedCount,
        interruption: result.interruption)
    }
  }

  // MARK: The calendar

  /// The files of the calendar into which an import adds events.
  private struct FilesForImport: Sendable {
    let calendar: CalendarID
    let hasSeparateObjects: Bool
    let documents: [CalendarDocument]
    /// The files that cannot be changed now.
    let lockedNames: Set<ByteString>
    /// The files that exist in storage, and not only in memory.
    let storedNames: Set<ByteString>
    let zones: any ZoneProvider
  }

  private func filesForImport(_ id: CalendarID) async throws(StoreError) -> FilesForImport {
    // Earlier changes must be saved first.
    processMailbox()
    await waitForTransfers()
    guard let calendar = calendars.first(where: { $0.id == id }) else { throw .notFound(location(of: id)) }
    guard calendar.unavailableReason == nil else { throw .vanished(calendar.location) }
    guard !calendar.info.isReadOnly else { throw .readOnly(calendar.location) }
    let files = calendar.files.sorted { $0.key < $1.key }
    return FilesForImport(
      calendar: id, hasSeparateObjects: calendar.hasSeparateObjects, documents: files.map(\.value.document),
      lockedNames: Set(files.filter { $0.value.isLocked || !$0.value.unsavedSteps.isEmpty }.map(\.key)),
      storedNames: Set(files.filter(\.value.isStored).map(\.key)), zones: loader.zones)
  }

  /// The changes that an import makes to the files of a folder.
  private struct PreparedChanges: Sendable {
    private(set) var changes: [FolderTransaction.Change] = []
    /// The number of objects that are skipped because they have changed since the plan was made.
    private(set) var skippedCount = 0
    /// The UIDs of the objects that are added or updated, by file.
    private(set) var changedUIDs: [ByteString: [ByteString]] = [:]

    init(_ plan: ImportPlan, in files: FilesForImport) throws(StoreError) {
      var random = SystemRandomNumberGenerator()
      let uids = Set(plan.insertions.map(\.uid))
      let knownUIDs = Set(files.documents.flatMap { $0.objects(withUIDs: uids).map(\.uid) })
      for insertion in plan.insertions {
        guard !knownUIDs.contains(insertion.uid) else {
          skippedCount += 1
          continue
        }
        let id = EventID.random(in: files.calendar, hasSeparateObjects: true, using: &random)
        guard let name = id.file else { continue }
        changes.append(
          FolderTransaction.Change(name: name, oldBytes: nil, newBytes: insertion.newObject.fileBytes()))
        changedUIDs[name] = [insertion.uid]
      }
      var updatesByFile = Dictionary(grouping: plan.updates) { $0.file ?? "" }
      for document in files.documents {
        guard let name = document.file, let updates = updatesByFile.removeValue(forKey: name)
        else { continue }
        do {
          let result = try document.importing(updates)
          skippedCount += result.skippedCount
          guard !result.applied.replacements.isEmpty else { continue }
          changedUIDs[name] = result.applied.replacements.map(\.uid)
          // A file whose last event was canceled is removed.
          let newBytes = result.document.isEmpty && !document.isEmpty ? nil : result.document.bytes
          changes.append(
            FolderTransaction.Change(name: name, oldBytes: document.bytes, newBytes: newBytes))
        } catch {
          throw .refused(error)
        }
      }
      // The files of the remaining updates have been removed.
      skippedCount += updatesByFile.values.reduce(0) { $0 + $1.count }
    }
  }

  // MARK: Folders

  /// What was done of the changes to the objects of a calendar.
  struct CarriedOutChanges {
    /// The changes that were made.
    var changes: [FolderTransaction.Change] = []
    /// The number of changes that were not made because their objects had been changed by then.
    var skippedCount = 0
    /// Why the rest was not done; nil if all of it was.
    var interruption: ImportInterruption?
  }

  /// - Returns: nil if nothing was changed because another program has added some of the same objects by now.
  private nonisolated func carryOut(
    _ changes: [FolderTransaction.Change], in calendar: CalendarID, _ progress: ImportProgress,
    _ consent: Consent
  ) async throws(ImportFailure) -> CarriedOutChanges? {
    guard !changes.isEmpty else { return CarriedOutChanges() }
    if let notification = possibleNotification(of: changes, in: calendar), !consent.covers(notification) {
      throw .failed(.consentNeeded(location(of: calendar), notification))
    }
    guard isFileBased(calendar) else { return try await writeOneByOne(changes, in: calendar, progress) }
    let (files, zones) = (fileBackend.loader.files, fileBackend.loader.zones)
    let (journals, folder) = (journals, ByteString(calendar.path.withoutTrailingSlashes))
    let location = location(of: calendar)
    let preparation = await Task.detached {
      () -> Result<(FolderTransaction, [ByteString: CalendarDocument]), ImportFailure> in
      do throws(FolderTransaction.Failure) {
        // The transaction's subfolder must not be created in an empty mount point.
        guard await self.isReachable(calendar) else { throw .fault(.system(ENOENT)) }
        let transaction: FolderTransaction
        do throws(FileFault) {
          transaction = try FolderTransaction(changes, in: folder, files: files, journals)
        } catch {
          throw .fault(error)
        }
        var documents: [ByteString: CalendarDocument] = [:]
        try transaction.prepare { count in
          guard progress.advance(to: count, of: changes.count) else { return false }
          if changes.indices.contains(count), let newBytes = changes[count].newBytes {
            documents[changes[count].name] = try? CalendarDocument(
              bytes: newBytes, calendar: calendar, file: changes[count].name, zones: zones)
          }
          return true
        }
        return .success((transaction, documents))
      } catch {
        return .failure(error.whileWriting(location))
      }
    }.value
    let (transaction, documents) = try preparation.get()
    return try await commit(transaction, documents, in: calendar, progress)
      ? CarriedOutChanges(changes: changes) : nil
  }

  private func isReachable(_ id: CalendarID) -> Bool {
    calendars.first { $0.id == id }.map(loader.isAvailable) ?? false
  }

  /// - Returns: false if nothing was changed because another program has added some of the same objects by now.
  private func commit(
    _ transaction: FolderTransaction, _ documents: [ByteString: CalendarDocument], in id: CalendarID,
    _ progress: ImportProgress
  ) async throws(ImportFailure) -> Bool {
    processMailbox()
    let location = location(of: id)
    // Imports take turns, so that each sees what the one before it has added.
    let turn = journals.takeTurn(waiting: Self.longestTurn)
    defer { withExtendedLifetime(turn) {} }
    let newNames = adoptNewFiles(in: id)
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == id }), isReachable(id) else {
      transaction.discard()
      throw .failed(.vanished(location))
    }
    guard !hasObjects(of: transaction, documents, in: newNames, of: calendars[calendarIndex]) else {
      transaction.discard()
      return false
    }
    var stamps: [ByteString: FileStamp] = [:]
    for change in transaction.changes {
      let file = calendars[calendarIndex].files[change.name]
      guard
        change.oldBytes == nil
          || (file?.unsavedSteps.isEmpty ?? false) && file?.document.bytes == change.oldBytes
      else {
        transaction.discard()
        throw .failed(.conflict(file?.location ?? location, copyPath: nil))
      }
      stamps[change.name] = file?.stamp
    }
    var results = FolderTransaction.Results()
    let files = calendars[calendarIndex].files
    do {
      try transaction.commit(expecting: stamps, &results) { !progress.isCanceled }
    } catch {
      await protectOtherWriters(results, files, in: id)
      throw error.whileWriting(location)
    }
    memory.withLock {
      for change in transaction.changes {
        guard let stamp = results.stamps[change.name], let document = documents[change.name] else {
          calendars[calendarIndex].files[change.name] = nil
          continue
        }
        calendars[calendarIndex].files[change.name] = LoadedFile(
          filePath: loader.filePath(of: change.name, in: id.path), document: document, stamp: stamp,
          isReadOnly: false)
      }
    }
    await protectOtherWriters(results, files, in: id)
    return true
  }

  /// Returns whether files have any of the objects that a transaction adds.
  private func hasObjects(
    of transaction: FolderTransaction, _ documents: [ByteString: CalendarDocument], in names: [ByteString],
    of calendar: OpenCalendar
  ) -> Bool {
    guard !names.isEmpty else { return false }
    let additions = transaction.changes.filter { $0.oldBytes == nil }.compactMap { documents[$0.name] }
    let uids = Set(additions.flatMap { $0.objects().map(\.uid) }.filter { !$0.isEmpty })
    return names.contains { calendar.files[$0]?.document.objects(withUIDs: uids).isEmpty == false }
  }

  /// Watches for late writes to the files that were replaced or removed, and reports which versions written by
  /// other programs were lost.
  private func protectOtherWriters(
    _ results: FolderTransaction.Results, _ files: [ByteString: LoadedFile], in id: CalendarID
  ) async {
    for name in results.namesWithOtherHardLinks {
      if let file = files[name] { emit(.saveWarning(.otherHardLinkNotUpdated(file.location))) }
    }
    for name in results.overwrittenNames {
      if let file = files[name] { emit(.saveWarning(.overwrote(file.location))) }
    }
    for (name, replacedFile) in results.replacedFiles {
      let key = ObjectKey(calendar: id, file: name)
      guard let filePath = files[name]?.filePath else { continue }
      watchReplacedFile(replacedFile, of: key, filePath: filePath, steps: [])
    }
    // Merging late writes would discard the import, because it is not among the steps that are then reapplied.
    for name in results.stamps.keys { preventMergingLateWrites(to: ObjectKey(calendar: id, file: name)) }
    await limitReplacedFiles()
  }

  // MARK: Single files

  private nonisolated func importIntoFile(
    _ plan: ImportPlan, _ calendar: CalendarID, _ progress: ImportProgress, _ consent: Consent
  ) async throws(ImportFailure) -> AppliedImport {
    let changes = plan.insertions + plan.updates
    return try await change(calendar, progress, count: changes.count, plan.changedObjects, consent) {
      document throws(EditError) in
      let result = try document.importing(changes)
      return (result.document, result.applied, result.skippedCount)
    }
  }

  private nonisolated func apply(
    _ appliedReplacements: AppliedReplacements, _ calendar: CalendarID,
    _ objects: [ByteString: ImportPlan.ChangedObject],
    _ consent: Consent
  ) async throws(ImportFailure) -> AppliedImport {
    try await change(
      calendar, ImportProgress(), count: appliedReplacements.replacements.count, objects, consent
    ) {
      document throws(EditError) in
      let result = try document.applying(appliedReplacements)
      return (result.document, appliedReplacements.excluding(result.skippedUIDs), result.skippedUIDs.count)
    }
  }

  /// Returns the changed document, the replacements made in it, and the number of skipped events.
  private typealias FileChange =
    @Sendable (CalendarDocument) throws(EditError) -> (CalendarDocument, AppliedReplacements, Int)

  /// Changes a single file durably, in one save.
  private nonisolated func change(
    _ calendar: CalendarID, _ progress: ImportProgress, count: Int,
    _ objects: [ByteString: ImportPlan.ChangedObject],
    _ consent: Consent, by body: @escaping FileChange
  ) async throws(ImportFailure) -> AppliedImport {
    for _ in 0..<Self.maximumAttempts {
      let files: FilesForImport
      do { files = try await filesForImport(calendar) } catch { throw .failed(error) }
      guard let oldDocument = files.documents.first else { throw .failed(.vanished(location(of: calendar))) }
      guard progress.advance(to: 0, of: count) else { throw .canceled }
      let changeResult = await Task.detached {
        () -> Result<(CalendarDocument, AppliedReplacements, Int), EditError> in
        do throws(EditError) { return .success(try body(oldDocument)) } catch { return .failure(error) }
      }.value
      let (newDocument, replacements, skippedCount): (CalendarDocument, AppliedReplacements, Int)
      switch changeResult {
      case .success(let result): (newDocument, replacements, skippedCount) = result
      case .failure(let error): throw .failed(.refused(error))
      }
      guard progress.advance(to: count, of: count) else { throw .canceled }
      guard oldDocument.bytes != newDocument.bytes else {
        return AppliedImport(
          calendar: calendar, .file(replacements), objects: objects, skippedCount: skippedCount)
      }
      if try await replace(oldDocument, with: newDocument, in: calendar, consent) {
        return AppliedImport(
          calendar: calendar, .file(replacements), objects: objects, skippedCount: skippedCount)
      }
    }
    throw .failed(.beingWritten(location(of: calendar)))
  }

  /// Saves the new contents of a single file.
  ///
  /// - Returns: whether they were saved. If not, the file has been changed in the meantime, and the caller must try
  ///   again.
  private func replace(
    _ oldDocument: CalendarDocument, with newDocument: CalendarDocument, in calendar: CalendarID,
    _ consent: Consent
  ) async throws(ImportFailure) -> Bool {
    let key = ObjectKey(calendar: calendar)
    let didLock = await lockForWriting(calendar)
    defer { if didLock { unlock(calendar) } }
    if let error = await saveWhileLocked(key) { throw .failed(error) }
    guard var file = file(key), file.document.bytes == oldDocument.bytes else { return false }
    file.document = newDocument
    do throws(BackendError) {
      let receipt = try await write(file, steps: [], consent: consent)
      file.recordWrite(of: newDocument.bytes, as: receipt.object?.version)
      // Merging late writes would discard the import, because it is not among the steps that are then reapplied.
      preventMergingLateWrites(to: key)
      setFile(file, as: key)
      adoptStored(receipt.object, insteadOf: newDocument.bytes, of: key)
      return true
    } catch {
      guard case .changed = error else {
        guard await tryToComplete(file, key, insteadOf: oldDocument) else {
          throw .failed(error.whileWriting(file.location))
        }
        return true
      }
      if let error = await reread(key) { throw .failed(error) }
      return false
    }
  }

  /// Completes a save that may have failed only in its last step, after the new contents were written. If that is
  /// not possible, the old contents are restored.
  ///
  /// - Returns: whether the new contents are durable.
  private func tryToComplete(
    _ submittedFile: LoadedFile, _ key: ObjectKey, insteadOf oldDocument: CalendarDocument
  ) async -> Bool {
    guard case .written(let object) = await writeOutcome(of: submittedFile, key) else { return false }
    var file = submittedFile
    file.recordWrite(of: file.document.bytes, as: object?.version)
    if let folder = submittedFile.filePath?.folder {
      let files = loader.files
      do throws(FileFault) { try files.makeDurable(try files.openFolder(folder)) } catch {
        file.document = oldDocument
        if let receipt = try? await write(file, steps: []) {
          file.version = receipt.object?.version
          setFile(file, as: key)
        }
        return false
      }
    }
    preventMergingLateWrites(to: key)
    setFile(file, as: key)
    return true
  }
}

extension FolderTransaction.Failure {
  fileprivate func whileWriting(_ location: CalendarLocation) -> ImportFailure {
    switch self {
    case .canceled: .canceled
    case .fault(let fault): .failed(fault.whileWriting(location))
    }
  }
}
