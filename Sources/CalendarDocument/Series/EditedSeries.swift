import CalendarModel

/// The events of a series while an edit is being applied to the whole series.
struct EditedSeries {
  let content: SeriesContent
  var master: CalendarEvent
  /// The overrides, in the order of `content.overrides`.
  var overrides: [CalendarEvent]
  /// How the series moves, or nil if it does not move.
  var shift: SeriesShift?

  init(content: SeriesContent) {
    self.content = content
    master = content.master.event
    overrides = content.overrides.map(\.component.event)
  }

  /// Sets a property of the master, of the event from which the edited occurrence takes its text, and of the
  /// overrides that have the same value as the master.
  mutating func set(_ property: EventProperty) {
    let masterValue = content.master.event.property(property.kind)
    master.set(property)
    for index in overrides.indices
    where overrides[index].property(property.kind) == masterValue
      || content.overrides[index].component.eventIndex == content.textSource.eventIndex
    {
      overrides[index].set(property)
    }
  }

  /// Moves or resizes the master like the edited occurrence, along with the overrides that were not moved
  /// individually.
  mutating func setTimes(
    _ times: EventTimes, by change: EventEdit.Change
  ) throws(SeriesRefusal.Reason) {
    let (oldTimes, start) = (content.times, content.start)
    if times.start != oldTimes.start {
      let keepsForm = times.start.hasSameForm(as: oldTimes.start)
      let oldWall = oldTimes.start.wall(inFormOf: start)
      let newWall = keepsForm ? times.start.wall(inFormOf: start) : times.start.wall
      let form = keepsForm ? start : times.start
      let baseWall =
        keepsForm || !times.start.isDate ? content.originalWall : WallTime(content.originalWall.day)
      let distance = newWall.seconds(
        since: times.start.isDate && !keepsForm ? WallTime(oldWall.day) : oldWall)
      let newOriginalStart = form.with(wall: baseWall.adding(seconds: distance))
      if newOriginalStart != content.originalStart {
        let shift = try SeriesShift(of: content.recurrence, from: content.originalWall, to: newOriginalStart)
        guard Set(content.overrides.map { shift($0.originalWall) }).count == overrides.count else {
          throw .sharedTime
        }
        self.shift = shift
      }
      guard keepsForm || !content.overrides.contains(where: \.isThisAndFuture) else {
        throw .noEquivalentRule
      }
    }
    master.times = newMasterTimes(times, by: change)
    let isMove = if case .move = change { true } else { false }
    for (index, override) in content.overrides.enumerated() {
      if override.component.eventIndex == content.textSource.eventIndex, content.ownOverride != nil {
        overrides[index].times = times
      } else if let newTimes = newTimes(of: override, isMove: isMove, like: times) {
        overrides[index].times = newTimes
      }
    }
  }

  /// Returns the master's times with the new start and the new length of the edited occurrence.
  private func newMasterTimes(_ times: EventTimes, by change: EventEdit.Change) -> EventTimes {
    let oldTimes = content.master.event.times
    let start = shift?.start ?? oldTimes.start
    let difference = length(of: times) - length(of: content.times)
    guard start.hasSameForm(as: oldTimes.start) else {
      return EditedSeries.times(startingAt: start, like: times)
    }
    let movedTimes = oldTimes.shifted(by: start.wall.seconds(since: oldTimes.start.wall))
    if isMove(change) || difference == 0 { return movedTimes }
    if content.ownOverride != nil, case .time(let end) = movedTimes.end {
      // Apply the change in the override's length, not the new length itself.
      return EventTimes(start: start, end: .time(end.with(wall: end.wall.adding(seconds: difference))))
    }
    return EditedSeries.times(startingAt: start, like: times)
  }

  private func isMove(_ change: EventEdit.Change) -> Bool { if case .move = change { true } else { false } }

  /// Returns the length of an occurrence in seconds: in wall-clock time or, if it does not end with a DTEND of
  /// the same form as its start, in elapsed time.
  private func length(of times: EventTimes) -> Int {
    if let length = times.wallLength { return length }
    let (start, end) = times.resolved(in: .utc)
    return end.instant.seconds(since: start.instant)
  }

  /// Returns times with a different start and the same length. The length is measured in days for dates, in
  /// wall-clock time for other times, or in exact seconds if DTEND and DTSTART have different forms; a
  /// DURATION is kept as it is.
  static func times(startingAt start: EventTime, like times: EventTimes) -> EventTimes {
    guard case .time(let end) = times.end else { return EventTimes(start: start, end: times.end) }
    if start.isDate {
      let days = end.wall.day.days(since: times.start.wall.day)
      return EventTimes(start: start, end: .time(.date(start.wall.day.adding(days: days))))
    }
    if let length = times.wallLength, start.hasSameForm(as: times.start) {
      return EventTimes(start: start, end: .time(start.with(wall: start.wall.adding(seconds: length))))
    }
    let (resolvedStart, resolvedEnd) = times.resolved(in: .utc)
    let moment = start.time(in: .utc).instant.adding(
      seconds: resolvedEnd.instant.seconds(since: resolvedStart.instant))
    return EventTimes(start: start, end: .time(end.with(time: Zone.utc.time(at: moment))))
  }

  /// Returns the new times of an override, or nil if it keeps its times because it was moved or resized
  /// individually.
  private func newTimes(
    of override: SeriesContent.Override, isMove: Bool, like newOccurrenceTimes: EventTimes
  ) -> EventTimes? {
    let times = override.component.event.times
    guard let expectedTimes = content.series.instance(originallyAt: override.originalWall)?.times else {
      return nil
    }
    let hasExpectedStart =
      times.isAllDay == expectedTimes.isAllDay
      && times.start.time(in: .utc).instant == expectedTimes.start.time(in: .utc).instant
    let hasExpectedLength = length(of: times) == length(of: expectedTimes)
    guard override.isThisAndFuture || (hasExpectedStart && (hasExpectedLength || isMove)) else { return nil }
    let start: EventTime
    if let shift {
      let wall = shift(override.originalWall)
      if override.isThisAndFuture, times.start.hasSameForm(as: content.start) {
        let distance = wall.seconds(since: override.originalWall)
        start = times.start.with(wall: times.start.wall.adding(seconds: distance))
      } else if shift.start.hasSameForm(as: content.start) {
        start = SeriesContent.time(wall, inFormOf: times.start, seriesStart: content.start)
      } else {
        start = shift.start.with(wall: wall)
      }
    } else {
      start = times.start
    }
    if isMove || (override.isThisAndFuture && !hasExpectedLength) { return times.starting(at: start) }
    return EditedSeries.times(startingAt: start, like: newOccurrenceTimes).starting(at: start)
  }
}
