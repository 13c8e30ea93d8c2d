import CalendarModel
import ICalendar

// Merging edits to series into a newer version of the file.
extension CalendarDocument {
  /// Applies an edit that was made to a series in an older state of this file. The edit is carried out again
  /// on the current state, so the result includes all other changes to the file. Properties that were changed
  /// to the same values in the meantime stay as they are.
  ///
  /// - Throws: `EditError.conflict` if the newer file contains a different change to the same content,
  ///   otherwise the same errors as `change`.
  mutating func merge(_ applied: AppliedSeriesEdit, stamp: Instant) throws(EditError) -> AppliedSeriesEdit {
    if applied.isVerbatim { return try mergeVerbatim(applied) }
    let edit = applied.edit
    if case .transfer = edit.change {
      // The other calendar has received exactly the removed components, so they must be unchanged here.
      let currentBytes = Set(
        components(of: edit.target.uid).filter { $0.id.isOfSameSeries(as: edit.target) }.map(\.bytes))
      guard !currentBytes.isEmpty else {
        return AppliedSeriesEdit(edit: edit, changes: [], zoneEditsBeforeChanges: [])
      }
      guard currentBytes == applied.removedComponents else { throw .conflict([]) }
      guard case .series(let merged) = try change(by: edit, stamp: stamp) else { throw .conflict([]) }
      return merged
    }
    let newer = occurrence(of: edit)
    if case .delete = edit.change {
      guard let newer else { return AppliedSeriesEdit(edit: edit, changes: [], zoneEditsBeforeChanges: []) }
      guard let base = applied.base, base.differences(to: newer).isEmpty else { throw .conflict([]) }
    } else {
      guard let newer, let base = applied.base else { throw .vanished }
      let currentValues = edit.change.properties.map { newer.property($0.kind) }
      let hasNoConflict = zip(currentValues, edit.change.properties).allSatisfy { current, edited in
        current == edited || current == base.property(edited.kind)
      }
      guard hasNoConflict else { throw .conflict(currentValues) }
    }
    var document = self
    // The file of the new series has already been written, so its contents must stay the same.
    let appliedChange = try document.change(
      by: edit, ownAddresses: applied.ownAddresses, stamp: applied.newFile == nil ? stamp : applied.stamp)
    guard case .series(let merged) = appliedChange else { throw .conflict([]) }
    guard merged.newFile?.bytes == applied.newFile?.bytes,
      edit.change != .delete || merged.removedComponents == applied.removedComponents
    else { throw .conflict([]) }
    self = document
    return merged
  }

  /// Makes the changes that the newer file does not contain yet.
  private mutating func mergeVerbatim(_ applied: AppliedSeriesEdit) throws(EditError) -> AppliedSeriesEdit {
    let existingBytes = Set(
      text.components.indices.filter { text.components[$0].name == "VEVENT" }
        .map { Array(text.bytes(ofComponent: $0)) })
    let changes = applied.changes.filter { change in
      let isAlreadyMade =
        change.after.isEmpty ? !existingBytes.contains(change.before) : existingBytes.contains(change.after)
      return !isAlreadyMade
    }
    var remaining = AppliedSeriesEdit(
      edit: applied.edit, changes: changes, zoneEditsBeforeChanges: applied.zoneEditsBeforeChanges)
    (remaining.zoneEditsAfterChanges, remaining.isVerbatim) = (applied.zoneEditsAfterChanges, true)
    guard !changes.isEmpty else { return remaining }
    guard !applied.isNewSeries || !events.contains(uid: applied.edit.target.uid) else { throw .exists }
    try reapply(remaining)
    return remaining
  }

  /// Returns the occurrence to which an edit applies, as an event with the times of the occurrence; nil if
  /// there is none.
  func occurrence(of edit: EventEdit) -> CalendarEvent? {
    var document = self
    if let content = try? SeriesContent(of: edit, in: &document) { return content.event }
    // An override can be changed without its series.
    guard edit.scope == .thisOccurrence, let index = events.position(of: edit.target) else { return nil }
    return events[index]
  }

  /// Returns one verbatim edit for each UID whose components differ from those in an older state of this
  /// document. The edits turn the older components into the current ones; `merge` can apply them to a third
  /// state.
  func seriesEdits(since base: CalendarDocument, uids: [ByteString]) -> [AppliedSeriesEdit] {
    let zoneEdits = zoneEdits(since: base)
    return uids.compactMap { uid in
      let (baseComponents, currentComponents) = (base.components(of: uid), components(of: uid))
      let onlyInBase = baseComponents.filter { !currentComponents.contains($0.bytes) }
      let onlyInCurrent = currentComponents.filter { !baseComponents.contains($0.bytes) }
      var changes: [ComponentChange] = []
      for (id, component, before) in onlyInBase {
        let after = onlyInCurrent.filter { $0.id == id }
        if after.count == 1, onlyInBase.count(where: { $0.id == id }) == 1 {
          changes.append(ComponentChange(before: before, after: after[0].bytes, position: nil))
        } else {
          let position = ComponentPosition(of: component, in: base.text)
          changes.append(ComponentChange(before: before, after: [], position: position))
        }
      }
      // The components are added in file order, so that the position of each is valid when it is added.
      for (_, component, after) in onlyInCurrent where !changes.contains(where: { $0.after == after }) {
        let position = ComponentPosition(of: component, in: text)
        changes.append(ComponentChange(before: [], after: after, position: position))
      }
      guard let target = (currentComponents.first ?? baseComponents.first)?.id, !changes.isEmpty else {
        return nil
      }
      var edit = AppliedSeriesEdit(
        edit: EventEdit(target: target, scope: .all, change: .set([])), changes: changes,
        zoneEditsBeforeChanges: zoneEdits.filter(\.before.isEmpty))
      edit.zoneEditsAfterChanges = zoneEdits.filter { !$0.before.isEmpty }
      (edit.isVerbatim, edit.isNewSeries) = (true, baseComponents.isEmpty)
      return edit
    }
  }

  private typealias IdentifiedComponent = (id: EventID, component: Int, bytes: [UInt8])

  /// Returns the components with the given UID, including older revisions, in file order.
  private func components(of uid: ByteString) -> [IdentifiedComponent] {
    var identifiedComponents: [IdentifiedComponent] = []
    for (event, component) in zip(events, components) where event.id.uid == uid {
      let older = superseded.filter { $0.value == component }.map(\.key)
      identifiedComponents += ([component] + older).map { (event.id, $0, Array(text.bytes(ofComponent: $0))) }
    }
    return identifiedComponents.sorted { $0.component < $1.component }
  }

  /// Returns edits for the VTIMEZONEs that an older state of this document lacks or defines differently.
  private func zoneEdits(since base: CalendarDocument) -> [ZoneEdit] {
    text.components.indices.compactMap { component in
      guard text.components[component].name == "VTIMEZONE",
        let identifier = FileZone.identifier(of: component, in: text),
        let position = ComponentPosition(of: component, in: text)
      else { return nil }
      let after = Array(text.bytes(ofComponent: component))
      let before = base.zones.definition(of: identifier).map { Array(base.text.bytes(ofComponent: $0)) } ?? []
      guard before != after else { return nil }
      return ZoneEdit(identifier: identifier, before: before, after: after, position: position)
    }
  }
}

extension [(id: EventID, component: Int, bytes: [UInt8])] {
  fileprivate func contains(_ bytes: [UInt8]) -> Bool { contains { $0.bytes == bytes } }
}

extension AppliedSeriesEdit {
  /// The components that the edit removed.
  var removedComponents: Set<[UInt8]> { Set(changes.filter(\.after.isEmpty).map(\.before)) }
}
