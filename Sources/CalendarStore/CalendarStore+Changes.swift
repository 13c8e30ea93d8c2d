import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// Applies a change of a single file in memory.
  ///
  /// - Returns: the file that has to be saved.
  func apply(_ change: StoreChange, as id: EditID) throws(StoreError) -> FileKey {
    switch change {
    case .edit(let edit):
      let key = FileKey(edit.target)
      let now = Instant(seconds: time(nil))
      if case .add = edit.change { try prepareFile(for: key) }
      return try modify(key, uid: edit.target.uid.text) { document throws(EditError) in
        Step(id: id, kind: .edit, applied: try document.apply(edit, stamp: now))
      }
    case .undo(let done):
      guard let (key, applied) = history[done] else { throw .refused(.changedSince) }
      return try modify(key, uid: applied.id.uid.text) { document throws(EditError) in
        try document.revert(applied)
        return Step(id: id, kind: .undo, applied: applied)
      }
    case .redo(let done):
      guard let (key, applied) = history[done] else { throw .refused(.changedSince) }
      return try modify(key, uid: applied.id.uid.text) { document throws(EditError) in
        try document.reapply(applied)
        return Step(id: id, kind: .redo, applied: applied)
      }
    }
  }

  private func modify(
    _ key: FileKey, uid: String, by body: (inout CalendarDocument) throws(EditError) -> Step
  ) throws(StoreError) -> FileKey {
    if let file = file(key), file.damage != nil { throw .damaged(file.location) }
    guard var file = removeFile(key) else { throw .unknownEvent(uid: uid) }
    // Discards a new file if its event could not be added.
    defer { if file.version != nil || file.shouldExist || !file.unsaved.isEmpty { put(file, as: key) } }
    do {
      let step = try body(&file.document)
      file.unsaved.append(step)
      emitNotice(of: step)
      // A change made by `perform` has no identifier that could be used to undo it.
      if step.kind == .edit, changeResults[step.id] == nil { history.record(step.id, step.applied, to: key) }
      return key
    } catch EditError.vanished {
      throw .unknownEvent(uid: uid)
    } catch {
      throw .refused(error)
    }
  }

  /// Reports the notice of an edit when it is applied for the first time.
  func emitNotice(of step: Step) {
    guard step.kind == .edit, let notice = step.applied.notice else { return }
    emit(.noticed(step.id, notice))
  }

  /// Ensures that there is a file for a new event, because in a folder each event has its own file.
  func prepareFile(for key: FileKey) throws(StoreError) {
    guard let position = calendars.firstIndex(where: { $0.id == key.calendar }) else {
      throw .notFound(location(of: key.calendar))
    }
    // An event created while the volume is not mounted would end up in the empty mount point.
    guard calendars[position].absence == nil else { throw .vanished(calendars[position].location) }
    guard calendars[position].isFolder, let name = key.file, file(key) == nil else { return }
    guard calendars[position].isFileBased else {
      calendars[position].files[name] = try newObject(name, in: calendars[position])
      return
    }
    precondition(
      name.isCalendarFile && !name.bytes.contains(ByteString.slash),
      "a new event's file has a safe name")
    calendars[position].files[name] = try loader.newFile(name, in: key.calendar)
  }

  /// The open file with the given key; nil if there is none.
  func file(_ key: FileKey) -> LoadedFile? {
    calendars.first { $0.id == key.calendar }?.files[OpenCalendar.key(key.file)]
  }

  /// Removes a file from memory for a change, so that its document is modified in place and not copied. Call
  /// `put` afterwards.
  func removeFile(_ key: FileKey) -> LoadedFile? {
    guard let position = calendars.firstIndex(where: { $0.id == key.calendar }) else { return nil }
    return calendars[position].files.removeValue(forKey: OpenCalendar.key(key.file))
  }

  /// Stores a file in memory, replacing the one with the same key.
  func put(_ file: LoadedFile, as key: FileKey) {
    guard let position = calendars.firstIndex(where: { $0.id == key.calendar }) else { return }
    calendars[position].files[OpenCalendar.key(key.file)] = file
  }

  /// The files with unsaved changes.
  var keysOfUnsavedFiles: [FileKey] {
    calendars.flatMap { calendar in
      calendar.files.filter { !$0.value.unsaved.isEmpty }.keys.sorted().map { name in
        FileKey(calendar: calendar.id, file: calendar.file(named: name))
      }
    }
  }
}
