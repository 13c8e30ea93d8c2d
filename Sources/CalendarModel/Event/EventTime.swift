/// The start or end of an event in the form in which it is written (RFC 5545 3.3.4 and 3.3.5).
package enum EventTime: Hashable, Sendable {
  /// A date without a time: an all-day event.
  case date(Day)
  /// A wall time that applies in whatever zone the user is in.
  case floating(WallTime)
  /// A moment, written as a wall time in UTC.
  case utc(WallTime)
  /// A wall time in a zone. It is kept as written, even if the clocks skip it.
  case zoned(WallTime, Zone)

  /// Returns the event time for a wall time in a zone: `utc` if the zone is UTC, otherwise `zoned`.
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

  /// The wall time that the clocks in the time's own zone show: `wall`, or a later time if they skip `wall`.
  package var shownWall: WallTime {
    guard case .zoned(let wall, let zone) = self else { return wall }
    return zone.time(at: wall).wall
  }

  /// Whether this is a date without a time.
  package var isDate: Bool {
    if case .date = self { true } else { false }
  }

  /// Returns whether `other` has the same form: both are dates, floating times, UTC times, or times in the
  /// same zone.
  package func hasSameForm(as other: EventTime) -> Bool { with(wall: other.wall) == other }

  /// Returns this time in `zone`. Dates and floating times are interpreted in that zone.
  package func time(in zone: Zone) -> ZonedTime {
    switch self {
    case .date, .floating: zone.time(at: wall)
    case .utc(let wall): zone.time(at: Instant(seconds: wall.seconds))
    case .zoned(let wall, let ownZone):
      ownZone == zone ? zone.time(at: wall) : zone.time(at: ownZone.time(at: wall).instant)
    }
  }

  /// Returns a time of the same form with a different wall time. A date uses only the day. The second of two moments
  /// is in UTC, because no wall time in a zone names it (RFC 5545 3.3.5).
  package func with(wall: WallTime) -> EventTime {
    switch self {
    case .zoned(_, let zone) where wall.isSecondOfTwo:
      .utc(WallTime(seconds: zone.time(at: wall).instant.seconds))
    case .date: .date(wall.day)
    case .floating: .floating(wall)
    case .utc: .utc(wall)
    case .zoned(_, let zone): .zoned(wall, zone)
    }
  }

  /// Returns a time of the same form at a different moment, which may be given in any zone.
  package func with(time: ZonedTime) -> EventTime {
    switch self {
    case .date, .floating: with(wall: time.wall)
    case .utc: .utc(WallTime(seconds: time.instant.seconds))
    case .zoned(_, let ownZone): .zoned(ownZone.time(at: time.instant).wall, ownZone)
    }
  }

  /// Returns the given moment as a time of the same form or, if no time of this form names it, in UTC.
  package func with(exactly instant: Instant, in zone: Zone) -> EventTime {
    guard case .zoned(_, let ownZone) = self else { return with(time: zone.time(at: instant)) }
    return with(wall: ownZone.wallTime(at: instant))
  }
}
