import CalendarModel

/// How an event is held: everything that stays fixed during a drag.
struct Grip: Hashable, Sendable {
  let occurrence: Occurrence
  /// The part that is held.
  let part: EventPart
  /// The day of the column in which the event was grabbed.
  let day: Day
  /// The held edge (for a body, its start), in seconds since midnight of that day.
  let second: Int
  /// The distance from the held edge (for a bar, its upper edge) down to the pointer, in px.
  let grabY: Double
  /// The distance from the left edge of the column to the pointer, in px.
  let grabX: Double
  /// The position of the bar, if the event was grabbed in the all-day row.
  let bar: BarPosition?
  /// The x coordinate of the pointer when the event was grabbed, in px.
  let pressX: Double

  init(_ target: PressTarget, at point: Point, in viewport: TimelineViewport) {
    let day = viewport.columns.day(atX: point.x)
    self.init(target.occurrence, target.part, bar: target.bar, on: day, at: point, in: viewport)
  }

  /// Holds a whole event at the point of the event that is nearest to the pointer. The pointer may be
  /// anywhere.
  init(pickingUp occurrence: Occurrence, bar: BarPosition?, at point: Point, in viewport: TimelineViewport) {
    if let bar {
      let heldPoint = Point(
        x: point.x.clamped(to: bar.left...bar.right),
        y: point.y.clamped(to: bar.top...(bar.top + viewport.barHeight)))
      self.init(
        occurrence, .body, bar: bar, on: viewport.columns.day(atX: heldPoint.x), at: heldPoint, in: viewport)
      return
    }
    let days = viewport.columns.days
    let day = occurrence.span.start.day.clamped(to: days.lowerBound...days.upperBound.adding(days: -1))
    let column = viewport.columns.extent(of: day)
    let y = viewport.y(ofSecond: Double(occurrence.span.start.seconds(since: WallTime(day))))
    let height = viewport.axis.height(ofSeconds: Double(occurrence.span.seconds))
    let heldPoint = Point(
      x: point.x.clamped(to: column.left...(column.left + column.width)),
      y: point.y.clamped(to: y...(y + height)))
    self.init(occurrence, .body, bar: nil, on: day, at: heldPoint, in: viewport)
  }

  /// Holds an edge of an event that is being drawn.
  ///
  /// - Parameters:
  ///   - grabY: the distance from that edge (for a bar, its upper edge) down to the pointer, in px.
  ///   - grabX: the distance from the left edge of the column to the pointer, in px.
  ///   - pressX: the x coordinate of the pointer, in px.
  init(
    creating occurrence: Occurrence, part: EventPart, on day: Day, bar: BarPosition?, grabY: Double,
    grabX: Double,
    pressX: Double
  ) {
    self.occurrence = occurrence
    self.part = part
    self.day = day
    second = (part == .end ? occurrence.span.end : occurrence.span.start).seconds(since: WallTime(day))
    self.grabY = grabY
    self.grabX = grabX
    self.bar = bar
    self.pressX = pressX
  }

  private init(
    _ occurrence: Occurrence, _ part: EventPart, bar: BarPosition?, on day: Day, at point: Point,
    in viewport: TimelineViewport
  ) {
    self.occurrence = occurrence
    self.part = part
    self.day = day
    let edge = part == .end ? occurrence.span.end : occurrence.span.start
    second = edge.seconds(since: WallTime(day))
    grabY = point.y - (bar?.top ?? viewport.y(ofSecond: Double(second)))
    self.bar = bar
    pressX = point.x
    grabX = point.x - viewport.columns.extent(of: day).left
  }

  /// Returns a grip on the same part of the same occurrence at a different point, because a finger has moved
  /// since it touched the screen.
  func regrabbed(at point: Point, in viewport: TimelineViewport) -> Grip {
    // Bars do not scroll, so the point of the press is still valid.
    bar == nil ? Grip(occurrence, part, bar: nil, on: day, at: point, in: viewport) : self
  }
}
