/// A critically damped spring, which returns to zero as fast as possible without overshooting.
///
/// Each step is the exact solution from the current state, so the spring can be held, released and redirected
/// in any frame, and its path does not depend on the frame rate.
struct PageSpring: Hashable, Sendable {
  /// The distance from the rest position, in pages.
  var offset = 0.0
  /// The velocity, in pages per second.
  var velocity = 0.0

  /// Releases the spring with the velocity of a finger. A velocity toward the rest position is limited so that
  /// the spring does not overshoot.
  mutating func launch(_ velocity: Double) {
    let maximumSpeed = Feel.pageSpringFrequency * abs(offset)
    self.velocity = velocity * offset > 0 ? velocity : velocity.clamped(to: -maximumSpeed...maximumSpeed)
  }

  /// Advances by `dt` seconds.
  mutating func advance(_ dt: Double) {
    let pull = velocity + Feel.pageSpringFrequency * offset
    let decay = exponentialDecay(Feel.pageSpringFrequency * dt)
    offset = (offset + pull * dt) * decay
    velocity = (velocity - Feel.pageSpringFrequency * pull * dt) * decay
    if abs(offset) < Feel.pageRestDistance, abs(velocity) < Feel.pageRestDistance * Feel.pageSpringFrequency {
      self = PageSpring()
    }
  }
}
