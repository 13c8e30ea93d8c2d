/// The motion of a dropped event to its final position: a critically damped spring that starts at rest.
package struct DropMotion: Hashable, Sendable {
  /// The time until the event reaches its final position, in seconds; 0 if animations are turned off.
  package let duration: Double

  /// Creates the motion of a drop.
  ///
  /// - Parameter isMotionReduced: whether the user has turned animations off; the motion then takes no time.
  package init(isMotionReduced: Bool) {
    duration = isMotionReduced ? 0 : Feel.dropDuration
  }

  /// Returns the fraction of the distance that remains `elapsed` seconds after the drop: 1 at first, exactly
  /// 0 at the end.
  package func remainingFraction(after elapsed: Double) -> Double {
    guard elapsed < duration else { return 0 }
    let x = Feel.dropSpringFrequency * max(0, elapsed)
    return (1 + x) * exponentialDecay(x)
  }
}
