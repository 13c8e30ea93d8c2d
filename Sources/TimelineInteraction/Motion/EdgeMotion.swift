import CalendarModel

/// The automatic motion while an event is lifted: scrolling and dwelling at the edges.
struct EdgeMotion: Hashable, Sendable {
  var scroll: EdgeScroll
  var dwell: EdgeDwell

  init(at point: Point) {
    scroll = EdgeScroll(pointerY: point.y)
    dwell = EdgeDwell(pointerX: point.x)
  }

  /// Comes to rest at once, because the pointer has left the timeline for the sidebar. Once the pointer is
  /// back, it has to approach an edge before the timeline scrolls.
  mutating func rest(at point: Point) {
    scroll.restart(pointerY: point.y)
    _ = dwell.advance(0, edgeZone: nil, end: nil)
  }

  /// The result of one frame.
  struct Outcome {
    /// The viewport after the frame.
    var viewport: TimelineViewport
    /// The dwell in progress; nil if there is none.
    var dwell: DwellState?
  }

  /// Advances by a frame of `dt` seconds.
  ///
  /// - Parameter isResting: whether scrolling would be useless, because the held edge has reached the minimum
  ///   duration and is visible, or because an all-day bar is held. The timeline then comes to rest as if the
  ///   pointer were in the middle of the viewport.
  mutating func advance(
    _ dt: Double, pointer: Point, kind: PointerKind, part: EventPart, isResting: Bool = false,
    in viewport: TimelineViewport
  ) -> Outcome {
    var shown = viewport
    shown.scroll = scroll.advance(
      dt,
      in: EdgeScroll.Surroundings(
        pointerY: isResting ? viewport.height / 2 : pointer.y, scroll: viewport.scroll,
        scrollMax: viewport.scrollMax,
        viewportHeight: viewport.height, pixelsPerHour: viewport.axis.pixelsPerHour,
        isTouch: kind == .touch, scale: viewport.scale))

    // In day view, a resized edge reaches the adjacent day only past the top or bottom of the viewport, not
    // past its sides.
    var edgeZone =
      viewport.isDayView && part != .body ? nil : dwell.edgeZone(at: pointer.x, in: viewport.columns)
    var end =
      viewport.isDayView && !isResting
      ? EdgeDwell.end(at: pointer.y, scroll: scroll, viewportHeight: viewport.height) : nil
    edgeZone = edgeZone.flatMap { EdgeMotion.target($0, in: viewport.columns) == nil ? nil : $0 }
    end = end.flatMap { EdgeMotion.target($0, in: viewport.columns) == nil ? nil : $0 }
    for side in dwell.advance(dt, edgeZone: edgeZone, end: end) {
      guard let day = EdgeMotion.target(side, in: shown.columns) else { continue }
      shown.columns = shown.columns.with(first: day)
      guard side == .top || side == .bottom else { continue }
      // Shows the end of the new day that is adjacent to the old day. Scrolling starts again from a
      // standstill, because it had stopped at the end of the old day.
      shown.scroll = side == .bottom ? 0 : shown.scrollMax
    }
    let state = dwell.current.flatMap { side, progress in
      EdgeMotion.target(side, in: shown.columns).map {
        DwellState(side: side, target: $0, progress: progress)
      }
    }
    return Outcome(viewport: shown, dwell: state)
  }

  /// Returns the first day of the page in the direction of a side, or nil at the ends of the calendar.
  private static func target(_ side: EdgeDwell.Side, in columns: DayColumns) -> Day? {
    let isForward =
      switch side {
      case .top: false
      case .bottom: true
      case .left: columns.isRightToLeft
      case .right: !columns.isRightToLeft
      }
    let day = columns.first.adding(days: isForward ? columns.stride : -columns.stride)
    return day >= Day.earliest && day.adding(days: columns.count - 1) <= Day.latest ? day : nil
  }
}
