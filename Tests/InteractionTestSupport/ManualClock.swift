/// A frame clock that only the test turns.
public struct ManualClock: Sendable {
  /// Seconds.
  public private(set) var now: Double
  /// Frames per second.
  public var rate: Double

  /// A clock that begins at an arbitrary time, as a frame clock does.
  public init(rate: Double = 60, now: Double = 1_000) {
    self.rate = rate
    self.now = now
  }

  /// Lets a frame pass and tells its time; `stretch` is 1 for an even frame.
  public mutating func frame(stretch: Double = 1) -> Double {
    now += stretch / rate
    return now
  }
}
