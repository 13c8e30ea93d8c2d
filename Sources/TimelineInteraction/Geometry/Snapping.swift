/// The grid that edges snap to: multiples of a step, counted from midnight in wall time.
///
/// Every step divides the day, so the grid does not depend on the midnight from which the seconds are
/// counted.
package struct Snapping: Hashable, Sendable {
  /// Seconds between two grid lines.
  package let step: Int

  /// - Precondition: `step` is positive and divides a day.
  package init(step: Int) {
    precondition(step > 0 && 86_400 % step == 0)
    self.step = step
  }

  /// The step in seconds at that zoom; `fine` means that Shift is held.
  package static func step(pixelsPerHour: Double, fine: Bool) -> Int {
    if fine { return Feel.fineSnapStep }
    return pixelsPerHour >= Feel.zoomedSnapFrom ? Feel.zoomedSnapStep : Feel.snapStep
  }

  /// The position to which an edge from `origin` snaps when it is dragged to `second`.
  ///
  /// Less than half a step away, it stays exactly where it was, so that an event at 09:10 that is only moved
  /// sideways stays at 09:10.
  package func snap(_ second: Double, from origin: Int) -> Int {
    abs(second - Double(origin)) < Double(step) / 2 ? origin : line(nearest: second)
  }

  /// The nearest grid line. Halfway between two lines, the later one.
  package func line(nearest second: Double) -> Int {
    Int((second / Double(step) + 0.5).rounded(.down)) * step
  }

  /// The first grid line at or after that second.
  package func line(notBefore second: Int) -> Int { -line(notAfter: -second) }

  /// The last grid line at or before that second.
  package func line(notAfter second: Int) -> Int {
    Int((Double(second) / Double(step)).rounded(.down)) * step
  }
}
