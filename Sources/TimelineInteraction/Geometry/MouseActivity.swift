/// Tracks whether the mouse is in use. If so, the user is probably looking at the day under the pointer.
///
/// The mouse is in use if it has moved since the key press before the last one. The last key press does not
/// count, because this type may be queried while that key press is still being handled.
package struct MouseActivity: Hashable, Sendable {
  private var hasMoved = false
  private var hadMovedBeforeKey = false

  package init() {}

  /// Whether the mouse is in use.
  package var isInUse: Bool { hasMoved || hadMovedBeforeKey }

  package mutating func moved() { hasMoved = true }

  /// Records that a key other than a modifier was pressed.
  package mutating func keyPressed() { (hadMovedBeforeKey, hasMoved) = (hasMoved, false) }
}
