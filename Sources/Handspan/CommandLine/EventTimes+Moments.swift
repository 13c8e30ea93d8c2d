import CalendarModel
import CalendarStore
import CalendarText
import UserSettings

extension EventTime {
  /// The zone in which the time is written. Dates and floating times have no zone; for calculations with
  /// them, UTC is used, because its clocks never skip a time.
  var ownZone: Zone {
    if case .zoned(_, let zone) = self { zone } else { .utc }
  }

  /// Returns the local time and the zone to which a command-line argument changes this time. If the argument
  /// is only a date, the time of day stays the same.
  ///
  /// - Throws: `CommandFailure` if a time is given for an all-day event, or an offset for a floating time.
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

extension EventTime {
  /// Checks that this time, which was computed from a command-line argument, is the moment that the argument
  /// denotes.
  ///
  /// - Throws: `CommandFailure` if it is a different moment. This happens if the clocks of the event's zone
  ///   show the same time twice, and the argument denotes the second occurrence of that time, which a file
  ///   cannot express (RFC 5545 3.3.5).
  func requireMatch(with moment: MomentArgument) throws {
    guard let wall = moment.wall, let offset = moment.offset, case .zoned(let ownWall, let zone) = self,
      time(in: .utc).instant.seconds != wall.seconds - offset
    else { return }
    let t = Language.translator
    throw CommandFailure.failed(
      t.tr(
        "In {zone}, {time} occurs twice on {date}, and a calendar file can name only the first. Choose a different time.",
        [
          "zone": zone.identifier, "time": Language.phrases.time(ownWall),
          "date": Language.phrases.date(ownWall.day),
        ]))
  }
}

extension EventTimes {
  /// Returns these times with a different start and the same end.
  func resized(toStart moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try start.resolve(moment)
    let times = resized(toStart: wall, in: zone)
    try times.start.requireMatch(with: moment)
    return times
  }

  /// Returns these times with a different end and the same start.
  func resized(toEnd moment: MomentArgument) throws -> EventTimes {
    let (wall, zone) = try writtenEnd.resolve(moment)
    let times = resized(toEnd: wall, in: zone)
    if case .time(let end) = times.end { try end.requireMatch(with: moment) }
    return times
  }

  /// The end as it is written in the file or, if the file has a duration instead, the end in the same form as
  /// the start.
  private var writtenEnd: EventTime {
    if case .time(let end) = end { return end }
    return start.with(time: resolved(in: start.ownZone).end)
  }
}

extension StoreAccess {
  /// Prints an event's new times in the system's time zone, like all commands.
  func printNewTimes(_ event: CalendarEvent, _ times: EventTimes) {
    var event = event
    event.times = times
    TerminalOutput.printLine(
      Language.phrases.spokenTimes(Occurrence(event: event, zone: SystemZones.shared.local)))
  }
}
