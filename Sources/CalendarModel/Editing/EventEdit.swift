/// A change to one event, requested by a gesture, a key, the editor, assistive technology or the command
/// line. Each edit is one undo step.
///
/// It describes the result rather than the difference, so applying it twice has the same effect as applying
/// it once.
package struct EventEdit: Hashable, Sendable {
  /// The part of a series that an edit applies to. It is ignored for events that do not repeat.
  package enum Scope: Hashable, Sendable, CaseIterable { case thisOccurrence, thisAndFollowing, all }

  package enum Change: Hashable, Sendable {
    /// Moves the whole event. Its duration stays the same, except when the edit reverts a change of the start or the end.
    case move(EventTimes)
    /// Moves the start, keeping the end.
    case resizeStart(EventTimes)
    /// Moves the end, keeping the start.
    case resizeEnd(EventTimes)
    /// Sets properties, each kind at most once, and keeps all others. Unlike the cases above, this may
    /// change whether the event is all-day, and its zone.
    case set([EventProperty])
    /// Adds this event. The edit's target is the event's identifier.
    // Indirect, so that the other cases, and any value that contains a change, do not take as much memory as
    // an event.
    indirect case add(CalendarEvent)
    /// Removes the event.
    case delete
    /// Moves the event, with all of its content in the file, to another calendar. There it has the identifier
    /// `to` and the calendar's color, `calendarColor`.
    case transfer(to: EventID, calendarColor: EventColor?)

    /// The properties to set; empty if the event is added, deleted or transferred as a whole.
    package var properties: [EventProperty] {
      switch self {
      case .move(let times), .resizeStart(let times), .resizeEnd(let times): [.times(times)]
      case .set(let properties): properties
      case .add, .delete, .transfer: []
      }
    }

    /// The new times; nil if the times do not change or the event is deleted.
    package var times: EventTimes? {
      if case .add(let event) = self { return event.times }
      for case .times(let times) in properties { return times }
      return nil
    }
  }

  package var target: EventID
  /// The original start of the occurrence in a series; nil for an event that does not repeat.
  package var originalStart: EventTime?
  package var scope: Scope
  package var change: Change
  /// The identifier of the new series if the edit splits one; nil to let the store choose it.
  package var newSeries: EventID?

  package init(
    target: EventID, originalStart: EventTime? = nil, scope: Scope = .thisOccurrence, change: Change,
    newSeries: EventID? = nil
  ) {
    self.target = target
    self.originalStart = originalStart
    self.scope = scope
    self.change = change
    self.newSeries = newSeries
  }
}

extension EventEdit {
  /// Returns the edit that adds an event under its own identifier.
  package static func add(_ event: CalendarEvent) -> EventEdit {
    EventEdit(target: event.id, change: .add(event))
  }

  /// Whether the edit moves an event, or a series, to another calendar.
  package var isTransfer: Bool { if case .transfer = change { true } else { false } }

  /// The event's identifier after this edit.
  package var resultingID: EventID {
    if case .transfer(let newID, _) = change { return newID }
    return target
  }

  /// Returns the event after this edit, or nil if it no longer exists.
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
    case .move, .resizeStart, .resizeEnd, .set:
      guard var event else { return nil }
      for property in change.properties { event.set(property) }
      return event
    }
  }

  /// Returns the edit that undoes this one. It restores only the properties that this edit changes, and keeps
  /// later changes to other properties.
  ///
  /// - Parameter event: the event before this edit; nil if there was none.
  package func inverse(eventBefore event: CalendarEvent?) -> EventEdit {
    var inverse = self
    inverse.target = resultingID
    switch (change, event) {
    case (.add, _), (_, nil): inverse.change = .delete
    case (.delete, let event?): inverse.change = .add(event)
    case (.set(let properties), let event?): inverse.change = .set(properties.map { event.property($0.kind) })
    case (.transfer, let event?):
      inverse.change = .transfer(to: target, calendarColor: event.calendarColor)
    case (.move, let event?), (.resizeStart, let event?), (.resizeEnd, let event?):
      inverse.change = .move(event.times)
    }
    return inverse
  }
}

extension EventTimes {
  /// Returns these times, moved to start at a wall time in the display zone, with the same length.
  ///
  /// The start keeps its form. DTEND moves by the same wall-clock distance in its own zone, so an event from
  /// 09:00 to 10:00 still has those hours after it moves across a clock change. DURATION stays as it is.
  package func moved(toStart start: WallTime, in displayZone: Zone) -> EventTimes {
    moved(toStart: displayZone.time(at: start))
  }

  /// Returns these times, moved to start on a different day in the display zone, with the same time of day and
  /// the same length.
  package func moved(toDay day: Day, in displayZone: Zone) -> EventTimes {
    let timeOfDay = resolved(in: displayZone).start.wall.secondOfDay
    return moved(toStart: WallTime(day, secondOfDay: timeOfDay), in: displayZone)
  }

  /// Returns these times, moved to start at an exact moment, which may be the second of two with the same
  /// wall time.
  package func moved(toStart start: ZonedTime) -> EventTimes {
    starting(at: self.start.with(time: start))
  }

  /// Returns these times with a new start, at a wall time in the display zone, and the same end.
  package func resized(toStart start: WallTime, in displayZone: Zone) -> EventTimes {
    resized(toStart: displayZone.time(at: start), in: displayZone)
  }

  /// Returns these times with a new start, at an exact moment, and the same end. The moment may be the second
  /// of two with the same wall time.
  package func resized(toStart start: ZonedTime, in displayZone: Zone) -> EventTimes {
    let (_, oldEnd) = resolved(in: displayZone)
    let newStart = self.start.with(time: start)
    switch end {
    case .time: return EventTimes(start: newStart, end: end)
    case .implied: return EventTimes(start: newStart, end: .time(newStart.with(time: oldEnd)))
    case .duration:
      return EventTimes(start: newStart, end: length(from: newStart, to: oldEnd, in: displayZone))
    }
  }

  /// Returns these times with a new end, at a wall time in the display zone, and the same start.
  package func resized(toEnd end: WallTime, in displayZone: Zone) -> EventTimes {
    resized(toEnd: displayZone.time(at: end), in: displayZone)
  }

  /// Returns these times with a new end, at an exact moment, and the same start. The moment may be the second
  /// of two with the same wall time.
  package func resized(toEnd end: ZonedTime, in displayZone: Zone) -> EventTimes {
    switch self.end {
    case .time(let oldEnd): return EventTimes(start: start, end: .time(oldEnd.with(time: end)))
    case .implied: return EventTimes(start: start, end: .time(start.with(time: end)))
    case .duration: return EventTimes(start: start, end: length(from: start, to: end, in: displayZone))
    }
  }

  /// Returns the DURATION from a start to an end: nominal days for dates, exact seconds for times.
  private func length(from start: EventTime, to end: ZonedTime, in displayZone: Zone) -> End {
    if start.isDate { return .duration(EventDuration(days: end.wall.day.days(since: start.wall.day))) }
    let elapsed = end.instant.seconds(since: start.time(in: displayZone).instant)
    return .duration(EventDuration(seconds: elapsed))
  }
}

extension Occurrence {
  /// Returns this occurrence with `change` applied.
  package func applying(_ change: EventEdit.Change, in zone: Zone) -> Occurrence {
    var event = event
    for property in change.properties where property.kind != .times || recurrenceID == nil {
      event.set(property)
    }
    return Occurrence(event: event, times: change.times ?? times, recurrenceID: recurrenceID, zone: zone)
  }

  /// Returns the edit that applies `change` to this occurrence.
  package func edit(_ change: EventEdit.Change, scope: EventEdit.Scope = .thisOccurrence) -> EventEdit {
    EventEdit(target: event.id, originalStart: recurrenceID, scope: scope, change: change)
  }
}
