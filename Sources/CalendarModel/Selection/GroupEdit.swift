/// Changes to several events that are one step for the user: they are shown, announced and undone together.
package struct GroupEdit: Hashable, Sendable {
  /// A change to one of the events.
  package struct Item: Hashable, Sendable {
    package var occurrence: Occurrence
    package var change: EventEdit.Change

    package init(_ occurrence: Occurrence, _ change: EventEdit.Change) {
      (self.occurrence, self.change) = (occurrence, change)
    }

    /// Whether the user has to choose a scope for the change.
    package var needsScope: Bool { occurrence.needsScope(for: change) }
  }

  package var items: [Item]
  /// The events that belong to the group but cannot be changed.
  package var refusedOccurrences: [Occurrence]

  package init(_ items: [Item], refusedOccurrences: [Occurrence] = []) {
    (self.items, self.refusedOccurrences) = (items, refusedOccurrences)
  }

  /// The first event whose change needs a scope; nil if none does.
  package var firstNeedingScope: Item? { items.first(where: \.needsScope) }

  /// The number of series whose changes need a scope.
  package var seriesCount: Int { Set(items.filter(\.needsScope).map { SeriesKey($0.occurrence) }).count }

  /// Returns the edits, in the order of the items.
  ///
  /// If `scope` includes more than one occurrence, there is only one edit for each series, however many of its
  /// occurrences are in the group. This edit is made to the earliest of these occurrences, and includes the
  /// later ones.
  ///
  /// - Parameter scope: the part of each series to which the changes apply.
  package func edits(with scope: EventEdit.Scope = .thisOccurrence) -> [EventEdit] {
    countedEdits(with: scope).map(\.edit)
  }

  /// An edit, and the number of events in the group that it changes.
  package struct CountedEdit: Hashable, Sendable {
    package let edit: EventEdit
    package internal(set) var count = 1

    package init(_ edit: EventEdit, count: Int = 1) { (self.edit, self.count) = (edit, count) }
  }

  /// Returns the same edits as `edits`, each with the number of events that it changes.
  package func countedEdits(with scope: EventEdit.Scope) -> [CountedEdit] {
    guard scope != .thisOccurrence else { return items.map { CountedEdit($0.occurrence.edit($0.change)) } }
    var earliestOccurrences: [SeriesKey: Occurrence] = [:]
    for item in items where item.needsScope {
      let key = SeriesKey(item.occurrence)
      if let earliest = earliestOccurrences[key], earliest.start.instant <= item.occurrence.start.instant {
        continue
      }
      earliestOccurrences[key] = item.occurrence
    }
    var edits: [CountedEdit] = []
    var positions: [SeriesKey: Int] = [:]
    var includedKeys: [SeriesKey] = []
    for item in items {
      let (occurrence, key) = (item.occurrence, SeriesKey(item.occurrence))
      if let first = earliestOccurrences[key], first.id == occurrence.id {
        positions[key] = edits.count
        edits.append(CountedEdit(occurrence.edit(item.change, scope: scope)))
      } else if let first = earliestOccurrences[key],
        scope == .all || first.start.instant <= occurrence.start.instant
      {
        includedKeys.append(key)
      } else {
        edits.append(CountedEdit(occurrence.edit(item.change)))
      }
    }
    for key in includedKeys { if let position = positions[key] { edits[position].count += 1 } }
    return edits
  }

  private struct SeriesKey: Hashable {
    let calendar: CalendarID
    let uid: ByteString

    init(_ occurrence: Occurrence) {
      (calendar, uid) = (occurrence.event.id.calendar, occurrence.event.id.uid)
    }
  }
}

extension EventSelection {
  /// Returns a change to all selected events.
  ///
  /// - Parameter change: returns the change to an event, or nil if it is not possible.
  package func groupEdit(_ change: (Occurrence) -> EventEdit.Change?) -> GroupEdit {
    var group = GroupEdit([])
    for member in members {
      if member.refusal == nil, let change = change(member.occurrence) {
        group.items.append(GroupEdit.Item(member.occurrence, change))
      } else {
        group.refusedOccurrences.append(member.occurrence)
      }
    }
    return group
  }

  /// Returns the change to all selected events that results from moving one of them.
  ///
  /// - Parameters:
  ///   - leader: the event that was moved, and its change.
  ///   - move: the distance by which the others move.
  /// - Returns: nil if only that event moves.
  package func groupEdit(following leader: GroupEdit.Item, by move: GroupMove, in zone: Zone) -> GroupEdit? {
    guard count > 1, contains(leader.occurrence.id), !move.isZero else { return nil }
    var group = GroupEdit([leader])
    for member in members where member.id != leader.occurrence.id {
      guard member.refusal == nil, let times = move.times(of: member.occurrence, in: zone) else {
        group.refusedOccurrences.append(member.occurrence)
        continue
      }
      guard times != member.occurrence.times else { continue }
      group.items.append(GroupEdit.Item(member.occurrence, .move(times)))
    }
    return group
  }
}
