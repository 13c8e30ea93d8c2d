import CalendarDocument
import CalendarModel
import Glibc

// Previews of changes: what an edit would do to a series, before the user chooses a scope, and whom servers may notify
// of any change, before it is submitted.
extension CalendarStore {
  /// Returns the events of a series before and after an edit. Nothing is changed and no file is accessed, so
  /// this method may be called on any thread.
  ///
  /// The cost depends on the size of the series, not on the size of its file.
  ///
  /// - Parameters:
  ///   - edit: the edit. If you submit it later, set its `newSeries` first, so that the new series gets the
  ///     same identifier as in the preview.
  ///   - pendingChanges: the submitted changes that the store has not reported on yet.
  /// - Throws: the error that the edit itself would cause.
  package nonisolated func outcome(
    of edit: EventEdit, after pendingChanges: [(change: StoreChange, id: EditID)] = []
  ) throws(StoreError) -> EventReplacement {
    let preview = Preview(
      contents: memory.copy, pendingChanges: pendingChanges, zones: fileBackend.loader.zones,
      ownAddresses: ownAddresses(in: edit.target.calendar), now: Instant(seconds: time(nil)))
    return try preview.outcome(of: withNewSeries(edit))
  }

  /// Returns whom servers may notify of a change; nil for nobody. Nothing is changed and no file is accessed, so this
  /// method may be called on any thread.
  ///
  /// - Parameter pendingChanges: the submitted changes before it that the store has not reported on yet.
  package nonisolated func possibleNotification(
    of change: StoreChange, after pendingChanges: [(change: StoreChange, id: EditID)] = []
  ) -> PossibleNotification? {
    let contents = memory.copy
    let change = if case .edit(let edit) = change { StoreChange.edit(withNewSeries(edit)) } else { change }
    var notifications: [PossibleNotification] = []
    for id in contents.events(changedBy: change, after: pendingChanges)
    where backend(of: id.calendar).isOnServer(id.calendar) {
      func preview(after changes: [(change: StoreChange, id: EditID)]) -> [UInt8]? {
        Preview(
          contents: contents, pendingChanges: changes, zones: fileBackend.loader.zones,
          ownAddresses: ownAddresses(in: id.calendar), now: Instant(seconds: time(nil))
        ).document(of: id, after: changes[...])?.bytes
      }
      let notification = possibleNotification(
        replacing: preview(after: pendingChanges),
        with: preview(after: pendingChanges + [(change, EditID())]),
        in: id.calendar)
      if let notification { notifications.append(notification) }
    }
    return notifications.combined
  }

  /// Saves a copy of an event, with its series, as it would be after changes that will not be made. The copy is saved
  /// in the conflicts folder.
  ///
  /// - Parameter changes: the changes to the event, which have not been submitted.
  /// - Returns: the path of the copy; nil if the event would not exist, or the copy could not be saved.
  package func keepCopy(of id: EventID, after changes: [(change: StoreChange, id: EditID)]) -> String? {
    let preview = Preview(
      contents: memory.copy, pendingChanges: changes, zones: fileBackend.loader.zones,
      ownAddresses: ownAddresses(in: id.calendar), now: Instant(seconds: time(nil)))
    guard let document = preview.document(of: id, after: changes[...]), !document.events.isEmpty else {
      return nil
    }
    return saveConflictCopy(document.bytes, named: id.file ?? id.uid)
  }
}

extension StoreMemory.Contents {
  /// Returns the events, or series, that a change affects: two if it transfers an event or splits a series.
  fileprivate func events(
    changedBy change: StoreChange, after pendingChanges: [(change: StoreChange, id: EditID)]
  ) -> [EventID] {
    switch change {
    case .edit(let edit):
      return [edit.target] + (edit.isTransfer ? [edit.resultingID] : []) + [edit.newSeries].compactMap(\.self)
    case .undo(let id), .redo(let id):
      if let (departure, arrival) = history.transfer(id) {
        return [departure.appliedChange.id, arrival.appliedChange.id]
      }
      if let edit = history[id]?.appliedChange.edit { return events(changedBy: .edit(edit), after: []) }
      return pendingChanges.first { $0.id == id }.map { events(changedBy: $0.change, after: []) } ?? []
    }
  }
}

/// Applies edits to copies of the edited series.
private struct Preview {
  let contents: StoreMemory.Contents
  let pendingChanges: [(change: StoreChange, id: EditID)]
  let zones: any ZoneProvider
  /// The user's addresses in the calendar of the edit.
  let ownAddresses: Set<String>
  let now: Instant

  func outcome(of edit: EventEdit) throws(StoreError) -> EventReplacement {
    let id = edit.target
    if edit.scope != .thisOccurrence || edit.change == .delete,
      contents.calendars.first(where: { $0.id == id.calendar })?.hasOtherFileWithUID(of: id) == true
    {
      throw .refused(.series(SeriesRefusal(.severalFiles)))
    }
    guard var document = document(of: id, after: pendingChanges[...]) else {
      throw .unknownEvent(uid: id.uid.text)
    }
    let eventsBefore = document.events(withUID: id.uid)
    do {
      let appliedChange = try document.change(by: edit, ownAddresses: ownAddresses, stamp: now)
      return EventReplacement(
        before: eventsBefore,
        after: document.events(withUID: id.uid) + newEvents(of: edit, appliedChange, in: document))
    } catch {
      throw error == .vanished ? .unknownEvent(uid: id.uid.text) : .refused(error)
    }
  }

  private func newEvents(
    of edit: EventEdit, _ appliedChange: AppliedChange, in document: CalendarDocument
  ) -> [CalendarEvent] {
    guard let uid = edit.newSeries?.uid else { return [] }
    if case .newFile(let file, _) = appliedChange.newFile { return file.events(withUID: uid) }
    return document.events(withUID: uid)
  }

  /// Returns the series of an event as it will be after the pending changes.
  func document(
    of id: EventID, after pendingChanges: ArraySlice<(change: StoreChange, id: EditID)>
  ) -> CalendarDocument? {
    let calendar = contents.calendars.first { $0.id == id.calendar }
    let loadedSeries = calendar?.files[OpenCalendar.fileName(id.file)]?.document.extract(of: id.uid)
    guard
      var document = loadedSeries ?? (try? CalendarDocument(newIn: id.calendar, file: id.file, zones: zones))
    else { return nil }
    // Changes that the store has not applied yet are not in its history, but may be undone by later ones.
    var appliedChanges: [EditID: AppliedChange] = [:]
    for (position, submission) in zip(pendingChanges.indices, pendingChanges) {
      switch submission.change {
      case .edit(let edit):
        // Skip an edit that the store has already applied but not yet reported on.
        guard contents.history[submission.id] == nil else { continue }
        if case .transfer(let newID, _) = edit.change, newID.ofSeries == id.ofSeries {
          guard let oldDocument = self.document(of: edit.target, after: pendingChanges[..<position]),
            let series = try? oldDocument.seriesForTransfer(edit.target, as: newID)
          else { continue }
          _ = try? document.add(series, stamp: now)
        } else if edit.target.uid == id.uid {
          appliedChanges[submission.id] = try? document.change(
            by: edit, ownAddresses: ownAddresses, stamp: now)
        } else if let newSeries = edit.newSeries, newSeries.uid == id.uid, newSeries.calendar == id.calendar,
          var oldDocument = self.document(of: edit.target, after: pendingChanges[..<position]),
          let appliedChange = try? oldDocument.change(by: edit, ownAddresses: ownAddresses, stamp: now)
        {
          if case .newFile(let file, _) = appliedChange.newFile {
            document = file
          } else {
            document = oldDocument
          }
        }
      case .undo(let editID):
        guard let appliedChange = historicChange(editID, to: id) ?? appliedChanges[editID],
          appliedChange.id.uid == id.uid
        else {
          continue
        }
        try? document.revert(appliedChange)
      case .redo(let editID):
        guard let appliedChange = historicChange(editID, to: id) ?? appliedChanges[editID],
          appliedChange.id.uid == id.uid
        else {
          continue
        }
        try? document.reapply(appliedChange)
      }
    }
    return document
  }

  /// Returns a change that the store has applied, as far as it concerns the file of an event: a transfer changes two
  /// files.
  private func historicChange(_ editID: EditID, to id: EventID) -> AppliedChange? {
    guard let (departure, arrival) = contents.history.transfer(editID) else {
      return contents.history[editID]?.appliedChange
    }
    return [departure, arrival].first { $0.key == ObjectKey(id) }?.appliedChange
  }
}
