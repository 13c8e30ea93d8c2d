import CalendarModel

/// A change that was made to a document, with everything needed to undo and redo it.
package enum AppliedChange: Sendable {
  /// An edit to an event that does not repeat, or an edit that adds an event.
  case event(AppliedEdit)
  /// An edit to a series.
  case series(AppliedSeriesEdit)
  /// The creation of a file for the new series, as part of an edit that splits a series.
  case newFile(CalendarDocument, AppliedSeriesEdit)

  package var edit: EventEdit {
    switch self {
    case .event(let applied): applied.edit
    case .series(let applied), .newFile(_, let applied): applied.edit
    }
  }

  /// The edited event.
  package var id: EventID { edit.target }

  /// Whether the change left the document as it was.
  package var hasNoEffect: Bool {
    switch self {
    case .event(let applied): applied.hasNoEffect
    case .series(let applied): applied.hasNoEffect
    case .newFile: false
    }
  }

  package var notice: EditNotice? {
    switch self {
    case .event(let applied): applied.notice
    case .series(let applied): applied.notice
    case .newFile: nil
    }
  }

  /// The change that creates the new file, if this change splits a series in a folder of files.
  package var newFile: AppliedChange? {
    guard case .series(let applied) = self else { return nil }
    return applied.newFile.map { .newFile($0, applied) }
  }

  /// The events that undoing the change adds to the file: those that it removed.
  package var eventsAddedByUndo: [EventID] {
    switch self {
    case .event(let applied): applied.newBytes.isEmpty ? [applied.id] : []
    case .series(let applied): Array(applied.removedEvents.keys)
    case .newFile: []
    }
  }

  /// The events that redoing the change adds to the file.
  package var eventsAddedByRedo: [EventID] {
    switch self {
    case .event(let applied): applied.oldBytes.isEmpty ? [applied.id] : []
    case .series(let applied): Array(applied.addedEvents.keys)
    case .newFile(let file, _): file.events.map(\.id)
    }
  }

  /// Returns a deletion of which attendees may have been told, in the form in which it is undone: each event that the user
  /// organizes comes back as a newer revision (RFC 5546 2.1.4). Any other change is returned as it is.
  package func renewingDeletedEvents(ownAddresses: Set<String>, stamp: Instant) -> AppliedChange {
    guard edit.change == .delete else { return self }
    return switch self {
    case .event(let applied):
      .event(applied.renewingRemovedEvent(ownAddresses: ownAddresses, stamp: stamp))
    case .series(let applied):
      .series(applied.renewingRemovedEvents(ownAddresses: ownAddresses, stamp: stamp))
    case .newFile: self
    }
  }

  /// The event that the change adds; nil if it does not add one.
  package var addedEvent: CalendarEvent? {
    guard case .event(let applied) = self, case .add(let event) = applied.edit.change else { return nil }
    return event
  }
}

extension CalendarDocument {
  /// Applies an edit to any event. If the event repeats, the edit applies to the occurrences in its scope;
  /// otherwise, this method is equivalent to `apply`.
  ///
  /// - Parameters:
  ///   - edit: the edit. An edit with the scope `.thisAndFollowing` needs `newSeries`.
  ///   - ownAddresses: the user's addresses; see `apply` and `applyToSeries`.
  ///   - stamp: the current time.
  /// - Throws: `EditError`, which is usually `.series` for a series; the document is then unchanged.
  package mutating func change(
    by edit: EventEdit, ownAddresses: Set<String> = [], stamp: Instant
  ) throws(EditError) -> AppliedChange {
    guard appliesToSeries(edit) else {
      return .event(try apply(edit, ownAddresses: ownAddresses, stamp: stamp))
    }
    do {
      return .series(
        try applyToSeries(
          edit, newSeries: edit.newSeries ?? edit.target, ownAddresses: ownAddresses, stamp: stamp))
    } catch {
      if case .edit(let error) = error.reason { throw error }
      throw .series(error)
    }
  }

  /// Returns whether an edit applies to a series.
  private func appliesToSeries(_ edit: EventEdit) -> Bool {
    switch edit.change {
    case .add: false
    case .transfer where edit.scope != .all: false
    case .move, .resizeStart, .resizeEnd, .set, .delete, .transfer:
      events.position(of: edit.target).map { events[$0].isRepeating } ?? false
    }
  }

  /// Undoes a change, restoring exactly the previous bytes.
  ///
  /// - Throws: `EditError.changedAfterEdit` if the content has been changed again since the change.
  package mutating func revert(_ applied: AppliedChange) throws(EditError) {
    switch applied {
    case .event(let applied): try revert(applied)
    case .series(let applied): try revert(applied)
    case .newFile(let file, _):
      guard bytes == file.bytes else { throw .changedAfterEdit }
      try read(EventWriter.emptyFile)
    }
  }

  /// Redoes a change after it was undone.
  ///
  /// - Throws: `EditError.changedAfterEdit` if the content has been changed since the change was undone.
  package mutating func reapply(_ applied: AppliedChange) throws(EditError) {
    switch applied {
    case .event(let applied): try reapply(applied)
    case .series(let applied): try reapply(applied)
    case .newFile(let file, _):
      guard isEmpty else { throw .changedAfterEdit }
      try read(file.bytes)
    }
  }

  /// Applies a change that was made to an older state of this file; see `merge(_:stamp:)` for events.
  ///
  /// - Throws: `EditError.conflict` if the same content was changed in the meantime.
  package mutating func merge(_ applied: AppliedChange, stamp: Instant) throws(EditError) -> AppliedChange {
    switch applied {
    case .event(let applied): return .event(try merge(applied, stamp: stamp))
    case .series(let applied): return .series(try merge(applied, stamp: stamp))
    case .newFile(let file, _):
      if bytes != file.bytes { try reapply(applied) }
      return applied
    }
  }
}
