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
    if applied.hasOnlyComponentChanges { return try mergeComponentChanges(applied) }
    let applied = try retargeting(applied)
    let edit = applied.edit
    if case .transfer = edit.change {
      // The other calendar has received exactly the removed components, so they must be unchanged here.
      let currentBytes = Set(
        components(of: edit.target.uid).filter { $0.id.isInSameSeries(as: edit.target) }.map(\.bytes))
      guard !currentBytes.isEmpty else {
        return AppliedSeriesEdit(edit: edit, changes: [], zoneEditsBeforeChanges: [])
      }
      guard currentBytes == applied.removedComponents else { throw .conflict([]) }
      guard case .series(let merged) = try change(by: edit, stamp: stamp) else { throw .conflict([]) }
      return merged
    }
    let currentOccurrence = occurrence(of: edit)
    if case .delete = edit.change {
      guard let currentOccurrence else {
        return AppliedSeriesEdit(edit: edit, changes: [], zoneEditsBeforeChanges: [])
      }
      guard let previousOccurrence = applied.previousOccurrence,
        previousOccurrence.differences(to: currentOccurrence).isEmpty
      else {
        throw .conflict([])
      }
    } else {
      guard let currentOccurrence, let previousOccurrence = applied.previousOccurrence else {
        throw .vanished
      }
      let currentValues = edit.change.properties.map { currentOccurrence.property($0.kind) }
      let hasNoConflict = zip(currentValues, edit.change.properties).allSatisfy { current, edited in
        current == edited || current == previousOccurrence.property(edited.kind)
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
  private mutating func mergeComponentChanges(_ applied: AppliedSeriesEdit) throws(EditError)
    -> AppliedSeriesEdit
  {
    let existingBytes = Set(
      text.eventComponents.map { Array(text.bytes(ofComponent: $0)) })
    let changes = applied.changes.filter { change in
      let isAlreadyMade =
        change.newBytes.isEmpty
        ? !existingBytes.contains(change.oldBytes) : existingBytes.contains(change.newBytes)
      return !isAlreadyMade
    }
    var remainingEdit = AppliedSeriesEdit(
      edit: applied.edit, changes: changes, zoneEditsBeforeChanges: applied.zoneEditsBeforeChanges)
    (remainingEdit.zoneEditsAfterChanges, remainingEdit.hasOnlyComponentChanges) = (
      applied.zoneEditsAfterChanges, true
    )
    guard !changes.isEmpty else { return remainingEdit }
    guard !applied.addsSeries || !events.contains(uid: applied.edit.target.uid) else { throw .exists }
    let uids: Set = [applied.edit.target.uid]
    let countsBefore = componentCounts(ofUIDs: uids)
    var document = self
    try document.reapply(remainingEdit)
    let countsAfter = document.componentCounts(ofUIDs: uids)
    // Another program may have added the same occurrence.
    guard countsAfter.allSatisfy({ $0.value <= max(1, countsBefore[$0.key] ?? 0) }) else {
      throw .conflict([])
    }
    remainingEdit.recordCounts(before: countsBefore, after: countsAfter)
    self = document
    return remainingEdit
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

  /// Returns one edit for each UID whose components differ from those in an older state of this document. The
  /// edits contain only component changes, which turn the older components into the current ones; `merge` can
  /// apply them to a third state.
  func seriesEdits(since olderDocument: CalendarDocument, uids: [ByteString]) -> [AppliedSeriesEdit] {
    let zoneEdits = zoneEdits(since: olderDocument)
    return uids.compactMap { uid in
      let (olderComponents, currentComponents) = (olderDocument.components(of: uid), components(of: uid))
      let removedOrChanged = olderComponents.filter { !currentComponents.contains($0.bytes) }
      let addedOrChanged = currentComponents.filter { !olderComponents.contains($0.bytes) }
      var changes: [ComponentChange] = []
      for (id, component, oldBytes) in removedOrChanged {
        let candidates = addedOrChanged.filter { $0.id == id }
        if candidates.count == 1, removedOrChanged.count(where: { $0.id == id }) == 1 {
          changes.append(ComponentChange(oldBytes: oldBytes, newBytes: candidates[0].bytes, position: nil))
        } else {
          let position = ComponentPosition(of: component, in: olderDocument.text)
          changes.append(ComponentChange(oldBytes: oldBytes, newBytes: [], position: position))
        }
      }
      // The components are added in file order, so that the position of each is valid when it is added.
      for (_, component, newBytes) in addedOrChanged
      where !changes.contains(where: { $0.newBytes == newBytes }) {
        let position = ComponentPosition(of: component, in: text)
        changes.append(ComponentChange(oldBytes: [], newBytes: newBytes, position: position))
      }
      guard let target = (currentComponents.first ?? olderComponents.first)?.id, !changes.isEmpty else {
        return nil
      }
      var edit = AppliedSeriesEdit(
        edit: EventEdit(target: target, scope: .all, change: .set([])), changes: changes,
        zoneEditsBeforeChanges: zoneEdits.filter(\.oldBytes.isEmpty))
      edit.zoneEditsAfterChanges = zoneEdits.filter { !$0.oldBytes.isEmpty }
      (edit.hasOnlyComponentChanges, edit.addsSeries) = (true, olderComponents.isEmpty)
      return edit
    }
  }

  private typealias IdentifiedComponent = (id: EventID, component: Int, bytes: [UInt8])

  /// Returns the components with the given UID, including older revisions, in file order.
  private func components(of uid: ByteString) -> [IdentifiedComponent] {
    var identifiedComponents: [IdentifiedComponent] = []
    for (event, component) in zip(events, components) where event.id.uid == uid {
      let olderComponents = supersedingComponents.filter { $0.value == component }.map(\.key)
      identifiedComponents += ([component] + olderComponents).map {
        (event.id, $0, Array(text.bytes(ofComponent: $0)))
      }
    }
    return identifiedComponents.sorted { $0.component < $1.component }
  }

  /// Returns edits for the VTIMEZONEs that an older state of this document lacks or defines differently.
  private func zoneEdits(since olderDocument: CalendarDocument) -> [ZoneEdit] {
    text.components.indices.compactMap { component in
      guard text.components[component].name == "VTIMEZONE",
        let identifier = FileZone.identifier(of: component, in: text),
        let position = ComponentPosition(of: component, in: text)
      else { return nil }
      let newBytes = Array(text.bytes(ofComponent: component))
      let oldBytes =
        olderDocument.zones.ownDefinition(of: identifier, scope: position.calendar).map {
          Array(olderDocument.text.bytes(ofComponent: $0))
        } ?? []
      guard oldBytes != newBytes else { return nil }
      return ZoneEdit(identifier: identifier, oldBytes: oldBytes, newBytes: newBytes, position: position)
    }
  }
}

extension [(id: EventID, component: Int, bytes: [UInt8])] {
  fileprivate func contains(_ bytes: [UInt8]) -> Bool { contains { $0.bytes == bytes } }
}

extension AppliedSeriesEdit {
  /// The components that the edit removed.
  var removedComponents: Set<[UInt8]> { Set(changes.filter(\.newBytes.isEmpty).map(\.oldBytes)) }
}
