/// The readings of the computer's clocks at one moment, in microseconds.
package struct ClockReading: Hashable, Sendable {
  /// Since 1970-01-01T00:00:00Z by the wall clock, which may be set forward or back at any time.
  package var wall: Int
  /// Since boot, not counting the time for which the machine was suspended.
  package var awake: Int
  /// Since boot, including the time for which the machine was suspended.
  package var elapsed: Int

  package init(wall: Int, awake: Int, elapsed: Int) {
    (self.wall, self.awake, self.elapsed) = (wall, awake, elapsed)
  }

  package var instant: Instant { Instant(seconds: floorQuotient(wall, 1_000_000)) }
}

/// The current minute in the display zone: what changed since the last check, and when to check again.
///
/// It does not read the clock. Call `update` whenever the time may have changed: at `next`, when the system
/// clock was set, after suspend, or when the zone changed.
package struct CurrentMinute: Hashable, Sendable {
  /// What has changed since the last check.
  package struct Changes: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    /// Another minute is shown.
    package static let minute = Changes(rawValue: 1)
    /// Today is another day.
    package static let day = Changes(rawValue: 2)
    /// The machine was suspended, so changes made elsewhere went unnoticed.
    package static let suspend = Changes(rawValue: 4)

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The minimum difference between elapsed and awake time, in microseconds, that counts as a suspend.
  /// Smaller differences come from the time between two readings.
  private static let minimumSuspend = 500_000

  /// The wall time, rounded down to the minute.
  package private(set) var minute: WallTime
  private var suspendedTime: Int

  package init(_ reading: ClockReading, in zone: Zone) {
    minute = CurrentMinute.minute(of: reading, in: zone)
    suspendedTime = reading.elapsed - reading.awake
  }

  package var today: Day { minute.day }

  /// Updates the current minute.
  ///
  /// - Returns: what has changed since the last check; empty if it is still the same minute.
  package mutating func update(_ reading: ClockReading, in zone: Zone) -> Changes {
    var changes: Changes = []
    let now = CurrentMinute.minute(of: reading, in: zone)
    if now != minute { changes.insert(.minute) }
    if now.day != minute.day { changes.insert(.day) }
    let newSuspendedTime = reading.elapsed - reading.awake
    if newSuspendedTime - suspendedTime >= CurrentMinute.minimumSuspend { changes.insert(.suspend) }
    (minute, suspendedTime) = (now, newSuspendedTime)
    return changes
  }

  /// The moment after a reading at which the clocks of a zone show the next minute.
  package static func next(after reading: ClockReading, in zone: Zone) -> Instant {
    // Historical offsets may include seconds. No clock change comes within a minute.
    let second = zone.time(at: reading.instant).wall.secondOfDay % 60
    return reading.instant.adding(seconds: 60 - second)
  }

  private static func minute(of reading: ClockReading, in zone: Zone) -> WallTime {
    let wall = zone.time(at: reading.instant).wall
    return wall.adding(seconds: -(wall.secondOfDay % 60))
  }
}
