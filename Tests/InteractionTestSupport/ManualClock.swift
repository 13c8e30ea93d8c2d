/// A frame clock that only the test advances.
package struct ManualClock: Sendable {
  /// The current time in seconds.
  package private(set) var now: Double
  /// The number of frames per second.
  package var rate: Double

  /// Creates a clock that starts at an arbitrary time, like GTK's frame clock.
  package init(rate: Double = 60, now: Double = 1_000) {
    self.rate = rate
    self.now = now
  }

  /// Advances by one frame, `stretch` times as long as a regular frame, and returns the new time.
  package mutating func nextFrame(stretch: Double = 1) -> Double {
    now += stretch / rate
    return now
  }
}
