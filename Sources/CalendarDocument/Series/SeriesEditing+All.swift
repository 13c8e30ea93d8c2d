import CalendarModel
import ICalendar

// Edits of a whole series: the master, and what its overrides had in common with it.
extension SeriesEditing {
  func planOfAll(
    _ edit: EventEdit, of content: SeriesContent, in document: inout CalendarDocument
  ) throws(SeriesRefusal.Reason) -> SeriesPlan {
    var plan = SeriesPlan(anchor: content.firstComponent)
    let event = content.event
    let changes = edit.change.properties.filter { $0 != event.property($0.kind) }
    guard !changes.isEmpty else { return plan }
    try Self.checked { () throws(EditError) in try check(edit.change, in: content.times) }
    var writing = SeriesWriting(content: content)
    var isRevision = false
    for property in changes {
      if property.kind == .times || property.kind == .status { isRevision = true }
      if case .times(let times) = property {
        try writing.setTimes(times, by: edit.change)
      } else {
        writing.set(property)
      }
    }
    let master = content.master.event
    let (text, line) = (document.text, document.text.components[plan.anchor].lines.lowerBound)
    let current = document
    do {
      plan.zones = try current.missingZones(for: writing.master.times, old: master.times, like: line)
      let wasEmpty = master.times.resolved(in: .utc).start == master.times.resolved(in: .utc).end
      try TimesWriter.check(writing.master.times, mayBeEmpty: wasEmpty)
    } catch {
      throw .edit(error)
    }
    for (part, changed) in [(content.master, writing.master)]
      + zip(content.overrides.map(\.part), writing.overrides)
    {
      var edits: [LineEdit]
      do {
        edits = try lineEdits(from: part.event, to: changed, part, in: text)
      } catch {
        throw .edit(error)
      }
      if let shift = writing.shift {
        edits +=
          part.index == content.master.index
          ? seriesEdits(of: content, moving: shift, in: &document)
          : recurrenceIDEdit(of: part, in: content, moving: shift, text: text)
      }
      guard !edits.isEmpty else { continue }
      if writesStamps {
        edits += StampWriter(text: text, lines: part.lines).edits(stamp, isRevision: isRevision)
      }
      plan.replaced[part.component] = text.bytes(ofComponent: part.component, applying: edits)
    }
    return plan
  }

  /// RRULE, EXDATE and RDATE of a series that moves.
  private func seriesEdits(
    of content: SeriesContent, moving shift: SeriesShift, in document: inout CalendarDocument
  ) -> [LineEdit] {
    let (text, lines) = (document.text, content.master.lines)
    var edits = DateLists(text: text, lines: lines, start: content.start)
      .edits(zones: &document.zones, moving: shift)
    if let old = content.rule, let new = shift.rule, old != new,
      let line = lines.recurrence.first(where: { text.line($0)?.name == "RRULE" }),
      let written = text.line(line)?.value
    {
      edits.append(.setValue(line: line, value: RuleLine.value(written, changing: old, to: new)))
    }
    return edits
  }

  private func recurrenceIDEdit(
    of part: SeriesContent.Part, in content: SeriesContent, moving shift: SeriesShift, text: ICalendarText
  ) -> [LineEdit] {
    guard let override = content.overrides.first(where: { $0.part.index == part.index }),
      let line = part.lines.recurrenceID, let written = text.line(line)
    else { return [] }
    let wall = shift(override.wall)
    guard shift.start.hasSameForm(as: content.start) else {
      let kept = written.parameters.filter { $0.name != "VALUE" && $0.name != "TZID" }
      let head = Array("RECURRENCE-ID".utf8) + kept.flatMap { Array(";".utf8) + $0.bytes }
      let time = shift.start.with(wall: wall)
      return [
        .replace(
          line: line,
          with: head + SeriesContent.formParameters(of: time) + Array(":".utf8) + time.value)
      ]
    }
    let time = SeriesContent.time(wall, like: override.original, of: content.start)
    return time == override.original ? [] : [.setValue(line: line, value: time.value)]
  }
}

extension SeriesContent {
  /// The first component of the series in the file.
  var firstComponent: Int { ([master] + overrides.map(\.part)).map(\.component).min() ?? master.component }
}

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
        shift = try SeriesShift(of: content.recurrence, from: content.wall, to: target)
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
