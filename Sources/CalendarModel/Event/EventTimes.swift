/// A duration as defined in RFC 5545 3.3.6: days are nominal; hours, minutes and seconds are exact.
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
    /// Neither DTEND nor DURATION: an event with a date lasts one day, and one with a time has no duration.
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

  /// Returns the start and the exclusive end in `zone`.
  ///
  /// If the end is before the start, the event has no duration, as in most other programs. An all-day event lasts whole
  /// days, and at least one. The file is not changed.
  package func resolved(in zone: Zone) -> (start: ZonedTime, end: ZonedTime) {
    let resolvedStart = start.time(in: zone)
    if isAllDay {
      return (resolvedStart, zone.time(at: WallTime(max(dayAfterLast, start.wall.day.adding(days: 1)))))
    }
    let resolvedEnd: ZonedTime
    switch end {
    case .implied: resolvedEnd = resolvedStart
    case .time(let time):
      resolvedEnd = time.time(in: zone)
    case .duration(let duration):
      let nominal = start.with(wall: start.wall.adding(days: duration.days)).time(in: zone)
      resolvedEnd = zone.time(at: nominal.instant.adding(seconds: duration.seconds))
    }
    return (resolvedStart, resolvedEnd.instant < resolvedStart.instant ? resolvedStart : resolvedEnd)
  }

  /// The day after the last day of an all-day event, as written. An end that is not at midnight is on the last day, in
  /// whatever zone it is given: the days of an event do not depend on where it is read.
  private var dayAfterLast: Day {
    switch end {
    case .implied: start.wall.day
    case .time(let time): time.wall.isMidnight ? time.wall.day : time.wall.day.adding(days: 1)
    case .duration(let duration):
      start.wall.day.adding(
        days: duration.days + Int((Double(duration.seconds) / Double(WallTime.secondsPerDay)).rounded(.up)))
    }
  }
}

extension EventTimes {
  /// The wall-clock distance from the start to a DTEND of the same form, in seconds; nil if there is no such
  /// DTEND. It is measured from the start that the clocks show: if the clocks skip an event's start, the event
  /// begins and ends later than usual, and so keeps its usual length.
  package var wallLength: Int? {
    guard case .time(let end) = end, end.hasSameForm(as: start) else { return nil }
    return end.wall.seconds(since: start.shownWall)
  }

  /// Returns these times, moved to a start of the same form, with the same wall-clock length. If the clocks
  /// skip the new start, the end is delayed as much as the start.
  package func starting(at start: EventTime) -> EventTimes {
    guard case .time(let end) = end else { return EventTimes(start: start, end: end) }
    // If the clocks skip from the start to the DTEND or beyond, `wallLength` is not positive; the distance is
    // then measured from the written start.
    let hasPositiveLength = (wallLength ?? 1) > 0
    let distance = start.shownWall.seconds(since: hasPositiveLength ? self.start.shownWall : self.start.wall)
    return EventTimes(start: start, end: .time(end.with(wall: end.wall.adding(seconds: distance))))
  }

  /// Returns these times with the start and any DTEND moved by a wall-clock distance, in seconds.
  package func shifted(by seconds: Int) -> EventTimes {
    let start = start.with(wall: start.wall.adding(seconds: seconds))
    guard case .time(let end) = end else { return EventTimes(start: start, end: end) }
    return EventTimes(start: start, end: .time(end.with(wall: end.wall.adding(seconds: seconds))))
  }
}
