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
  /// - Returns: why the file could not be read; nothing is given up then.
  func mergeWithDisk(_ key: FileKey) -> StoreError? {
    guard let old = file(key) else { return nil }
    var newer: LoadedFile
    do throws(StoreError) {
      newer = try loader.load(old.place, calendar: key.calendar, file: key.file)
    } catch {
      if case .notFound(let path) = error { return .vanished(path: path) }
      return error
    }
    var refused: [EditID] = []
    if newer.document.bytes == old.document.bytes {
      // It is there already: a save that failed in its very last step.
      newer.unsaved = []
      put(newer, as: key)
      tell(.saved(old.unsaved.map(\.id)))
      if old.trouble != nil { tell(.changedOutside(present())) }
      return nil
    }
    for step in old.unsaved {
      do throws(EditError) {
        let again = try step.made(on: &newer.document)
        newer.unsaved.append(again)
        if again.kind == .edit { history.noteAgain(again.id, again.applied, to: key) }
      } catch {
        refused.append(step.id)
      }
    }
    put(newer, as: key)
    if !refused.isEmpty {
      let error = StoreError.conflict(path: old.place.shown, kept: keepAside(old))
      for id in refused { tell(.refused(id, error)) }
    }
    tell(.changedOutside(present()))
    return nil
  }

  /// Keeps all that is unsaved aside and gives it up, because other calendars are opened.
  func giveUpUnsaved() {
    for key in keysOfUnsaved {
      guard var file = take(key) else { continue }
      let error = StoreError.conflict(path: file.place.shown, kept: keepAside(file))
      for step in file.unsaved { tell(.refused(step.id, error)) }
      file.unsaved = []
      put(file, as: key)
    }
  }

  /// Writes the user's version of a file where nobody else writes.
  ///
  /// - Returns: where; nil if even that is impossible.
  private func keepAside(_ file: LoadedFile) -> String? {
    let folder = conflicts ?? UserFolders.conflicts
    // The place's name comes first so that it is found; a long one leaves no room for the rest.
    let stem = String(file.place.name.prefix(40)).replacing(".ics", with: "")
    let name = "\(stem)-\(time(nil))-\(TemporaryName.number()).ics"
    do {
      try UserFolders.make(folder)
      _ = try loader.files.create(FilePlace(folder: folder, name: name), bytes: file.document.bytes)
      return "\(folder)/\(name)"
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
