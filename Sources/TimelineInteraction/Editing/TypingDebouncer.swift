/// Decides when typed text takes effect: when the field loses the focus, when Enter is pressed or after a
/// pause in typing, but not on every key press.
///
/// This type has no clock. The host passes in all times, in seconds.
package struct TypingDebouncer: Hashable, Sendable {
  /// The time at which `tick` must be called next; nil if nothing is pending.
  package private(set) var deadline: Double?

  package init() {}

  /// Records that the user has changed the text.
  package mutating func typed(time: Double) { deadline = time + Feel.typingPause }

  /// Ends typing if the user has paused long enough.
  ///
  /// - Returns: whether the text takes effect now.
  package mutating func tick(time: Double) -> Bool {
    guard let deadline, time >= deadline else { return false }
    return end()
  }

  /// Ends typing, because the field has lost the focus or Enter was pressed.
  ///
  /// - Returns: whether typed text was pending; if so, it takes effect now.
  package mutating func end() -> Bool {
    defer { deadline = nil }
    return deadline != nil
  }
}
