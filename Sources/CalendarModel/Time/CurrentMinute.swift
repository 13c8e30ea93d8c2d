/// The readings of the computer's clocks at one moment, in microseconds.
package struct ClockReading: Hashable, Sendable {
  /// The time since 1970-01-01T00:00:00Z according to the wall clock, which may be set forward or back at any
  /// time.
  package var wall: Int
  /// The time since boot, excluding any time for which the machine was suspended.
  package var awake: Int
  /// The time since boot, including any time for which the machine was suspended.
  package var elapsed: Int

  package init(wall: Int, awake: Int, elapsed: Int) {
    (self.wall, self.awake, self.elapsed) = (wall, awake, elapsed)
  }

  package var instant: Instant { Instant(seconds: floorQuotient(wall, 1_000_000)) }
}

/// The current minute in the display zone. `update` returns what has changed since the last update, and
/// `nextMinute` returns the time of the next update.
///
/// This type does not read the clock. Call `update` whenever the minute may have changed: at the moment
/// returned by `nextMinute`, when the system clock is set, when the machine resumes from suspend, and when the zone
/// changes.
package struct CurrentMinute: Hashable, Sendable {
  /// The changes since the last update.
  package struct Changes: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    /// The minute is different.
    package static let minute = Changes(rawValue: 1)
    /// The day is different.
    package static let day = Changes(rawValue: 2)
    /// The machine was suspended, so changes by other programs may have gone unnoticed.
    package static let suspend = Changes(rawValue: 4)

    package init(rawValue: Int) { self.rawValue = rawValue }
  }

  /// The minimum difference between elapsed and awake time, in microseconds, that counts as a suspend.
  /// Smaller differences arise because the clocks are not read at exactly the same moment.
  private static let minimumSuspend = 500_000

  /// The wall time, rounded down to the minute.
  package private(set) var minute: WallTime
  /// The time for which the machine has been suspended since boot, in microseconds.
  private var suspendedTime: Int

  package init(_ reading: ClockReading, in zone: Zone) {
    minute = CurrentMinute.minute(of: reading, in: zone)
    suspendedTime = reading.elapsed - reading.awake
  }

  package var today: Day { minute.day }

  /// Updates the current minute.
  ///
  /// - Returns: what has changed since the last update; empty if nothing has.
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

  /// Returns the moment after a reading at which clocks in the given zone begin to show the next minute.
  package static func nextMinute(after reading: ClockReading, in zone: Zone) -> Instant {
    // Historical offsets may include seconds. Clocks never change in the middle of a minute.
    let second = zone.time(at: reading.instant).wall.secondOfDay % 60
    return reading.instant.adding(seconds: 60 - second)
  }

  private static func minute(of reading: ClockReading, in zone: Zone) -> WallTime {
    let wall = zone.time(at: reading.instant).wall
    return wall.adding(seconds: -(wall.secondOfDay % 60))
  }
}
