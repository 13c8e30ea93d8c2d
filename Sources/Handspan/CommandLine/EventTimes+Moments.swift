import CalendarModel
import CalendarText

extension EventTime {
  /// The zone in which it is written. Dates and floating times have none; in UTC, which has no gaps, they are
  /// moved as they are.
  var ownZone: Zone {
    if case .zoned(_, let zone) = self { zone } else { .utc }
  }

  /// The wall time that a moment of the command line means for a time of this form, and the zone in which.
  ///
  /// - Throws: `CommandFailure` where a date is needed and a time is given, or an offset makes no sense.
  func meaning(of moment: MomentArgument) throws -> (wall: WallTime, zone: Zone) {
    guard let wall = moment.wall else {
      return (WallTime(moment.day, secondOfDay: self.wall.secondOfDay), ownZone)
    }
    if isDate {
      throw CommandFailure.usage(
        Language.translator.tr("This is an all-day event: give a date (YYYY-MM-DD) without a time."))
    }
    guard let offset = moment.offset else { return (wall, ownZone) }
    if case .floating = self {
      throw CommandFailure.usage(
        Language.translator.tr("This event has no time zone: give its time without an offset."))
    }
    return (wall, Zone(identifier: "offset", rules: FixedOffset(seconds: offset)))
  }
}

extension EventTimes {
  /// These times with the start at that moment and the same length.
  func moved(to moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try start.meaning(of: moment)
    return moved(toStart: wall, in: zone)
  }

  /// These times with the start at that moment and the end where it was.
  func stretched(toStart moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try start.meaning(of: moment)
    return stretched(toStart: wall, in: zone)
  }

  /// These times with the end at that moment and the start where it was.
  func stretched(toEnd moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try writtenEnd.meaning(of: moment)
    return stretched(toEnd: wall, in: zone)
  }

  /// The end in the form in which it is written, else in the start's.
  private var writtenEnd: EventTime {
    if case .time(let end) = end { return end }
    return start.with(time: resolved(in: start.ownZone).end)
  }
}

extension StoreAccess {
  /// Says what an event's times are now.
  func confirm(_ event: CalendarEvent, _ times: EventTimes) {
    var event = event
    event.times = times
    let name = Language.phrases.accessibleName(Occurrence(event: event, zone: times.start.ownZone))
    print(name.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
