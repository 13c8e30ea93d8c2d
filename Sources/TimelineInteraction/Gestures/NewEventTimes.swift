import CalendarModel

/// The times of a new event for which the user has not chosen any.
package enum NewEventTimes {
  /// Seconds; such events start at multiples of this after midnight.
  private static let interval = 1800

  /// One hour, starting at the end of `event`; without one, at the next half hour from now, or on another day
  /// in the first free hour of work.
  ///
  /// - Parameters:
  ///   - event: the focused event; an all-day event is ignored, because it has no end time to continue from.
  ///   - day: the selected day.
  ///   - now: the current wall time in the zone.
  ///   - workingHours: in seconds after midnight.
  ///   - others: the events of that day.
  package static func times(
    after event: Occurrence?, on day: Day, now: WallTime, in zone: Zone, workingHours: Range<Int>,
    among others: [Occurrence] = []
  ) -> EventTimes {
    let start: WallTime
    if let event, !event.isAllDay {
      start = event.end.wall
    } else if day != now.day {
      start = firstFree(on: day, in: workingHours, among: others)
    } else {
      let next = (now.secondOfDay / interval + 1) * interval
      // Late in the evening it still lies entirely on that day.
      start = WallTime(day, secondOfDay: min(next, WallTime.secondsPerDay - Feel.newEventDuration))
    }
    let end = start.adding(seconds: Feel.newEventDuration)
    return EventTimes(between: start, and: end, outward: Feel.snapStep, in: zone)
      ?? EventTimes(wholeDay: day)
  }

  /// The start of the first hour that no event takes; the beginning of the working hours if there is none.
  private static func firstFree(on day: Day, in hours: Range<Int>, among others: [Occurrence]) -> WallTime {
    let busy = others.filter { !$0.isInAllDayRow && $0.event.takesTime }.map(\.span)
    let latest = min(hours.upperBound, WallTime.secondsPerDay) - Feel.newEventDuration
    let starts = stride(from: hours.lowerBound, through: latest, by: interval).map {
      WallTime(day, secondOfDay: $0)
    }
    let free = starts.first { start in
      let span = TimeSpan(start: start, end: start.adding(seconds: Feel.newEventDuration))
      return !busy.contains { $0.overlaps(span) }
    }
    return free ?? WallTime(day, secondOfDay: max(0, min(hours.lowerBound, latest)))
  }
}

extension CalendarEvent {
  /// Whether it takes place and makes its time busy.
  fileprivate var takesTime: Bool { status != .cancelled && transparency == .busy }
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
