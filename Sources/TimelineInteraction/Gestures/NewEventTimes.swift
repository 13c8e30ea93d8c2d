import CalendarModel

/// Chooses the times of a new event for which the user has not chosen any.
package enum NewEventTimes {
  /// The interval between the times at which such an event may start, in seconds.
  private static let startInterval = 1800

  /// Returns the times of a new one-hour event that starts at the end of `event`. If `event` is nil or is an all-day
  /// event, the new event starts today at the next half-hour mark, such as 9:00 or 9:30, or, on another day, with
  /// the first free hour within the working hours.
  ///
  /// - Parameters:
  ///   - event: the focused event; an all-day event is ignored, because it does not end at a time of day.
  ///   - day: the selected day.
  ///   - now: the current wall time in the zone.
  ///   - workingHours: the working hours, in seconds after midnight.
  ///   - otherEvents: the events on that day.
  package static func times(
    after event: Occurrence?, on day: Day, now: WallTime, in zone: Zone, workingHours: Range<Int>,
    among otherEvents: [Occurrence] = []
  ) -> EventTimes {
    let start: WallTime
    if let event, !event.isAllDay {
      start = event.end.wall
    } else if day != now.day {
      start = firstFreeHour(on: day, in: workingHours, among: otherEvents)
    } else {
      let nextStart = (now.secondOfDay / startInterval + 1) * startInterval
      // Late in the evening, the event starts earlier, so that it ends on the same day.
      start = WallTime(day, secondOfDay: min(nextStart, WallTime.secondsPerDay - Feel.newEventDuration))
    }
    let end = start.adding(seconds: Feel.newEventDuration)
    return EventTimes(between: start, and: end, outward: Feel.snapStep, in: zone)
      ?? EventTimes(allDayOn: day)
  }

  /// Returns the start of the first hour without an event, or the start of the working hours if no hour is
  /// free.
  private static func firstFreeHour(on day: Day, in workingHours: Range<Int>, among otherEvents: [Occurrence])
    -> WallTime
  {
    let busySpans = otherEvents.filter { !$0.isInAllDayRow && $0.event.occupiesTime }.map(\.span)
    let latestStart = min(workingHours.upperBound, WallTime.secondsPerDay) - Feel.newEventDuration
    let starts = stride(from: workingHours.lowerBound, through: latestStart, by: startInterval).map {
      WallTime(day, secondOfDay: $0)
    }
    let freeStart = starts.first { start in
      let span = TimeSpan(start: start, end: start.adding(seconds: Feel.newEventDuration))
      return !busySpans.contains { $0.overlaps(span) }
    }
    return freeStart ?? WallTime(day, secondOfDay: max(0, min(workingHours.lowerBound, latestStart)))
  }
}

extension CalendarEvent {
  /// Whether the event is not canceled and marks its time as busy.
  fileprivate var occupiesTime: Bool { status != .canceled && transparency == .busy }
}

extension EventTimes {
  /// Creates times between two wall times in a zone. If the clocks change in between, the resulting duration may
  /// not be positive. `movableEdge` is then moved by `outward` seconds, repeatedly if necessary, until the duration is
  /// positive. Returns nil if this never happens.
  init?(between fixedEdge: WallTime, and movableEdge: WallTime, outward: Int, in zone: Zone) {
    func time(_ wall: WallTime) -> EventTime { EventTime(zone.time(at: wall).wall, in: zone) }
    // No clock change is longer than a day.
    for attempt in 0...(WallTime.secondsPerDay / abs(outward)) {
      let movedTime = time(movableEdge.adding(seconds: attempt * outward))
      let (start, end) = outward > 0 ? (time(fixedEdge), movedTime) : (movedTime, time(fixedEdge))
      let times = EventTimes(start: start, end: .time(end))
      let resolved = times.resolved(in: zone)
      if resolved.start.instant < resolved.end.instant {
        self = times
        return
      }
    }
    return nil
  }

  init(allDayOn day: Day) {
    self.init(start: .date(day), end: .time(.date(day.adding(days: 1))))
  }
}
