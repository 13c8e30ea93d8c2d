/// Decides when typed text takes effect: when the field loses focus, or after a pause in typing, but not on
/// every key.
///
/// It has no clock; times are the host's, in seconds.
package struct TypingPause: Hashable, Sendable {
  /// When `tick` must be called next; nil if nothing is pending.
  package private(set) var deadline: Double?

  package init() {}

  /// The user changed the text.
  package mutating func typed(time: Double) { deadline = time + Feel.typingPause }

  /// Time has passed.
  ///
  /// - Returns: whether the text takes effect now.
  package mutating func tick(time: Double) -> Bool {
    guard let deadline, time >= deadline else { return false }
    return end()
  }

  /// The field lost focus, or Enter was pressed.
  ///
  /// - Returns: whether typed text was pending, which takes effect now.
  package mutating func end() -> Bool {
    defer { deadline = nil }
    return deadline != nil
  }
}
