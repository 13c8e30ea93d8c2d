import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// Reads a file that another program changed and reapplies the unsaved changes to the new version.
  ///
  /// A change can be reapplied if the other program did not change the same properties. Otherwise, the change
  /// is discarded, and a copy of the user's version is kept in the conflicts folder. The version on disk
  /// takes precedence, because others may have already seen it.
  ///
  /// - Returns: the error if the new version could not be adopted; no change is discarded in that case.
  func mergeWithDisk(_ key: ObjectKey) -> StoreError? {
    guard let oldFile = file(key), let calendarIndex = calendars.firstIndex(where: { $0.id == key.calendar })
    else {
      return nil
    }
    guard let filePath = oldFile.filePath else { return nil }
    switch examine(filePath, OpenCalendar.fileName(key.file), in: calendarIndex) {
    case .unreadable(.notFound(let location)): return .vanished(location)
    case .unreadable(let error), .broken(let error): return error
    case .incomplete: return .beingWritten(oldFile.location)
    case .damaged:
      emit(.changedExternally(makeSnapshot()))
      return .damaged(oldFile.location)
    case .same(let contents):
      recordUnchangedContents(contents, of: key)
      return oldFile.damage == nil ? nil : .damaged(oldFile.location)
    case .new(let newerFile):
      merge(newerFile, into: key)
      return nil
    }
  }

  /// Adopts a new version of a file, and reapplies the unsaved changes to it.
  func merge(_ newerFile: LoadedFile, into key: ObjectKey) {
    guard let oldFile = file(key) else { return setFile(newerFile, as: key) }
    var newerFile = newerFile
    // The document of a damaged file may lack some of the unsaved changes.
    let unsavedSteps = oldFile.damage?.unsavedSteps ?? oldFile.unsavedSteps
    if newerFile.document.bytes == oldFile.document.bytes {
      // The contents are already on disk, because a save failed only in its last step.
      setFile(newerFile, as: key)
      removePending(key)
      emit(.saved(unsavedSteps.map(\.id)))
      if oldFile.readError != nil || oldFile.damage != nil { emit(.changedExternally(makeSnapshot())) }
      return
    }
    preventMergingLateWrites(to: key)
    newerFile.recordBase()
    let refusedSteps = unsavedSteps.filter { !reapply($0, to: &newerFile, of: key) }
    setFile(newerFile, as: key)
    if !refusedSteps.isEmpty {
      let copyPath =
        oldFile.damage?.copyPath ?? saveConflictCopy(oldFile.document.bytes, named: oldFile.nameForCopies)
      let conflicts = conflicts(of: refusedSteps, to: oldFile, key, copyPath: copyPath)
      for (step, conflict) in zip(refusedSteps, conflicts) {
        withdrawOtherPart(of: step)
        emit(.refused(step.id, conflict.error))
      }
    }
    emit(.changedExternally(makeSnapshot()))
  }

  /// Discards the unsaved changes to a calendar that is about to be closed, or to all calendars. A copy of
  /// each file is kept.
  func abandonUnsavedChanges(of calendar: CalendarID? = nil) {
    for key in keysOfUnsavedFiles where calendar == nil || key.calendar == calendar {
      guard var file = self.file(key) else { continue }
      let copyPath = file.damage?.copyPath ?? saveConflictCopy(file.document.bytes, named: file.nameForCopies)
      for (id, error) in conflicts(of: file.unsavedSteps, to: file, key, copyPath: copyPath) {
        emit(.refused(id, error))
      }
      file.unsavedSteps = []
      setFile(file, as: key)
      removePending(key)
    }
  }

  /// Saves a version of a file that could not be merged, as a copy in the conflicts folder.
  ///
  /// - Returns: the path of the copy; nil if it could not be written.
  func saveConflictCopy(_ bytes: [UInt8], named name: ByteString) -> String? {
    let folder = conflictsFolder ?? UserFolders.conflicts
    // The file's name comes first, so that the copy is easy to find.
    let stem = CalendarStore.stem(ofCopy: name.text)
    let copy = "\(stem)-\(time(nil))-\(TemporaryName.randomDigits()).ics"
    do {
      try UserFolders.createFolder(folder)
      _ = try loader.files.create(FilePath(folder: folder, name: ByteString(copy)), bytes: bytes)
      return "\(folder)/\(copy)"
    } catch {
      return nil
    }
  }

  /// Returns the first part of a copy's name, which is short enough to leave room for a suffix.
  ///
  /// - Parameter name: the name of the original. For an object in an account, it is a UID, which may contain anything.
  static func stem(ofCopy name: String) -> String {
    var stem = ""
    for character in name.replacing(".ics", with: "").prefix(40) {
      let isUnsafe =
        character == "/" || character.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
      // A file name can be at most 255 bytes long.
      guard stem.utf8.count + character.utf8.count <= 160 else { break }
      // A name that begins with a dot is hidden.
      stem += isUnsafe || (character == "." && stem.isEmpty) ? "_" : String(character)
    }
    return stem.isEmpty ? "event" : stem
  }
}

extension Step {
  /// Applies the same change to a different version of the document.
  func reapply(to document: inout CalendarDocument) throws(EditError) -> Step {
    switch kind {
    case .edit:
      return Step(
        id: id, kind: kind,
        appliedChange: try document.merge(appliedChange, stamp: Instant(seconds: time(nil))),
        otherPart: otherPart)
    case .undo: try document.revert(appliedChange)
    case .redo: try document.reapply(appliedChange)
    }
    return self
  }
}
