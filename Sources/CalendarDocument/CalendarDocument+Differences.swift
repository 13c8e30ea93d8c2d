import CalendarModel

extension CalendarDocument {
  /// Returns the edits, one per event or series, that turn an older version of this document into this one.
  /// `merge` can apply the edits to a third version.
  ///
  /// - Parameter ownAddresses: the user's addresses; see `apply`.
  package func edits(
    since olderDocument: CalendarDocument, ownAddresses: Set<String> = []
  ) -> [AppliedChange] {
    // The components of a series are changed together.
    let repeatingUIDs = Set(
      (olderDocument.events.filter(\.isRepeating) + events.filter(\.isRepeating)).map(\.id.uid))
    let seriesUIDs = repeatingUIDs.filter { !$0.isEmpty }
    let counterparts = counterparts(in: olderDocument)
    let keptPositions = Set(counterparts.compactMap(\.self))
    let deletions = olderDocument.events.indices.compactMap { position -> AppliedEdit? in
      let id = olderDocument.events[position].id
      guard !keptPositions.contains(position), !seriesUIDs.contains(id.uid) else { return nil }
      return AppliedEdit(
        edit: EventEdit(target: id, change: .delete), oldBytes: olderDocument.eventBytes(at: position),
        newBytes: [], duplicateCount: olderDocument.componentCount(of: id) - 1)
    }
    let additionsAndChanges = zip(events.indices, counterparts).compactMap {
      position, counterpart -> AppliedEdit? in
      let (event, newBytes) = (events[position], eventBytes(at: position))
      guard !seriesUIDs.contains(event.id.uid) else { return nil }
      guard let counterpart else {
        return AppliedEdit(
          edit: .add(withSourceText(event, components[position])), oldBytes: [], newBytes: newBytes)
      }
      let olderEvent = olderDocument.events[counterpart]
      let oldBytes = olderDocument.eventBytes(at: counterpart)
      let changes = oldBytes == newBytes ? [] : olderEvent.differences(to: event)
      guard !changes.isEmpty else { return nil }
      var edit = AppliedEdit(
        edit: EventEdit(target: olderEvent.id, change: .set(changes)),
        previousProperties: changes.map { olderEvent.property($0.kind) }, oldBytes: oldBytes,
        newBytes: newBytes, duplicateCount: olderDocument.componentCount(of: olderEvent.id) - 1)
      edit.ownAddresses = ownAddresses
      return edit
    }
    return (deletions + additionsAndChanges).map(AppliedChange.event)
      + seriesEdits(since: olderDocument, uids: seriesUIDs.sorted()).map(AppliedChange.series)
  }
}
