/// Counts whole detents of a wheel: each turns one page, however fine the wheel's reports are.
struct WheelDetents: Hashable, Sendable {
  private var fraction = 0.0
  private var ignoredUntil: Double?

  /// The wheel turned by a number of detents. A touchpad scrolls on, so it is ignored for a moment after a
  /// page turn.
  ///
  /// - Returns: The number of whole detents reached.
  mutating func add(_ detents: Double, time: Double, isTouchpad: Bool) -> Int {
    if isTouchpad, let ignoredUntil, time < ignoredUntil { return 0 }
    // Changing direction starts over.
    if fraction * detents < 0 { fraction = 0 }
    fraction += detents
    // Thirds of a detent do not add up exactly.
    let whole = (abs(fraction) + 1e-6).rounded(.down).clamped(to: 0...(isTouchpad ? 1 : 100))
    guard whole > 0 else { return 0 }
    let turned = fraction > 0 ? Int(whole) : -Int(whole)
    fraction = isTouchpad ? 0 : fraction - Double(turned)
    ignoredUntil = isTouchpad ? time + Feel.touchpadPause : nil
    return turned
  }
}
