import CalendarModel

/// The automatic motion while an event is lifted: scrolling at the edges, and page turns after a dwell there.
struct EdgeMotion: Hashable, Sendable {
  var scroll: EdgeScroll
  var dwell: EdgeDwell

  init(at point: Point) {
    scroll = EdgeScroll(pointerY: point.y)
    dwell = EdgeDwell(pointerX: point.x)
  }

  /// Stops immediately, because the pointer has moved from the timeline to the sidebar. After returning, the
  /// pointer has to approach an edge again before the timeline scrolls.
  mutating func stop(at point: Point) {
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
  /// - Parameter isScrollingSuspended: whether scrolling would be useless, because the event has reached its
  ///   minimum duration and the held edge is visible, or because an all-day bar is held. The timeline then
  ///   comes to rest as if the pointer were in the middle of the viewport.
  mutating func advance(
    _ dt: Double, pointer: Point, kind: PointerKind, part: EventPart, isScrollingSuspended: Bool = false,
    in viewport: TimelineViewport
  ) -> Outcome {
    var newViewport = viewport
    newViewport.scroll = scroll.advance(
      dt,
      in: EdgeScroll.Surroundings(
        pointerY: isScrollingSuspended ? viewport.height / 2 : pointer.y, scroll: viewport.scroll,
        scrollMax: viewport.scrollMax,
        viewportHeight: viewport.height, pixelsPerHour: viewport.axis.pixelsPerHour,
        isTouch: kind == .touch, scale: viewport.scale))

    // In day view, a resized edge reaches the adjacent day only past the top or bottom of the viewport, not
    // past its sides.
    var edgeZone =
      viewport.isDayView && part != .body ? nil : dwell.edgeZone(at: pointer.x, in: viewport.columns)
    var end =
      viewport.isDayView && !isScrollingSuspended
      ? EdgeDwell.end(at: pointer.y, scroll: scroll, viewportHeight: viewport.height) : nil
    edgeZone = edgeZone.flatMap { EdgeMotion.target($0, in: viewport.columns) == nil ? nil : $0 }
    end = end.flatMap { EdgeMotion.target($0, in: viewport.columns) == nil ? nil : $0 }
    for side in dwell.advance(dt, edgeZone: edgeZone, end: end) {
      guard let day = EdgeMotion.target(side, in: newViewport.columns) else { continue }
      newViewport.columns = newViewport.columns.with(first: day)
      guard side == .top || side == .bottom else { continue }
      // Shows the end of the new day that is adjacent to the old day. Scrolling starts again from a
      // standstill, because it had stopped at the end of the old day.
      newViewport.scroll = side == .bottom ? 0 : newViewport.scrollMax
    }
    let dwellState = dwell.current.flatMap { side, progress in
      EdgeMotion.target(side, in: newViewport.columns).map {
        DwellState(side: side, target: $0, progress: progress)
      }
    }
    return Outcome(viewport: newViewport, dwell: dwellState)
  }

  /// Returns the first day of the adjacent page on a side, or nil if that page would extend beyond the first or
  /// the last supported day.
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
