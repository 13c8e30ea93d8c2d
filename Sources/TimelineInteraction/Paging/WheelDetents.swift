/// Counts the whole detents of a wheel. Each detent turns one page, however finely the wheel reports its
/// movement.
struct WheelDetents: Hashable, Sendable {
  /// The fraction of a detent turned so far; negative if the wheel turns backward.
  private var fraction = 0.0
  /// The time until which a touchpad is ignored, in seconds.
  private var touchpadIgnoreEnd: Double?

  /// Adds a number of detents. A touchpad is ignored for a moment after a page turn, because its scrolling
  /// continues.
  ///
  /// - Returns: the number of whole detents reached.
  mutating func add(_ detents: Double, time: Double, isTouchpad: Bool) -> Int {
    if isTouchpad, let touchpadIgnoreEnd, time < touchpadIgnoreEnd { return 0 }
    // Starts over when the direction changes.
    if fraction * detents < 0 { fraction = 0 }
    fraction += detents
    // Thirds of a detent do not add up exactly.
    let wholeDetents = (abs(fraction) + 1e-6).rounded(.down).clamped(to: 0...(isTouchpad ? 1 : 100))
    guard wholeDetents > 0 else { return 0 }
    let detentCount = fraction > 0 ? Int(wholeDetents) : -Int(wholeDetents)
    fraction = isTouchpad ? 0 : fraction - Double(detentCount)
    touchpadIgnoreEnd = isTouchpad ? time + Feel.touchpadPause : nil
    return detentCount
  }
}
