import CalendarModel

extension CalendarDocument {
  /// The edits, one per event, that turn an older state of this document into this one. `merge` can apply
  /// them to yet another state.
  package func edits(since base: CalendarDocument) -> [AppliedEdit] {
    let (old, new) = (base.componentBytesByID, componentBytesByID)
    let deleted = base.events.filter { new[$0.id] == nil }.map { event in
      AppliedEdit(edit: EventEdit(target: event.id, change: .delete), before: old[event.id] ?? [], after: [])
    }
    let olderEvents = Dictionary(base.events.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
    return deleted
      + zip(events, components).compactMap { event, component in
        let after = new[event.id] ?? []
        guard let before = old[event.id], let older = olderEvents[event.id] else {
          return AppliedEdit(edit: .add(withSourceText(event, component)), before: [], after: after)
        }
        let changes = before == after ? [] : older.differences(to: event)
        guard !changes.isEmpty else { return nil }
        return AppliedEdit(
          edit: EventEdit(target: event.id, change: .set(changes)),
          base: changes.map { older.property($0.kind) }, before: before, after: after)
      }
  }

  private var componentBytesByID: [EventID: [UInt8]] {
    Dictionary(
      zip(events.map(\.id), components.map { Array(text.bytes(ofComponent: $0)) }), uniquingKeysWith: { $1 })
  }
}
