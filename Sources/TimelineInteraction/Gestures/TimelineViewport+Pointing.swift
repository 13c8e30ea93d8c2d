import CalendarModel

extension TimelineViewport {
  /// The start of the grid step that contains a point: where an event goes that is created or pasted there
  /// without dragging.
  package func time(pointedAt point: Point) -> WallTime {
    let second = second(pointedAt: point, snapping())
    return WallTime(columns.day(atX: point.x), secondOfDay: second)
  }

  /// The same in seconds since midnight of the column's day, always within that day.
  func second(pointedAt point: Point, _ snapping: Snapping) -> Int {
    let second = second(atY: point.y + Feel.lineReach)
    let last = WallTime.secondsPerDay - snapping.step
    return snapping.line(notAfter: Int(second.rounded(.down))).clamped(to: 0...last)
  }
}
