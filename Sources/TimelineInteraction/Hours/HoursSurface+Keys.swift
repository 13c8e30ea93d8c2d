import CalendarModel

// Keys on the hours: the vertical direction moves an event by grid lines, the horizontal one by days.
extension HoursSurface {
  package func step(for key: TimelineKey, isLifted: Bool) -> KeyStep? {
    let (down, later) = key.direction(isRightToLeft: columns.isRightToLeft)
    switch (key.modifiers, down, later) {
    case (.shift, let n?, _): return .end(n)
    case ([.control, .shift], let n?, _): return .start(n)
    case (.control, let n?, _): return .lines(n)
    case (.control, _, let n?): return .days(n)
    case ([], let n?, _) where isLifted: return .lines(n)
    case ([], _, let n?) where isLifted: return .days(n)
    case ([], _, _) where isLifted && key.name == .pageUp: return .hours(-1)
    case ([], _, _) where isLifted && key.name == .pageDown: return .hours(1)
    default: return nil
    }
  }

  /// The vertical keys go through the events in reading order; the horizontal ones keep the height.
  package func focusMove(
    for key: TimelineKey.Name, from focus: Occurrence.ID?, on selectedDay: Day,
    among occurrences: [Occurrence]
  ) -> FocusMove? {
    let pageStep = height * 0.9
    switch key {
    case .up, .down, .home, .end:
      return ReadingOrder(occurrences, focus: focus, selectedDay: selectedDay).move(for: key)
    case .left, .right:
      let focusedBlock = blocks.lazy.flatMap { $0 }.first { $0.id == focus && $0.day == selectedDay }
      let isForward = (key == .right) != columns.isRightToLeft
      return .days(isForward ? 1 : -1, nearY: focusedBlock?.top ?? scroll)
    case .pageUp: return .scroll(to: Place(columns.firstDay, offset: scroll - pageStep))
    case .pageDown: return .scroll(to: Place(columns.firstDay, offset: scroll + pageStep))
    case .space, .enter, .escape, .delete, .menu, .f2, .f10, .e: return nil
    }
  }

  package func event(nearest y: Double, on day: Day) -> Occurrence.ID? {
    let blocksOfDay = blocks.lazy.flatMap { $0 }.filter { $0.day == day }
    return blocksOfDay.min { abs($0.top - y) < abs($1.top - y) }?.id
  }

  package func pinchZoom(centerY: Double) -> PinchZoom? {
    PinchZoom(axis: axis, centerY: centerY, scroll: scroll)
  }
}
