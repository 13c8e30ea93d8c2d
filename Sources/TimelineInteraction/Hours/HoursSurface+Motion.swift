import CalendarModel

// Scrolls the hours and turns pages while an event is held at an edge.
extension HoursSurface {
  /// Scrolling would be pointless if the event has reached its minimum duration and the held edge is visible, or if an
  /// all-day bar is held. The hours then come to rest as if the pointer were in the middle of the viewport.
  package mutating func advance(_ motion: inout EdgeMotion, _ dt: Double, holding event: DraggedEvent)
    -> DwellState?
  {
    let isScrollingSuspended = event.isBar || event.isStoppedAtLimit(in: self)
    let pointer = event.pointer
    scroll = motion.edgeScroll.advance(
      dt,
      in: EdgeScroll.Surroundings(
        pointerY: isScrollingSuspended ? height / 2 : pointer.y, scroll: scroll, scrollMax: scrollMax,
        viewportHeight: height, speeds: edgeSpeeds, isTouch: event.pointerKind == .touch, scale: scale))

    // In day view, a resized edge reaches the adjacent day only past the top or bottom of the viewport, not
    // past its sides.
    let edgeZone =
      isDayView && event.part != .body ? nil : motion.edgeDwell.edgeZone(at: pointer.x, in: columns)
    let dayBoundary =
      isDayView && !isScrollingSuspended
      ? EdgeDwell.dayBoundary(at: pointer.y, scroll: motion.edgeScroll, viewportHeight: height) : nil
    let completedSides = motion.edgeDwell.advance(
      dt, edgeZone: edgeZone.flatMap { adjacentPageStart(at: $0) == nil ? nil : $0 },
      dayBoundary: dayBoundary.flatMap { adjacentPageStart(at: $0) == nil ? nil : $0 })
    for side in completedSides {
      guard let day = adjacentPageStart(at: side) else { continue }
      columns = columns.with(firstDay: day)
      guard side == .top || side == .bottom else { continue }
      // Scroll to where the new day adjoins the old one: its start when moving forward, its end when moving back.
      // Scrolling starts again from a standstill, because it had stopped at the boundary.
      scroll = side == .bottom ? 0 : scrollMax
    }
    return motion.edgeDwell.nextToComplete.flatMap { side, progress in
      adjacentPageStart(at: side).map { DwellState(side: side, targetDay: $0, progress: progress) }
    }
  }

  package var edgeSpeeds: ClosedRange<Double> { EdgeScroll.speeds(pixelsPerHour: axis.pixelsPerHour) }

  /// Returns the first day of the adjacent page on a side, or nil if that page would extend beyond the first or
  /// the last supported day.
  private func adjacentPageStart(at side: EdgeDwell.Side) -> Day? {
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
