import CalendarModel
import ICalendar

// Adding and removing whole components, and replacing their bytes for edits, undo and redo.
extension CalendarDocument {
  /// Creates a document without events, for a new file in a folder of files.
  package init(
    newIn calendar: CalendarID, file: ByteString?, zones: any ZoneProvider
  ) throws(DocumentError) {
    try self.init(bytes: EventWriter.emptyFile, calendar: calendar, file: file, zones: zones)
  }

  /// Whether the file can be deleted without losing data: it contains no events, tasks or journal entries,
  /// not even invalid ones.
  package var isEmpty: Bool {
    text.components.allSatisfy { component in
      component.name == "VCALENDAR" || component.name == "VTIMEZONE"
        || component.parent.map { text.components[$0].name != "VCALENDAR" } ?? false
    }
  }

  /// Adds an event at the end of the file's VCALENDAR.
  mutating func add(_ event: CalendarEvent, by edit: EventEdit, stamp: Instant) throws(EditError)
    -> AppliedEdit
  {
    var event = event
    event.id = edit.target
    // A changed occurrence has the UID of its series.
    let isOverride = event.sourceText != nil && event.id.recurrenceID != nil
    guard !events.contains(where: { $0.id.uid == event.id.uid && (!isOverride || $0.id == event.id) }) else {
      throw .exists
    }
    guard let position = ComponentPosition(atEndOf: text), let line = position.line(in: text) else {
      throw .noCalendar
    }
    let (component, addedZones) = try linesToAdd(of: event, stamp: stamp, like: line - 1)
    var applied = AppliedEdit(
      edit: edit, oldBytes: [], newBytes: component, addedZones: addedZones, position: position)
    try replaceComponent([], with: applied.newBytes, of: applied, addingZones: true)
    try extendZones(for: &applied, previousTimes: nil)
    return applied
  }

  /// Returns a new event's component and the VTIMEZONEs that it needs, formatted like the given
  /// line of the file.
  private func linesToAdd(
    of event: CalendarEvent, stamp: Instant, like line: Int
  ) throws(EditError) -> (component: [UInt8], zones: [UInt8]) {
    if let sourceText = event.sourceText {
      return try EventSourceReader(sourceText, systemZones: systemZones).bytes(
        for: event, stamp: stamp, in: self, like: line)
    }
    let component = text.bytes(ofNewLines: try EventWriter.lines(of: event, stamp: stamp), like: line)
    return (component, try missingZones(for: event.times, previousTimes: nil, like: line))
  }

  /// Removes the lines of an event and of its older revisions, one of which would otherwise take the event's
  /// place. Also removes the VTIMEZONEs that Handspan added for the event, if they are no longer used.
  mutating func delete(by edit: EventEdit) throws(EditError) -> AppliedEdit {
    let index = try index(of: edit.target)
    guard !events[index].isRepeating else { throw .repeating }
    guard let position = ComponentPosition(ofRemoved: components[index], in: text) else {
      throw .noCalendar
    }
    let revisions = try olderRevisions(of: index).map { component throws(EditError) in
      // An older revision that stays would take the event's place.
      guard let position = ComponentPosition(ofRemoved: component, in: text) else { throw .noCalendar }
      return RemovedComponent(position: position, bytes: Array(text.bytes(ofComponent: component)))
    }
    let event = events[index]
    var applied = AppliedEdit(
      edit: edit, oldBytes: Array(text.bytes(ofComponent: components[index])), newBytes: [],
      position: position,
      duplicateCount: componentCount(of: edit.target) - 1, removedRevisions: revisions)
    try replaceComponent(applied.oldBytes, with: [], of: applied, addingZones: false)
    for zone in event.times.zones {
      // Remove the zones one at a time: the position of the second is known only after the first is removed.
      guard let removal = removalOfUnusedZone(zone, of: event) else { continue }
      try applyZoneEdit(removal)
      applied.zoneEdits.append(removal)
    }
    return applied
  }

  /// Finds an event's component, checks that it has the expected bytes, and replaces them.
  ///
  /// - Parameters:
  ///   - expected: the current bytes; empty if the event must not exist.
  ///   - replacement: the new bytes; empty to remove the component.
  ///   - addingZones: whether to add the zones of the edit. If false, they are removed.
  mutating func replaceComponent(
    _ expected: [UInt8], with replacement: [UInt8], of applied: AppliedEdit, addingZones: Bool
  ) throws(EditError) {
    var lines: Range<Int>
    if expected.isEmpty {
      guard !replacement.isEmpty else { return }
      guard componentCount(of: applied.id) == applied.duplicateCount else { throw .changedAfterEdit }
      if !applied.removedRevisions.isEmpty { return try restore(applied.removedComponents) }
      guard let line = applied.position?.line(in: text) else { throw .noCalendar }
      lines = line..<line
    } else {
      let index = try index(of: applied.id)
      guard text.bytes(ofComponent: components[index]).elementsEqual(expected) else {
        throw .changedAfterEdit
      }
      guard expected != replacement else { return }
      if !applied.removedRevisions.isEmpty {
        return try removeEvent(at: index, with: applied.removedRevisions)
      }
      if !replacement.isEmpty, applied.addedZones.isEmpty {
        return try replaceEvent(at: index, with: replacement)
      }
      lines = text.components[components[index]].lines
      if !addingZones { lines = extending(lines, toZonesOf: applied) }
    }
    let bytes = addingZones ? applied.addedZones + replacement : replacement
    try read(text.bytes(replacing: lines, with: bytes))
  }

  /// Reads the whole document again, from new bytes.
  mutating func read(_ bytes: [UInt8]) throws(EditError) {
    do {
      self = try rereading(bytes)
    } catch {
      throw .tooLarge
    }
  }

  /// Returns the number of events in the file with the UID and RECURRENCE-ID of `id`.
  func componentCount(of id: EventID) -> Int {
    events.count(uid: id.uid, recurrenceID: id.recurrenceID)
  }

  /// Extends an event's lines to include the VTIMEZONEs that the edit inserted before the event, provided
  /// that these VTIMEZONEs are still there and no other event uses them.
  private func extending(_ lines: Range<Int>, toZonesOf applied: AppliedEdit) -> Range<Int> {
    guard !applied.addedZones.isEmpty, let zoneText = try? ICalendarText(applied.addedZones),
      zoneText.lineCount <= lines.lowerBound
    else { return lines }
    let first = lines.lowerBound - zoneText.lineCount
    let names = zoneText.components.indices.compactMap { FileZone.identifier(of: $0, in: zoneText) }
    let otherEvents = events.filter { $0.id != applied.id }
    guard text.bytes(ofLines: first..<lines.lowerBound).elementsEqual(applied.addedZones),
      !otherEvents.contains(where: { event in event.times.zones.contains { names.contains($0.identifier) } })
    else { return lines }
    return first..<lines.upperBound
  }

  /// Replaces the bytes of an event's component and reads the event again.
  private mutating func replaceEvent(at index: Int, with bytes: [UInt8]) throws(EditError) {
    let component = components[index]
    let lines = text.components[component].lines
    let firstNumber = text.lineNumber(lines.lowerBound)
    let nextNumber = lines.upperBound < text.lineCount ? text.lineNumber(lines.upperBound) : nil
    do {
      // If the event has several revisions, a different one may now be the newest.
      let isOnlyRevision = supersedingComponents.isEmpty && componentCount(of: events[index].id) == 1
      guard isOnlyRevision else { return try read(text.bytes(replacing: lines, with: bytes)) }
      guard try text.replaceComponent(component, with: bytes) else {
        return try read(text.bytes(replacing: lines, with: bytes))
      }
    } catch {
      throw .tooLarge
    }
    let newUpper = text.components[component].lines.upperBound
    let shift = nextNumber.map { text.lineNumber(newUpper) - $0 } ?? 0
    var newProblems = ProblemCollector()
    let reader = EventReader(component, of: &text, zones: &zones, problems: &newProblems)
    let duplicate = events[index].id.duplicate
    reportStructuralProblems(
      of: text.components[component], uid: reader.uid, duplicate: duplicate, to: &newProblems)
    problemCollector.replace(
      lines: firstNumber..<(nextNumber ?? Int.max), with: newProblems, shift: shift)
    guard let event = reader.event else { return }
    ordinaryFlags[index] = false
    events[index] = withFinalID(event, duplicate: duplicate)
  }
}
