/// The time for which a pointer has to stay at an edge before something happens, and until it repeats.
struct DwellTimer: Hashable, Sendable {
  /// Seconds before it happens for the first time.
  let first: Double
  /// Seconds before it happens again.
  let next: Double
  private(set) var side: EdgeDwell.Side?
  private var elapsed = 0.0
  private var hasFired = false

  init(first: Double, next: Double) {
    self.first = first
    self.next = next
  }

  private var delay: Double { hasFired ? next : first }
  /// 0 to 1 while the pointer stays.
  var progress: Double { side == nil ? 0 : min(elapsed / delay, 1) }
  /// Seconds until it happens.
  var remaining: Double { side == nil ? .infinity : delay - elapsed }

  /// Lets time pass at a side, or away from all (nil), which cancels. Returns whether it happens now.
  mutating func advance(_ dt: Double, at side: EdgeDwell.Side?) -> Bool {
    if side != self.side {
      self.side = side
      elapsed = 0
      hasFired = false
      return false
    }
    guard side != nil else { return false }
    elapsed += dt
    // A frame's time is never exact to the last bit.
    guard elapsed >= delay - 1e-9 else { return false }
    elapsed = 0
    hasFired = true
    return true
  }
}
