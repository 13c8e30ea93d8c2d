import CalendarModel

/// Empty time under a pointer, and the event that a press there creates if the pointer is dragged or held.
package struct EmptyTime: Hashable, Sendable {
  /// The event to create, whose times do not matter yet; nil if no calendar is writable.
  package var newEvent: CalendarEvent?
  /// The upper edge of the bar that a press in the all-day row would create, in viewport coordinates; negative. Nil
  /// for a press in the hour grid.
  package var barTop: Double?

  package init(for event: CalendarEvent?, barTop: Double? = nil) {
    newEvent = event
    self.barTop = barTop
  }
}

/// An event that is being drawn. One edge stays where the pointer was pressed, and the other follows the
/// pointer.
///
/// This type accumulates no state: the held edge and the minimum duration are computed from the pointer alone. The
/// pointer can therefore cross the pressed point any number of times.
struct EventCreation: Hashable, Sendable {
  /// The position at which empty time was pressed, computed with the scroll offset of the press.
  struct PressPosition: Hashable, Sendable {
    /// The day of the column.
    let day: Day
    /// The number of seconds since midnight of that day; in the margins above 0:00 and below 24:00, negative
    /// or greater than 86,400.
    let second: Double
    let point: Point

    init(at point: Point, in viewport: TimelineViewport) {
      self.point = point
      day = viewport.columns.day(atX: point.x)
      second = viewport.second(atY: point.y)
    }
  }

  private let event: CalendarEvent
  private let pressPosition: PressPosition
  /// The second to which the fixed edge has snapped, counted from midnight of the pressed day.
  private let anchor: Int
  private let bar: BarPosition?
  private let grabX: Double

  /// - Parameters:
  ///   - hasTraveled: whether the pointer has begun to draw. The fixed edge is then the grid line nearest to
  ///     the press; otherwise, it is the start of the grid step that contains the press.
  ///   - snapping: the grid when the drawing begins. Later changes to the grid affect only the held edge.
  init(
    _ event: CalendarEvent, at pressPosition: PressPosition, hasTraveled: Bool, barTop: Double?,
    snapping: Snapping,
    in viewport: TimelineViewport
  ) {
    self.event = event
    self.pressPosition = pressPosition
    anchor =
      hasTraveled
      ? snapping.line(nearest: pressPosition.second).clamped(to: 0...WallTime.secondsPerDay)
      : viewport.second(pointedAt: pressPosition.point, snapping)
    let column = viewport.columns.extent(of: pressPosition.day)
    grabX = pressPosition.point.x - column.left
    bar = barTop.map { BarPosition(left: column.left, right: column.left + column.width, top: $0) }
  }

  /// Returns the grip for a position of the pointer.
  func grip(pointer: Point, snapping: Snapping, in viewport: TimelineViewport) -> Grip {
    let days = viewport.columns.day(atX: pointer.x).days(since: pressPosition.day)
    guard let bar else {
      let second = viewport.second(atY: pointer.y) + Double(days * WallTime.secondsPerDay)
      return grip(isForward: second >= pressPosition.second, snapping, viewport.zone)
    }
    let isLater = (pointer.x >= pressPosition.point.x) != viewport.columns.isRightToLeft
    return Grip(
      creating: allDayOccurrence(in: viewport.zone), part: days > 0 || (days == 0 && isLater) ? .end : .start,
      on: pressPosition.day,
      bar: bar, grabY: pressPosition.point.y - bar.top, grabX: grabX, pressX: pressPosition.point.x)
  }

  /// Returns the grip before the pointer has traveled. It holds the event that a press alone creates.
  func gripBeforeDrag(in viewport: TimelineViewport) -> Grip {
    let occurrence = occurrenceFromPress(in: viewport)
    let second = occurrence.span.end.seconds(since: WallTime(pressPosition.day))
    return Grip(
      creating: occurrence, part: .end, on: pressPosition.day, bar: bar,
      grabY: pressPosition.point.y - (bar?.top ?? viewport.y(ofSecond: Double(second))), grabX: grabX,
      pressX: pressPosition.point.x)
  }

  /// Returns the event that a press alone creates: one hour from the pressed time, or the whole day in the
  /// all-day row.
  func occurrenceFromPress(in viewport: TimelineViewport) -> Occurrence {
    if bar != nil { return allDayOccurrence(in: viewport.zone) }
    let start = min(anchor, WallTime.secondsPerDay - Feel.snapStep)
    return occurrence(
      from: start, to: start + Feel.newEventDuration, outward: Feel.snapStep, in: viewport.zone)
  }

  /// Returns a grip on the shortest event before or after the anchor. The event always overlaps the pressed
  /// day.
  private func grip(isForward: Bool, _ snapping: Snapping, _ zone: Zone) -> Grip {
    let step = snapping.step
    let lastStart = WallTime.secondsPerDay - step
    let occurrence =
      isForward
      ? occurrence(from: min(anchor, lastStart), to: min(anchor, lastStart) + step, outward: step, in: zone)
      : occurrence(from: max(anchor, step), to: max(anchor, step) - step, outward: -step, in: zone)
    return Grip(
      creating: occurrence, part: isForward ? .end : .start, on: pressPosition.day, bar: nil, grabY: 0,
      grabX: grabX,
      pressX: pressPosition.point.x)
  }

  private func occurrence(from: Int, to: Int, outward: Int, in zone: Zone) -> Occurrence {
    func wall(_ second: Int) -> WallTime { WallTime(pressPosition.day, secondOfDay: second) }
    let times = EventTimes(between: wall(from), and: wall(to), outward: outward, in: zone)
    return times.map { makeOccurrence($0, zone) } ?? allDayOccurrence(in: zone)
  }

  private func allDayOccurrence(in zone: Zone) -> Occurrence {
    makeOccurrence(EventTimes(allDayOn: pressPosition.day), zone)
  }

  private func makeOccurrence(_ times: EventTimes, _ zone: Zone) -> Occurrence {
    var event = event
    event.times = times
    return Occurrence(event: event, zone: zone)
  }
}
