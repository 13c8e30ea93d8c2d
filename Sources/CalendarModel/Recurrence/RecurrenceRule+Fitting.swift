extension RecurrenceRule {
  /// Returns this rule with UNTIL in the form that RFC 5545 3.3.10 requires for the given DTSTART: a date, a
  /// local time, or a time in UTC.
  package func fitting(_ start: EventTime) -> RecurrenceRule {
    guard let until else { return self }
    var rule = self
    switch (until, start.isDate) {
    case (.date(let day), false):
      rule.until = .init(endingAt: start.with(wall: WallTime(day, secondOfDay: WallTime.secondsPerDay - 1)))
    case (.wall(let wall), _): rule.until = .init(endingAt: start.with(wall: wall))
    case (.utc(let wall), true): rule.until = .date(wall.day)
    case (.date, true), (.utc, false): break
    }
    return rule
  }
}

extension RecurrenceRule.Until {
  /// Returns the last day on which an event that begins at `start` may recur.
  package func lastDay(for start: EventTime) -> Day {
    let wall: WallTime
    switch (self, start) {
    case (.date(let day), _): return day
    case (.utc(let utc), .zoned(_, let zone)): wall = zone.time(at: Instant(seconds: utc.seconds)).wall
    case (.utc(let written), _), (.wall(let written), _): wall = written
    }
    return wall.secondOfDay < start.wall.secondOfDay ? wall.day.adding(days: -1) : wall.day
  }
}
