import CalendarModel

// Events without a UID, and events that share their UID and RECURRENCE-ID, are numbered in file order. The number is no
// identity: in another version of the file, after one of them was added or removed, it belongs to a different event. Edits are
// therefore carried over to another version by the event's bytes. See docs/decisions/saving.md.
extension CalendarDocument {
  /// Returns an edit that was made to another version of this file, with the target that it has in this version.
  ///
  /// - Throws: `EditError.conflict` if the event cannot be told apart from the others.
  func retargeting(_ applied: AppliedEdit) throws(EditError) -> AppliedEdit {
    guard applied.duplicateCount > 0 || isOnlyNumbered(applied.id) else { return applied }
    // If the edit has been saved already, the event is known by its new bytes.
    if let id = id(like: applied.id, withBytes: applied.oldBytes)
      ?? id(like: applied.id, withBytes: applied.newBytes)
    {
      return applied.retargeted(to: id)
    }
    // A new event, or one that is gone with all of the others.
    guard applied.oldBytes.isEmpty || componentCount(of: applied.id) == 0 else { throw .conflict([]) }
    return applied
  }

  /// Returns an edit that was made to a series in another version of this file, with the target that it has in this version.
  ///
  /// - Throws: `EditError.conflict` if the series cannot be told apart from the others.
  func retargeting(_ applied: AppliedSeriesEdit) throws(EditError) -> AppliedSeriesEdit {
    let target = applied.edit.target
    guard applied.duplicateCount > 0 || isOnlyNumbered(target), componentCount(of: target) > 0 else {
      return applied
    }
    let versions = applied.changes.map(\.oldBytes) + applied.changes.map(\.newBytes)
    for bytes in versions {
      if let id = id(like: target, withBytes: bytes) { return applied.retargeted(to: id) }
    }
    throw .conflict([])
  }

  /// Returns, for each event, the position of the same event in an older version of this file; nil for a new one.
  func counterparts(in older: CalendarDocument) -> [Int?] {
    let oldPositions = Dictionary(grouping: older.events.indices) { older.events[$0].id.withoutDuplicate }
    let positions = Dictionary(grouping: events.indices) { events[$0].id.withoutDuplicate }
    var counterparts = [Int?](repeating: nil, count: events.count)
    for (id, positions) in positions {
      let oldPositions = oldPositions[id] ?? []
      let isIdentified = !id.uid.isEmpty && positions.count == 1 && oldPositions.count == 1
      let pairs =
        isIdentified ? [(positions[0], oldPositions[0])] : pairs(positions, oldPositions, of: older)
      for (position, oldPosition) in pairs { counterparts[position] = oldPosition }
    }
    return counterparts
  }

  /// Pairs events that are only numbered: first those that are the same to the byte, then those that differ least.
  private func pairs(
    _ positions: [Int], _ oldPositions: [Int], of older: CalendarDocument
  ) -> [(position: Int, oldPosition: Int)] {
    var pairs: [(position: Int, oldPosition: Int)] = []
    var unpaired = Dictionary(grouping: oldPositions.reversed(), by: older.eventBytes)
    var changedPositions: [Int] = []
    for position in positions {
      if let oldPosition = unpaired[eventBytes(at: position)]?.popLast() {
        pairs.append((position, oldPosition))
      } else {
        changedPositions.append(position)
      }
    }
    var remaining = unpaired.values.joined().sorted()
    for position in changedPositions {
      let differences = remaining.map { older.events[$0].differences(to: events[position]).count }
      guard let index = differences.indices.min(by: { differences[$0] < differences[$1] }) else { break }
      pairs.append((position, remaining.remove(at: index)))
    }
    return pairs
  }

  /// Whether only its number tells an event apart from others.
  private func isOnlyNumbered(_ id: EventID) -> Bool {
    id.uid.isEmpty || id.duplicate > 0 || componentCount(of: id) > 1
  }

  /// Returns the event with exactly these bytes among those that differ from an event in their number only.
  private func id(like id: EventID, withBytes bytes: [UInt8]) -> EventID? {
    guard !bytes.isEmpty else { return nil }
    let positions = events.indices.filter {
      events[$0].id.withoutDuplicate == id.withoutDuplicate
        && text.bytes(ofComponent: components[$0]).elementsEqual(bytes)
    }
    return (positions.first { events[$0].id == id } ?? positions.first).map { events[$0].id }
  }

  func eventBytes(at position: Int) -> [UInt8] { Array(text.bytes(ofComponent: components[position])) }
}

extension EventID {
  /// The ID that all events of the file with this UID and RECURRENCE-ID share.
  var withoutDuplicate: EventID {
    EventID(calendar: calendar, file: file, uid: uid, recurrenceID: recurrenceID)
  }
}
