import CalendarModel

/// The kind of pointing device.
package enum PointerKind: Hashable, Sendable {
  /// A mouse, touchpad or pen: exact, and its button says that something is meant.
  case mouse
  /// A finger: it also scrolls, so that it lifts only after a long press.
  case touch
}

/// The part of an event that is grabbed.
package enum EventPart: Hashable, Sendable {
  /// All of it: it moves.
  case body
  /// Its start: it is stretched, the end stays.
  case start
  /// Its end: it is stretched, the start stays.
  case end
}

/// What is under a pointer when it presses.
package struct PressTarget: Hashable, Sendable {
  package var occurrence: Occurrence
  package var part: EventPart
  /// Whether it is selected, so that a finger moves it at once.
  package var isSelected: Bool
  /// Why it cannot be changed, or nil if it can.
  package var refusal: EditRefusal?
  /// Where its bar is, if it was taken above the hours.
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
