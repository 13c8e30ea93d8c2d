import CalendarModel

/// The events of a series while all of them are edited.
struct SeriesWriting {
  let content: SeriesContent
  var master: CalendarEvent
  /// In the order of the content's overrides.
  var overrides: [CalendarEvent]
  /// How the dates move; nil if they stay.
  var shift: SeriesShift?

  init(content: SeriesContent) {
    self.content = content
    master = content.master.event
    overrides = content.overrides.map(\.part.event)
  }

  /// Sets a property of the master, of the event that the occurrence has it from, and of the overrides that
  /// have it in common with the master.
  mutating func set(_ property: EventProperty) {
    let common = content.master.event.property(property.kind)
    master.set(property)
    for index in overrides.indices
    where overrides[index].property(property.kind) == common
      || content.overrides[index].part.index == content.example.index
    {
      overrides[index].set(property)
    }
  }

  /// Moves or stretches the master as the occurrence was, and the overrides whose times it had in common.
  mutating func setTimes(
    _ times: EventTimes, by change: EventEdit.Change
  ) throws(SeriesRefusal.Reason) {
    let (old, start) = (content.times, content.start)
    if times.start != old.start {
      let isSameForm = times.start.hasSameForm(as: old.start)
      let from = old.start.wall(inFormOf: start)
      let to = isSameForm ? times.start.wall(inFormOf: start) : times.start.wall
      let form = isSameForm ? start : times.start
      let base = isSameForm || !times.start.isDate ? content.wall : WallTime(content.wall.day)
      let distance = to.seconds(since: times.start.isDate && !isSameForm ? WallTime(from.day) : from)
      let target = form.with(wall: base.adding(seconds: distance))
      if target != content.original {
        let shift = try SeriesShift(of: content.recurrence, from: content.wall, to: target)
        guard Set(content.overrides.map { shift($0.wall) }).count == overrides.count else {
          throw .sharedTime
        }
        self.shift = shift
      }
      guard isSameForm || !content.overrides.contains(where: \.isThisAndFuture) else { throw .cannotFollow }
    }
    master.times = masterTimes(times, by: change)
    let isMove = if case .move = change { true } else { false }
    for (index, override) in content.overrides.enumerated() {
      if override.part.index == content.example.index, content.own != nil {
        overrides[index].times = times
      } else if let new = self.times(of: override, isMove: isMove, like: times) {
        overrides[index].times = new
      }
    }
  }

  /// The master's times with the new start and the length that the occurrence has now.
  private func masterTimes(_ times: EventTimes, by change: EventEdit.Change) -> EventTimes {
    let old = content.master.event.times
    let start = shift?.start ?? old.start
    let difference = length(of: times) - length(of: content.times)
    if content.own != nil, difference != 0, start.hasSameForm(as: old.start), case .time(let end) = old.end {
      // The difference that the override's length makes, not that length itself.
      let distance = start.wall.seconds(since: old.start.wall) + difference
      return EventTimes(start: start, end: .time(end.with(wall: end.wall.adding(seconds: distance))))
    }
    if start.hasSameForm(as: old.start), length(of: times) == length(of: content.times) || isMove(change) {
      guard case .time(let end) = old.end else { return EventTimes(start: start, end: old.end) }
      let distance = start.wall.seconds(since: old.start.wall)
      return EventTimes(start: start, end: .time(end.with(wall: end.wall.adding(seconds: distance))))
    }
    return SeriesWriting.times(startingAt: start, like: times)
  }

  private func isMove(_ change: EventEdit.Change) -> Bool { if case .move = change { true } else { false } }

  private func length(of times: EventTimes) -> Int {
    let (start, end) = times.resolved(in: .utc)
    return end.instant.seconds(since: start.instant)
  }

  /// Times at another start with the same length: exact for times, in days for dates, as DURATION says.
  static func times(startingAt start: EventTime, like times: EventTimes) -> EventTimes {
    guard case .time(let end) = times.end else { return EventTimes(start: start, end: times.end) }
    if start.isDate {
      let days = end.wall.day.days(since: times.start.wall.day)
      return EventTimes(start: start, end: .time(.date(start.wall.day.adding(days: days))))
    }
    let (from, to) = times.resolved(in: .utc)
    let moment = start.time(in: .utc).instant.adding(seconds: to.instant.seconds(since: from.instant))
    return EventTimes(start: start, end: .time(end.with(time: Zone.utc.time(at: moment))))
  }

  /// The new times of an override; nil if it keeps its own, because it was moved itself.
  private func times(
    of override: SeriesContent.Override, isMove: Bool, like new: EventTimes
  ) -> EventTimes? {
    let times = override.part.event.times
    guard let expected = content.series.instance(originally: override.wall)?.times else { return nil }
    let hasStart =
      times.isAllDay == expected.isAllDay
      && times.start.time(in: .utc).instant == expected.start.time(in: .utc).instant
    let hasLength = length(of: times) == length(of: expected)
    guard override.isThisAndFuture || (hasStart && (hasLength || isMove)) else { return nil }
    let start: EventTime
    if let shift {
      let wall = shift(override.wall)
      if override.isThisAndFuture, times.start.hasSameForm(as: content.start) {
        let distance = wall.seconds(since: override.wall)
        start = times.start.with(wall: times.start.wall.adding(seconds: distance))
      } else if shift.start.hasSameForm(as: content.start) {
        start = SeriesContent.time(wall, like: times.start, of: content.start)
      } else {
        start = shift.start.with(wall: wall)
      }
    } else {
      start = times.start
    }
    if isMove || (override.isThisAndFuture && !hasLength) {
      guard case .time(let end) = times.end else { return EventTimes(start: start, end: times.end) }
      let distance = start.wall.seconds(since: times.start.wall)
      return EventTimes(start: start, end: .time(end.with(wall: end.wall.adding(seconds: distance))))
    }
    return SeriesWriting.times(startingAt: start, like: new)
  }
}
