/// What the instances of a series, or of a part of it, have in common: their time zone, their distance from the
/// original starts, and their duration.
final class InstanceTemplate: Sendable {
  /// How long an instance lasts.
  private enum Length: Sendable {
    /// DTEND of a time, and no end at all: “the same exact duration will apply to all the members” (RFC 5545
    /// 3.8.5.3).
    case exact(seconds: Int)
    /// Dates, and DURATION: the same nominal days, then exact seconds.
    case nominal(days: Int, seconds: Int)
  }

  /// What each of them is but for its times.
  let event: CalendarEvent
  /// The originals that are cast in it, on the wall of the series.
  let originals: Range<WallTime>
  /// The clocks on which they start: their own zone's, or for dates and floating times those of the display.
  private let clock: Zone
  /// The clocks of the series, if these are others.
  private let masterClock: Zone?
  /// Seconds on the wall from the original to the start.
  private let shift: Int
  private let length: Length

  /// - Parameters:
  ///   - original: the original start of `event`, in the form of the series' own start.
  ///   - originals: those that follow its example.
  init(_ event: CalendarEvent, original: EventTime, originals: Range<WallTime>, in display: Zone) {
    self.event = event
    self.originals = originals
    let start = event.times.start
    clock = start.clock(in: display)
    masterClock = start.hasForm(of: original) ? nil : original.clock(in: display)
    let plain =
      start.hasForm(of: original) ? original.wall : start.with(time: original.time(in: display)).wall
    shift = start.wall.seconds(since: plain)
    length = InstanceTemplate.length(of: event.times, in: display)
  }

  private static func length(of times: EventTimes, in display: Zone) -> Length {
    let isAllDay = times.isAllDay
    switch times.end {
    case .implied: return .nominal(days: isAllDay ? 1 : 0, seconds: 0)
    case .duration(let duration): return .nominal(days: duration.days, seconds: duration.seconds)
    case .time(.date(let end)) where isAllDay:
      return .nominal(days: max(1, end.days(since: times.start.wall.day)), seconds: 0)
    case .time:
      let (start, end) = times.resolved(in: display)
      return .exact(seconds: end.instant.seconds(since: start.instant))
    }
  }

  /// The longest that an instance lasts, in seconds, give or take what a change of the clocks makes of a day.
  var longest: Int {
    switch length {
    case .exact(let seconds): seconds
    case .nominal(let days, let seconds):
      max(0, seconds + (days == 0 ? 0 : (days + 1) * WallTime.secondsPerDay))
    }
  }

  /// The originals whose instances may start in a stretch of time, on the wall of the series: few more than do,
  /// because a budget counts them.
  func window(startingIn range: Range<Instant>) -> Range<WallTime> {
    let own = InstanceTemplate.walls(of: clock, in: range)
    var window = own.lowerBound.adding(seconds: -shift)..<own.upperBound.adding(seconds: -shift)
    if let masterClock {
      // Wherever the two clocks change, they are less than a day apart from where they seem to be.
      let lower = clock.time(at: window.lowerBound).instant.adding(seconds: -WallTime.secondsPerDay)
      let upper = clock.time(at: window.upperBound).instant.adding(seconds: WallTime.secondsPerDay)
      window = InstanceTemplate.walls(of: masterClock, in: lower..<upper)
    }
    return window.clamped(to: originals)
  }

  /// The wall times whose moments may lie in a stretch of time. A wall time that the clocks skip is later than it
  /// says, one that they show twice is the first: so the offsets of the days around an end count too.
  private static func walls(of clock: Zone, in range: Range<Instant>) -> Range<WallTime> {
    func offsets(around instant: Instant) -> [Int] {
      [-1, 0, 1].map { clock.rules.offset(at: instant.adding(seconds: $0 * WallTime.secondsPerDay)) }
    }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    return WallTime(
      seconds: lower.seconds + (offsets(around: lower).min() ?? 0))..<WallTime(
        seconds: upper.seconds + (offsets(around: upper).max() ?? 0))
  }

  func start(of original: WallTime) -> WallTime {
    guard let masterClock else { return original.adding(seconds: shift) }
    return clock.time(at: masterClock.time(at: original).instant).wall.adding(seconds: shift)
  }

  /// The moments from which and to which the instance of an original lasts.
  func span(of original: WallTime) -> (start: Instant, end: Instant) {
    let wall = start(of: original)
    let start = clock.time(at: wall).instant
    switch length {
    case .exact(let seconds): return (start, start.adding(seconds: seconds))
    case .nominal(let days, let seconds):
      var end = wall.adding(days: days)
      if event.times.isAllDay, seconds % WallTime.secondsPerDay == 0 {
        end = end.adding(seconds: seconds)
        // Whole days that end before they begin are one day, as `EventTimes.resolved` has it.
        return (start, clock.time(at: end > wall ? end : wall.adding(days: 1)).instant)
      }
      return (start, max(start, clock.time(at: end).instant.adding(seconds: seconds)))
    }
  }

  /// The times of the instance of an original, in the form in which the event's own are written.
  func times(of original: WallTime, end: Instant, in display: Zone) -> EventTimes {
    let start = event.times.start.with(wall: start(of: original))
    guard case .time(let form) = event.times.end else {
      return EventTimes(start: start, end: event.times.end)
    }
    return EventTimes(start: start, end: .time(form.with(time: display.time(at: end))))
  }
}

extension EventTime {
  /// The clocks on which it is read.
  func clock(in display: Zone) -> Zone {
    switch self {
    case .date, .floating: display
    case .utc: .utc
    case .zoned(_, let zone): zone
    }
  }
}
