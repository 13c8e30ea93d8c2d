import CalendarModel

/// Empty time under a pointer, and the event that a press there creates when it is dragged or held.
package struct EmptyTime: Hashable, Sendable {
  /// The event to create, whose times do not matter yet; nil if no calendar is writable.
  package var event: CalendarEvent?
  /// px of the viewport, negative: for a press in the all-day row, the top of the bar that would be created;
  /// nil for a press among the hours.
  package var barTop: Double?

  package init(for event: CalendarEvent?, barTop: Double? = nil) {
    self.event = event
    self.barTop = barTop
  }
}

/// An event being drawn: one edge stays where it was pressed, the other follows the pointer.
///
/// It accumulates no state: the held edge and the minimum duration are computed from the pointer alone, so
/// the event can be flipped over the pressed point any number of times.
struct EventCreation: Hashable, Sendable {
  /// Where empty time was pressed, with the scroll offset of the press.
  struct PressPosition: Hashable, Sendable {
    /// The day of the column.
    let day: Day
    /// Seconds since midnight of that day; outside the day in the margins of the sheet.
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
  /// Where the fixed edge has snapped, in seconds since midnight of the day.
  private let anchor: Int
  private let bar: Bar?
  private let grabX: Double

  /// - Parameters:
  ///   - hasTravelled: whether the pointer has begun to draw. The fixed edge is then the grid line nearest to
  ///     the press; otherwise the start of the grid step that contains it.
  ///   - snapping: the grid at that moment; later changes affect the held edge only.
  init(
    _ event: CalendarEvent, at pressPosition: PressPosition, hasTravelled: Bool, barTop: Double?,
    snapping: Snapping,
    in viewport: TimelineViewport
  ) {
    self.event = event
    self.pressPosition = pressPosition
    anchor =
      hasTravelled
      ? snapping.line(nearest: pressPosition.second).clamped(to: 0...WallTime.secondsPerDay)
      : viewport.second(pointedAt: pressPosition.point, snapping)
    let column = viewport.columns.x(of: pressPosition.day)
    grabX = pressPosition.point.x - column.left
    bar = barTop.map { Bar(left: column.left, right: column.left + column.width, top: $0) }
  }

  /// The grip for that pointer position.
  func grip(pointer: Point, snapping: Snapping, in viewport: TimelineViewport) -> Grip {
    let days = viewport.columns.day(atX: pointer.x).days(since: pressPosition.day)
    guard let bar else {
      let second = viewport.second(atY: pointer.y) + Double(days * WallTime.secondsPerDay)
      return grip(isForward: second >= pressPosition.second, snapping, viewport.zone)
    }
    let isLater = (pointer.x >= pressPosition.point.x) != viewport.columns.isRightToLeft
    return Grip(
      creating: whole(viewport.zone), part: days > 0 || (days == 0 && isLater) ? .end : .start,
      on: pressPosition.day,
      bar: bar, grab: pressPosition.point.y - bar.top, grabX: grabX, pressX: pressPosition.point.x)
  }

  /// The grip before the pointer has travelled: of the event that a press alone creates.
  func gripAtRest(in viewport: TimelineViewport) -> Grip {
    let occurrence = pressed(in: viewport)
    let second = occurrence.span.end.seconds(since: WallTime(pressPosition.day))
    return Grip(
      creating: occurrence, part: .end, on: pressPosition.day, bar: bar,
      grab: pressPosition.point.y - (bar?.top ?? viewport.y(ofSecond: Double(second))), grabX: grabX,
      pressX: pressPosition.point.x)
  }

  /// The event that a press alone creates: one hour from there, or the whole day in the all-day row.
  func pressed(in viewport: TimelineViewport) -> Occurrence {
    if bar != nil { return whole(viewport.zone) }
    let start = min(anchor, WallTime.secondsPerDay - Feel.snapStep)
    return occurrence(
      from: start, to: start + Feel.newEventDuration, outward: Feel.snapStep, in: viewport.zone)
  }

  /// The shortest event on that side of the anchor. It always touches the pressed day.
  private func grip(isForward: Bool, _ snapping: Snapping, _ zone: Zone) -> Grip {
    let step = snapping.step
    let last = WallTime.secondsPerDay - step
    let occurrence =
      isForward
      ? occurrence(from: min(anchor, last), to: min(anchor, last) + step, outward: step, in: zone)
      : occurrence(from: max(anchor, step), to: max(anchor, step) - step, outward: -step, in: zone)
    return Grip(
      creating: occurrence, part: isForward ? .end : .start, on: pressPosition.day, bar: nil, grab: 0,
      grabX: grabX,
      pressX: pressPosition.point.x)
  }

  private func occurrence(from: Int, to: Int, outward: Int, in zone: Zone) -> Occurrence {
    func wall(_ second: Int) -> WallTime { WallTime(pressPosition.day, secondOfDay: second) }
    let times = EventTimes(between: wall(from), and: wall(to), outward: outward, in: zone)
    return times.map { made($0, zone) } ?? whole(zone)
  }

  private func whole(_ zone: Zone) -> Occurrence { made(EventTimes(wholeDay: pressPosition.day), zone) }

  private func made(_ times: EventTimes, _ zone: Zone) -> Occurrence {
    var event = event
    event.times = times
    return Occurrence(event: event, zone: zone)
  }
}
