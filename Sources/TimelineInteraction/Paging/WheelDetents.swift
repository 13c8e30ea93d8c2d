/// Counts whole detents of a wheel: each turns one page, however finely the wheel reports its motion.
struct WheelDetents: Hashable, Sendable {
  private var part = 0.0
  private var deafUntil: Double?

  /// The wheel turned by so many detents; a touchpad turns without end, and is not heard for a moment after a page.
  ///
  /// - Returns: How many whole detents that makes.
  mutating func add(_ detents: Double, time: Double, isTouchpad: Bool) -> Int {
    if isTouchpad, let deafUntil, time < deafUntil { return 0 }
    // Turning back begins again.
    if part * detents < 0 { part = 0 }
    part += detents
    // Thirds of a detent do not add up to the last bit.
    let whole = (abs(part) + 1e-6).rounded(.down).clamped(to: 0...(isTouchpad ? 1 : 100))
    guard whole > 0 else { return 0 }
    let turned = part > 0 ? Int(whole) : -Int(whole)
    part = isTouchpad ? 0 : part - Double(turned)
    deafUntil = isTouchpad ? time + Feel.touchpadPause : nil
    return turned
  }
}
