import CalendarModel

/// An edit that was made, with what is needed to take it back and to do it again.
public struct AppliedEdit: Hashable, Sendable {
  /// The edit.
  public let edit: EventEdit
  /// What the event said before it of everything that the edit changes: what the edit was based on.
  public let base: [EventProperty]
  /// The component's bytes before the edit; empty if it was not there.
  public let before: [UInt8]
  /// The component's bytes after the edit; empty if it is not there any more.
  public let after: [UInt8]
  /// The VTIMEZONEs that the edit wrote before the component, because the file did not define them.
  public let zones: [UInt8]
  /// What the edit changed of VTIMEZONEs that were there, in order.
  var zoneEdits: [ZoneEdit] = []
  /// What the user should know of it.
  public internal(set) var notice: EditNotice?
  /// Where the component stands, if the edit made or removed it.
  let place: ComponentPlace?
  /// How many other events of the file have its UID and RECURRENCE-ID: none, unless the file is broken.
  let twins: Int
  /// The older revisions that went with a deleted event, in the order of the file.
  let revisions: [RemovedComponent]

  init(
    edit: EventEdit, base: [EventProperty] = [], before: [UInt8], after: [UInt8], zones: [UInt8] = [],
    place: ComponentPlace? = nil, twins: Int = 0, revisions: [RemovedComponent] = []
  ) {
    self.edit = edit
    self.base = base
    self.before = before
    self.after = after
    self.zones = zones
    self.place = place
    self.twins = twins
    self.revisions = revisions
  }

  /// Everything that a deletion takes out, in the order of the file.
  var removed: [RemovedComponent] {
    guard let place else { return revisions }
    let all = revisions + [RemovedComponent(place: place, bytes: before)]
    return all.sorted { $0.place.isBefore($1.place) }
  }

  /// The event.
  public var id: EventID { edit.target }
  /// Whether there was nothing to change.
  public var isUnchanged: Bool { before == after }
}

/// A component that was taken out, and where it stood.
struct RemovedComponent: Hashable, Sendable {
  let place: ComponentPlace
  let bytes: [UInt8]
}
