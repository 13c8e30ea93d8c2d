import CalendarDocument
import CalendarModel

/// The user's decision about a truncated file.
package enum DamageRemedy: Hashable, Sendable {
  /// Use the truncated file as it is, and keep a copy of the last complete version in the conflicts folder.
  case useAsIs
  /// Restore the last complete version, and keep a copy of the truncated one in the conflicts folder.
  case restore
}

extension CalendarStore {
  /// Applies the user's decision about a truncated file; see `StoreSnapshot.damagedFiles`.
  ///
  /// - Returns: the path of a copy of the version that was not chosen; nil if there is none.
  /// - Throws: An error if the decision could not be applied; the file then remains marked as damaged.
  @discardableResult
  package func resolveDamage(
    of calendar: CalendarID, file name: ByteString? = nil, by remedy: DamageRemedy
  ) async throws(StoreError) -> String? {
    processMailbox()
    let key = ObjectKey(calendar: calendar, file: name)
    await waitForTransfers()
    guard let file = file(key), let damage = file.damage else { return nil }
    switch remedy {
    case .useAsIs:
      guard file.readError == nil else { throw .damaged(file.location) }
      acceptTruncated(file, damage, as: key)
      return damage.copyPath
    case .restore:
      guard let lastComplete = damage.lastComplete else { throw .damaged(file.location) }
      return try await restore(lastComplete, damage, of: file, as: key)
    }
  }

  private func acceptTruncated(_ file: LoadedFile, _ damage: Damage, as key: ObjectKey) {
    var file = file
    file.damage = nil
    setFile(file, as: key)
    let unsavedIDs = Set(file.unsavedSteps.map(\.id))
    for step in damage.unsavedSteps where !unsavedIDs.contains(step.id) {
      emit(.refused(step.id, .conflict(file.location, copyPath: damage.copyPath)))
    }
    startSaving(key)
    emit(.changedExternally(makeSnapshot()))
  }

  private func restore(
    _ lastComplete: CalendarDocument, _ damage: Damage, of file: LoadedFile, as key: ObjectKey
  ) async throws(StoreError) -> String? {
    guard let filePath = file.filePath else { return nil }
    let contents: FileContents
    do { contents = try loader.files.read(filePath) } catch { throw error.whileReading(filePath.displayPath) }
    guard contents.stamp.hash == file.stamp?.hash else { throw .beingWritten(file.location) }
    var copyPath: String?
    if !contents.bytes.isEmpty {
      copyPath = saveConflictCopy(contents.bytes, named: filePath.name)
      if copyPath == nil { throw .failed(file.location, reason: .notPreserved) }
    }
    var restoredFile = LoadedFile(
      filePath: filePath, document: lastComplete, stamp: contents.stamp, isReadOnly: contents.isReadOnly)
    restoredFile.unsavedSteps = damage.unsavedSteps
    do throws(BackendError) {
      restoredFile.version = try await write(restoredFile).object?.version
    } catch {
      throw error.whileWriting(file.location)
    }
    restoredFile.unsavedSteps = []
    setFile(restoredFile, as: key)
    for step in damage.unsavedSteps where step.kind == .edit {
      history.update(step.id, step.appliedChange, to: key)
    }
    emit(.saved(damage.unsavedSteps.map(\.id)))
    emit(.changedExternally(makeSnapshot()))
    return copyPath
  }
}
