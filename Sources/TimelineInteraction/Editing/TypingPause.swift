/// When what is typed into a field takes effect: once the field is left, or after a pause in the typing, never per key.
///
/// It knows no clock; times are the host's, in seconds.
public struct TypingPause: Hashable, Sendable {
  /// When `tick` is wanted next; nil if nothing waits.
  public private(set) var deadline: Double?

  /// A pause in which nothing waits.
  public init() {}

  /// A key changed the text.
  public mutating func typed(time: Double) { deadline = time + Feel.typingPause }

  /// Time has passed.
  ///
  /// - Returns: whether what was typed takes effect now.
  public mutating func tick(time: Double) -> Bool {
    guard let deadline, time >= deadline else { return false }
    return end()
  }

  /// The field is left, or Enter was pressed.
  ///
  /// - Returns: whether something waited, which takes effect now.
  public mutating func end() -> Bool {
    defer { deadline = nil }
    return deadline != nil
  }
}
