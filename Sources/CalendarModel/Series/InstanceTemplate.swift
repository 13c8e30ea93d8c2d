/// The properties common to the instances of a series, or of a part of one: their time zone, their shift from
/// the original starts, and their length.
final class InstanceTemplate: Sendable {
  /// The length of an instance.
  private enum Length: Sendable {
    /// Times with a DTEND in the zone of DTSTART: the same wall-clock distance from the start to the end. See
    /// docs/decisions/recurrence.md.
    case wallClock(seconds: Int)
    /// Times with a DTEND whose form differs from that of DTSTART: the same number of seconds.
    case exact(seconds: Int)
    /// Dates, and times with DURATION or without an end: the same nominal days, followed by exact seconds.
    case nominal(days: Int, seconds: Int)
  }

  /// The event that supplies all other properties of the instances.
  let sharedEvent: SharedEvent
  /// The original starts to which this template applies, as wall times in the zone of the series.
  let originalStarts: Range<WallTime>
  /// The zone in which instances start: their own or, for dates and floating times, the display zone.
  private let zone: Zone
  /// The zone of the series, if it differs from `zone`.
  private let seriesZone: Zone?
  /// The wall-clock distance from the original start to the start, in seconds.
  private let shift: Int
  private let length: Length

  /// - Parameters:
  ///   - originalStart: the original start of `event`, in the form of the series' own start.
  ///   - originalStarts: the original starts to which the template applies.
  init(
    _ event: SharedEvent, originalStart: EventTime, originalStarts: Range<WallTime>, in displayZone: Zone
  ) {
    sharedEvent = event
    self.originalStarts = originalStarts
    let start = event.event.times.start
    zone = start.zone(displayZone: displayZone)
    seriesZone = start.hasSameForm(as: originalStart) ? nil : originalStart.zone(displayZone: displayZone)
    let unshiftedStart =
      start.hasSameForm(as: originalStart)
      ? originalStart.wall : start.with(time: originalStart.time(in: displayZone)).wall
    shift = start.wall.seconds(since: unshiftedStart)
    length = InstanceTemplate.length(of: event.event.times, in: displayZone)
  }

  private static func length(of times: EventTimes, in displayZone: Zone) -> Length {
    let isAllDay = times.isAllDay
    switch times.end {
    case .implied: return .nominal(days: isAllDay ? 1 : 0, seconds: 0)
    case .duration(let duration): return .nominal(days: duration.days, seconds: duration.seconds)
    case .time(.date(let end)) where isAllDay:
      return .nominal(days: max(1, end.days(since: times.start.wall.day)), seconds: 0)
    case .time(let end) where end.hasSameForm(as: times.start):
      return .wallClock(seconds: max(0, end.wall.seconds(since: times.start.wall)))
    case .time:
      let (start, end) = times.resolved(in: displayZone)
      return .exact(seconds: end.instant.seconds(since: start.instant))
    }
  }

  /// An upper bound on the length of an instance, in seconds. A day is added to nominal days and to
  /// wall-clock lengths to allow for clock changes.
  var maximumDuration: Int {
    switch length {
    case .exact(let seconds): seconds
    case .wallClock(let seconds): seconds == 0 ? 0 : seconds + WallTime.secondsPerDay
    case .nominal(let days, let seconds):
      max(0, seconds + (days == 0 ? 0 : (days + 1) * WallTime.secondsPerDay))
    }
  }

  /// Returns the range of original starts whose instances may start in a period, as wall times in the zone of
  /// the series. The range is kept narrow, because every start in it counts toward the budget.
  func window(startingIn range: Range<Instant>) -> Range<WallTime> {
    let wallTimes = InstanceTemplate.wallTimes(of: zone, in: range)
    var window = wallTimes.lowerBound.adding(seconds: -shift)..<wallTimes.upperBound.adding(seconds: -shift)
    if let seriesZone {
      // Near a clock change in either zone, the conversion is off by less than a day.
      let lower = zone.time(at: window.lowerBound).instant.adding(seconds: -WallTime.secondsPerDay)
      let upper = zone.time(at: window.upperBound).instant.adding(seconds: WallTime.secondsPerDay)
      window = InstanceTemplate.wallTimes(of: seriesZone, in: lower..<upper)
    }
    return window.clamped(to: originalStarts)
  }

  /// Returns the wall times whose moments may be in a period. A wall time that the clocks skip denotes a
  /// later moment, and one that they show twice denotes the first of the two. The offsets one day before and
  /// one day after each end are therefore considered as well.
  private static func wallTimes(of zone: Zone, in range: Range<Instant>) -> Range<WallTime> {
    func offsets(around instant: Instant) -> [Int] {
      [-1, 0, 1].map { zone.rules.offset(at: instant.adding(seconds: $0 * WallTime.secondsPerDay)) }
    }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    return WallTime(
      seconds: lower.seconds + (offsets(around: lower).min() ?? 0))..<WallTime(
        seconds: upper.seconds + (offsets(around: upper).max() ?? 0))
  }

  /// Returns the start of the instance with the given original start, as a wall time in `zone`.
  func start(of originalStart: WallTime) -> WallTime {
    guard let seriesZone else { return originalStart.adding(seconds: shift) }
    return zone.time(at: seriesZone.time(at: originalStart).instant).wall.adding(seconds: shift)
  }

  /// Returns the start and the end of the instance with the given original start.
  func span(of originalStart: WallTime) -> (start: Instant, end: Instant) {
    let wall = start(of: originalStart)
    let shownStart = zone.time(at: wall)
    let start = shownStart.instant
    switch length {
    case .exact(let seconds): return (start, start.adding(seconds: seconds))
    case .wallClock(let seconds):
      // If the clocks skip the start, the end is delayed by the same amount.
      return (start, end(at: shownStart.wall.adding(seconds: seconds), after: start))
    case .nominal(let days, let seconds):
      var end = wall.adding(days: days)
      if sharedEvent.event.times.isAllDay, seconds % WallTime.secondsPerDay == 0 {
        end = end.adding(seconds: seconds)
        // An all-day event that ends before it begins lasts one day, as in `EventTimes.resolved`.
        return (start, zone.time(at: end > wall ? end : wall.adding(days: 1)).instant)
      }
      return (start, max(start, zone.time(at: end).instant.adding(seconds: seconds)))
    }
  }

  /// Returns the end at a wall time. If the start is the second moment with its wall time, the end may be as well.
  private func end(at wall: WallTime, after start: Instant) -> Instant {
    let end = zone.time(at: wall).instant
    return end < start ? max(start, zone.time(at: wall.secondOfTwo).instant) : end
  }

  /// Returns the times of the instance with the given original start, in the same form as the event's own
  /// times. Times that have no such form are in UTC.
  func times(of originalStart: WallTime, end: Instant, in displayZone: Zone) -> EventTimes {
    let writtenTimes = sharedEvent.event.times
    let start = writtenTimes.start.with(wall: start(of: originalStart))
    guard case .time(let writtenEnd) = writtenTimes.end else {
      return EventTimes(start: start, end: writtenTimes.end)
    }
    if case .wallClock(let seconds) = length, start.hasSameForm(as: writtenTimes.start) {
      return EventTimes(
        start: start, end: .time(writtenEnd.with(wall: start.shownWall.adding(seconds: seconds))))
    }
    return EventTimes(start: start, end: .time(writtenEnd.with(exactly: end, in: displayZone)))
  }
}

extension EventTime {
  /// Returns the zone in which the time is interpreted.
  func zone(displayZone: Zone) -> Zone {
    switch self {
    case .date, .floating: displayZone
    case .utc: .utc
    case .zoned(_, let zone): zone
    }
  }
}
