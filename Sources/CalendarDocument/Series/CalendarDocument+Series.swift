import CalendarModel
import ICalendar

// Edits to series. docs/decisions/series.md describes what each scope writes.
extension CalendarDocument {
  /// Applies an edit to one occurrence of a series, to it and the following ones, or to all.
  ///
  /// - Parameters:
  ///   - edit: the edit. Its target is the series or an override; its times are those of the occurrence.
  ///   - newSeries: the identifier of the new series, if the edit splits this one. If it is in a different
  ///     file from the target, the new series is written to a document of its own.
  ///   - ownAddresses: the user's addresses as written in ORGANIZER (`mailto:…`), in lower case. A series
  ///     organized by another address is not split.
  ///   - stamp: the current time.
  /// - Throws: `SeriesRefusal`; the document is then unchanged.
  package mutating func applyToSeries(
    _ edit: EventEdit, newSeries: EventID, ownAddresses: Set<String> = [], stamp: Instant
  ) throws(SeriesRefusal) -> AppliedSeriesEdit {
    let writer = SeriesEditing(newSeries: newSeries, ownAddresses: ownAddresses, stamp: stamp)
    do {
      let (document, applied) = try writer.result(of: edit, in: self)
      self = document
      return applied
    } catch {
      let document = self
      let possible = EventEdit.Scope.allCases.filter { scope in
        guard scope != edit.scope else { return false }
        var other = edit
        other.scope = scope
        return (try? writer.result(of: other, in: document)) != nil
      }
      throw SeriesRefusal(error, possible: possible)
    }
  }

  /// Undoes an edit of a series: every component gets back the exact bytes that it had.
  ///
  /// - Throws: `EditError.changedSince` if one of them has changed since the edit; the document is then
  ///   unchanged.
  package mutating func revert(_ applied: AppliedSeriesEdit) throws(EditError) {
    var document = self
    for zone in applied.zonesAfter.reversed() where zone.after.isEmpty {
      try document.revertZoneEdit(zone, of: applied.edit.target)
    }
    try document.make(applied.changes.reversed().map(\.reversed))
    for zone in applied.zonesAfter.reversed() where !zone.after.isEmpty {
      try document.revertZoneEdit(zone, of: applied.edit.target)
    }
    for zone in applied.zonesBefore.reversed() { try document.revertZoneEdit(zone, of: applied.edit.target) }
    self = document
  }

  /// Redoes an edit of a series after it was undone, with exactly the same bytes.
  ///
  /// - Throws: the same errors as `revert`.
  package mutating func reapply(_ applied: AppliedSeriesEdit) throws(EditError) {
    var document = self
    for zone in applied.zonesBefore { try document.applyZoneEdit(zone) }
    try document.make(applied.changes)
    for zone in applied.zonesAfter { try document.applyZoneEdit(zone) }
    self = document
  }

  private mutating func make(_ changes: [ComponentChange]) throws(EditError) {
    try read(ComponentChange.bytes(applying: changes, to: text))
  }
}

/// Carries out edits to series: holds what is needed besides the edit itself.
struct SeriesEditing {
  let newSeries: EventID
  let ownAddresses: Set<String>
  let stamp: Instant
  /// Whether DTSTAMP, LAST-MODIFIED and SEQUENCE change; false if they were written already.
  var writesStamps = true

  /// The document after an edit.
  func result(
    of edit: EventEdit, in document: CalendarDocument
  ) throws(SeriesRefusal.Reason) -> (CalendarDocument, AppliedSeriesEdit) {
    var document = document
    let plan = try plan(of: edit, in: &document)
    do {
      return try SeriesEditing.result(of: plan, edit: edit, newSeries: newSeries, in: document)
    } catch {
      throw .edit(error)
    }
  }

  private func plan(
    of edit: EventEdit, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    switch edit.change {
    case .add, .transfer: throw .notOfAnOccurrence
    case .delete where edit.scope == .all: return try planOfDeletion(of: edit, in: document)
    case .delete, .move, .stretchStart, .stretchEnd, .set: break
    }
    let content: SeriesContent
    do {
      content = try SeriesContent(of: edit, in: &document)
    } catch {
      guard error == .noMaster, edit.scope == .thisOccurrence else { throw error }
      return try planWithoutMaster(of: edit, in: &document)
    }
    switch edit.scope {
    case .thisOccurrence: return try planOfOccurrence(edit, of: content, in: &document)
    case .all: return try planOfAll(edit, of: content, in: &document)
    case .thisAndFollowing: return try planOfFollowing(edit, of: content, in: &document)
    }
  }

  /// Carries out a plan. The VTIMEZONEs come first, so that undo finds each component where it was.
  private static func result(
    of plan: SeriesPlan, edit: EventEdit, newSeries: EventID, in old: CalendarDocument
  ) throws(EditError) -> (CalendarDocument, AppliedSeriesEdit) {
    var document = old
    var zones: [ZoneEdit] = []
    var changes = try plan.changes(of: document.text)
    if !plan.zones.isEmpty, let definitions = try? ICalendarText(plan.zones),
      let first = ComponentPosition(of: plan.anchor, in: document.text)
    {
      var position = first
      for component in definitions.components.indices {
        guard let identifier = FileZone.identifier(of: component, in: definitions) else { continue }
        let zone = ZoneEdit(
          identifier: identifier, before: [], after: Array(definitions.bytes(ofComponent: component)),
          position: position)
        try document.applyZoneEdit(zone)
        zones.append(zone)
        position = position.next
      }
      let count = zones.count
      changes = changes.map { change in
        ComponentChange(
          before: change.before, after: change.after,
          position: change.position?.moved(byInserting: count, at: first))
      }
    }
    try document.read(ComponentChange.bytes(applying: changes, to: document.text))
    var applied = AppliedSeriesEdit(edit: edit, changes: changes, zonesBefore: zones)
    (applied.newFile, applied.newSeries) = (plan.newFile, plan.newSeries)
    let gone = old.events.filter { event in
      event.id.uid == edit.target.uid && document.events.position(of: event.id) == nil
    }
    for event in gone {
      for zone in event.times.zones {
        guard let unused = document.unusedZone(zone, of: event) else { continue }
        try document.applyZoneEdit(unused)
        applied.zonesAfter.append(unused)
      }
    }
    for event in document.events where [edit.target.uid, newSeries.uid].contains(event.id.uid) {
      let before = old.events.position(of: event.id).map { old.events[$0].times }
      let (edits, notice) = try document.coverZones(of: event.id, before: before)
      applied.zonesAfter += edits
      applied.notice = applied.notice ?? notice
    }
    return (document, applied)
  }
}

extension SeriesEditing {
  /// Runs a step whose errors are not specific to series.
  static func checked<Result>(
    _ step: () throws(EditError) -> Result
  ) throws(SeriesRefusal.Reason) -> Result {
    do {
      return try step()
    } catch {
      throw .edit(error)
    }
  }
}
