/// A critically damped spring that draws to zero: as quick as can be without swinging.
///
/// Each step is the exact solution from wherever it is, so it can be held, let go and aimed again in any frame, and
/// the way does not depend on the frame rate.
struct PageSpring: Hashable, Sendable {
  /// Pages from the place of rest.
  var offset = 0.0
  /// Pages per second.
  var velocity = 0.0

  /// Lets go with a finger's velocity, but towards the place of rest never so fast as to go past it.
  mutating func launch(_ velocity: Double) {
    let fastest = Feel.pageStiffness * abs(offset)
    self.velocity = velocity * offset > 0 ? velocity : velocity.clamped(to: -fastest...fastest)
  }

  /// Lets time pass, in seconds.
  mutating func advance(_ dt: Double) {
    let pull = velocity + Feel.pageStiffness * offset
    let decay = exponentialDecay(Feel.pageStiffness * dt)
    offset = (offset + pull * dt) * decay
    velocity = (velocity - Feel.pageStiffness * pull * dt) * decay
    if abs(offset) < Feel.pageRest, abs(velocity) < Feel.pageRest * Feel.pageStiffness { self = PageSpring() }
  }
}
