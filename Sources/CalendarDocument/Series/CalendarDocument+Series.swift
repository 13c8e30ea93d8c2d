import CalendarModel
import ICalendar

// Edits to series. docs/decisions/series.md describes what each scope writes.
extension CalendarDocument {
  /// Applies an edit to one occurrence of a series, to that occurrence and all following ones, or to the
  /// whole series.
  ///
  /// - Parameters:
  ///   - edit: the edit to apply. Its target is the series or an override; its times are those of the
  ///     occurrence.
  ///   - newSeries: the identifier of the new series, if the edit splits the series. If its file differs from
  ///     the target's, the new series is written to a separate document.
  ///   - ownAddresses: the user's addresses as written in ORGANIZER (`mailto:…`), in lower case. A series
  ///     organized by someone with a different address is not split.
  ///   - stamp: the current time.
  /// - Throws: `SeriesRefusal`; the document is then unchanged.
  package mutating func applyToSeries(
    _ edit: EventEdit, newSeries: EventID, ownAddresses: Set<String> = [], stamp: Instant
  ) throws(SeriesRefusal) -> AppliedSeriesEdit {
    let editor = SeriesEditor(newSeries: newSeries, ownAddresses: ownAddresses, stamp: stamp)
    do {
      var (document, applied) = try editor.result(of: edit, in: self)
      (applied.previousOccurrence, applied.stamp, applied.ownAddresses) = (
        occurrence(of: edit), stamp, ownAddresses
      )
      applied.duplicateCount = max(0, componentCount(of: edit.target) - 1)
      self = document
      return applied
    } catch {
      let document = self
      let possibleScopes = EventEdit.Scope.allCases.filter { scope in
        guard scope != edit.scope else { return false }
        var editWithScope = edit
        editWithScope.scope = scope
        return (try? editor.result(of: editWithScope, in: document)) != nil
      }
      throw SeriesRefusal(error, possibleScopes: possibleScopes)
    }
  }

  /// Undoes an edit to a series: restores the exact bytes that every component had before.
  ///
  /// - Throws: `EditError.changedAfterEdit` if a component has changed since the edit, or if a removed event is back
  ///   already; the document is then unchanged.
  package mutating func revert(_ applied: AppliedSeriesEdit) throws(EditError) {
    try checkAbsence(of: applied.removedEvents)
    var document = self
    for zone in applied.zoneEditsAfterChanges.reversed() where zone.newBytes.isEmpty {
      try document.revertZoneEdit(zone, of: applied.edit.target)
    }
    try document.apply(applied.changes.reversed().map(\.inverse))
    for zone in applied.zoneEditsAfterChanges.reversed() where !zone.newBytes.isEmpty {
      try document.revertZoneEdit(zone, of: applied.edit.target)
    }
    for zone in applied.zoneEditsBeforeChanges.reversed() {
      try document.revertZoneEdit(zone, of: applied.edit.target)
    }
    self = document
  }

  /// Redoes an edit to a series that was undone, restoring exactly the same bytes.
  ///
  /// - Throws: the same errors as `revert`.
  package mutating func reapply(_ applied: AppliedSeriesEdit) throws(EditError) {
    try checkAbsence(of: applied.addedEvents)
    var document = self
    for zone in applied.zoneEditsBeforeChanges { try document.applyZoneEdit(zone) }
    try document.apply(applied.changes)
    for zone in applied.zoneEditsAfterChanges { try document.applyZoneEdit(zone) }
    self = document
  }

  private mutating func apply(_ changes: [ComponentChange]) throws(EditError) {
    try read(ComponentChange.bytes(applying: changes, to: text))
  }
}

/// Carries out edits to series.
struct SeriesEditor {
  let newSeries: EventID
  let ownAddresses: Set<String>
  let stamp: Instant
  /// Whether to update DTSTAMP, LAST-MODIFIED and SEQUENCE; false if they are already up to date.
  var writesStamps = true

  /// Returns the document after an edit, and the applied edit.
  func result(
    of edit: EventEdit, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> (CalendarDocument, AppliedSeriesEdit) {
    var document = document
    let plan = try plan(of: edit, in: &document)
    do {
      return try SeriesEditor.result(of: plan, edit: edit, newSeries: newSeries, in: document)
    } catch {
      throw .edit(error)
    }
  }

  private func plan(
    of edit: EventEdit, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    switch edit.change {
    case .delete where edit.scope == .all, .transfer where edit.scope == .all:
      return try planForDeletion(of: edit, in: document)
    case .add, .transfer: throw .notAnOccurrenceEdit
    case .delete, .move, .resizeStart, .resizeEnd, .set: break
    }
    let content: SeriesContent
    do {
      content = try SeriesContent(of: edit, in: &document)
    } catch {
      guard error == .noMaster, edit.scope == .thisOccurrence else { throw error }
      return try planForOrphanedOverride(of: edit, in: &document)
    }
    switch edit.scope {
    case .thisOccurrence: return try planForOccurrence(edit, of: content, in: &document)
    case .all: return try planForWholeSeries(edit, of: content, in: &document)
    case .thisAndFollowing: return try planForFollowing(edit, of: content, in: &document)
    }
  }

  /// Carries out a plan. Adds the VTIMEZONEs first, so that undo finds each component at its position.
  private static func result(
    of plan: SeriesPlan, edit: EventEdit, newSeries: EventID, in oldDocument: CalendarDocument
  ) throws(EditError) -> (CalendarDocument, AppliedSeriesEdit) {
    var document = oldDocument
    var zoneEdits: [ZoneEdit] = []
    var changes = try plan.changes(of: document.text)
    if !plan.addedZones.isEmpty, let definitions = try? ICalendarText(plan.addedZones),
      let first = ComponentPosition(of: plan.anchor, in: document.text)
    {
      var position = first
      for component in definitions.components.indices {
        guard let identifier = FileZone.identifier(of: component, in: definitions) else { continue }
        let zoneEdit = ZoneEdit(
          identifier: identifier, oldBytes: [], newBytes: Array(definitions.bytes(ofComponent: component)),
          position: position)
        try document.applyZoneEdit(zoneEdit)
        zoneEdits.append(zoneEdit)
        position = position.next
      }
      let count = zoneEdits.count
      changes = changes.map { change in
        ComponentChange(
          oldBytes: change.oldBytes, newBytes: change.newBytes,
          position: change.position?.moved(byInserting: count, at: first))
      }
    }
    try document.read(ComponentChange.bytes(applying: changes, to: document.text))
    var applied = AppliedSeriesEdit(edit: edit, changes: changes, zoneEditsBeforeChanges: zoneEdits)
    (applied.newFile, applied.newSeries) = (plan.newFile, plan.newSeries)
    let uids: Set = [edit.target.uid, newSeries.uid]
    let remainingIDs = Set(document.events.lazy.map(\.id).filter { uids.contains($0.uid) })
    var examinedZones: Set<String> = []
    for event in oldDocument.events
    where event.id.uid == edit.target.uid && !remainingIDs.contains(event.id) {
      for zone in event.times.zones {
        // Which definition Handspan writes depends only on the zone and the year.
        guard examinedZones.insert("\(zone.identifier) \(event.times.start.wall.day.year)").inserted,
          let removal = document.removalOfUnusedZone(zone, of: event)
        else { continue }
        try document.applyZoneEdit(removal)
        applied.zoneEditsAfterChanges.append(removal)
      }
    }
    var oldTimes: [EventID: EventTimes] = [:]
    for event in oldDocument.events where uids.contains(event.id.uid) { oldTimes[event.id] = event.times }
    for index in document.events.indices where uids.contains(document.events[index].id.uid) {
      let event = document.events[index]
      let (edits, notice) = try document.extendZones(for: event, previousTimes: oldTimes[event.id])
      applied.zoneEditsAfterChanges += edits
      applied.notice = applied.notice ?? notice
    }
    applied.recordCounts(
      before: oldDocument.componentCounts(ofUIDs: uids), after: document.componentCounts(ofUIDs: uids))
    return (document, applied)
  }
}

extension SeriesEditor {
  /// Returns the edits that update the stamps of a component of the series. If several events have its UID, none may
  /// become a newer revision of the others.
  func stampEdits(
    of component: SeriesContent.Component, in document: CalendarDocument, isRevision: Bool
  ) -> [LineEdit] {
    StampWriter(text: document.text, lines: component.lines, ownAddresses: ownAddresses).edits(
      stamp, isRevision: isRevision,
      updatesRevisionOrder: document.componentCount(of: component.event.id) == 1)
  }

  /// Runs a step that is not specific to series, and converts its errors to `SeriesRefusal.Reason`.
  static func convertingErrors<Result>(
    _ step: () throws(EditError) -> Result
  ) throws(SeriesRefusal.Reason) -> Result {
    do {
      return try step()
    } catch {
      throw .edit(error)
    }
  }
}
