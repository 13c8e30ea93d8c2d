import CalendarModel
import ICalendar

extension CalendarDocument {
  /// Applies an edit and updates the event's timestamps. The edit adds or removes a component, or changes the
  /// lines of the edited properties. Only `set` may change the form of the times.
  ///
  /// An edit that changes nothing leaves the bytes unchanged.
  ///
  /// For a transfer, call this method on the file that contains the event, and add the event returned by
  /// `eventForTransfer` to the other file.
  ///
  /// - Parameters:
  ///   - edit: the edit to apply.
  ///   - ownAddresses: the user's addresses as written in ORGANIZER (`mailto:…`), in lower case. An edit of an event that
  ///     someone else organizes is not a revision.
  ///   - stamp: the current time, for LAST-MODIFIED and DTSTAMP.
  /// - Returns: the applied edit, for `revert` and `reapply`.
  /// - Throws: `EditError`; the document is then unchanged.
  package mutating func apply(
    _ edit: EventEdit, ownAddresses: Set<String> = [], stamp: Instant
  ) throws(EditError) -> AppliedEdit {
    switch edit.change {
    case .add(let event): return try add(event, by: edit, stamp: stamp)
    // A transferred event is deleted from this file.
    case .delete, .transfer: return try delete(by: edit)
    case .move, .resizeStart, .resizeEnd, .set: break
    }
    let index = try index(of: edit.target)
    let event = events[index]
    guard !event.isRepeating else { throw .repeating }
    let oldBytes = Array(text.bytes(ofComponent: components[index]))
    let previousProperties = edit.change.properties.map { event.property($0.kind) }
    let changes = edit.change.properties.filter { $0 != event.property($0.kind) }
    guard !changes.isEmpty else {
      return AppliedEdit(
        edit: edit, previousProperties: previousProperties, oldBytes: oldBytes, newBytes: oldBytes)
    }
    let newBytes = try text.bytes(
      ofComponent: components[index],
      applying: lineEdits(for: edit.change, changes, of: index, ownAddresses: ownAddresses, stamp: stamp))
    var addedZones: [UInt8] = []
    if case .set = edit.change, let times = edit.change.times, times != event.times {
      let first = text.components[components[index]].lines.lowerBound
      addedZones = try missingZones(for: times, previousTimes: event.times, like: first)
    }
    var applied = AppliedEdit(
      edit: edit, previousProperties: previousProperties, oldBytes: oldBytes, newBytes: newBytes,
      addedZones: addedZones, duplicateCount: componentCount(of: edit.target) - 1)
    applied.ownAddresses = ownAddresses
    try replaceComponent(oldBytes, with: newBytes, of: applied, addingZones: true)
    if changes.contains(where: { [.times, .rule].contains($0.kind) }) {
      try extendZones(for: &applied, previousTimes: event.times)
    }
    return applied
  }

  /// Undoes an edit: restores the exact bytes that the event's component had before.
  ///
  /// - Throws: `EditError.changedAfterEdit` if the component has changed since the edit, or
  ///   `EditError.vanished` if it no longer exists.
  package mutating func revert(_ applied: AppliedEdit) throws(EditError) {
    for zone in applied.zoneEdits.reversed() { try revertZoneEdit(zone, of: applied.id) }
    do {
      try replaceComponent(applied.newBytes, with: applied.oldBytes, of: applied, addingZones: false)
    } catch {
      for zone in applied.zoneEdits { try applyZoneEdit(zone) }
      throw error
    }
  }

  /// Redoes an edit that was undone, restoring exactly the same bytes.
  ///
  /// - Throws: the same errors as `revert`.
  package mutating func reapply(_ applied: AppliedEdit) throws(EditError) {
    try replaceComponent(applied.oldBytes, with: applied.newBytes, of: applied, addingZones: true)
    for zone in applied.zoneEdits { try applyZoneEdit(zone) }
  }

  /// Applies an edit that was made to an older version of this file, provided that the properties it changes
  /// still have the values on which it was based. Keeps all other changes made in the meantime.
  ///
  /// Call this method on the document as just read from disk, when saving finds that the file has changed.
  ///
  /// - Returns: the edit as applied to this version. The edit changes nothing if this version already
  ///   contains its result.
  /// - Throws: `EditError.conflict` with the new values if the properties have changed; otherwise the same
  ///   errors as `apply`.
  package mutating func merge(_ applied: AppliedEdit, stamp: Instant) throws(EditError) -> AppliedEdit {
    let applied = try retargeting(applied)
    let eventIndex = events.position(of: applied.id)
    let currentBytes = eventIndex.map { Array(text.bytes(ofComponent: components[$0])) } ?? []
    switch applied.edit.change {
    case .add where currentBytes == applied.newBytes, .delete where currentBytes.isEmpty,
      .transfer where currentBytes.isEmpty:
      return AppliedEdit(edit: applied.edit, oldBytes: currentBytes, newBytes: currentBytes)
    case .delete where currentBytes != applied.oldBytes, .transfer where currentBytes != applied.oldBytes:
      throw .conflict([])
    case .add, .delete, .transfer: break
    case .move, .resizeStart, .resizeEnd, .set:
      let event = events[try index(of: applied.id)]
      let currentValues = applied.previousProperties.map { event.property($0.kind) }
      let expectedValues = zip(applied.previousProperties, applied.edit.change.properties)
      let hasNoConflict = zip(currentValues, expectedValues).allSatisfy { current, expected in
        let (previous, edited) = expected
        return current == previous || current == edited
      }
      guard hasNoConflict else { throw .conflict(currentValues) }
    }
    return try apply(applied.edit, ownAddresses: applied.ownAddresses, stamp: stamp)
  }

  func index(of id: EventID) throws(EditError) -> Int {
    guard let index = events.position(of: id) else { throw .vanished }
    return index
  }

  /// Returns the edits that write the given properties of a change and update the timestamps.
  mutating func lineEdits(
    for change: EventEdit.Change, _ properties: [EventProperty], of index: Int, ownAddresses: Set<String>,
    stamp: Instant
  ) throws(EditError) -> [LineEdit] {
    var ignoredProblems = ProblemCollector()
    let lines = EventReader(components[index], of: &text, zones: &zones, problems: &ignoredProblems).lines
    let times = TimesWriter(text: text, lines: lines, oldTimes: events[index].times)
    let propertyWriter = PropertyWriter(text: text, component: components[index], lines: lines)
    var edits: [LineEdit] = []
    for property in properties {
      switch (change, property) {
      case (.set, .times(let newTimes)): edits += try times.editsChangingForm(for: newTimes)
      case (.move, .times(let newTimes)): edits += try times.edits(for: newTimes, allowsZeroLength: true)
      case (_, .times(let newTimes)): edits += try times.edits(for: newTimes, allowsZeroLength: false)
      default: edits += try propertyWriter.edits(for: property)
      }
    }
    let isRevision = properties.contains(where: \.kind.createsRevision)
    // If two events have the same UID, neither may become the other's newer revision.
    let hasUniqueID = componentCount(of: events[index].id) == 1
    return edits
      + StampWriter(text: text, lines: lines, ownAddresses: ownAddresses).edits(
        stamp, isRevision: isRevision, updatesRevisionOrder: hasUniqueID)
  }
}
