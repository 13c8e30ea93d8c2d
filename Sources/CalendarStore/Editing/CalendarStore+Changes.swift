import CalendarDocument
import CalendarModel
import Glibc

extension CalendarStore {
  /// Applies a change in memory, unless it is a transfer.
  ///
  /// - Returns: the keys of the files that have to be saved: two if a series in a folder is split, otherwise
  ///   one.
  func apply(_ change: StoreChange, as id: EditID) throws(StoreError) -> [ObjectKey] {
    switch change {
    case .edit(let edit):
      let edit = withNewSeries(edit)
      let key = ObjectKey(edit.target)
      let now = Instant(seconds: time(nil))
      if case .add = edit.change { try prepareFile(for: key) }
      if edit.scope != .thisOccurrence || edit.change == .delete { try checkForOtherFiles(edit.target) }
      let ownAddresses = ownAddresses(in: edit.target.calendar)
      return try modify(key, uid: edit.target.uid.text) { document throws(EditError) in
        Step(
          id: id, kind: .edit,
          appliedChange: try document.change(by: edit, ownAddresses: ownAddresses, stamp: now))
      }
    case .undo(let editID):
      guard let (key, appliedChange) = changeToUndo(editID) else { throw .refused(.changedAfterEdit) }
      guard history.isOfCopy(editID) || !isInOtherFile(appliedChange.eventsAddedByUndo, than: key) else {
        throw .refused(.changedAfterEdit)
      }
      history.update(editID, appliedChange, to: key)
      return try modify(key, uid: appliedChange.id.uid.text) { document throws(EditError) in
        try document.revert(appliedChange)
        return Step(id: id, kind: .undo, appliedChange: appliedChange)
      }
    case .redo(let editID):
      guard let (key, appliedChange) = history[editID] else { throw .refused(.changedAfterEdit) }
      guard history.isOfCopy(editID) || !isInOtherFile(appliedChange.eventsAddedByRedo, than: key) else {
        throw .refused(.changedAfterEdit)
      }
      return try modify(key, uid: appliedChange.id.uid.text) { document throws(EditError) in
        try document.reapply(appliedChange)
        return Step(id: id, kind: .redo, appliedChange: appliedChange)
      }
    }
  }

  /// Returns a change in the form in which it is undone. If a server may have told attendees of a deletion, the event
  /// comes back as a newer revision. Any other undo restores the previous bytes.
  private func changeToUndo(_ id: EditID) -> ChangeHistory.FileChange? {
    guard let (key, appliedChange) = history[id] else { return nil }
    guard backend(of: key.calendar).isOnServer(key.calendar),
      file(key)?.unsavedSteps.contains(where: { $0.id == id }) != true
    else { return (key, appliedChange) }
    return (
      key,
      appliedChange.renewingDeletedEvents(
        ownAddresses: ownAddresses(in: key.calendar), stamp: Instant(seconds: time(nil)))
    )
  }

  private func modify(
    _ key: ObjectKey, uid: String, by body: (inout CalendarDocument) throws(EditError) -> Step
  ) throws(StoreError) -> [ObjectKey] {
    // A preview on another thread must not see the calendar while the file is temporarily removed from it.
    try memory.withLock { () throws(StoreError) in try modifyWhileLocked(key, uid: uid, by: body) }
  }

  private func modifyWhileLocked(
    _ key: ObjectKey, uid: String, by body: (inout CalendarDocument) throws(EditError) -> Step
  ) throws(StoreError) -> [ObjectKey] {
    if let file = file(key), file.damage != nil { throw .damaged(file.location) }
    guard var file = removeFile(key) else { throw .unknownEvent(uid: uid) }
    // Discards a new file if its event could not be added.
    defer {
      if file.version != nil || file.shouldExist || !file.unsavedSteps.isEmpty { setFile(file, as: key) }
    }
    do throws(EditError) {
      var step = try body(&file.document)
      do throws(EditError) {
        step.otherPart = try changeOtherPart(of: step, in: key)
      } catch {
        _ = try? step.inverse.reapply(to: &file.document)
        throw error
      }
      file.unsavedSteps.append(step)
      emitNotice(of: step)
      // The caller of `perform` does not know the change's identifier and therefore cannot undo the change.
      if step.kind == .edit, changeResults[step.id] == nil {
        history.record(
          step.id, step.appliedChange, to: key,
          isOfCopy: isInOtherFile(step.appliedChange.eventsAddedByUndo, than: key))
      }
      return [key] + [step.otherPart].compactMap { $0 }
    } catch EditError.vanished {
      throw .unknownEvent(uid: uid)
    } catch {
      throw .refused(error)
    }
  }

  /// Reports the notice of an edit when the edit is applied for the first time.
  func emitNotice(of step: Step) {
    guard step.kind == .edit, let notice = step.appliedChange.notice else { return }
    emit(.notice(step.id, notice))
  }

  /// Creates the file for a new event, in memory only, if each event in its calendar has its own file.
  func prepareFile(for key: ObjectKey) throws(StoreError) {
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == key.calendar }) else {
      throw .notFound(location(of: key.calendar))
    }
    // An event created while the volume is not mounted would end up in the empty mount point.
    guard calendars[calendarIndex].unavailableReason == nil else {
      throw .vanished(calendars[calendarIndex].location)
    }
    guard calendars[calendarIndex].hasSeparateObjects, let name = key.file, file(key) == nil else { return }
    guard calendars[calendarIndex].isFileBased else {
      calendars[calendarIndex].files[name] = try newObject(name, in: calendars[calendarIndex])
      return
    }
    precondition(
      name.isCalendarFile && !name.bytes.contains(ByteString.slash),
      "the file name of a new event is not safe")
    calendars[calendarIndex].files[name] = try loader.newFile(name, in: key.calendar)
  }

  /// Returns whether a file of the calendar other than the given one contains any of the events. A synchronization
  /// program that restores an event may give its file a different name.
  func isInOtherFile(_ events: [EventID], than key: ObjectKey) -> Bool {
    guard !events.isEmpty, let calendar = calendars.first(where: { $0.id == key.calendar }),
      calendar.hasSeparateObjects
    else { return false }
    return calendar.files.contains { name, file in
      name != OpenCalendar.fileName(key.file)
        && events.contains { event in
          !event.uid.isEmpty
            && file.document.events.count(uid: event.uid, recurrenceID: event.recurrenceID) > 0
        }
    }
  }

  /// Returns the open file with the given key; nil if there is none.
  func file(_ key: ObjectKey) -> LoadedFile? {
    calendars.first { $0.id == key.calendar }?.files[OpenCalendar.fileName(key.file)]
  }

  /// Temporarily removes a file from memory, so that a change modifies its document in place instead of
  /// copying it. Call `setFile` afterward, and hold the lock of `memory` until then; otherwise, a preview on
  /// another thread might not find the file.
  func removeFile(_ key: ObjectKey) -> LoadedFile? {
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == key.calendar }) else { return nil }
    return calendars[calendarIndex].files.removeValue(forKey: OpenCalendar.fileName(key.file))
  }

  /// Sets the file for a key, in memory only.
  func setFile(_ file: LoadedFile, as key: ObjectKey) {
    guard let calendarIndex = calendars.firstIndex(where: { $0.id == key.calendar }) else { return }
    calendars[calendarIndex].files[OpenCalendar.fileName(key.file)] = file
  }

  /// The keys of the files with unsaved changes.
  var keysOfUnsavedFiles: [ObjectKey] {
    calendars.flatMap { calendar in
      calendar.files.filter { !$0.value.unsavedSteps.isEmpty }.keys.sorted().map { name in
        ObjectKey(calendar: calendar.id, file: calendar.objectName(of: name))
      }
    }
  }
}
