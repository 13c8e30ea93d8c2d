/// Whether the mouse is in use, so that the day under it is the one that the user looks at.
///
/// It is if it has moved since the last key. The key that asks is not counted: it has been pressed by then.
package struct PointerUse: Hashable, Sendable {
  private var hasMoved = false
  private var hadMovedBeforeKey = false

  package init() {}

  package var hasMovedSinceKeyPress: Bool { hasMoved || hadMovedBeforeKey }

  package mutating func moved() { hasMoved = true }

  /// A key that is not a modifier was pressed.
  package mutating func keyPressed() { (hadMovedBeforeKey, hasMoved) = (hasMoved, false) }
}
