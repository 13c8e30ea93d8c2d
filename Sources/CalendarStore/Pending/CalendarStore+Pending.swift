import CalendarDocument
import CalendarModel
import Glibc

/// Changes that an earlier run of the program could not save.
package struct PendingChanges: Hashable, Sendable {
  /// The name of their record in `PendingFiles`.
  let name: String
  package let calendar: CalendarID
  /// The path of the file that was changed, for messages.
  package let path: String
  /// The number of changes.
  package let count: Int
}

/// The stored unsaved changes of a file.
struct StoredChanges: Sendable {
  /// The name of the record.
  let name: String
  /// The IDs of the changes.
  let stepIDs: [EditID]
  /// The `LoadedFile.baseHash` of the contents without the changes; nil for a file that is not stored.
  let baseHash: Int?
}

// Changes that cannot be saved are stored elsewhere immediately, rather than when the program exits, because
// the program or the machine may stop without warning. See docs/decisions/saving.md.
extension CalendarStore {
  /// Stores a file's unsaved changes for the next run, replacing the previous record of the file.
  func storePending(_ key: ObjectKey) {
    guard let pendingFiles, var file = file(key), !file.unsavedSteps.isEmpty,
      !isTakenOver.load(ordering: .sequentiallyConsistent)
    else { return }
    // While another program is writing to the file, saving is retried repeatedly, and the same record need not be
    // written each time.
    let (stepIDs, baseHash) = (file.unsavedSteps.map(\.id), file.baseHash)
    if let storedRecord = storedChanges[key], storedRecord.stepIDs == stepIDs,
      storedRecord.baseHash == baseHash
    {
      return
    }
    let storedBytes = file.storedBytes { step, document in
      reapplicationCount += 1
      _ = try? step.reapply(to: &document)
    }
    setFile(file, as: key)
    let record = PendingRecord(
      calendar: key.calendar.key, file: key.file, changeCount: file.unsavedSteps.count,
      baseBytes: storedBytes,
      editedBytes: file.document.bytes)
    guard let name = pendingFiles.store(record, replacing: storedChanges[key]?.name) else { return }
    storedChanges[key] = StoredChanges(name: name, stepIDs: stepIDs, baseHash: baseHash)
  }

  /// Whether the record of a file contains all of its unsaved changes.
  func areChangesStored(_ key: ObjectKey) -> Bool {
    guard let file = file(key), !file.unsavedSteps.isEmpty else { return true }
    return file.unsavedSteps.map(\.id) == storedChanges[key]?.stepIDs
  }

  /// Keeps the record of a file for the next run if it is the only place that has changes that were refused, because no
  /// copy of them could be saved.
  ///
  /// - Returns: the IDs of the changes that the record keeps.
  @discardableResult
  func keepRecord(of key: ObjectKey, unlessCopiedTo copyPath: String?) -> Set<EditID> {
    guard copyPath == nil else { return [] }
    return Set(storedChanges.removeValue(forKey: key)?.stepIDs ?? [])
  }

  /// Returns the errors for changes that conflict with another program's, and keeps the only place that has them.
  ///
  /// - Parameter copyPath: the path of a copy of the user's version; nil if none could be saved.
  func conflicts(
    of steps: [Step], to file: LoadedFile, _ key: ObjectKey, copyPath: String?
  ) -> [(id: EditID, error: StoreError)] {
    let keptIDs = keepRecord(of: key, unlessCopiedTo: copyPath)
    return steps.map { step in
      let isKept = keptIDs.contains(step.id)
      return (
        step.id,
        isKept ? .conflictKeptForNextRun(file.location) : .conflict(file.location, copyPath: copyPath)
      )
    }
  }

  /// Removes the record of a file whose changes were saved or discarded.
  func removePending(_ key: ObjectKey) {
    if let storedRecord = storedChanges.removeValue(forKey: key) { pendingFiles?.remove(storedRecord.name) }
  }

  /// Discards the stored unsaved changes at the user's request. They will not be offered again.
  package func discardStoredChanges() {
    for key in keysOfUnsavedFiles { removePending(key) }
  }

  /// Returns the changes that earlier runs could not save. Changes to a calendar of a non-file backend can be
  /// applied only while it is open.
  package func pendingChanges() -> [PendingChanges] {
    let ownNames = Set(storedChanges.values.map(\.name) + recordsOfAbsentCalendars.values.joined())
    return pendingFiles?.records().filter { !ownNames.contains($0.name) }.map { name, record in
      let calendar = CalendarID(record.calendar)
      return PendingChanges(
        name: name, calendar: calendar, path: location(of: calendar).appending(record.file).text,
        count: record.changeCount)
    } ?? []
  }

  /// Saves copies of the files with changes made in earlier runs in the conflicts folder, instead of applying the changes,
  /// and does not offer the changes again.
  ///
  /// - Returns: the paths of the copies. If a copy could not be saved, its changes are offered again.
  package func saveCopies(of changes: [PendingChanges]) -> [String] {
    let names = Set(changes.map(\.name))
    return (pendingFiles?.records() ?? []).filter { names.contains($0.name) }.compactMap { name, record in
      let original = record.file ?? ByteString(location(of: CalendarID(record.calendar)).lastPathComponent)
      guard let path = saveConflictCopy(record.editedBytes, named: original) else { return nil }
      pendingFiles?.remove(name)
      return path
    }
  }

  /// Permanently discards changes made in earlier runs.
  package func discard(_ changes: [PendingChanges]) {
    for change in changes { pendingFiles?.remove(change.name) }
  }

  /// Applies changes made in earlier runs to the current files, and saves them.
  ///
  /// Changes that were saved are not offered again. Neither are changes that conflict with another program's
  /// changes, if a copy of the user's version could be saved in the conflicts folder.
  ///
  /// - Returns: the errors for the changes that could not be applied.
  package func apply(_ changes: [PendingChanges]) async -> [StoreError] {
    processMailbox()
    var errors: [StoreError] = []
    let records =
      pendingFiles?.records().filter { entry in changes.contains { $0.name == entry.name } } ?? []
    // Several runs may have changed the same file, so its records are applied in their order.
    var recordsByFile: [[(name: String, record: PendingRecord)]] = []
    for entry in records {
      if let index = recordsByFile.firstIndex(where: { $0[0].record.isOfSameFile(as: entry.record) }) {
        recordsByFile[index].append(entry)
      } else {
        recordsByFile.append([entry])
      }
    }
    // If an event was moved between two files, the file that grew is saved first, so that at least one of
    // them always contains the event.
    func growth(_ entries: [(name: String, record: PendingRecord)]) -> Int {
      entries.reduce(0) { $0 + $1.record.growth }
    }
    for (name, record) in recordsByFile.sorted(by: { growth($0) > growth($1) }).joined() {
      do throws(StoreError) {
        let conflict = try await apply(record, named: name)
        if let conflict { errors.append(conflict) }
        // Without a copy, the record is the only place that has the refused changes.
        if case .conflictKeptForNextRun = conflict { continue }
        pendingFiles?.remove(name)
      } catch {
        // The records of one file usually fail for the same reason.
        if !errors.contains(error) { errors.append(error) }
      }
    }
    return errors
  }

  /// - Returns: the conflict with another program's changes, if any; the remaining changes are on disk.
  private func apply(_ record: PendingRecord, named name: String) async throws(StoreError) -> StoreError? {
    let key = ObjectKey(calendar: CalendarID(record.calendar), file: record.file)
    if let error = await save(key) { throw error }
    guard isFileBased(key.calendar) else { return try await apply(record, named: name, to: key) }
    let filePath = try filePath(of: record)
    let editedDocument = try document(record.editedBytes, of: key, at: .path(filePath.displayPath))
    let baseDocument = try document(record.baseBytes, of: key, at: .path(filePath.displayPath))
    for _ in 0..<5 {
      var file = try currentFile(record, key, filePath)
      // Nothing is left to do if the file already contains the changes, for example because another program
      // saved them.
      guard file.document.bytes != record.editedBytes else { return nil }
      let refusedCount = file.merge(
        editedDocument, since: baseDocument, ownAddresses: ownAddresses(in: key.calendar))
      do throws(BackendError) {
        if !file.unsavedSteps.isEmpty { _ = try await write(file) }
      } catch .changed {
        continue
      } catch {
        throw error.whileWriting(.path(filePath.displayPath))
      }
      handle(.changed(folder: filePath.folder, names: [filePath.name]))
      guard refusedCount > 0 else { return nil }
      let location = CalendarLocation.path(filePath.displayPath)
      return saveConflictCopy(record.editedBytes, named: filePath.name)
        .map { .conflict(location, copyPath: $0) } ?? .conflictKeptForNextRun(location)
    }
    throw .beingWritten(path: filePath.displayPath)
  }

  /// Applies changes to an object of a non-file backend: the open calendar is changed and saved as usual.
  private func apply(_ record: PendingRecord, named name: String, to key: ObjectKey) async throws(StoreError)
    -> StoreError?
  {
    guard calendars.contains(where: { $0.id == key.calendar && $0.unavailableReason == nil }) else {
      throw .notFound(location(of: key.calendar))
    }
    let (key, conflict) = try adopt(record, named: name, as: key)
    emit(.changedExternally(makeSnapshot()))
    switch await save(key) {
    // The changes are unsaved changes of this run, about which the user is asked.
    case nil, .consentNeeded: return conflict
    case let error?: throw error
    }
  }

  /// Makes the changes of a record unsaved changes of this run, to an object of a non-file backend. The record is removed
  /// only if another one contains them, and a copy those that could not be applied.
  ///
  /// - Returns: the key of the object, and the conflict with another program's changes, if any.
  func adopt(_ record: PendingRecord, named name: String, as key: ObjectKey) throws(StoreError) -> (
    ObjectKey, conflict: StoreError?
  ) {
    let (key, refusedCount) = try merge(record, into: key)
    var conflict: StoreError?
    var isCopied = true
    if refusedCount > 0, let file = file(key) {
      let copyPath = saveConflictCopy(record.editedBytes, named: file.nameForCopies)
      isCopied = copyPath != nil
      conflict =
        isCopied ? .conflict(file.location, copyPath: copyPath) : .conflictKeptForNextRun(file.location)
    }
    storePending(key)
    if isCopied, areChangesStored(key) { pendingFiles?.remove(name) }
    return (key, conflict)
  }

  /// Applies changes to an object of a non-file backend, in memory only.
  ///
  /// - Returns: the key of the object, and the number of changes that could not be applied.
  private func merge(_ record: PendingRecord, into key: ObjectKey) throws(StoreError) -> (
    ObjectKey, refusedCount: Int
  ) {
    let key = currentKey(of: record, key)
    if record.baseBytes == nil, file(key) == nil { try prepareFile(for: key) }
    guard var file = file(key) else { throw .vanished(location(of: key.calendar)) }
    let editedDocument = try document(record.editedBytes, of: key, at: file.location)
    let baseDocument = try document(record.baseBytes, of: key, at: file.location)
    let refusedCount = file.merge(
      editedDocument, since: baseDocument, ownAddresses: ownAddresses(in: key.calendar))
    setFile(file, as: key)
    return (key, refusedCount)
  }

  /// Returns the key of the object that a record is about. An account may have renamed an object that an earlier run
  /// created, so an object with an unknown name is looked up by UID.
  private func currentKey(of record: PendingRecord, _ key: ObjectKey) -> ObjectKey {
    guard file(key) == nil, let calendar = calendars.first(where: { $0.id == key.calendar }),
      let editedDocument = try? document(record.editedBytes, of: key, at: calendar.location),
      let uid = editedDocument.events.first?.id.uid,
      let file = calendar.files.values.first(where: { file in
        file.document.events.contains { $0.id.uid == uid }
      }), let name = file.document.file
    else { return key }
    return ObjectKey(calendar: key.calendar, file: name)
  }

  private func filePath(of record: PendingRecord) throws(StoreError) -> FilePath {
    let kind: FileKind
    do { kind = try loader.files.kind(of: record.calendar) } catch {
      throw error.whileWriting(record.calendar)
    }
    switch (kind, record.file) {
    case (.file(let filePath), nil): return filePath
    case (.folder, let file?): return loader.filePath(of: file, in: record.calendar)
    default: throw .notCalendar(path: record.calendar)
    }
  }

  private func document(
    _ bytes: [UInt8]?, of key: ObjectKey, at location: CalendarLocation
  ) throws(StoreError) -> CalendarDocument {
    do {
      guard let bytes else {
        return try CalendarDocument(newIn: key.calendar, file: key.file, zones: loader.zones)
      }
      return try CalendarDocument(bytes: bytes, calendar: key.calendar, file: key.file, zones: loader.zones)
    } catch {
      throw .broken(location, reason: error)
    }
  }

  private func currentFile(_ record: PendingRecord, _ key: ObjectKey, _ filePath: FilePath) throws(StoreError)
    -> LoadedFile
  {
    do throws(StoreError) {
      let version = try loader.readVersion(at: filePath, calendar: key.calendar, file: key.file)
      // Changes cannot be merged into an incomplete version.
      guard version.contents.writer != .present else { throw .beingWritten(path: filePath.displayPath) }
      let file = try version.file.get()
      guard file.document.isComplete else { throw .damaged(path: filePath.displayPath) }
      return file
    } catch {
      guard case .notFound = error else { throw error }
      // A deleted file is not created again, because the deletion was intentional.
      guard record.baseBytes == nil, let name = key.file else { throw .vanished(path: filePath.displayPath) }
      return try loader.newFile(name, in: key.calendar)
    }
  }
}

extension PendingRecord {
  /// The number of bytes by which the changes made the file grow.
  fileprivate var growth: Int { editedBytes.count - (baseBytes?.count ?? 0) }
}

extension LoadedFile {
  /// Merges the changes that turned `baseDocument` into `editedDocument` in another run.
  ///
  /// - Returns: the number of changes that could not be applied.
  fileprivate mutating func merge(
    _ editedDocument: CalendarDocument, since baseDocument: CalendarDocument, ownAddresses: Set<String>
  ) -> Int {
    let edits = editedDocument.edits(since: baseDocument, ownAddresses: ownAddresses)
    guard document.bytes == baseDocument.bytes else { return mergeEdits(edits) }
    // The file has not changed since that run, so `editedDocument` is the result.
    document = editedDocument
    unsavedSteps += edits.map { Step(id: EditID(), kind: .edit, appliedChange: $0) }
    return 0
  }

  /// Merges changes made in another run.
  ///
  /// - Returns: the number of changes that could not be applied.
  fileprivate mutating func mergeEdits(_ edits: [AppliedChange]) -> Int {
    var refusedCount = 0
    for edit in edits where !document.containsEvent(addedBy: edit) {
      do throws(EditError) {
        let mergedChange = try document.merge(edit, stamp: Instant(seconds: time(nil)))
        if !mergedChange.hasNoEffect {
          unsavedSteps.append(Step(id: EditID(), kind: .edit, appliedChange: mergedChange))
        }
      } catch {
        refusedCount += 1
      }
    }
    return refusedCount
  }
}

extension CalendarDocument {
  /// Whether the document already contains the event that an edit adds, because the edit was saved but its
  /// record was not removed.
  fileprivate func containsEvent(addedBy appliedChange: AppliedChange) -> Bool {
    guard let addedEvent = appliedChange.addedEvent else { return false }
    return events.contains { $0.id == addedEvent.id && $0.differences(to: addedEvent).isEmpty }
  }
}
