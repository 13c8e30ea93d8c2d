import CalendarModel

/// The times of a new event for which the user has not chosen any.
package enum NewEventTimes {
  /// Seconds after midnight between the times at which such an event begins.
  private static let interval = 1800

  /// An hour from the end of an event on; without one, from the next half hour of the present on that day.
  ///
  /// - Parameters:
  ///   - event: what has the focus; whole days have no end that one could go on from.
  ///   - day: the day that is looked at.
  ///   - now: the present, as clocks of the zone show it.
  package static func times(after event: Occurrence?, on day: Day, now: WallTime, in zone: Zone) -> EventTimes
  {
    let start: WallTime
    if let event, !event.isAllDay {
      start = event.end.wall
    } else {
      let next = (now.secondOfDay / interval + 1) * interval
      // Late in the evening it still is on that day, and all of it.
      start = WallTime(day, secondOfDay: min(next, WallTime.secondsPerDay - Feel.newDuration))
    }
    let end = start.adding(seconds: Feel.newDuration)
    return EventTimes(between: start, and: end, outward: Feel.snapStep, in: zone)
      ?? EventTimes(wholeDay: day)
  }
}

extension EventTimes {
  /// Between two wall times of a zone. Where the clocks change what lies between them may last no time at all: then the
  /// second one goes on by `outward` seconds until it does. Nil if it never does.
  init?(between edge: WallTime, and other: WallTime, outward: Int, in zone: Zone) {
    func time(_ wall: WallTime) -> EventTime { EventTime(zone.time(at: wall).wall, in: zone) }
    // No change of the clocks is longer than a day.
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
