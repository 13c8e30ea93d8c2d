import CalendarModel

/// Computes when the alarms of an occurrence go off.
struct AlarmTimes {
  let times: EventTimes
  /// The start and exclusive end of the occurrence.
  let start: Instant
  let end: Instant
  /// The display zone.
  let zone: Zone
  let settings: ReminderSettings

  /// When an alarm goes off, and the same moment as part of its identity.
  struct Due: Hashable {
    let instant: Instant
    let moment: ReminderMoment
  }

  func due(_ alarm: EventAlarm) -> Due {
    switch alarm {
    // A moment that is written out is kept even if it falls on midnight.
    case .at(let instant): Due(instant: instant, moment: .instant(instant))
    case .offset(let offset, let edge): times.isAllDay ? allDay(offset, edge) : timed(offset, edge)
    }
  }

  /// The offsets of an all-day event are wall time: 9 hours after its start is 09:00, also on a day on which the clocks
  /// change. Nobody chose midnight, which is only what no offset or a number of days lead to.
  private func allDay(_ offset: EventDuration, _ edge: EventAlarm.Edge) -> Due {
    // The clocks may skip midnight, but not the day.
    let day = zone.time(at: edge == .start ? start : end).wall.day
    var wall = WallTime(day.adding(days: offset.days)).adding(seconds: offset.seconds)
    if wall.isMidnight { wall = wall.adding(seconds: settings.allDayTime) }
    return Due(instant: zone.time(at: wall).instant, moment: .wall(wall))
  }

  /// Days are nominal (RFC 5545 3.3.6): a day before 09:00 is 09:00, by the clocks of the event.
  private func timed(_ offset: EventDuration, _ edge: EventAlarm.Edge) -> Due {
    var instant = edge == .start ? start : end
    if offset.days != 0 {
      let ownZone = ownZone(edge)
      instant = ownZone.time(at: ownZone.time(at: instant).wall.adding(days: offset.days)).instant
    }
    instant = instant.adding(seconds: offset.seconds)
    guard case .floating = times.start else { return Due(instant: instant, moment: .instant(instant)) }
    return Due(instant: instant, moment: .wall(zone.time(at: instant).wall))
  }

  private func ownZone(_ edge: EventAlarm.Edge) -> Zone {
    var time = times.start
    if edge == .end, case .time(let end) = times.end { time = end }
    return switch time {
    case .date, .floating: zone
    case .utc: .utc
    case .zoned(_, let zone): zone
    }
  }
}
