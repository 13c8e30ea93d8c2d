/// The common properties of the instances of a series or a part of it: their time zone, their shift from the
/// original starts, and their length.
final class InstanceTemplate: Sendable {
  /// The length of an instance.
  private enum Length: Sendable {
    /// Times with DTEND or without an end: “the same exact duration will apply to all the members” (RFC 5545
    /// 3.8.5.3).
    case exact(seconds: Int)
    /// Dates, and times with DURATION: the same nominal days, then exact seconds.
    case nominal(days: Int, seconds: Int)
  }

  /// The event that supplies all other properties of the instances.
  let event: CalendarEvent
  /// The original starts that this template applies to, as wall times of the series.
  let originals: Range<WallTime>
  /// The zone in which instances start: their own or, for dates and floating times, the display zone.
  private let zone: Zone
  /// The zone of the series, if it differs from `zone`.
  private let seriesZone: Zone?
  /// The wall-clock seconds from the original start to the start.
  private let shift: Int
  private let length: Length

  /// - Parameters:
  ///   - original: the original start of `event`, in the form of the series' own start.
  ///   - originals: the original starts that the template applies to.
  init(_ event: CalendarEvent, original: EventTime, originals: Range<WallTime>, in display: Zone) {
    self.event = event
    self.originals = originals
    let start = event.times.start
    zone = start.zone(display: display)
    seriesZone = start.hasSameForm(as: original) ? nil : original.zone(display: display)
    let plain =
      start.hasSameForm(as: original) ? original.wall : start.with(time: original.time(in: display)).wall
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

  /// An upper bound on the length of an instance, in seconds. A day is added to nominal days to allow for
  /// clock changes.
  var maximumDuration: Int {
    switch length {
    case .exact(let seconds): seconds
    case .nominal(let days, let seconds):
      max(0, seconds + (days == 0 ? 0 : (days + 1) * WallTime.secondsPerDay))
    }
  }

  /// The original starts whose instances may start in a period, as wall times of the series. The range
  /// includes few others, because every start in it counts towards the budget.
  func window(startingIn range: Range<Instant>) -> Range<WallTime> {
    let own = InstanceTemplate.walls(of: zone, in: range)
    var window = own.lowerBound.adding(seconds: -shift)..<own.upperBound.adding(seconds: -shift)
    if let seriesZone {
      // Whenever either zone's clocks change, the result is off by less than a day.
      let lower = zone.time(at: window.lowerBound).instant.adding(seconds: -WallTime.secondsPerDay)
      let upper = zone.time(at: window.upperBound).instant.adding(seconds: WallTime.secondsPerDay)
      window = InstanceTemplate.walls(of: seriesZone, in: lower..<upper)
    }
    return window.clamped(to: originals)
  }

  /// The wall times whose moments may lie in a period. A wall time that the clocks skip stands for a later
  /// moment, and one that they show twice for the first of the two, so the offsets one day before and one day
  /// after each end count too.
  private static func walls(of zone: Zone, in range: Range<Instant>) -> Range<WallTime> {
    func offsets(around instant: Instant) -> [Int] {
      [-1, 0, 1].map { zone.rules.offset(at: instant.adding(seconds: $0 * WallTime.secondsPerDay)) }
    }
    let (lower, upper) = (range.lowerBound, range.upperBound)
    return WallTime(
      seconds: lower.seconds + (offsets(around: lower).min() ?? 0))..<WallTime(
        seconds: upper.seconds + (offsets(around: upper).max() ?? 0))
  }

  func start(of original: WallTime) -> WallTime {
    guard let seriesZone else { return original.adding(seconds: shift) }
    return zone.time(at: seriesZone.time(at: original).instant).wall.adding(seconds: shift)
  }

  /// The start and the end of the instance with the given original start.
  func span(of original: WallTime) -> (start: Instant, end: Instant) {
    let wall = start(of: original)
    let start = zone.time(at: wall).instant
    switch length {
    case .exact(let seconds): return (start, start.adding(seconds: seconds))
    case .nominal(let days, let seconds):
      var end = wall.adding(days: days)
      if event.times.isAllDay, seconds % WallTime.secondsPerDay == 0 {
        end = end.adding(seconds: seconds)
        // An all-day event that ends before it begins lasts one day, as in `EventTimes.resolved`.
        return (start, zone.time(at: end > wall ? end : wall.adding(days: 1)).instant)
      }
      return (start, max(start, zone.time(at: end).instant.adding(seconds: seconds)))
    }
  }

  /// The times of the instance with the given original start, in the same form as the event's own times.
  func times(of original: WallTime, end: Instant, in display: Zone) -> EventTimes {
    let start = event.times.start.with(wall: start(of: original))
    guard case .time(let form) = event.times.end else {
      return EventTimes(start: start, end: event.times.end)
    }
    return EventTimes(start: start, end: .time(form.with(time: display.time(at: end))))
  }
}

extension EventTime {
  /// The zone in which the time is read.
  func zone(display: Zone) -> Zone {
    switch self {
    case .date, .floating: display
    case .utc: .utc
    case .zoned(_, let zone): zone
    }
  }
}
