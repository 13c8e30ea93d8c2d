/// A change to one event, requested by a gesture, a key, the editor, assistive technology or the command line. It is
/// one undo step.
///
/// It describes the result rather than the difference, so applying it twice has the same effect as applying it once.
package struct EventEdit: Hashable, Sendable {
  /// Which part of a series is meant. Without a series it is ignored.
  package enum Scope: Hashable, Sendable { case thisOccurrence, thisAndFollowing, all }

  /// What is to happen.
  package enum Change: Hashable, Sendable {
    /// The whole event goes elsewhere; its duration stays.
    case move(EventTimes)
    /// Its start goes elsewhere; its end stays.
    case stretchStart(EventTimes)
    /// Its end goes elsewhere; its start stays.
    case stretchEnd(EventTimes)
    /// It says these things from now on, each kind at most once; what is not named stays. Unlike a move or a
    /// stretch, times may take another form here: all day or not, in another zone.
    case set([EventProperty])
    /// It is made, and is like this; its name is the edit's target.
    case add(CalendarEvent)
    /// It is removed.
    case delete
    /// It goes into another calendar, of that colour, and has that name there. All that its file says of it goes with it.
    case transfer(to: EventID, calendarColor: EventColor?)

    /// What the event shall say; nothing where it is made or removed as a whole.
    package var properties: [EventProperty] {
      switch self {
      case .move(let times), .stretchStart(let times), .stretchEnd(let times): [.times(times)]
      case .set(let properties): properties
      case .add, .delete, .transfer: []
      }
    }

    /// The times that the event shall have; nil if it keeps those that it has, or is removed.
    package var times: EventTimes? {
      if case .add(let event) = self { return event.times }
      for case .times(let times) in properties { return times }
      return nil
    }
  }

  package var target: EventID
  /// The original start of the occurrence in a series; nil for an event that does not repeat.
  package var occurrence: EventTime?
  /// Which part of the series.
  package var scope: Scope
  /// What is to happen.
  package var change: Change

  package init(
    target: EventID, occurrence: EventTime? = nil, scope: Scope = .thisOccurrence, change: Change
  ) {
    self.target = target
    self.occurrence = occurrence
    self.scope = scope
    self.change = change
  }
}

extension EventEdit {
  /// The edit that makes an event, under the name that it has.
  package static func add(_ event: CalendarEvent) -> EventEdit {
    EventEdit(target: event.id, change: .add(event))
  }

  /// What the event is called once this edit is made.
  package var outcome: EventID {
    if case .transfer(let name, _) = change { return name }
    return target
  }

  /// What an event is like once this edit is made of it; nil for one that is not there then.
  ///
  /// - Parameter event: the event as it is; nil for none.
  package func result(of event: CalendarEvent?) -> CalendarEvent? {
    switch change {
    case .delete: return nil
    case .add(var added):
      added.id = target
      return event ?? added
    case .transfer(let name, let color):
      guard var event else { return nil }
      event.id = name
      event.calendarColor = color
      return event
    case .move, .stretchStart, .stretchEnd, .set:
      guard var event else { return nil }
      for property in change.properties { event.set(property) }
      return event
    }
  }

  /// The edit that takes this one back, from the event as it was: only what this one changes is as before, and what
  /// others changed since stays.
  ///
  /// - Parameter event: the event before this edit; nil for none.
  package func inverse(before event: CalendarEvent?) -> EventEdit {
    var inverse = self
    inverse.target = outcome
    switch (change, event) {
    case (.add, _), (_, nil): inverse.change = .delete
    case (.delete, let event?): inverse.change = .add(event)
    case (.set(let properties), let event?): inverse.change = .set(properties.map { event.property($0.kind) })
    case (.transfer, let event?):
      inverse.change = .transfer(to: target, calendarColor: event.calendarColor)
    case (.move, let event?), (.stretchStart, let event?), (.stretchEnd, let event?):
      inverse.change = .move(event.times)
    }
    return inverse
  }
}

extension EventTimes {
  /// These times with the start at a wall time of the display zone, and the same length.
  ///
  /// The start keeps its form. DTEND goes along by the same wall-clock distance in its own zone, so that an
  /// event from 09:00 to 10:00 stays one over a change of the clocks; DURATION stays as it is.
  package func moved(toStart start: WallTime, in display: Zone) -> EventTimes {
    moved(toStart: display.time(at: start))
  }

  /// The same, with the start at a moment: of a wall time that clocks show twice it may be the second.
  package func moved(toStart start: ZonedTime) -> EventTimes {
    let target = self.start.with(time: start)
    let delta = target.wall.seconds(since: self.start.wall)
    switch end {
    case .implied, .duration: return EventTimes(start: target, end: end)
    case .time(let end):
      return EventTimes(start: target, end: .time(end.with(wall: end.wall.adding(seconds: delta))))
    }
  }

  /// These times with the start at a wall time of the display zone and the end where it was.
  package func stretched(toStart start: WallTime, in display: Zone) -> EventTimes {
    stretched(toStart: display.time(at: start), in: display)
  }

  /// The same, with the start at a moment: of a wall time that clocks show twice it may be the second.
  package func stretched(toStart start: ZonedTime, in display: Zone) -> EventTimes {
    let (_, oldEnd) = resolved(in: display)
    let target = self.start.with(time: start)
    switch end {
    case .time: return EventTimes(start: target, end: end)
    case .implied: return EventTimes(start: target, end: .time(target.with(time: oldEnd)))
    case .duration: return EventTimes(start: target, end: length(from: target, to: oldEnd, in: display))
    }
  }

  /// These times with the end at a wall time of the display zone and the start where it was.
  package func stretched(toEnd end: WallTime, in display: Zone) -> EventTimes {
    stretched(toEnd: display.time(at: end), in: display)
  }

  /// The same, with the end at a moment: of a wall time that clocks show twice it may be the second.
  package func stretched(toEnd end: ZonedTime, in display: Zone) -> EventTimes {
    switch self.end {
    case .time(let old): return EventTimes(start: start, end: .time(old.with(time: end)))
    case .implied: return EventTimes(start: start, end: .time(start.with(time: end)))
    case .duration: return EventTimes(start: start, end: length(from: start, to: end, in: display))
    }
  }

  /// DURATION from a start to an end: in days for dates, exact for times.
  private func length(from start: EventTime, to end: ZonedTime, in display: Zone) -> End {
    if start.isDate { return .duration(EventDuration(days: end.wall.day.days(since: start.wall.day))) }
    let elapsed = end.instant.seconds(since: start.time(in: display).instant)
    return .duration(EventDuration(seconds: elapsed))
  }
}

extension Occurrence {
  /// This occurrence as it will be once `change` is applied.
  package func applying(_ change: EventEdit.Change, in zone: Zone) -> Occurrence {
    var event = event
    for property in change.properties where property.kind != .times || recurrenceID == nil {
      event.set(property)
    }
    return Occurrence(event: event, times: change.times ?? times, recurrenceID: recurrenceID, zone: zone)
  }

  /// The edit that makes `change` of this occurrence.
  package func edit(_ change: EventEdit.Change, scope: EventEdit.Scope = .thisOccurrence) -> EventEdit {
    EventEdit(target: event.id, occurrence: recurrenceID, scope: scope, change: change)
  }
}
