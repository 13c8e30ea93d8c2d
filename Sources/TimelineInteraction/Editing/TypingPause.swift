/// Decides when typed text takes effect: when the field loses focus, or after a pause in typing, but not on every
/// key.
///
/// It knows no clock; times are the host's, in seconds.
package struct TypingPause: Hashable, Sendable {
  /// When `tick` has to be called next; nil if nothing waits.
  package private(set) var deadline: Double?

  package init() {}

  /// A key changed the text.
  package mutating func typed(time: Double) { deadline = time + Feel.typingPause }

  /// Time has passed.
  ///
  /// - Returns: whether what was typed takes effect now.
  package mutating func tick(time: Double) -> Bool {
    guard let deadline, time >= deadline else { return false }
    return end()
  }

  /// The field is left, or Enter was pressed.
  ///
  /// - Returns: whether something waited, which takes effect now.
  package mutating func end() -> Bool {
    defer { deadline = nil }
    return deadline != nil
  }
}
