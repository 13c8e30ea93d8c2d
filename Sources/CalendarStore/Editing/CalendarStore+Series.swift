import CalendarDocument
import CalendarModel
import Glibc

// Splitting a series in a folder of files changes two files. The file that gains occurrences is written
// first: the later part before the earlier part is shortened and, in an undo, the earlier part before the
// later part is removed. A crash may therefore duplicate occurrences, but loses none. See
// docs/decisions/series.md.
extension CalendarStore {
  /// Returns the edit, with an identifier for the new series if the edit splits a series and has no
  /// identifier yet.
  nonisolated func withNewSeries(_ edit: EventEdit) -> EventEdit {
    guard edit.scope == .thisAndFollowing, edit.newSeries == nil else { return edit }
    var edit = edit
    var random = SystemRandomNumberGenerator()
    edit.newSeries = .random(
      in: edit.target.calendar, hasSeparateObjects: edit.target.file != nil, using: &random)
    return edit
  }

  /// Refuses to edit a series if other files in its folder contain events of the same series, because an edit
  /// changes only one file. Some programs write a file for each changed occurrence.
  func checkForOtherFiles(_ id: EventID) throws(StoreError) {
    guard file(ObjectKey(id))?.document.events.first(where: { $0.id == id })?.isRepeating == true,
      let calendar = calendars.first(where: { $0.id == id.calendar }), calendar.hasOtherFileWithUID(of: id)
    else { return }
    throw .refused(.series(SeriesRefusal(.severalFiles)))
  }

  /// Changes the file of the later part of a series, if a step splits the series, or undoes or redoes a
  /// split.
  ///
  /// - Parameter key: the file of the earlier part.
  /// - Returns: the file of the later part; nil if there is none.
  func changeOtherPart(of step: Step, in key: ObjectKey) throws(EditError) -> ObjectKey? {
    guard let laterPart = step.appliedChange.newFile,
      case .newFile(_, let appliedChange) = laterPart,
      let newSeries = appliedChange.newSeries
    else { return nil }
    let newKey = ObjectKey(newSeries)
    recordSplit(earlierPart: appliedChange.edit.target, laterPart: newSeries)
    var file = file(newKey)
    if step.kind != .undo, file == nil { file = newFile(for: newKey) }
    guard var file, file.damage == nil else { throw .changedAfterEdit }
    // The step has its own ID, because the edit counts as saved only when both files are saved.
    let laterPartStep = Step(id: EditID(), kind: step.kind, appliedChange: laterPart, otherPart: key)
    if step.kind == .undo {
      try file.document.revert(laterPart)
    } else {
      try file.document.reapply(laterPart)
    }
    consents.withLock { $0[laterPartStep.id] = $0[step.id] }
    file.unsavedSteps.append(laterPartStep)
    setFile(file, as: newKey)
    return newKey
  }

  private func newFile(for key: ObjectKey) -> LoadedFile? {
    guard (try? prepareFile(for: key)) != nil else { return nil }
    return file(key)
  }

  /// Reverts the change to the other part of a series, because the change to this part was refused.
  func withdrawOtherPart(of step: Step) {
    guard let key = step.otherPart, step.appliedChange.newFile != nil, var file = file(key),
      let withdrawal = try? Step(
        id: EditID(), kind: step.inverse.kind, appliedChange: step.appliedChange.newFile ?? step.appliedChange
      ).reapply(to: &file.document)
    else { return }
    consents.withLock { $0[withdrawal.id] = $0[step.id] }
    file.unsavedSteps.append(withdrawal)
    setFile(file, as: key)
    startSaving(key)
  }

  /// Undoes a split that could not be saved completely, including the later part if it was already saved.
  func withdrawSplit(_ id: EditID) async {
    for key in keysOfUnsavedFiles {
      guard var file = file(key), let step = file.unsavedSteps.last, step.id == id,
        step.appliedChange.newFile != nil,
        (try? step.inverse.reapply(to: &file.document)) != nil
      else { continue }
      file.unsavedSteps.removeLast()
      setFile(file, as: key)
      removePending(key)
      withdrawOtherPart(of: step)
      if let otherKey = step.otherPart { await save(otherKey) }
    }
  }

  /// Returns the files with the earlier parts of the series whose later parts are being added to the given file.
  /// The earlier parts have to be shortened.
  func earlierParts(of key: ObjectKey) -> [ObjectKey] {
    (file(key)?.unsavedSteps ?? []).compactMap { step in
      guard case .newFile = step.appliedChange, step.kind != .undo else { return nil }
      return step.otherPart
    }
  }

  /// Returns the files that must be saved before the given one, so that every occurrence is always in at
  /// least one file.
  func filesToSave(before key: ObjectKey) -> [ObjectKey] {
    var lastSteps: [ObjectKey: Step] = [:]
    for step in file(key)?.unsavedSteps ?? [] {
      if let otherKey = step.otherPart { lastSteps[otherKey] = step }
    }
    // If a change was made and undone, only the last step matters, because each file is written as a whole.
    return lastSteps.filter { otherKey, step in
      let isLaterPart = if case .newFile = step.appliedChange { true } else { false }
      return isLaterPart == (step.kind == .undo) && file(otherKey)?.unsavedSteps.isEmpty == false
    }.map(\.key).sorted { ($0.file ?? "") < ($1.file ?? "") }
  }
}

extension OpenCalendar {
  /// Returns whether a file other than that of the given event contains an event with the same UID.
  func hasOtherFileWithUID(of id: EventID) -> Bool {
    guard hasSeparateObjects, !id.uid.isEmpty else { return false }
    let key = OpenCalendar.fileName(id.file)
    return files.contains { $0.key != key && $0.value.document.events.contains(uid: id.uid) }
  }
}
