import CalendarModel

/// The times of a new event for which the user has not chosen any.
package enum NewEventTimes {
  /// Seconds; such events start at multiples of this after midnight.
  private static let interval = 1800

  /// One hour, starting at the end of `event`; without one, at the next half hour from now on that day.
  ///
  /// - Parameters:
  ///   - event: the focused event; an all-day event is ignored, because it has no end time to continue from.
  ///   - day: the selected day.
  ///   - now: the current wall time in the zone.
  package static func times(after event: Occurrence?, on day: Day, now: WallTime, in zone: Zone) -> EventTimes
  {
    let start: WallTime
    if let event, !event.isAllDay {
      start = event.end.wall
    } else {
      let next = (now.secondOfDay / interval + 1) * interval
      // Late in the evening it still lies entirely on that day.
      start = WallTime(day, secondOfDay: min(next, WallTime.secondsPerDay - Feel.newDuration))
    }
    let end = start.adding(seconds: Feel.newDuration)
    return EventTimes(between: start, and: end, outward: Feel.snapStep, in: zone)
      ?? EventTimes(wholeDay: day)
  }
}

extension EventTimes {
  /// The times between two wall times of a zone. Where the clocks change, the interval may have no duration;
  /// the second time is then moved by `outward` seconds until it has one. Nil if it never does.
  init?(between edge: WallTime, and other: WallTime, outward: Int, in zone: Zone) {
    func time(_ wall: WallTime) -> EventTime { EventTime(zone.time(at: wall).wall, in: zone) }
    // No clock change is longer than a day.
    for tries in 0...(WallTime.secondsPerDay / abs(outward)) {
      let moved = time(other.adding(seconds: tries * outward))
      let (start, end) = outward > 0 ? (time(edge), moved) : (moved, time(edge))
      let times = EventTimes(start: start, end: .time(end))
      let resolved = times.resolved(in: zone)
      if resolved.start.instant < resolved.end.instant {
        self = times
        return
      }
    }
    return nil
  }

  init(wholeDay day: Day) {
    self.init(start: .date(day), end: .time(.date(day.adding(days: 1))))
  }
}
