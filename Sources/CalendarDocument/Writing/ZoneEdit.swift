import CalendarModel
import ICalendar

/// The change that an edit makes to a VTIMEZONE: it is added, extended, or removed together with the last
/// event that uses it.
struct ZoneEdit: Hashable, Sendable {
  /// The TZID.
  let identifier: String
  /// The component's bytes before the edit; empty if it is added.
  let oldBytes: [UInt8]
  /// The component's bytes after the edit; empty if it is removed.
  let newBytes: [UInt8]
  /// The component's position when this change is made.
  let position: ComponentPosition
}

extension CalendarDocument {
  /// Applies a change to a VTIMEZONE. Does nothing if another program has changed the VTIMEZONE, or if it is
  /// to be removed but is still in use.
  mutating func applyZoneEdit(_ edit: ZoneEdit) throws(EditError) {
    guard !edit.newBytes.isEmpty || !usesZone(edit.identifier) else { return }
    try replaceZone(edit, edit.oldBytes, with: edit.newBytes)
  }

  /// Restores the bytes that a VTIMEZONE had before an edit.
  ///
  /// - Parameter id: the edited event. If another event relies on the change, the change is kept.
  mutating func revertZoneEdit(_ edit: ZoneEdit, of id: EventID) throws(EditError) {
    if edit.oldBytes.isEmpty, usesZone(edit.identifier) { return }
    if !edit.newBytes.isEmpty, let definitionBefore = FileZone(bytes: edit.oldBytes) {
      let isNeeded = events.contains { event in
        event.id != id
          && event.times.zones.contains { zone in
            zone.identifier == edit.identifier
              && event.momentsToCover.contains {
                definitionBefore.offset(at: $0) != zone.rules.offset(at: $0)
              }
          }
      }
      if isNeeded { return }
    }
    try replaceZone(edit, edit.newBytes, with: edit.oldBytes)
  }

  private mutating func replaceZone(
    _ edit: ZoneEdit, _ expected: [UInt8], with replacement: [UInt8]
  ) throws(EditError) {
    let lines: Range<Int>
    if expected.isEmpty {
      guard zones.ownDefinition(of: edit.identifier, scope: edit.position.calendar) == nil,
        let line = edit.position.line(in: text)
      else { return }
      lines = line..<line
    } else {
      // Another program may have moved the VCALENDAR.
      let definitions =
        [zones.ownDefinition(of: edit.identifier, scope: edit.position.calendar)].compactMap(\.self)
        + zones.definitions(of: edit.identifier)
      let component = definitions.first { text.bytes(ofComponent: $0).elementsEqual(expected) }
      guard let component else { return }
      lines = text.components[component].lines
    }
    try read(text.bytes(replacing: lines, with: replacement))
  }

  /// Returns whether any line of the file uses the zone.
  private func usesZone(_ identifier: String) -> Bool {
    // Check the events first: if one uses the zone, the lines need not be searched.
    events.contains { event in event.times.zones.contains { $0.identifier == identifier } }
      || text.components.indices.contains { component in
        text.components[component].parent == nil
          && text.zoneNames(in: component).contains { DocumentZones.isSame($0, identifier) }
      }
  }

  /// Returns the edit that removes a zone's VTIMEZONE after an event that used it was deleted. Returns nil if
  /// the zone is still in use, or if the VTIMEZONE is not exactly what Handspan writes when it adds an event.
  func removalOfUnusedZone(_ zone: Zone, of event: CalendarEvent) -> ZoneEdit? {
    // A definition that only another program can write could not be recovered.
    guard zones.isSystemZone(zone.identifier) || zone.identifier.hasPrefix("Handspan/"),
      let component = zones.definition(of: zone.identifier), text.components[component].hasEnd,
      !usesZone(zone.identifier), let position = ComponentPosition(ofRemoved: component, in: text)
    else { return nil }
    let bytes = Array(text.bytes(ofComponent: component))
    let yearAfterFirstOnset = FileZone(bytes: bytes).map { WallTime(seconds: $0.firstOnset).day.year + 1 }
    let years = [yearAfterFirstOnset ?? event.times.start.wall.day.year, event.times.start.wall.day.year]
    let wasWrittenByHandspan = years.contains { year in
      let lines = ZoneWriter(zone, fromYearBefore: year).lines
      return text.bytes(ofNewLines: lines, like: text.components[component].lines.lowerBound) == bytes
    }
    guard wasWrittenByHandspan else { return nil }
    return ZoneEdit(identifier: zone.identifier, oldBytes: bytes, newBytes: [], position: position)
  }
}
