/// A change to one event, requested by a gesture, a key, the editor, assistive technology or the command
/// line. It is one undo step.
///
/// It describes the result rather than the difference, so applying it twice has the same effect as applying
/// it once.
package struct EventEdit: Hashable, Sendable {
  /// The part of a series that an edit applies to. Ignored for events that do not repeat.
  package enum Scope: Hashable, Sendable, CaseIterable { case thisOccurrence, thisAndFollowing, all }

  package enum Change: Hashable, Sendable {
    /// Moves the whole event, keeping its duration.
    case move(EventTimes)
    /// Moves the start, keeping the end.
    case stretchStart(EventTimes)
    /// Moves the end, keeping the start.
    case stretchEnd(EventTimes)
    /// Sets properties, each kind at most once; the others stay. Unlike a move or a stretch, this may change
    /// the form of the times: all-day or not, or another zone.
    case set([EventProperty])
    /// Adds this event. The target of the edit is its identifier.
    // Indirect, so that all other changes, and what contains them, are not as large as an event.
    indirect case add(CalendarEvent)
    /// Removes the event.
    case delete
    /// Moves the event to another calendar, which has this colour, under the identifier `to`. All of its
    /// content in the file is moved with it.
    case transfer(to: EventID, calendarColor: EventColor?)

    /// The properties to set; empty if the event is added or removed as a whole.
    package var properties: [EventProperty] {
      switch self {
      case .move(let times), .stretchStart(let times), .stretchEnd(let times): [.times(times)]
      case .set(let properties): properties
      case .add, .delete, .transfer: []
      }
    }

    /// The new times; nil if the times stay as they are or the event is removed.
    package var times: EventTimes? {
      if case .add(let event) = self { return event.times }
      for case .times(let times) in properties { return times }
      return nil
    }
  }

  package var target: EventID
  /// The original start of the occurrence in a series; nil for an event that does not repeat.
  package var occurrence: EventTime?
  package var scope: Scope
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
  /// The edit that adds an event under its own identifier.
  package static func add(_ event: CalendarEvent) -> EventEdit {
    EventEdit(target: event.id, change: .add(event))
  }

  /// The event's identifier after this edit.
  package var resultingID: EventID {
    if case .transfer(let newID, _) = change { return newID }
    return target
  }

  /// The event after this edit; nil if it does not exist then.
  ///
  /// - Parameter event: the event before the edit; nil if there is none.
  package func result(of event: CalendarEvent?) -> CalendarEvent? {
    switch change {
    case .delete: return nil
    case .add(var added):
      added.id = target
      return event ?? added
    case .transfer(let newID, let color):
      guard var event else { return nil }
      event.id = newID
      event.calendarColor = color
      return event
    case .move, .stretchStart, .stretchEnd, .set:
      guard var event else { return nil }
      for property in change.properties { event.set(property) }
      return event
    }
  }

  /// The edit that undoes this one: it restores only what this edit changes, and keeps later changes to other
  /// properties.
  ///
  /// - Parameter event: the event before this edit; nil if there was none.
  package func inverse(before event: CalendarEvent?) -> EventEdit {
    var inverse = self
    inverse.target = resultingID
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
  /// These times moved so that they start at a wall time of the display zone, with the same length.
  ///
  /// The start keeps its form. DTEND moves by the same wall-clock distance in its own zone, so that an event
  /// from 09:00 to 10:00 stays one across a clock change. DURATION stays as it is.
  package func moved(toStart start: WallTime, in display: Zone) -> EventTimes {
    moved(toStart: display.time(at: start))
  }

  /// The same for an exact moment. If the clocks show a wall time twice, it may be the second one.
  package func moved(toStart start: ZonedTime) -> EventTimes {
    let target = self.start.with(time: start)
    let delta = target.wall.seconds(since: self.start.wall)
    switch end {
    case .implied, .duration: return EventTimes(start: target, end: end)
    case .time(let end):
      return EventTimes(start: target, end: .time(end.with(wall: end.wall.adding(seconds: delta))))
    }
  }

  /// These times with the start at a wall time of the display zone and the same end.
  package func stretched(toStart start: WallTime, in display: Zone) -> EventTimes {
    stretched(toStart: display.time(at: start), in: display)
  }

  /// The same for an exact moment. If the clocks show a wall time twice, it may be the second one.
  package func stretched(toStart start: ZonedTime, in display: Zone) -> EventTimes {
    let (_, oldEnd) = resolved(in: display)
    let target = self.start.with(time: start)
    switch end {
    case .time: return EventTimes(start: target, end: end)
    case .implied: return EventTimes(start: target, end: .time(target.with(time: oldEnd)))
    case .duration: return EventTimes(start: target, end: length(from: target, to: oldEnd, in: display))
    }
  }

  /// These times with the end at a wall time of the display zone and the same start.
  package func stretched(toEnd end: WallTime, in display: Zone) -> EventTimes {
    stretched(toEnd: display.time(at: end), in: display)
  }

  /// The same for an exact moment. If the clocks show a wall time twice, it may be the second one.
  package func stretched(toEnd end: ZonedTime, in display: Zone) -> EventTimes {
    switch self.end {
    case .time(let old): return EventTimes(start: start, end: .time(old.with(time: end)))
    case .implied: return EventTimes(start: start, end: .time(start.with(time: end)))
    case .duration: return EventTimes(start: start, end: length(from: start, to: end, in: display))
    }
  }

  /// The DURATION from a start to an end: in days for dates, exact for times.
  private func length(from start: EventTime, to end: ZonedTime, in display: Zone) -> End {
    if start.isDate { return .duration(EventDuration(days: end.wall.day.days(since: start.wall.day))) }
    let elapsed = end.instant.seconds(since: start.time(in: display).instant)
    return .duration(EventDuration(seconds: elapsed))
  }
}

extension Occurrence {
  /// This occurrence after `change` is applied.
  package func applying(_ change: EventEdit.Change, in zone: Zone) -> Occurrence {
    var event = event
    for property in change.properties where property.kind != .times || recurrenceID == nil {
      event.set(property)
    }
    return Occurrence(event: event, times: change.times ?? times, recurrenceID: recurrenceID, zone: zone)
  }

  /// The edit that applies `change` to this occurrence.
  package func edit(_ change: EventEdit.Change, scope: EventEdit.Scope = .thisOccurrence) -> EventEdit {
    EventEdit(target: event.id, occurrence: recurrenceID, scope: scope, change: change)
  }
}
