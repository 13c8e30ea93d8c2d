/// Measures how long a pointer stays in one place, to trigger an action and then repeat it.
struct DwellTimer<Place: Hashable & Sendable>: Hashable, Sendable {
  /// The time before the action is triggered for the first time, in seconds.
  let firstDelay: Double
  /// The time before the action is triggered again, in seconds.
  let nextDelay: Double
  /// The amount by which each further delay exceeds the one before it, in seconds.
  let growth: Double
  /// The maximum delay before the action is triggered again, in seconds.
  let longestDelay: Double
  /// The place where the pointer is; nil if it is not in a place that triggers an action.
  private(set) var place: Place?
  /// The time since the pointer arrived or the action was last triggered, in seconds.
  private var elapsed = 0.0
  /// The number of times the action has been triggered since the pointer arrived.
  private(set) var count = 0

  init(
    firstDelay: Double, nextDelay: Double, growth: Double = 0, longestDelay: Double = .infinity
  ) {
    (self.firstDelay, self.nextDelay) = (firstDelay, nextDelay)
    (self.growth, self.longestDelay) = (growth, longestDelay)
  }

  private var delay: Double {
    count == 0
      ? firstDelay : min(nextDelay + growth * Double(count - 1), max(nextDelay, longestDelay))
  }
  /// The elapsed fraction of the current delay, from 0 to 1; 0 while `place` is nil.
  var progress: Double { place == nil ? 0 : min(elapsed / delay, 1) }
  /// The time until the action is triggered, in seconds; infinite while `place` is nil.
  var remaining: Double { place == nil ? .infinity : delay - elapsed }

  /// Advances by `dt` seconds with the pointer in a place. If `place` is nil, the dwell is canceled.
  ///
  /// - Returns: whether the action is triggered now.
  mutating func advance(_ dt: Double, at place: Place?) -> Bool {
    if place != self.place {
      self.place = place
      elapsed = 0
      count = 0
      return false
    }
    guard place != nil else { return false }
    elapsed += dt
    // Frame times are not exact to the last bit.
    guard elapsed >= delay - 1e-9 else { return false }
    elapsed = 0
    count += 1
    return true
  }
}
