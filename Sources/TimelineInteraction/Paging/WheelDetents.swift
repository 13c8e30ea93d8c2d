/// Counts whole detents of a wheel: each turns one page, however fine the wheel's reports are.
struct WheelDetents: Hashable, Sendable {
  private var part = 0.0
  private var deafUntil: Double?

  /// The wheel turned by a number of detents. A touchpad scrolls on, so it is ignored for a moment after a
  /// page turn.
  ///
  /// - Returns: The number of whole detents reached.
  mutating func add(_ detents: Double, time: Double, isTouchpad: Bool) -> Int {
    if isTouchpad, let deafUntil, time < deafUntil { return 0 }
    // Changing direction starts over.
    if part * detents < 0 { part = 0 }
    part += detents
    // Thirds of a detent do not add up exactly.
    let whole = (abs(part) + 1e-6).rounded(.down).clamped(to: 0...(isTouchpad ? 1 : 100))
    guard whole > 0 else { return 0 }
    let turned = part > 0 ? Int(whole) : -Int(whole)
    part = isTouchpad ? 0 : part - Double(turned)
    deafUntil = isTouchpad ? time + Feel.touchpadPause : nil
    return turned
  }
}
