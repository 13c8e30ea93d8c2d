import CalendarModel

/// An applied edit, with everything needed to undo and redo it.
package struct AppliedEdit: Hashable, Sendable {
  package private(set) var edit: EventEdit
  /// The previous values of the properties that the edit changes.
  package let previousProperties: [EventProperty]
  /// The component's bytes before the edit; empty if it did not exist.
  package fileprivate(set) var oldBytes: [UInt8]
  /// The component's bytes after the edit; empty if it no longer exists.
  package let newBytes: [UInt8]
  /// The VTIMEZONEs that the edit inserted before the component, because the file did not contain them.
  package let addedZones: [UInt8]
  /// The changes to existing VTIMEZONEs, in the order in which they were made.
  var zoneEdits: [ZoneEdit] = []
  /// The user's addresses when the edit was made. They determine whether it is a revision, even when it is merged later.
  var ownAddresses: Set<String> = []
  /// A notice for the user about the edit, if there is one.
  package internal(set) var notice: EditNotice?
  /// The position of the component, if the edit added or removed it.
  let position: ComponentPosition?
  /// The number of other events in the file with the same UID and RECURRENCE-ID, before the edit; 0 unless the file is
  /// invalid.
  let duplicateCount: Int
  /// The older revisions that were removed with a deleted event, in file order.
  let removedRevisions: [RemovedComponent]

  init(
    edit: EventEdit, previousProperties: [EventProperty] = [], oldBytes: [UInt8], newBytes: [UInt8],
    addedZones: [UInt8] = [],
    position: ComponentPosition? = nil, duplicateCount: Int = 0, removedRevisions: [RemovedComponent] = []
  ) {
    self.edit = edit
    self.previousProperties = previousProperties
    self.oldBytes = oldBytes
    self.newBytes = newBytes
    self.addedZones = addedZones
    self.position = position
    self.duplicateCount = duplicateCount
    self.removedRevisions = removedRevisions
  }

  /// All components that the deletion removes, in file order.
  var removedComponents: [RemovedComponent] {
    guard let position else { return removedRevisions }
    let components = removedRevisions + [RemovedComponent(position: position, bytes: oldBytes)]
    return components.sorted { $0.position.isBefore($1.position) }
  }

  /// Returns this deletion as if the event had been a newer revision; see `StampWriter.renewed`.
  func renewingRemovedEvent(ownAddresses: Set<String>, stamp: Instant) -> AppliedEdit {
    guard newBytes.isEmpty else { return self }
    var renewed = self
    renewed.oldBytes = StampWriter.renewed(oldBytes, ownAddresses: ownAddresses, stamp: stamp)
    return renewed
  }

  /// Returns this edit with another target.
  func retargeted(to target: EventID) -> AppliedEdit {
    var retargeted = self
    retargeted.edit.target = target
    return retargeted
  }

  package var id: EventID { edit.target }
  /// Whether the edit left the document as it was.
  package var hasNoEffect: Bool { oldBytes == newBytes }
}

/// A removed component and its former position.
struct RemovedComponent: Hashable, Sendable {
  let position: ComponentPosition
  let bytes: [UInt8]
}
