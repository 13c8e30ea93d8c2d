import CalendarModel

/// The automatic motion while an event is lifted: scrolling at the edges, and page turns after a dwell there.
struct EdgeMotion: Hashable, Sendable {
  var edgeScroll: EdgeScroll
  var edgeDwell: EdgeDwell

  init(at point: Point) {
    edgeScroll = EdgeScroll(pointerY: point.y)
    edgeDwell = EdgeDwell(pointerX: point.x)
  }

  /// Stops immediately, because the pointer has moved from the timeline to the sidebar. After returning, the
  /// pointer has to approach an edge again before the timeline scrolls.
  mutating func stop(at point: Point) {
    edgeScroll.restart(pointerY: point.y)
    _ = edgeDwell.advance(0, edgeZone: nil, dayBoundary: nil)
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
  /// - Parameter isScrollingSuspended: whether scrolling would be pointless, because the event has reached its
  ///   minimum duration and the held edge is visible, or because an all-day bar is held. The timeline then
  ///   comes to rest as if the pointer were in the middle of the viewport.
  mutating func advance(
    _ dt: Double, pointer: Point, pointerKind: PointerKind, part: EventPart,
    isScrollingSuspended: Bool = false,
    in viewport: TimelineViewport
  ) -> Outcome {
    var newViewport = viewport
    newViewport.scroll = edgeScroll.advance(
      dt,
      in: EdgeScroll.Surroundings(
        pointerY: isScrollingSuspended ? viewport.height / 2 : pointer.y, scroll: viewport.scroll,
        scrollMax: viewport.scrollMax,
        viewportHeight: viewport.height, pixelsPerHour: viewport.axis.pixelsPerHour,
        isTouch: pointerKind == .touch, scale: viewport.scale))

    // In day view, a resized edge reaches the adjacent day only past the top or bottom of the viewport, not
    // past its sides.
    var edgeZone =
      viewport.isDayView && part != .body ? nil : edgeDwell.edgeZone(at: pointer.x, in: viewport.columns)
    var dayBoundary =
      viewport.isDayView && !isScrollingSuspended
      ? EdgeDwell.dayBoundary(at: pointer.y, scroll: edgeScroll, viewportHeight: viewport.height) : nil
    edgeZone = edgeZone.flatMap {
      EdgeMotion.adjacentPageStart(at: $0, of: viewport.columns) == nil ? nil : $0
    }
    dayBoundary = dayBoundary.flatMap {
      EdgeMotion.adjacentPageStart(at: $0, of: viewport.columns) == nil ? nil : $0
    }
    for side in edgeDwell.advance(dt, edgeZone: edgeZone, dayBoundary: dayBoundary) {
      guard let day = EdgeMotion.adjacentPageStart(at: side, of: newViewport.columns) else { continue }
      newViewport.columns = newViewport.columns.with(firstDay: day)
      guard side == .top || side == .bottom else { continue }
      // Scroll to where the new day adjoins the old one: its start when moving forward, its end when moving back.
      // Scrolling starts again from a standstill, because it had stopped at the boundary.
      newViewport.scroll = side == .bottom ? 0 : newViewport.scrollMax
    }
    let dwellState = edgeDwell.nextToComplete.flatMap { side, progress in
      EdgeMotion.adjacentPageStart(at: side, of: newViewport.columns).map {
        DwellState(side: side, targetDay: $0, progress: progress)
      }
    }
    return Outcome(viewport: newViewport, dwell: dwellState)
  }

  /// Returns the first day of the adjacent page on a side, or nil if that page would extend beyond the first or
  /// the last supported day.
  private static func adjacentPageStart(at side: EdgeDwell.Side, of columns: DayColumns) -> Day? {
    let isForward =
      switch side {
      case .top: false
      case .bottom: true
      case .left: columns.isRightToLeft
      case .right: !columns.isRightToLeft
      }
    let day = columns.firstDay.adding(days: isForward ? columns.stride : -columns.stride)
    return day >= Day.earliest && day.adding(days: columns.count - 1) <= Day.latest ? day : nil
  }
}
