import CalendarModel

/// An edit that was made, with what is needed to take it back and to do it again.
public struct AppliedEdit: Hashable, Sendable {
  /// The edit.
  public let edit: EventEdit
  /// The event's times before it: what the edit was based on.
  public let base: EventTimes
  /// The component's bytes before the edit.
  public let before: [UInt8]
  /// The component's bytes after the edit.
  public let after: [UInt8]

  /// The event.
  public var id: EventID { edit.target }
  /// Whether there was nothing to change.
  public var isUnchanged: Bool { before == after }
}
