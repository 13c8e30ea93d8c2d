import CalendarModel

extension CalendarDocument {
  /// Returns the edits, one per event or series, that turn an older version of this document into this one.
  /// `merge` can apply the edits to a third version.
  package func edits(since base: CalendarDocument) -> [AppliedChange] {
    let (oldBytes, newBytes) = (base.componentBytesByID, componentBytesByID)
    // The components of a series are changed together.
    let repeatingUIDs = Set((base.events.filter(\.isRepeating) + events.filter(\.isRepeating)).map(\.id.uid))
    let seriesUIDs = repeatingUIDs.filter { !$0.isEmpty }
    let deletedEvents = base.events.filter { newBytes[$0.id] == nil && !seriesUIDs.contains($0.id.uid) }
    let deletions = deletedEvents.map { event in
      AppliedEdit(
        edit: EventEdit(target: event.id, change: .delete), before: oldBytes[event.id] ?? [], after: [])
    }
    let olderEvents = Dictionary(base.events.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    let edits =
      deletions
      + zip(events, components).compactMap { event, component -> AppliedEdit? in
        guard !seriesUIDs.contains(event.id.uid) else { return nil }
        let after = newBytes[event.id] ?? []
        guard let before = oldBytes[event.id], let older = olderEvents[event.id] else {
          return AppliedEdit(edit: .add(withSourceText(event, component)), before: [], after: after)
        }
        let changes = before == after ? [] : older.differences(to: event)
        guard !changes.isEmpty else { return nil }
        return AppliedEdit(
          edit: EventEdit(target: event.id, change: .set(changes)),
          base: changes.map { older.property($0.kind) }, before: before, after: after)
      }
    return edits.map(AppliedChange.event)
      + seriesEdits(since: base, uids: seriesUIDs.sorted()).map(AppliedChange.series)
  }

  private var componentBytesByID: [EventID: [UInt8]] {
    Dictionary(
      zip(events.map(\.id), components.map { Array(text.bytes(ofComponent: $0)) }), uniquingKeysWith: { $1 })
  }
}
