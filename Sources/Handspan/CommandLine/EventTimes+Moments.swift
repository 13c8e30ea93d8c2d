import CalendarModel
import CalendarText

extension EventTime {
  /// The zone in which the time is written. Dates and floating times have none; UTC is used for calculations
  /// with them, because it has no gaps.
  var ownZone: Zone {
    if case .zoned(_, let zone) = self { zone } else { .utc }
  }

  /// The local time and the zone of a command-line argument, for an event with this kind of time.
  ///
  /// - Throws: `CommandFailure` if a time was given for an all-day event, or an offset for a floating time.
  func resolve(_ moment: MomentArgument) throws -> (wall: WallTime, zone: Zone) {
    guard let wall = moment.wall else {
      return (WallTime(moment.day, secondOfDay: self.wall.secondOfDay), ownZone)
    }
    if isDate {
      throw CommandFailure.usage(
        Language.translator.tr("This is an all-day event: enter a date (YYYY-MM-DD) without a time."))
    }
    guard let offset = moment.offset else { return (wall, ownZone) }
    if case .floating = self {
      throw CommandFailure.usage(
        Language.translator.tr("This event has no time zone: enter a time without an offset."))
    }
    return (wall, Zone(identifier: "offset", rules: FixedOffset(seconds: offset)))
  }
}

extension EventTimes {
  /// These times moved to another start, with the same duration.
  func moved(to moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try start.resolve(moment)
    return moved(toStart: wall, in: zone)
  }

  /// These times with another start and the same end.
  func stretched(toStart moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try start.resolve(moment)
    return stretched(toStart: wall, in: zone)
  }

  /// These times with another end and the same start.
  func stretched(toEnd moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try writtenEnd.resolve(moment)
    return stretched(toEnd: wall, in: zone)
  }

  /// The end as it is written, or in the start's form if the duration is written instead.
  private var writtenEnd: EventTime {
    if case .time(let end) = end { return end }
    return start.with(time: resolved(in: start.ownZone).end)
  }
}

extension StoreAccess {
  /// Prints an event's new times.
  func printNewTimes(_ event: CalendarEvent, _ times: EventTimes) {
    var event = event
    event.times = times
    let name = Language.phrases.accessibleName(Occurrence(event: event, zone: times.start.ownZone))
    print(name.split(whereSeparator: \.isNewline).joined(separator: " "))
  }
}
