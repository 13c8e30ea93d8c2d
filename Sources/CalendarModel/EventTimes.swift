/// A duration as defined in RFC 5545 3.3.6: days are nominal, the rest is exact.
package struct EventDuration: Hashable, Sendable {
  /// Nominal days: P1D across a clock change ends at the same time of day.
  package var days: Int
  /// Exact seconds: PT24H across a clock change ends an hour earlier or later.
  package var seconds: Int

  /// Creates a duration of nominal days followed by exact seconds.
  package init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }
}

/// The start and end of an event, in the form in which they are written.
package struct EventTimes: Hashable, Sendable {
  /// DTSTART.
  package var start: EventTime
  /// DTEND, DURATION, or neither.
  package var end: End

  /// How the end is written.
  package enum End: Hashable, Sendable {
    /// Neither DTEND nor DURATION: a date lasts one day, a time has no length.
    case implied
    /// DTEND, exclusive. Its zone may differ from the start's.
    case time(EventTime)
    case duration(EventDuration)
  }

  package init(start: EventTime, end: End) {
    self.start = start
    self.end = end
  }

  /// Whether this is an all-day event.
  package var isAllDay: Bool { start.isDate }

  /// The start and the exclusive end in `zone`.
  ///
  /// If the end is before the start, the event has no length (for dates: a length of one day), as in most
  /// other programs. The file is not changed.
  package func resolved(in zone: Zone) -> (start: ZonedTime, end: ZonedTime) {
    let from = start.time(in: zone)
    let to: ZonedTime
    switch end {
    case .implied:
      to = isAllDay ? zone.time(at: WallTime(start.wall.day.adding(days: 1))) : from
    case .time(let time):
      to = time.time(in: zone)
    case .duration(let duration):
      let nominal = start.with(wall: start.wall.adding(days: duration.days)).time(in: zone)
      to =
        isAllDay && duration.seconds % WallTime.secondsPerDay == 0
        ? zone.time(at: start.wall.adding(days: duration.days).adding(seconds: duration.seconds))
        : zone.time(at: nominal.instant.adding(seconds: duration.seconds))
    }
    guard to.instant >= from.instant else {
      return (from, isAllDay ? zone.time(at: WallTime(start.wall.day.adding(days: 1))) : from)
    }
    return (from, to)
  }
}
