import CalendarModel

// What is at a point of the hours and of the all-day row, which lies above the upper edge of the viewport.
extension HoursSurface {
  package func hit(at point: Point, by pointer: PointerKind, _ handles: ActiveHandles) -> SurfaceHit? {
    point.y < 0 ? barHit(at: point, by: pointer, handles) : blockHit(at: point, by: pointer, handles)
  }

  private func blockHit(at point: Point, by pointer: PointerKind, _ handles: ActiveHandles) -> SurfaceHit? {
    let hitTest = HitTest(
      blocks: blocks.flatMap { $0 }, selectedID: handles.areShown ? handles.event : nil,
      isRightToLeft: columns.isRightToLeft)
    let hit = hitTest.hit(at: Point(x: point.x - columns.left, y: point.y + scroll), by: pointer)
    return hit.map { SurfaceHit($0.id, $0.part, isSelected: handles.event == $0.id) }
  }

  private func barHit(at point: Point, by pointer: PointerKind, _ handles: ActiveHandles) -> SurfaceHit? {
    let point = Point(x: point.x - columns.left, y: point.y + allDayRowHeight)
    guard let frame = bars.first(where: { $0.contains(point) }) else { return nil }
    let isSelected = handles.selectedEvent == frame.bar.id
    let part = frame.part(
      atX: point.x, by: pointer, isSelected: isSelected, isRightToLeft: columns.isRightToLeft)
    return SurfaceHit(frame.bar.id, part, isSelected: isSelected, bar: position(of: frame))
  }

  package func bar(of id: Occurrence.ID) -> BarPosition? {
    bars.first { $0.bar.id == id }.map(position)
  }

  private func position(of frame: AllDayBarFrame) -> BarPosition {
    BarPosition(
      left: frame.left + columns.left, right: frame.right + columns.left, top: frame.top - allDayRowHeight)
  }

  /// The middle of the event's bar, or the middle of its block's upper edge.
  package func pickUpPoint(of id: Occurrence.ID) -> Point {
    if let bar = bar(of: id) {
      return Point(x: (bar.left + bar.right) / 2, y: bar.top + barHeight / 2)
    }
    guard let frame = blocks.lazy.flatMap({ $0 }).first(where: { $0.id == id }) else {
      return Point(x: columns.left, y: 0)
    }
    return Point(x: columns.left + (frame.left + frame.right) / 2, y: frame.top - scroll)
  }

  package func extent(of id: Occurrence.ID, on day: Day) -> (x: ClosedRange<Double>, y: Range<Double>)? {
    if let frame = bars.first(where: { $0.bar.id == id }) {
      let (bar, height) = (position(of: frame), max(1, frame.bottom - frame.top))
      return (bar.left...max(bar.left, bar.right), bar.top..<(bar.top + height))
    }
    let frames = blocks.lazy.flatMap { $0 }.filter { $0.id == id }
    guard let frame = frames.first(where: { $0.day == day }) ?? frames.first else { return nil }
    let (left, top) = (columns.left, frame.top - scroll)
    return (left + frame.left...left + frame.right, top..<(top + max(1, frame.height)))
  }

  package func newBarTop(at point: Point) -> Double? { point.y < 0 ? firstLaneTop - allDayRowHeight : nil }

  /// Returns the start of the grid step that contains a point.
  package func time(pointedAt point: Point) -> WallTime? {
    let second = second(pointedAt: point, snapping())
    return WallTime(columns.day(atX: point.x), secondOfDay: second)
  }

  /// Returns the start of the grid step that contains a point, in seconds since midnight of the column's day.
  /// It always lies within that day.
  func second(pointedAt point: Point, _ snapping: Snapping) -> Int {
    let second = second(atY: point.y + Feel.gridLineTolerance)
    let last = WallTime.secondsPerDay - snapping.step
    return snapping.line(notAfter: Int(second.rounded(.down))).clamped(to: 0...last)
  }
}
