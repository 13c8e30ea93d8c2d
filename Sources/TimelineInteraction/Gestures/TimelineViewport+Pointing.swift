import CalendarModel

extension TimelineViewport {
  /// Returns the start of the grid step that contains a point. An event that is created or pasted there
  /// without dragging starts at this time.
  package func time(pointedAt point: Point) -> WallTime {
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
