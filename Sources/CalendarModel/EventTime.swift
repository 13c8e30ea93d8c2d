/// The start or end of an event in the form in which it is written (RFC 5545 3.3.4 and 3.3.5).
package enum EventTime: Hashable, Sendable {
  /// A date without a time: an all-day event.
  case date(Day)
  /// A wall time that applies in whatever zone the user is.
  case floating(WallTime)
  /// A moment, written as the wall time of UTC.
  case utc(WallTime)
  /// A wall time in a zone. It may lie in a gap, and is kept as written.
  case zoned(WallTime, Zone)

  /// Creates a wall time in a zone, in the form in which it is written: UTC has its own form.
  package static func at(_ wall: WallTime, in zone: Zone) -> EventTime {
    zone == .utc ? .utc(wall) : .zoned(wall, zone)
  }

  /// The wall time as written; midnight for a date.
  package var wall: WallTime {
    switch self {
    case .date(let day): WallTime(day)
    case .floating(let wall), .utc(let wall), .zoned(let wall, _): wall
    }
  }

  /// Whether this is a date without a time.
  package var isDate: Bool {
    if case .date = self { true } else { false }
  }

  /// Whether `other` is written in the same form: both dates, floating, UTC, or in the same zone.
  package func hasSameForm(as other: EventTime) -> Bool { with(wall: other.wall) == other }

  /// This time in `zone`. Dates and floating times are read in that zone.
  package func time(in zone: Zone) -> ZonedTime {
    switch self {
    case .date, .floating: zone.time(at: wall)
    case .utc(let wall): zone.time(at: Instant(seconds: wall.seconds))
    case .zoned(let wall, let own):
      own == zone ? zone.time(at: wall) : zone.time(at: own.time(at: wall).instant)
    }
  }

  /// The same form with another wall time. A date uses only the day.
  package func with(wall: WallTime) -> EventTime {
    switch self {
    case .date: .date(wall.day)
    case .floating: .floating(wall)
    case .utc: .utc(wall)
    case .zoned(_, let zone): .zoned(wall, zone)
    }
  }

  /// The same form at another moment, which may be given in any zone.
  package func with(time: ZonedTime) -> EventTime {
    switch self {
    case .date, .floating: with(wall: time.wall)
    case .utc: .utc(WallTime(seconds: time.instant.seconds))
    case .zoned(_, let own): .zoned(own.time(at: time.instant).wall, own)
    }
  }
}
