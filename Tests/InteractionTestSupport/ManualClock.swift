/// A frame clock that only the test turns.
package struct ManualClock: Sendable {
  /// Seconds.
  package private(set) var now: Double
  /// Frames per second.
  package var rate: Double

  /// A clock that begins at an arbitrary time, as a frame clock does.
  package init(rate: Double = 60, now: Double = 1_000) {
    self.rate = rate
    self.now = now
  }

  /// Lets a frame pass and tells its time; `stretch` is 1 for an even frame.
  package mutating func frame(stretch: Double = 1) -> Double {
    now += stretch / rate
    return now
  }
}
