/// The motion of a dropped event to its final position: a critically damped spring that starts at rest.
package struct DropMotion: Hashable, Sendable {
  /// Seconds until the event is at its place; 0 where animations are off.
  package let duration: Double

  /// The motion, or none where the user has turned animations off.
  package init(isReduced: Bool) {
    duration = isReduced ? 0 : Feel.dropTime
  }

  /// The share of the way that is still ahead `elapsed` seconds after the drop: 1 at first, exactly 0 at the end.
  package func remaining(after elapsed: Double) -> Double {
    guard elapsed < duration else { return 0 }
    let x = Feel.dropStiffness * max(0, elapsed)
    return (1 + x) * exponentialDecay(x)
  }
}
