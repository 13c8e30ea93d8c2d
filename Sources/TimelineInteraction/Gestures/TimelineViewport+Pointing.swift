import CalendarModel

extension TimelineViewport {
  /// The time at which the step of the grid begins that a point is in: what is put there without being drawn.
  package func time(pointedAt point: Point) -> WallTime {
    let second = second(pointedAt: point, snapping())
    return WallTime(columns.day(atX: point.x), secondOfDay: second)
  }

  /// The same in seconds since the midnight of the column's day: a step of that day.
  func second(pointedAt point: Point, _ snapping: Snapping) -> Int {
    let second = second(atY: point.y + Feel.lineReach)
    let last = WallTime.secondsPerDay - snapping.step
    return snapping.line(notAfter: Int(second.rounded(.down))).clamped(to: 0...last)
  }
}
