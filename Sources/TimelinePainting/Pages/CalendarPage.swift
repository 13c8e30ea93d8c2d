import CalendarModel

/// The contents of a picture of one to seven days.
package struct CalendarPage: Sendable {
  /// The days, in columns side by side; not empty.
  package var days: Range<Day>
  /// The occurrences that overlap the days, in reading order.
  package var occurrences: [Occurrence]
  /// The time zone whose wall time is shown.
  package var zone: Zone
  /// The current time; nil to omit it.
  package var now: Instant?
  /// The working hours, in minutes since midnight.
  package var workingMinutes: Range<Int>
  /// The days of the weekend, which are shaded.
  package var weekend = Weekday.defaultWeekend
  /// The week number to show; nil for none.
  package var weekNumber: Int?
  /// A second time zone, whose hours are shown beside those of `zone`; nil for none.
  package var secondZone: Zone?

  /// - Precondition: `days` is not empty.
  package init(
    days: Range<Day>, occurrences: [Occurrence], zone: Zone, now: Instant? = nil,
    workingMinutes: Range<Int> = 9 * 60..<17 * 60, weekNumber: Int? = nil, secondZone: Zone? = nil
  ) {
    precondition(!days.isEmpty)
    self.days = days
    self.occurrences = occurrences
    self.zone = zone
    self.now = now
    self.workingMinutes = workingMinutes
    self.weekNumber = weekNumber
    self.secondZone = secondZone
  }

  /// The individual days, in chronological order.
  var eachDay: [Day] {
    (0..<days.upperBound.days(since: days.lowerBound)).map { days.lowerBound.adding(days: $0) }
  }

  /// The size of a picture in px that has space for the usual hours: portrait for one day, landscape for several.
  var defaultSize: (width: Int, height: Int) {
    isWide ? (1200, 900) : (800, 1000)
  }
  /// Whether a picture is wider than it is high, because it has several days.
  package var isWide: Bool { days.lowerBound.adding(days: 1) < days.upperBound }

  /// The current wall time in the zone; nil if `now` is nil.
  var currentWallTime: WallTime? { now.map { zone.time(at: $0).wall } }
  /// The current time in seconds since midnight; nil if today is not one of the days.
  var currentSecond: Int? { currentWallTime.flatMap { days.contains($0.day) ? $0.secondOfDay : nil } }

  /// The occurrences in the all-day row.
  var allDayRowOccurrences: [Occurrence] { occurrences.filter(\.isInAllDayRow) }
  /// The occurrences in the hour grid.
  var timedOccurrences: [Occurrence] { occurrences.filter { !$0.isInAllDayRow } }

  /// The hours that should be visible, in seconds since midnight: the working hours and all events, extended
  /// to whole hours. If there are no working hours, the middle of the day is used instead.
  var relevantSeconds: Range<Int> {
    secondsOfWholeHours { span, day in
      (max(span.start, day.start), min(span.end, day.end))
    }
  }

  /// A smaller range than `relevantSeconds`, in seconds since midnight. It ignores events that began on an
  /// earlier day, and includes only the first hour of events that continue on the next day.
  var essentialSeconds: Range<Int> {
    secondsOfWholeHours { span, day in
      guard span.start >= day.start else { return nil }
      return (span.start, span.end > day.end ? min(span.start.adding(seconds: 3600), day.end) : span.end)
    }
  }

  /// Returns the range of whole hours that includes the working hours and the parts of events that `part`
  /// returns.
  private func secondsOfWholeHours(containing part: (TimeSpan, _ day: TimeSpan) -> (WallTime, WallTime)?)
    -> Range<Int>
  {
    var (first, last) = (workingMinutes.lowerBound * 60, workingMinutes.upperBound * 60)
    if workingMinutes.isEmpty { (first, last) = (8 * 3600, 18 * 3600) }
    let spans = timedOccurrences.map(\.span)
    for day in eachDay {
      let wholeDay = TimeSpan(days: day..<day.adding(days: 1))
      for span in spans where span.overlaps(wholeDay) {
        guard let (start, end) = part(span, wholeDay) else { continue }
        first = min(first, start.seconds(since: wholeDay.start))
        last = max(last, end.seconds(since: wholeDay.start))
      }
    }
    return first / 3600 * 3600..<min(24, (last + 3599) / 3600) * 3600
  }
}
