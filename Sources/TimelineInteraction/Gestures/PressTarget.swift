import CalendarModel

/// The kind of pointing device.
package enum PointerKind: Hashable, Sendable {
  /// A mouse, touchpad or pen: precise, and pressing its button is intentional.
  case mouse
  /// A finger: it also scrolls, so it lifts only after a long press.
  case touch
}

/// The part of an event that is grabbed.
package enum EventPart: Hashable, Sendable {
  /// The whole event: it is moved.
  case body
  /// Its start: the event is resized and its end stays.
  case start
  /// Its end: the event is resized and its start stays.
  case end
}

/// What is under a pointer when it is pressed.
package struct PressTarget: Hashable, Sendable {
  package var occurrence: Occurrence
  package var part: EventPart
  /// Whether it is selected, so that a finger moves it immediately.
  package var isSelected: Bool
  /// Why it cannot be changed, or nil if it can.
  package var refusal: EditRefusal?
  /// The position of its bar, if it was grabbed in the all-day row.
  package var bar: Bar?

  package init(
    occurrence: Occurrence, part: EventPart, isSelected: Bool = false, refusal: EditRefusal? = nil,
    bar: Bar? = nil
  ) {
    self.bar = bar
    self.occurrence = occurrence
    self.part = part
    self.isSelected = isSelected
    self.refusal = refusal
  }
}
