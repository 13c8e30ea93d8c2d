import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// Reads a file that another program changed and makes the unsaved changes again on what it is now.
  ///
  /// A change whose own properties the other program left alone goes through. One whose properties both
  /// changed is given up: the file on disk wins, for others have seen it already, and the user's version is
  /// kept aside.
  ///
  /// - Returns: why what is there could not be taken; nothing is given up then.
  func mergeWithDisk(_ key: FileKey) -> StoreError? {
    guard let old = file(key), let position = calendars.firstIndex(where: { $0.id == key.calendar }) else {
      return nil
    }
    guard let filePath = old.filePath else { return nil }
    switch look(at: filePath, OpenCalendar.key(key.file), in: position) {
    case .unreadable(.notFound(let location)): return .vanished(location)
    case .unreadable(let error), .broken(let error): return error
    case .incomplete: return .beingWritten(old.location)
    case .damaged:
      tell(.changedOutside(present()))
      return .damaged(old.location)
    case .same(let contents):
      recordContents(contents, of: key)
      return old.damage == nil ? nil : .damaged(old.location)
    case .new(let newer):
      merge(newer, into: key)
      return nil
    }
  }

  /// Takes a new version of a file, with the unsaved changes made again on it.
  func merge(_ newer: LoadedFile, into key: FileKey) {
    guard let old = file(key) else { return put(newer, as: key) }
    var newer = newer
    // A damaged file shows less than there was.
    let unsaved = old.damage?.unsaved ?? old.unsaved
    if newer.document.bytes == old.document.bytes {
      // It is there already: a save that failed in its very last step.
      put(newer, as: key)
      dropPending(key)
      tell(.saved(unsaved.map(\.id)))
      if old.trouble != nil || old.damage != nil { tell(.changedOutside(present())) }
      return
    }
    noteOvertaken(key)
    newer.noteBase()
    let refused = unsaved.filter { !redo($0, on: &newer, of: key) }
    put(newer, as: key)
    if !refused.isEmpty {
      let kept = old.damage?.kept ?? keepAside(old.document.bytes, named: old.lastName)
      for step in refused { tell(.refused(step.id, .conflict(old.location, kept: kept))) }
    }
    tell(.changedOutside(present()))
  }

  /// Keeps all that is unsaved aside and gives it up, because other calendars are opened.
  func giveUpUnsaved() {
    for key in keysOfUnsaved {
      guard var file = takeOut(key) else { continue }
      let kept = file.damage?.kept ?? keepAside(file.document.bytes, named: file.lastName)
      let error = StoreError.conflict(file.location, kept: kept)
      for step in file.unsaved { tell(.refused(step.id, error)) }
      file.unsaved = []
      put(file, as: key)
      dropPending(key)
    }
  }

  /// Writes a version of a file that has to give way where nobody else writes.
  ///
  /// - Returns: where; nil if even that is impossible.
  func keepAside(_ bytes: [UInt8], named name: ByteString) -> String? {
    let folder = conflicts ?? UserFolders.conflicts
    // The file's name comes first so that it is found; a long one leaves no room for the rest.
    let stem = String(name.text.prefix(40)).replacing(".ics", with: "")
    let copy = "\(stem)-\(time(nil))-\(TemporaryName.number()).ics"
    do {
      try UserFolders.make(folder)
      _ = try loader.files.create(FilePath(folder: folder, name: ByteString(copy)), bytes: bytes)
      return "\(folder)/\(copy)"
    } catch {
      return nil
    }
  }
}

extension Step {
  /// The same change on another version of the document.
  func made(on document: inout CalendarDocument) throws(EditError) -> Step {
    switch kind {
    case .edit:
      return Step(
        id: id, kind: kind, applied: try document.merge(applied, stamp: Instant(seconds: time(nil))))
    case .undo: try document.revert(applied)
    case .redo: try document.reapply(applied)
    }
    return self
  }
}
