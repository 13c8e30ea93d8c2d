/// The motion of a dropped event to its final position: a critically damped spring that starts at rest.
package struct DropMotion: Hashable, Sendable {
  /// Seconds until the event reaches its final position; 0 if animations are off.
  package let duration: Double

  /// Creates the motion. If the user has turned animations off, it takes no time.
  package init(isMotionReduced: Bool) {
    duration = isMotionReduced ? 0 : Feel.dropTime
  }

  /// The share of the distance that is left `elapsed` seconds after the drop: 1 at first, exactly 0 at the
  /// end.
  package func remaining(after elapsed: Double) -> Double {
    guard elapsed < duration else { return 0 }
    let x = Feel.dropStiffness * max(0, elapsed)
    return (1 + x) * exponentialDecay(x)
  }
}
