import CalendarDocument
import CalendarModel
import Glibc

// Previews of edits to series, which are shown before the user chooses a scope and before the edit is saved.
extension CalendarStore {
  /// Returns the events of a series before and after an edit. Nothing is changed and no file is accessed, so
  /// this method may be called on any thread.
  ///
  /// The cost depends on the size of the series, not on the size of its file.
  ///
  /// - Parameters:
  ///   - edit: the edit. If you submit it later, set its `newSeries` first, so that the new series gets the
  ///     same identifier as in the preview.
  ///   - pending: the submitted changes that the store has not reported on yet.
  /// - Throws: the error with which the edit itself would fail.
  package nonisolated func outcome(
    of edit: EventEdit, after pending: [(change: StoreChange, id: EditID)] = []
  ) throws(StoreError) -> EventReplacement {
    let preview = Preview(
      contents: memory.copy, pending: pending, zones: fileBackend.loader.zones,
      ownAddresses: ownAddresses(in: edit.target.calendar), now: Instant(seconds: time(nil)))
    return try preview.outcome(of: withNewSeries(edit))
  }
}

/// Applies edits to copies of the edited series.
private struct Preview {
  let contents: StoreMemory.Contents
  let pending: [(change: StoreChange, id: EditID)]
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
    guard var document = document(of: id, after: pending[...]) else { throw .unknownEvent(uid: id.uid.text) }
    let before = document.events(of: id.uid)
    do {
      let applied = try document.change(by: edit, ownAddresses: ownAddresses, stamp: now)
      return EventReplacement(
        before: before, after: document.events(of: id.uid) + newEvents(of: edit, applied, in: document))
    } catch {
      throw error == .vanished ? .unknownEvent(uid: id.uid.text) : .refused(error)
    }
  }

  private func newEvents(
    of edit: EventEdit, _ applied: AppliedChange, in document: CalendarDocument
  ) -> [CalendarEvent] {
    guard let uid = edit.newSeries?.uid else { return [] }
    if case .newFile(let file, _) = applied.newFile { return file.events(of: uid) }
    return document.events(of: uid)
  }

  /// Returns the series of an event as it will be after the pending changes.
  private func document(
    of id: EventID, after pending: ArraySlice<(change: StoreChange, id: EditID)>
  ) -> CalendarDocument? {
    let calendar = contents.calendars.first { $0.id == id.calendar }
    let loaded = calendar?.files[OpenCalendar.fileName(id.file)]?.document.extract(of: id.uid)
    guard
      var document = loaded ?? (try? CalendarDocument(newIn: id.calendar, file: id.file, zones: zones))
    else { return nil }
    // Changes that the store has not applied yet are not in its history, but may be undone by later ones.
    var applied: [EditID: AppliedChange] = [:]
    for (position, change) in zip(pending.indices, pending) {
      switch change.change {
      case .edit(let edit):
        // The store has already applied this edit, although it has not reported on it yet.
        guard contents.history[change.id] == nil else { continue }
        if case .transfer(let newID, _) = edit.change, newID.ofSeries == id.ofSeries {
          guard let oldDocument = self.document(of: edit.target, after: pending[..<position]),
            let series = try? oldDocument.seriesForTransfer(edit.target, as: newID)
          else { continue }
          _ = try? document.add(series, stamp: now)
        } else if edit.target.uid == id.uid {
          applied[change.id] = try? document.change(by: edit, ownAddresses: ownAddresses, stamp: now)
        } else if let newSeries = edit.newSeries, newSeries.uid == id.uid, newSeries.calendar == id.calendar,
          var oldDocument = self.document(of: edit.target, after: pending[..<position]),
          let applied = try? oldDocument.change(by: edit, ownAddresses: ownAddresses, stamp: now)
        {
          if case .newFile(let file, _) = applied.newFile { document = file } else { document = oldDocument }
        }
      case .undo(let editID):
        guard let applied = contents.history[editID]?.applied ?? applied[editID], applied.id.uid == id.uid
        else {
          continue
        }
        try? document.revert(applied)
      case .redo(let editID):
        guard let applied = contents.history[editID]?.applied ?? applied[editID], applied.id.uid == id.uid
        else {
          continue
        }
        try? document.reapply(applied)
      }
    }
    return document
  }
}
