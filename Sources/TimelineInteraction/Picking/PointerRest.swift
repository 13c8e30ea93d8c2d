/// Decides whether the mouse wheel turns a picker that the pointer is over, or scrolls what surrounds it.
///
/// It turns the picker once the pointer has rested on it. A picker that has come under the pointer because its
/// surroundings scroll lets them scroll on.
package struct PointerRest: Hashable, Sendable {
  /// When the pointer came, last moved, or last scrolled the surroundings; nil while it is elsewhere.
  private var since: Double?
  private var isTurning = false

  package init() {}

  /// The pointer has come to the picker or moved on it; times are in seconds.
  package mutating func moved(time: Double) { since = time }

  package mutating func left() { (since, isTurning) = (nil, false) }

  /// Returns whether a detent of the wheel turns the picker.
  package mutating func turns(time: Double) -> Bool {
    guard let since else { return false }
    if !isTurning, time - since < Feel.pointerRest {
      self.since = time
      return false
    }
    isTurning = true
    return true
  }
}
