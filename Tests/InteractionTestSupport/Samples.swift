import CalendarModel
import TimelineInteraction

/// Monday, January 5, 2026, the day of most tests.
package let monday = Day(ordinal: 20_458)

/// A wall time on a day, such as `9:07`; hours from 24 on belong to the next day, negative ones to the previous day.
package func wall(_ text: String, on day: Day = monday) -> WallTime {
  let parts = text.split(separator: ":")
  guard parts.count == 2, let hour = Int(parts[0]), let minute = Int(parts[1]) else {
    preconditionFailure("not a time: \(text)")
  }
  return WallTime(day, secondOfDay: hour * 3600 + (text.hasPrefix("-") ? -minute : minute) * 60)
}

/// An occurrence from one wall time to another.
package func occurrence(
  _ start: String, _ end: String, on day: Day = monday, zone: Zone = .utc, title: String = "Standup"
) -> Occurrence {
  Occurrence(
    event: CalendarEvent(
      id: EventID(calendar: CalendarID("test.ics"), uid: title),
      times: EventTimes(
        start: .zoned(wall(start, on: day), zone), end: .time(.zoned(wall(end, on: day), zone))),
      summary: title),
    zone: zone)
}

/// An occurrence of a daily series, or a changed occurrence of one.
package func dailyOccurrence(
  _ start: String, _ end: String, on day: Day = monday, title: String = "Daily", isOverride: Bool = false
) -> Occurrence {
  let single = occurrence(start, end, on: day, title: title)
  var event = single.event
  let original = single.times.start
  event.repetition =
    isOverride
    ? .series(.changed(originalStart: original, isThisAndFuture: false))
    : .series(.master(Recurrence(start: original)))
  return Occurrence(event: event, times: event.times, recurrenceID: original, zone: .utc)
}

/// Empty time in which an event can be created; in the all-day row if `barTop` is given.
package func emptyTime(barTop: Double? = nil) -> EmptyTime {
  EmptyTime(for: occurrence("0:00", "1:00", title: "").event, barTop: barTop)
}

/// A single clock change at `moment`. The offsets from UTC are in seconds.
package struct SingleClockChange: ZoneRules {
  let moment: Instant
  let offsetBefore: Int
  let offsetAfter: Int

  /// The offset from UTC in seconds.
  package func offset(at instant: Instant) -> Int { instant < moment ? offsetBefore : offsetAfter }
}

extension Zone {
  /// A zone whose clocks go from 02:00 to 03:00 on March 29, 2026.
  package static let spring = Zone(
    identifier: "Spring",
    rules: SingleClockChange(moment: Instant(seconds: 1_774_746_000), offsetBefore: 3600, offsetAfter: 7200))
  /// A zone whose clocks go from 03:00 back to 02:00 on October 25, 2026.
  package static let autumn = Zone(
    identifier: "Autumn",
    rules: SingleClockChange(moment: Instant(seconds: 1_792_890_000), offsetBefore: 7200, offsetAfter: 3600))
  /// A zone whose clocks go from 00:00 to 01:00 on March 29, 2026.
  package static let skippedMidnight = Zone(
    identifier: "Skipped midnight",
    rules: SingleClockChange(moment: Instant(seconds: 1_774_742_400), offsetBefore: 0, offsetAfter: 3600))
}

extension Occurrence {
  /// The times as text, such as `9:00–10:15`. The date precedes them unless the event begins on `monday`, and `(+n)`
  /// follows them if the event ends `n` days later.
  package var label: String {
    let (from, to) = (start.wall, end.wall)
    let date = from.day == monday ? "" : "\(from.day) "
    let dayDistance = to.day == from.day ? "" : " (+\(to.day.days(since: from.day)))"
    return "\(date)\(clock(from))–\(clock(to))\(dayDistance)"
  }

  private func clock(_ wall: WallTime) -> String {
    "\(wall.hour):\(wall.minute < 10 ? "0" : "")\(wall.minute)"
  }
}
