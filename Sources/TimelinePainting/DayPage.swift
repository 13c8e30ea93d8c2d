import CalendarModel

/// What a picture of one day shows.
public struct DayPage: Sendable {
  /// The day.
  public var day: Day
  /// What touches the day, in reading order.
  public var occurrences: [Occurrence]
  /// The present moment as the display zone's clocks show it; nil to leave it out.
  public var now: ZonedTime?
  /// Working hours in minutes since midnight.
  public var workingMinutes: Range<Int>
  /// What the clocks skip or repeat on the day.
  public var clockChanges: [ClockChange]

  /// A page of that day.
  public init(
    day: Day, occurrences: [Occurrence], now: ZonedTime? = nil, workingMinutes: Range<Int> = 9 * 60..<17 * 60,
    clockChanges: [ClockChange] = []
  ) {
    self.day = day
    self.occurrences = occurrences
    self.now = now
    self.workingMinutes = workingMinutes
    self.clockChanges = clockChanges
  }

  /// Whether the day is today.
  public var isToday: Bool { now?.wall.day == day }
  /// Whether the day is one of the weekend.
  public var isWeekend: Bool { day.weekday == .saturday || day.weekday == .sunday }

  /// Events of whole days, which stand above the hours.
  var allDay: [Occurrence] { occurrences.filter(\.isAllDay) }
  /// Events with times, which stand among them.
  var timed: [Occurrence] { occurrences.filter { !$0.isAllDay } }
  /// The present second of the day, if the day is today.
  var nowSecond: Int? { isToday ? now?.wall.secondOfDay : nil }

  /// The part of the day that an occurrence covers, in seconds since its midnight.
  func seconds(of occurrence: Occurrence) -> ClosedRange<Int> {
    let midnight = WallTime(day).seconds
    let span = occurrence.span
    let start = min(max(0, span.start.seconds - midnight), WallTime.secondsPerDay)
    let end = min(max(start, span.end.seconds - midnight), WallTime.secondsPerDay)
    return start...end
  }
}
