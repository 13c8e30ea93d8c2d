/// The times of an event in the editor's fields: a start, an end and their zones, or whole days.
///
/// The fields show a time in the zone in which it is written, or in the display zone if it is in UTC or
/// floating. Times that are not changed, or are changed back, keep their original form.
package struct TimesDraft: Hashable, Sendable {
  /// The times as they will be written.
  package private(set) var times: EventTimes

  private let originalTimes: EventTimes
  private var displayZone: Zone
  /// The zone in which UTC times are shown: the display zone, unless the user chose UTC itself.
  private var zoneForUTC: Zone
  /// The times before the all-day switch was last used, to be restored when it is switched back.
  private var timesBeforeSwitch: EventTimes?

  /// The maximum duration, in seconds, of an overnight event. An end time that is earlier than the start time
  /// is assumed to be on the next day unless the event would then be longer than this. In that case, the user
  /// has more likely made a mistake.
  private static let maximumOvernightDuration = 12 * 3600

  package init(_ times: EventTimes, in displayZone: Zone) {
    self.times = times
    originalTimes = times
    self.displayZone = displayZone
    zoneForUTC = displayZone
  }

  /// Shows the times in a different display zone. They stay as written.
  package mutating func changeDisplayZone(to displayZone: Zone) {
    if zoneForUTC == self.displayZone { zoneForUTC = displayZone }
    self.displayZone = displayZone
  }

  // MARK: Displayed values

  /// Whether this is an all-day event.
  package var isAllDay: Bool { times.isAllDay }

  /// The start in its own zone; midnight of the first day for an all-day event.
  package var start: WallTime { times.start.time(in: displayedZone(of: times.start)).wall }

  /// The end in its own zone; midnight after the last day for an all-day event.
  package var end: WallTime { displayedEndZone.time(at: times.resolved(in: displayZone).end.instant).wall }

  /// The first and the last day. An end at midnight belongs to the day before.
  package var days: ClosedRange<Day> {
    let last = end.isMidnight && end > start ? end.day.adding(days: -1) : end.day
    return start.day...max(start.day, last)
  }

  /// The elapsed time in seconds.
  package var duration: Int {
    let (start, end) = times.resolved(in: displayZone)
    return end.instant.seconds(since: start.instant)
  }

  /// The zone of the start; nil if it is floating.
  package var startZone: Zone? { zone(of: times.start) }

  /// The zone of the end; nil if it is floating.
  package var endZone: Zone? { zone(of: writtenEnd) }

  private func zone(of time: EventTime) -> Zone? {
    if case .floating = time { nil } else { displayedZone(of: time) }
  }

  private func displayedZone(of time: EventTime) -> Zone {
    switch time {
    case .date, .floating: displayZone
    case .utc: zoneForUTC
    case .zoned(_, let zone): zone
    }
  }

  /// The end if it is written as a time or a date, otherwise the start, which then determines the end's form.
  private var writtenEnd: EventTime { TimesDraft.writtenEnd(times) }
  private var displayedEndZone: Zone { displayedZone(of: writtenEnd) }

  private static func writtenEnd(_ times: EventTimes) -> EventTime {
    if case .time(let end) = times.end { end } else { times.start }
  }

  // MARK: Start and end

  /// Moves the event to a new start, keeping its duration.
  package mutating func setStart(_ wall: WallTime) {
    guard wall != start else { return }
    times = times.moved(toStart: displayedZone(of: times.start).time(at: wall))
    restoreOriginalFormIfUnchanged()
  }

  /// Changes the end and keeps the start.
  ///
  /// - Returns: false if the new end is before the start; nothing changes then.
  @discardableResult
  package mutating func setEnd(_ wall: WallTime) -> Bool {
    guard wall != end else { return true }
    let newEnd = displayedEndZone.time(at: wall)
    let endsBeforeStart =
      isAllDay ? wall <= start : newEnd.instant < times.resolved(in: displayZone).start.instant
    guard !endsBeforeStart else { return false }
    times = times.resized(toEnd: newEnd, in: displayZone)
    restoreOriginalFormIfUnchanged()
    return true
  }

  /// Moves the start to a day, at the same time of day.
  package mutating func setStart(day: Day) { setStart(WallTime(day, secondOfDay: start.secondOfDay)) }

  /// Moves the end to a day, at the same time of day; for an all-day event, `day` is the last day.
  ///
  /// - Returns: false if the new end is before the start; nothing changes then.
  @discardableResult
  package mutating func setEnd(day: Day) -> Bool {
    setEnd(isAllDay ? WallTime(day.adding(days: 1)) : WallTime(day, secondOfDay: end.secondOfDay))
  }

  /// Sets the time of day at which the event ends, 0 to 86,400 seconds after midnight.
  ///
  /// An event that lasts a day or more, or ends in a different zone, ends on the same day as before. Any other
  /// event ends on the day of its start or, if the time of day is before the start, on the next day, unless
  /// it would then be longer than 12 hours. For example, an event from 22:00 to 02:00 ends on the next day.
  ///
  /// - Returns: false if the new end is before the start; nothing changes then.
  @discardableResult
  package mutating func setEnd(secondOfDay: Int) -> Bool {
    guard duration < WallTime.secondsPerDay, displayedEndZone == displayedZone(of: times.start) else {
      return setEnd(WallTime(end.day, secondOfDay: secondOfDay))
    }
    let sameDay = WallTime(start.day, secondOfDay: secondOfDay)
    let nextDay = sameDay.adding(days: 1)
    let isOvernight = sameDay < start && nextDay.seconds(since: start) <= TimesDraft.maximumOvernightDuration
    return setEnd(isOvernight ? nextDay : sameDay)
  }

  /// Sets the elapsed time from start to end, in seconds.
  ///
  /// - Precondition: `duration` is not negative.
  package mutating func setDuration(_ duration: Int) {
    precondition(duration >= 0, "an event cannot end before it starts")
    guard duration != self.duration else { return }
    let end = times.resolved(in: displayZone).start.instant.adding(seconds: duration)
    times = times.resized(toEnd: displayedEndZone.time(at: end), in: displayZone)
    restoreOriginalFormIfUnchanged()
  }

  /// Restores the original form if the fields show their original values again.
  private mutating func restoreOriginalFormIfUnchanged() {
    guard times.start == originalTimes.start, writtenEnd.hasSameForm(as: TimesDraft.writtenEnd(originalTimes))
    else {
      return
    }
    let hasSameEnd =
      times.resolved(in: displayZone).end.instant == originalTimes.resolved(in: displayZone).end.instant
    if hasSameEnd { times = originalTimes }
  }

  // MARK: Zones

  /// Changes the zone of the start, keeping the time of day; nil makes it floating. An end in the same zone
  /// changes along with it.
  package mutating func setStartZone(_ zone: Zone?) {
    guard !isAllDay, zone != startZone else { return }
    let (start, end, hasSameZones) = (self.start, self.end, startZone == endZone)
    if zone == .utc { zoneForUTC = .utc }
    if case .time(let oldEnd) = times.end, hasSameZones {
      times.end = .time(time(end, in: zone, insteadOf: oldEnd))
    }
    times.start = time(start, in: zone, insteadOf: times.start)
    clampEndToStart()
  }

  /// Changes the zone of the end, keeping the time of day.
  package mutating func setEndZone(_ zone: Zone?) {
    guard !isAllDay, zone != endZone else { return }
    let end = end
    if zone == .utc { zoneForUTC = .utc }
    times.end = .time(time(end, in: zone, insteadOf: writtenEnd))
    clampEndToStart()
  }

  private func time(_ wall: WallTime, in zone: Zone?, insteadOf oldTime: EventTime) -> EventTime {
    guard let zone else { return .floating(wall) }
    // A UTC time that the user changes back to the zone in which it was first shown is written in UTC again.
    if zone == displayZone, zoneForUTC == displayZone, case .utc = originalTimes.start {
      return .utc(WallTime(seconds: zone.time(at: wall).instant.seconds))
    }
    return .at(wall, in: zone)
  }

  /// Moves the end to the start if the end is earlier, which can happen if its zone is farther east.
  private mutating func clampEndToStart() {
    guard case .time(let end) = times.end else { return }
    let start = times.start.time(in: displayZone)
    if end.time(in: displayZone).instant < start.instant { times.end = .time(end.with(time: start)) }
  }

  // MARK: Whole days

  /// Switches between whole days and times of day. Switching back restores the earlier times of day, on the
  /// days that the event has now.
  ///
  /// - Parameter defaultSecondsOfDay: the start and end to use if the event never had times of day, in seconds after
  ///   midnight.
  package mutating func setAllDay(_ isAllDay: Bool, defaultSecondsOfDay: Range<Int> = 9 * 3600..<10 * 3600) {
    guard isAllDay != self.isAllDay else { return }
    let (days, previousTimes) = (days, times)
    times = timesBeforeSwitch ?? (isAllDay ? wholeDays(days) : timesOfDay(defaultSecondsOfDay, on: days))
    timesBeforeSwitch = previousTimes
    setDays(days)
  }

  private func wholeDays(_ days: ClosedRange<Day>) -> EventTimes {
    EventTimes(start: .date(days.lowerBound), end: .time(.date(days.upperBound.adding(days: 1))))
  }

  private func timesOfDay(_ defaultSecondsOfDay: Range<Int>, on days: ClosedRange<Day>) -> EventTimes {
    EventTimes(
      start: .at(WallTime(days.lowerBound, secondOfDay: defaultSecondsOfDay.lowerBound), in: displayZone),
      end: .time(.at(WallTime(days.upperBound, secondOfDay: defaultSecondsOfDay.upperBound), in: displayZone))
    )
  }

  /// Moves the event to different days, at the same times of day.
  private mutating func setDays(_ newDays: ClosedRange<Day>) {
    setStart(day: newDays.lowerBound)
    let dayDifference = newDays.upperBound.days(since: days.upperBound)
    guard dayDifference != 0 else { return }
    let end = end.adding(days: dayDifference)
    if end > start { setEnd(end) }
  }
}
