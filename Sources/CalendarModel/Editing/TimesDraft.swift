/// The times of an event as the fields of an editor hold them: a start, an end and their zones, or whole days.
///
/// The fields show a time in the zone in which it is written, or in the display zone if it is written in UTC or
/// without a zone. Times that are not changed, or changed back, keep their original form.
package struct TimesDraft: Hashable, Sendable {
  /// The times as they would be written.
  package private(set) var times: EventTimes

  private let original: EventTimes
  private var display: Zone
  /// Whose clocks tell what is written in UTC: the display zone's, unless UTC itself was asked for.
  private var clockOfUTC: Zone
  /// What the other side of the all-day switch said when it was left.
  private var otherSide: EventTimes?

  /// The longest that an event may be for an end before its start to be taken for the next day's: 12 hours. What is
  /// longer is rather a start that should have gone along.
  private static let longestNight = 12 * 3600

  package init(_ times: EventTimes, in display: Zone) {
    self.times = times
    original = times
    self.display = display
    clockOfUTC = display
  }

  /// Shows them by the clocks of another display zone from now on. What is written stays as it is.
  package mutating func changeDisplayZone(to display: Zone) {
    if clockOfUTC == self.display { clockOfUTC = display }
    self.display = display
  }

  // MARK: What the fields show

  /// Whether the event is one of whole days.
  package var isAllDay: Bool { times.isAllDay }

  /// The start, by the clocks of its own zone; midnight of the first day.
  package var start: WallTime { times.start.time(in: clock(of: times.start)).wall }

  /// The end, by the clocks of its own zone; midnight after the last day.
  package var end: WallTime { clockOfEnd.time(at: times.resolved(in: display).end.instant).wall }

  /// The first and the last day; midnight at the end is still the day before.
  package var days: ClosedRange<Day> {
    let last = end.isMidnight && end > start ? end.day.adding(days: -1) : end.day
    return start.day...max(start.day, last)
  }

  /// How long it takes, in true elapsed seconds.
  package var duration: Int {
    let (start, end) = times.resolved(in: display)
    return end.instant.seconds(since: start.instant)
  }

  /// The zone whose clocks the start is told by; nil if it is meant wherever one happens to be.
  package var startZone: Zone? { zone(of: times.start) }

  /// The same for the end.
  package var endZone: Zone? { zone(of: writtenEnd) }

  private func zone(of time: EventTime) -> Zone? {
    if case .floating = time { nil } else { clock(of: time) }
  }

  private func clock(of time: EventTime) -> Zone {
    switch time {
    case .date, .floating: display
    case .utc: clockOfUTC
    case .zoned(_, let zone): zone
    }
  }

  /// The end in its own form where it has one, else a time in the start's.
  private var writtenEnd: EventTime { TimesDraft.writtenEnd(times) }
  private var clockOfEnd: Zone { clock(of: writtenEnd) }

  private static func writtenEnd(_ times: EventTimes) -> EventTime {
    if case .time(let end) = times.end { end } else { times.start }
  }

  // MARK: Start and end

  /// Lets the event start then; it keeps its length.
  package mutating func setStart(_ wall: WallTime) {
    guard wall != start else { return }
    times = times.moved(toStart: clock(of: times.start).time(at: wall))
    mendIfAsBefore()
  }

  /// Lets the event end then, and start when it did. Before its start it cannot end: the start then goes along.
  package mutating func setEnd(_ wall: WallTime) {
    guard wall != end else { return }
    let new = clockOfEnd.time(at: wall)
    let isBefore = isAllDay ? wall <= start : new.instant < times.resolved(in: display).start.instant
    if isBefore {
      setStart(start.adding(seconds: wall.seconds(since: end)))
    } else {
      times = times.stretched(toEnd: new, in: display)
    }
    mendIfAsBefore()
  }

  /// Lets the event start on that day, at the same time of day.
  package mutating func setStart(day: Day) { setStart(WallTime(day, secondOfDay: start.secondOfDay)) }

  /// Lets the event end on that day: at the same time of day, or as the last of its whole days.
  package mutating func setEnd(day: Day) {
    setEnd(isAllDay ? WallTime(day.adding(days: 1)) : WallTime(day, secondOfDay: end.secondOfDay))
  }

  /// Lets the event end at a time of day, 0 to 86,400 seconds after midnight.
  ///
  /// Of an event shorter than a day that is the first such time after its start, where it does not become longer than
  /// half a day by that: what starts at 22:00 and ends at 02:00 ends on the next day.
  package mutating func setEnd(secondOfDay: Int) {
    guard duration < WallTime.secondsPerDay, clockOfEnd == clock(of: times.start) else {
      return setEnd(WallTime(end.day, secondOfDay: secondOfDay))
    }
    let sameDay = WallTime(start.day, secondOfDay: secondOfDay)
    let nextDay = sameDay.adding(days: 1)
    let isNight = sameDay < start && nextDay.seconds(since: start) <= TimesDraft.longestNight
    setEnd(isNight ? nextDay : sameDay)
  }

  /// Lets the event take so many elapsed seconds from its start.
  ///
  /// - Precondition: `duration` is not negative.
  package mutating func setDuration(_ duration: Int) {
    precondition(duration >= 0, "an event cannot end before it starts")
    guard duration != self.duration else { return }
    let end = times.resolved(in: display).start.instant.adding(seconds: duration)
    times = times.stretched(toEnd: clockOfEnd.time(at: end), in: display)
    mendIfAsBefore()
  }

  /// The fields show what they did at first: then it is also written as it was.
  private mutating func mendIfAsBefore() {
    guard times.start == original.start, writtenEnd.hasForm(of: TimesDraft.writtenEnd(original)) else {
      return
    }
    let isSame = times.resolved(in: display).end.instant == original.resolved(in: display).end.instant
    if isSame { times = original }
  }

  // MARK: Zones

  /// Tells the start by the clocks of another zone, at the same time of day; nil lets it be meant wherever one happens
  /// to be. An end by the same clocks goes along.
  package mutating func setStartZone(_ zone: Zone?) {
    guard !isAllDay, zone != startZone else { return }
    let (start, end, togetherWith) = (self.start, self.end, startZone == endZone)
    if zone == .utc { clockOfUTC = .utc }
    if case .time(let old) = times.end, togetherWith {
      times.end = .time(time(end, in: zone, insteadOf: old))
    }
    times.start = time(start, in: zone, insteadOf: times.start)
    mendOrder()
  }

  /// Tells the end by the clocks of another zone, at the same time of day.
  package mutating func setEndZone(_ zone: Zone?) {
    guard !isAllDay, zone != endZone else { return }
    let end = end
    if zone == .utc { clockOfUTC = .utc }
    times.end = .time(time(end, in: zone, insteadOf: writtenEnd))
    mendOrder()
  }

  private func time(_ wall: WallTime, in zone: Zone?, insteadOf old: EventTime) -> EventTime {
    guard let zone else { return .floating(wall) }
    // Back in the zone whose clocks told it at first it is written as at first.
    if zone == display, clockOfUTC == display, case .utc = original.start {
      return .utc(WallTime(seconds: zone.time(at: wall).instant.seconds))
    }
    return .at(wall, in: zone)
  }

  /// Clocks further east tell an end before the start: it ends as it starts.
  private mutating func mendOrder() {
    guard case .time(let end) = times.end else { return }
    let start = times.start.time(in: display)
    if end.time(in: display).instant < start.instant { times.end = .time(end.with(time: start)) }
  }

  // MARK: Whole days

  /// Lets the event take the whole of its days, or times of day. Switched back it has the times that it had, on the
  /// days that it stands on now.
  ///
  /// - Parameter usual: seconds after midnight of start and end where it never had any.
  package mutating func setAllDay(_ isAllDay: Bool, usual: Range<Int> = 9 * 3600..<10 * 3600) {
    guard isAllDay != self.isAllDay else { return }
    let (days, left) = (days, times)
    times = otherSide ?? (isAllDay ? wholeDays(days) : hours(usual, on: days))
    otherSide = left
    setDays(days)
  }

  private func wholeDays(_ days: ClosedRange<Day>) -> EventTimes {
    EventTimes(start: .date(days.lowerBound), end: .time(.date(days.upperBound.adding(days: 1))))
  }

  private func hours(_ usual: Range<Int>, on days: ClosedRange<Day>) -> EventTimes {
    EventTimes(
      start: .at(WallTime(days.lowerBound, secondOfDay: usual.lowerBound), in: display),
      end: .time(.at(WallTime(days.upperBound, secondOfDay: usual.upperBound), in: display)))
  }

  /// Lets it stand on those days, at its times of day.
  private mutating func setDays(_ requested: ClosedRange<Day>) {
    setStart(day: requested.lowerBound)
    let missing = requested.upperBound.days(since: days.upperBound)
    guard missing != 0 else { return }
    let end = end.adding(days: missing)
    if end > start { setEnd(end) }
  }
}
