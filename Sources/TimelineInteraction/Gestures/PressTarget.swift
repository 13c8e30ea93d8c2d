import CalendarModel

/// The kind of pointing device.
package enum PointerKind: Hashable, Sendable {
  /// A mouse, touchpad or pen. It is precise, and pressing its button is intentional.
  case mouse
  /// A finger. It also scrolls, so it lifts an event only after a long press.
  case touch
}

/// The part of an event that is grabbed.
package enum EventPart: Hashable, Sendable {
  /// The whole event, which is moved.
  case body
  /// The start of the event. The event is resized, and its end stays where it is.
  case start
  /// The end of the event. The event is resized, and its start stays where it is.
  case end
}

/// The pressed event, and the part of it that is grabbed.
package struct PressTarget: Hashable, Sendable {
  package var occurrence: Occurrence
  package var part: EventPart
  /// Whether the event is selected, in which case a finger moves it immediately.
  package var isSelected: Bool
  /// Why the event cannot be changed, or nil if it can.
  package var refusal: EditRefusal?
  /// The position of the event's bar, if the event was grabbed in the all-day row.
  package var bar: BarPosition?

  package init(
    occurrence: Occurrence, part: EventPart, isSelected: Bool = false, refusal: EditRefusal? = nil,
    bar: BarPosition? = nil
  ) {
    self.bar = bar
    self.occurrence = occurrence
    self.part = part
    self.isSelected = isSelected
    self.refusal = refusal
  }
}
