/// The grid to which edges snap: multiples of a step, counted from midnight in wall time.
///
/// Every step divides a day evenly, so the grid does not depend on the midnight from which the seconds are
/// counted.
package struct Snapping: Hashable, Sendable {
  /// The distance between two grid lines, in seconds.
  package let step: Int

  /// - Precondition: `step` is positive and divides a day.
  package init(step: Int) {
    precondition(step > 0 && 86_400 % step == 0)
    self.step = step
  }

  /// Returns the step at the given zoom, in seconds. `isFine` means that Shift is held.
  package static func step(pixelsPerHour: Double, isFine: Bool) -> Int {
    if isFine { return Feel.fineSnapStep }
    return pixelsPerHour >= Feel.zoomedSnapThreshold ? Feel.zoomedSnapStep : Feel.snapStep
  }

  /// Returns the second to which an edge snaps when it is dragged from `origin` to `second`.
  ///
  /// An edge that is dragged less than half a step stays exactly where it was. An event at 09:10 that is only
  /// moved sideways therefore stays at 09:10.
  package func snap(_ second: Double, from origin: Int) -> Int {
    abs(second - Double(origin)) < Double(step) / 2 ? origin : line(nearest: second)
  }

  /// Returns the grid line nearest to the given second. If two lines are equally near, it returns the later
  /// one.
  package func line(nearest second: Double) -> Int {
    Int((second / Double(step) + 0.5).rounded(.down)) * step
  }

  /// Returns the first grid line at or after the given second.
  package func line(notBefore second: Int) -> Int { -line(notAfter: -second) }

  /// Returns the last grid line at or before the given second.
  package func line(notAfter second: Int) -> Int {
    Int((Double(second) / Double(step)).rounded(.down)) * step
  }
}
