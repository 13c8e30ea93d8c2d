import CalendarModel

/// An applied edit, with everything needed to undo and redo it.
package struct AppliedEdit: Hashable, Sendable {
  package let edit: EventEdit
  /// What the event said before it of everything that the edit changes: what the edit was based on.
  package let base: [EventProperty]
  /// The component's bytes before the edit; empty if it was not there.
  package let before: [UInt8]
  /// The component's bytes after the edit; empty if it is not there any more.
  package let after: [UInt8]
  /// The VTIMEZONEs that the edit wrote before the component, because the file did not define them.
  package let zones: [UInt8]
  /// What the edit changed of VTIMEZONEs that were there, in order.
  var zoneEdits: [ZoneEdit] = []
  /// What the user should know of it.
  package internal(set) var notice: EditNotice?
  /// Where the component stands, if the edit made or removed it.
  let position: ComponentPosition?
  /// How many other events of the file have its UID and RECURRENCE-ID: none, unless the file is broken.
  let twins: Int
  /// The older revisions that went with a deleted event, in the order of the file.
  let revisions: [RemovedComponent]

  init(
    edit: EventEdit, base: [EventProperty] = [], before: [UInt8], after: [UInt8], zones: [UInt8] = [],
    position: ComponentPosition? = nil, twins: Int = 0, revisions: [RemovedComponent] = []
  ) {
    self.edit = edit
    self.base = base
    self.before = before
    self.after = after
    self.zones = zones
    self.position = position
    self.twins = twins
    self.revisions = revisions
  }

  /// Everything that a deletion takes out, in the order of the file.
  var removed: [RemovedComponent] {
    guard let position else { return revisions }
    let all = revisions + [RemovedComponent(position: position, bytes: before)]
    return all.sorted { $0.position.isBefore($1.position) }
  }

  package var id: EventID { edit.target }
  /// Whether there was nothing to change.
  package var isUnchanged: Bool { before == after }
}

/// A removed component and its former position.
struct RemovedComponent: Hashable, Sendable {
  let position: ComponentPosition
  let bytes: [UInt8]
}
