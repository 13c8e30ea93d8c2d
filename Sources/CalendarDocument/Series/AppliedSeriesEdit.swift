import CalendarModel

/// An applied edit to a series, with everything needed to undo and redo it.
package struct AppliedSeriesEdit: Sendable {
  package private(set) var edit: EventEdit
  /// The changes to events, in the order in which they were made.
  private(set) var changes: [ComponentChange]
  /// The edits that added VTIMEZONEs before `changes` were made.
  let zoneEditsBeforeChanges: [ZoneEdit]
  /// The occurrence before the edit, with its times: the state that the edit was based on.
  var previousOccurrence: CalendarEvent?
  /// The number of other events in the file with the UID and RECURRENCE-ID of the target, before the edit.
  var duplicateCount = 0
  /// The time of the edit.
  var stamp = Instant(seconds: 0)
  /// The user's addresses when the edit was made. They determine whether the series may be split, even when the edit
  /// is merged later.
  var ownAddresses: Set<String> = []
  /// Whether only the component changes are known, not the edit that made them. `edit` is then a placeholder.
  var hasOnlyComponentChanges = false
  /// Whether the component changes add the series, if only they are known.
  var addsSeries = false
  /// The edits that extended or removed VTIMEZONEs after `changes` were made.
  var zoneEditsAfterChanges: [ZoneEdit] = []
  /// The numbers of components with the same UID and RECURRENCE-ID before and after the edit, where they differ.
  private var counts: [EventID: (before: Int, after: Int)] = [:]
  /// A notice for the user about the edit, if there is one.
  package internal(set) var notice: EditNotice?
  /// The file of the new series, if the edit split a series in a folder of files. Write it before the edited
  /// file, and remove it when the edit is undone.
  package internal(set) var newFile: CalendarDocument?
  /// The identifier of the new series, if the edit split a series.
  package internal(set) var newSeries: EventID?

  init(edit: EventEdit, changes: [ComponentChange], zoneEditsBeforeChanges: [ZoneEdit]) {
    (self.edit, self.changes, self.zoneEditsBeforeChanges) = (edit, changes, zoneEditsBeforeChanges)
  }

  /// Whether the edit left the document as it was.
  package var hasNoEffect: Bool { changes.isEmpty && newFile == nil }

  /// Returns this edit as if the events that it removed had been newer revisions; see `StampWriter.renewed`.
  func renewingRemovedEvents(ownAddresses: Set<String>, stamp: Instant) -> AppliedSeriesEdit {
    var renewed = self
    renewed.changes = changes.map { change in
      guard change.newBytes.isEmpty else { return change }
      return ComponentChange(
        oldBytes: StampWriter.renewed(change.oldBytes, ownAddresses: ownAddresses, stamp: stamp),
        newBytes: [],
        position: change.position)
    }
    return renewed
  }

  /// Returns this edit with another target.
  func retargeted(to target: EventID) -> AppliedSeriesEdit {
    var retargeted = self
    retargeted.edit.target = target
    return retargeted
  }

  /// Records which events the edit added and removed.
  mutating func recordCounts(before: [EventID: Int], after: [EventID: Int]) {
    for id in Set(before.keys).union(after.keys) where before[id] != after[id] {
      counts[id] = (before[id] ?? 0, after[id] ?? 0)
    }
  }

  /// The events that the edit removed, which undo adds again, each with the number of components that must have its
  /// UID and RECURRENCE-ID for that.
  var removedEvents: [EventID: Int] { counts.filter { $0.value.before > $0.value.after }.mapValues(\.after) }

  /// The events that the edit added, which redo adds again; see `removedEvents`.
  var addedEvents: [EventID: Int] { counts.filter { $0.value.before < $0.value.after }.mapValues(\.before) }
}

extension CalendarDocument {
  /// Returns the numbers of components with the same UID and RECURRENCE-ID, including older revisions, for some UIDs.
  /// An event without a UID cannot be recognized, so it is not counted.
  func componentCounts(ofUIDs uids: Set<ByteString>) -> [EventID: Int] {
    let revisionCounts = supersedingComponents.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    var counts: [EventID: Int] = [:]
    for (event, component) in zip(events, components) where uids.contains(event.id.uid) {
      guard !event.id.uid.isEmpty else { continue }
      counts[event.id.withoutDuplicate, default: 0] += 1 + (revisionCounts[component] ?? 0)
    }
    return counts
  }

  /// Checks that the events to be added have not been added by another program in the meantime.
  func checkAbsence(of expectedCounts: [EventID: Int]) throws(EditError) {
    guard !expectedCounts.isEmpty else { return }
    let counts = componentCounts(ofUIDs: Set(expectedCounts.keys.map(\.uid)))
    guard expectedCounts.allSatisfy({ (counts[$0.key] ?? 0) == $0.value }) else { throw .changedAfterEdit }
  }
}
