import CalendarModel

/// Empty time under a pointer, and the event that a press there creates if the pointer is dragged or held.
package struct EmptyTime: Hashable, Sendable {
  /// The event to create, whose times do not matter yet; nil if no calendar is writable.
  package var newEvent: CalendarEvent?
  /// The upper edge of the bar that a press creates, in viewport coordinates. Nil for a press in the hour grid.
  package var barTop: Double?

  package init(for event: CalendarEvent?, barTop: Double? = nil) {
    newEvent = event
    self.barTop = barTop
  }
}

/// An event that is being drawn. One edge stays where the pointer was pressed, and the other follows the pointer.
///
/// This type accumulates no state: the held edge and the minimum duration are computed from the pointer alone. The
/// pointer can therefore cross the pressed point any number of times.
package struct EventCreation: Hashable, Sendable {
  /// The position at which empty time was pressed, computed with the scroll offset of the press.
  package struct PressPosition: Hashable, Sendable {
    package let point: Point
    /// The day of the column or row.
    package let day: Day
    /// The number of seconds since midnight of that day; in the margins above 0:00 and below 24:00, negative or greater
    /// than 86,400. 0 on a surface without hours.
    package let second: Double

    package init(point: Point, day: Day, second: Double) {
      (self.point, self.day, self.second) = (point, day, second)
    }
  }

  package let event: CalendarEvent
  package let pressPosition: PressPosition
  /// The second to which the fixed edge has snapped, counted from midnight of the pressed day. Later changes of the grid
  /// affect only the held edge.
  let anchorSecond: Int
  /// The bar that the event is drawn as; nil in the hour grid.
  package let bar: BarPosition?
  /// The distance from the left edge of the column to the pressed point, in px.
  package let grabX: Double

  package init(
    event: CalendarEvent, pressPosition: PressPosition, anchorSecond: Int = 0, bar: BarPosition?,
    grabX: Double
  ) {
    (self.event, self.pressPosition, self.anchorSecond) = (event, pressPosition, anchorSecond)
    (self.bar, self.grabX) = (bar, grabX)
  }

  /// Returns a grip on the edge of an all-day event on the pressed day.
  package func gripOfBar(_ part: EventPart, in zone: Zone) -> Grip {
    Grip(
      allDay(in: zone), part, on: pressPosition.day, bar: bar, grabY: pressPosition.point.y - (bar?.top ?? 0),
      grabX: grabX, pressX: pressPosition.point.x)
  }

  /// Returns a grip on the shortest event before or after the anchor. The event always overlaps the pressed day.
  func grip(isForward: Bool, _ snapping: Snapping, in zone: Zone) -> Grip {
    let step = snapping.step
    let lastStart = WallTime.secondsPerDay - step
    let occurrence =
      isForward
      ? occurrence(
        from: min(anchorSecond, lastStart), to: min(anchorSecond, lastStart) + step, outward: step, in: zone)
      : occurrence(
        from: max(anchorSecond, step), to: max(anchorSecond, step) - step, outward: -step, in: zone)
    return Grip(
      occurrence, isForward ? .end : .start, on: pressPosition.day, bar: nil, grabY: 0, grabX: grabX,
      pressX: pressPosition.point.x)
  }

  /// Returns an event that lasts one hour from the anchor.
  func oneHour(in zone: Zone) -> Occurrence {
    let start = min(anchorSecond, WallTime.secondsPerDay - Feel.snapStep)
    return occurrence(from: start, to: start + Feel.newEventDuration, outward: Feel.snapStep, in: zone)
  }

  /// Returns an all-day event on the pressed day.
  package func allDay(in zone: Zone) -> Occurrence {
    makeOccurrence(EventTimes(allDayOn: pressPosition.day), zone)
  }

  private func occurrence(from: Int, to: Int, outward: Int, in zone: Zone) -> Occurrence {
    func wall(_ second: Int) -> WallTime { WallTime(pressPosition.day, secondOfDay: second) }
    let times = EventTimes(between: wall(from), and: wall(to), outward: outward, in: zone)
    return times.map { makeOccurrence($0, zone) } ?? allDay(in: zone)
  }

  private func makeOccurrence(_ times: EventTimes, _ zone: Zone) -> Occurrence {
    var event = event
    event.times = times
    return Occurrence(event: event, zone: zone)
  }
}
