/// One end of an event in the form in which it is written (RFC 5545 3.3.4 and 3.3.5).
public enum EventTime: Hashable, Sendable {
  /// A date without a time: an all-day event.
  case date(Day)
  /// A wall time that is meant wherever one happens to be.
  case floating(WallTime)
  /// A moment, written as the wall time of UTC.
  case utc(WallTime)
  /// A wall time of a zone. It may lie in a gap; it is kept as written.
  case zoned(WallTime, Zone)

  /// A wall time of a zone, in the form in which a file says it best: UTC has one of its own.
  public static func at(_ wall: WallTime, in zone: Zone) -> EventTime {
    zone == .utc ? .utc(wall) : .zoned(wall, zone)
  }

  /// The wall time as written; midnight for a date.
  public var wall: WallTime {
    switch self {
    case .date(let day): WallTime(day)
    case .floating(let wall), .utc(let wall), .zoned(let wall, _): wall
    }
  }

  /// Whether this is a date without a time.
  public var isDate: Bool {
    if case .date = self { true } else { false }
  }

  /// Whether the other is written in the same form: a date, floating, UTC, or in the same zone.
  public func hasForm(of other: EventTime) -> Bool { with(wall: other.wall) == other }

  /// What clocks of `zone` show at this time. Dates and floating times are read in that zone.
  public func time(in zone: Zone) -> ZonedTime {
    switch self {
    case .date, .floating: zone.time(at: wall)
    case .utc(let wall): zone.time(at: Instant(seconds: wall.seconds))
    case .zoned(let wall, let own):
      own == zone ? zone.time(at: wall) : zone.time(at: own.time(at: wall).instant)
    }
  }

  /// The same form with another wall time. A date keeps the day alone.
  public func with(wall: WallTime) -> EventTime {
    switch self {
    case .date: .date(wall.day)
    case .floating: .floating(wall)
    case .utc: .utc(wall)
    case .zoned(_, let zone): .zoned(wall, zone)
    }
  }

  /// This form, at a moment given as clocks of `zone` show it.
  public func with(time: ZonedTime) -> EventTime {
    switch self {
    case .date, .floating: with(wall: time.wall)
    case .utc: .utc(WallTime(seconds: time.instant.seconds))
    case .zoned(_, let own): .zoned(own.time(at: time.instant).wall, own)
    }
  }
}

/// A length of time as RFC 5545 3.3.6 means it: days are nominal, the rest is exact.
public struct EventDuration: Hashable, Sendable {
  /// Nominal days: P1D over a change of the clocks ends at the same time of day.
  public var days: Int
  /// Exact seconds: PT24H over a change of the clocks ends an hour earlier or later.
  public var seconds: Int

  /// So many nominal days and, after them, exact seconds.
  public init(days: Int = 0, seconds: Int = 0) {
    self.days = days
    self.seconds = seconds
  }
}

/// When an event takes place, in the form in which it is written.
public struct EventTimes: Hashable, Sendable {
  /// DTSTART.
  public var start: EventTime
  /// DTEND, DURATION, or neither.
  public var end: End

  /// How the end is written.
  public enum End: Hashable, Sendable {
    /// Neither DTEND nor DURATION: a date lasts its day, a time takes no time.
    case implied
    /// DTEND, exclusive. Its zone may differ from the start's.
    case time(EventTime)
    /// DURATION.
    case duration(EventDuration)
  }

  /// An event from that start to that end.
  public init(start: EventTime, end: End) {
    self.start = start
    self.end = end
  }

  /// Whether the event is one of whole days.
  public var isAllDay: Bool { start.isDate }

  /// The first and the last (exclusive) moment as clocks of `zone` show them.
  ///
  /// An end that is written before the start is read as no length at all (a date: as one day), as is usual:
  /// the file keeps what it says.
  public func resolved(in zone: Zone) -> (start: ZonedTime, end: ZonedTime) {
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
