/// The motion of a released picker to the item on which it comes to rest, as a function of time. The motion
/// is the same at every frame rate and can be interrupted at any time.
package struct PickerGlide: Hashable, Sendable {
  private enum Curve: Hashable, Sendable {
    /// Slows down as if by friction and stops exactly at the end. The speed is proportional to the square of
    /// the remaining time.
    case friction
    /// Pulls the row to the item with critical damping, starting at a velocity in items per second.
    case spring(velocity: Double)
  }

  /// The initial position.
  package let start: Double
  /// The final position, reached exactly.
  package let end: Double
  /// The duration, in seconds.
  package let duration: Double
  private let curve: Curve

  /// Creates the motion from one position to another.
  ///
  /// - Parameters:
  ///   - start: the initial position.
  ///   - end: the position at which the picker comes to rest.
  ///   - velocity: the initial velocity in items per second. It is reduced if it is too high.
  ///   - track: the row.
  ///   - isMotionReduced: whether the user has turned animations off; the motion then takes no time.
  package init(
    from start: Double, to end: Double, velocity: Double, on track: PickerTrack, isMotionReduced: Bool
  ) {
    self.start = start
    self.end = end
    let distance = end - start
    // The initial slope of the cubic is three times the distance divided by the duration.
    let frictionTime = velocity == 0 ? Double.infinity : 3 * distance / velocity
    let movesToOtherItem = abs(distance) > 0.5
    if isMotionReduced || (distance == 0 && velocity == 0) {
      curve = .friction
      duration = 0
    } else if movesToOtherItem, frictionTime > 0,
      frictionTime <= 3 * track.glideTimeConstant * Feel.maximumGlideStretch
    {
      curve = .friction
      duration = max(frictionTime, Feel.minimumPickerGlideDuration)
    } else {
      // A spring overshoots by at most its initial speed, divided by the product of e and its frequency. The
      // limit on the speed keeps the overshoot within one item.
      let maximumSpeed = Feel.pickerSpringFrequency * 2.718
      let velocity = velocity.clamped(to: -maximumSpeed...maximumSpeed)
      curve = .spring(velocity: velocity)
      duration = PickerGlide.springTime(from: -distance, velocity: velocity)
    }
  }

  /// Returns the position `elapsed` seconds after the release.
  package func position(after elapsed: Double) -> Double {
    guard elapsed < duration else { return end }
    let t = max(0, elapsed)
    switch curve {
    case .friction:
      let remaining = 1 - t / duration
      return end + (start - end) * remaining * remaining * remaining
    case .spring(let velocity):
      let x = start - end
      let decay = exponentialDecay(Feel.pickerSpringFrequency * t)
      return end + (x + (velocity + Feel.pickerSpringFrequency * x) * t) * decay
    }
  }

  /// Returns the velocity `elapsed` seconds after the release, in items per second; 0 at rest.
  package func velocity(after elapsed: Double) -> Double {
    guard elapsed < duration else { return 0 }
    let t = max(0, elapsed)
    switch curve {
    case .friction:
      let remaining = 1 - t / duration
      return 3 * (end - start) / duration * remaining * remaining
    case .spring(let velocity):
      let w = Feel.pickerSpringFrequency
      let pull = velocity + w * (start - end)
      return (velocity - w * pull * t) * exponentialDecay(w * t)
    }
  }

  /// Returns the time after which a spring is so close to its target that the remaining distance is
  /// invisible, in seconds.
  private static func springTime(from x: Double, velocity: Double) -> Double {
    let w = Feel.pickerSpringFrequency
    let pull = abs(velocity + w * x)
    // The time, multiplied by the frequency of the spring.
    var phase = 2.0
    // The product is an upper bound on the remaining distance. It decreases from a phase of 2 on; from a phase
    // of 40, it is below the precision of a Double.
    while phase < 40, (abs(x) + pull * phase / w) * exponentialDecay(phase) > Feel.pickerPrecision {
      phase += 0.25
    }
    return phase / w
  }
}
