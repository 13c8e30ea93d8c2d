/// The grid that edges snap to: multiples of a step, counted from midnight on the wall.
///
/// Every step divides the day, so that the grid is the same whichever midnight the seconds are counted from.
package struct Snapping: Hashable, Sendable {
  /// Seconds between two lines of the grid.
  package let step: Int

  /// - Precondition: `step` is positive and divides a day.
  package init(step: Int) {
    precondition(step > 0 && 86_400 % step == 0)
    self.step = step
  }

  /// Seconds of a step at that zoom; `fine` is Shift held.
  package static func step(pixelsPerHour: Double, fine: Bool) -> Int {
    if fine { return Feel.fineSnapStep }
    return pixelsPerHour >= Feel.zoomedSnapFrom ? Feel.zoomedSnapStep : Feel.snapStep
  }

  /// Where an edge that stood at `origin` snaps once it is at `second`.
  ///
  /// Less than half a step away it stays exactly where it was, so that 09:10 carried only sideways stays 09:10.
  package func snap(_ second: Double, from origin: Int) -> Int {
    abs(second - Double(origin)) < Double(step) / 2 ? origin : line(nearest: second)
  }

  /// The line nearest to that second; the later of two.
  package func line(nearest second: Double) -> Int {
    Int((second / Double(step) + 0.5).rounded(.down)) * step
  }

  /// The first line that is not before that second.
  package func line(notBefore second: Int) -> Int { -line(notAfter: -second) }

  /// The last line that is not after that second.
  package func line(notAfter second: Int) -> Int {
    Int((Double(second) / Double(step)).rounded(.down)) * step
  }
}
