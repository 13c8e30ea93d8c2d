import CalendarModel

extension CalendarDocument {
  /// Returns the edits, one per event or series, that turn an older version of this document into this one.
  /// `merge` can apply the edits to a third version.
  ///
  /// - Parameter ownAddresses: the user's addresses; see `apply`.
  package func edits(
    since olderDocument: CalendarDocument, ownAddresses: Set<String> = []
  ) -> [AppliedChange] {
    let (oldBytes, newBytes) = (olderDocument.componentBytesByID, componentBytesByID)
    // The components of a series are changed together.
    let repeatingUIDs = Set(
      (olderDocument.events.filter(\.isRepeating) + events.filter(\.isRepeating)).map(\.id.uid))
    let seriesUIDs = repeatingUIDs.filter { !$0.isEmpty }
    let deletedEvents = olderDocument.events.filter {
      newBytes[$0.id] == nil && !seriesUIDs.contains($0.id.uid)
    }
    let deletions = deletedEvents.map { event in
      AppliedEdit(
        edit: EventEdit(target: event.id, change: .delete), oldBytes: oldBytes[event.id] ?? [], newBytes: [])
    }
    let olderEvents = Dictionary(olderDocument.events.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let edits =
      deletions
      + zip(events, components).compactMap { event, component -> AppliedEdit? in
        guard !seriesUIDs.contains(event.id.uid) else { return nil }
        let newEventBytes = newBytes[event.id] ?? []
        guard let oldEventBytes = oldBytes[event.id], let olderEvent = olderEvents[event.id] else {
          return AppliedEdit(
            edit: .add(withSourceText(event, component)), oldBytes: [], newBytes: newEventBytes)
        }
        let changes = oldEventBytes == newEventBytes ? [] : olderEvent.differences(to: event)
        guard !changes.isEmpty else { return nil }
        var edit = AppliedEdit(
          edit: EventEdit(target: event.id, change: .set(changes)),
          previousProperties: changes.map { olderEvent.property($0.kind) }, oldBytes: oldEventBytes,
          newBytes: newEventBytes)
        edit.ownAddresses = ownAddresses
        return edit
      }
    return edits.map(AppliedChange.event)
      + seriesEdits(since: olderDocument, uids: seriesUIDs.sorted()).map(AppliedChange.series)
  }

  private var componentBytesByID: [EventID: [UInt8]] {
    Dictionary(
      zip(events.map(\.id), components.map { Array(text.bytes(ofComponent: $0)) }), uniquingKeysWith: { $1 })
  }
}
