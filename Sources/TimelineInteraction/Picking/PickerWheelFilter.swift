/// Decides whether the mouse wheel turns the picker under the pointer or scrolls its surroundings.
///
/// The wheel turns the picker once the pointer has rested on the picker for a moment. If scrolling has moved a
/// picker under the pointer, the wheel continues to scroll.
package struct PickerWheelFilter: Hashable, Sendable {
  /// The time at which the pointer arrived or last moved, or at which the wheel last scrolled the
  /// surroundings, in seconds; nil while the pointer is elsewhere.
  private var restStart: Double?
  private var isTurning = false

  package init() {}

  /// Records that the pointer has entered the picker or moved over it. Times are in seconds.
  package mutating func pointerMoved(time: Double) { restStart = time }

  package mutating func pointerLeft() { (restStart, isTurning) = (nil, false) }

  /// Handles a detent of the wheel.
  ///
  /// - Returns: whether the detent turns the picker.
  package mutating func shouldTurnPicker(time: Double) -> Bool {
    guard let restStart else { return false }
    if !isTurning, time - restStart < Feel.pointerRestTime {
      self.restStart = time
      return false
    }
    isTurning = true
    return true
  }
}
