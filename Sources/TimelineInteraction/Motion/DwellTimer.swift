/// Measures how long a pointer stays at an edge, to trigger an action and then repeat it.
struct DwellTimer: Hashable, Sendable {
  /// Seconds before the action is triggered for the first time.
  let first: Double
  /// Seconds before it is triggered again.
  let next: Double
  /// Seconds added to each further delay, up to `longest`.
  let growth: Double
  let longest: Double
  private(set) var side: EdgeDwell.Side?
  private var elapsed = 0.0
  /// How often the action has been triggered since the pointer arrived.
  private var count = 0

  init(first: Double, next: Double, growth: Double = 0, longest: Double = .infinity) {
    (self.first, self.next, self.growth, self.longest) = (first, next, growth, longest)
  }

  private var delay: Double {
    count == 0 ? first : min(next + growth * Double(count - 1), max(next, longest))
  }
  /// From 0 to 1 while the pointer stays.
  var progress: Double { side == nil ? 0 : min(elapsed / delay, 1) }
  /// Seconds until the action is triggered.
  var remaining: Double { side == nil ? .infinity : delay - elapsed }

  /// Advances by `dt` seconds with the pointer at a side, or at none (nil), which cancels. Returns whether
  /// the action is triggered now.
  mutating func advance(_ dt: Double, at side: EdgeDwell.Side?) -> Bool {
    if side != self.side {
      self.side = side
      elapsed = 0
      count = 0
      return false
    }
    guard side != nil else { return false }
    elapsed += dt
    // Frame times are not exact to the last bit.
    guard elapsed >= delay - 1e-9 else { return false }
    elapsed = 0
    count += 1
    return true
  }
}
