import CalendarModel
import ICalendar

/// A whole series that is to be added to another file: all of its components exactly as written, with the
/// VTIMEZONEs that they use.
package struct TransferredSeries: Sendable {
  /// The events as they will be in the other file.
  package let events: [CalendarEvent]
  /// The components in file order, including older revisions.
  let components: [EventSourceText]
}

extension CalendarDocument {
  /// Returns all components with the UID of an event, to be added to another file.
  ///
  /// - Parameters:
  ///   - id: an event of the series: the series itself or a changed occurrence.
  ///   - newID: the identifier of that event in the other file.
  /// - Throws: `EditError.vanished` if the event is not in the document, or `noCalendar` if a component has no
  ///   END.
  package func seriesForTransfer(_ id: EventID, as newID: EventID) throws(EditError) -> TransferredSeries {
    _ = try index(of: id)
    var members: [(event: CalendarEvent, component: Int)] = []
    for (event, component) in zip(events, components) where event.id.isInSameSeries(as: id) {
      members.append((event, component))
    }
    let shownComponents = Set(members.map(\.component))
    let olderComponents = supersedingComponents.filter { shownComponents.contains($0.value) }.map(\.key)
    var sources: [EventSourceText] = []
    for component in (shownComponents.union(olderComponents)).sorted() {
      guard text.components[component].hasEnd else { throw .noCalendar }
      sources.append(sourceText(of: component))
    }
    let transferredEvents = members.map { event, _ in
      var event = event
      event.id = EventID(
        calendar: newID.calendar, file: newID.file, uid: newID.uid, recurrenceID: event.id.recurrenceID,
        duplicate: event.id.duplicate)
      return event
    }
    return TransferredSeries(events: transferredEvents, components: sources)
  }

  /// Adds a whole series from another file at the end of this one, with the VTIMEZONEs that this file lacks.
  ///
  /// - Throws: `EditError.exists` if the file contains an event with the UID, or `conflictingZone` if it
  ///   defines a time zone of the series differently; the document is then unchanged.
  package mutating func add(_ series: TransferredSeries, stamp: Instant) throws(EditError) -> AppliedChange {
    guard let target = series.events.first?.id else { throw .vanished }
    guard !events.contains(uid: target.uid) else { throw .exists }
    guard let end = ComponentPosition(atEndOf: text), let line = end.line(in: text) else { throw .noCalendar }
    var (document, position) = (self, end)
    var addedComponents: [[UInt8]] = []
    var zoneEdits: [ZoneEdit] = []
    for source in series.components {
      let (component, zones) = try EventSourceReader(source, systemZones: systemZones).bytes(
        in: document, like: line - 1, uid: target.uid, stamp: stamp)
      for edit in try document.addZones(zones, at: position) {
        zoneEdits.append(edit)
        position = position.next
      }
      addedComponents.append(component)
    }
    let changes = addedComponents.map { component in
      defer { position = position.next }
      return ComponentChange(oldBytes: [], newBytes: component, position: position)
    }
    try document.read(ComponentChange.bytes(applying: changes, to: document.text))
    let edit = EventEdit(target: target, scope: .all, change: .set([]))
    var applied = AppliedSeriesEdit(edit: edit, changes: changes, zoneEditsBeforeChanges: zoneEdits)
    (applied.hasOnlyComponentChanges, applied.addsSeries, applied.stamp) = (true, true, stamp)
    for event in series.events {
      // The times differ if, for example, only one of the files defines a time zone.
      guard let addedEvent = document.events.position(of: event.id).map({ document.events[$0] }),
        addedEvent.times == event.times, addedEvent.repetition == event.repetition
      else { throw .conflictingZone }
      let (edits, notice) = try document.extendZones(for: event.id, previousTimes: nil)
      applied.zoneEditsAfterChanges += edits
      applied.notice = applied.notice ?? notice
    }
    applied.recordCounts(before: [:], after: document.componentCounts(ofUIDs: [target.uid]))
    self = document
    return .series(applied)
  }

  /// Adds VTIMEZONEs one by one.
  ///
  /// - Returns: the changes, in order.
  private mutating func addZones(
    _ definitions: [UInt8], at first: ComponentPosition
  ) throws(EditError) -> [ZoneEdit] {
    guard !definitions.isEmpty, let zones = try? ICalendarText(definitions) else { return [] }
    var (edits, position) = ([ZoneEdit](), first)
    for component in zones.components.indices {
      guard let identifier = FileZone.identifier(of: component, in: zones) else { continue }
      let edit = ZoneEdit(
        identifier: identifier, oldBytes: [], newBytes: Array(zones.bytes(ofComponent: component)),
        position: position)
      try applyZoneEdit(edit)
      edits.append(edit)
      position = position.next
    }
    return edits
  }
}
