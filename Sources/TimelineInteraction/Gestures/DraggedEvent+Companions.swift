import CalendarModel

// Other events that move with a dragged one.
extension DraggedEvent {
  /// The position of an event that moves with the dragged one, before snapping.
  package struct CompanionPosition: Hashable, Sendable {
    /// The left edge of the event's first column or of its bar, in viewport coordinates.
    package var x: Double
    /// The upper edge, in viewport coordinates; nil for a bar, which stays in its lane.
    package var top: Double?
    /// The width of the columns that the event covers, in px.
    package var width: Double
  }

  /// Returns the position of another event that moves with this one. Its distance from this event stays the
  /// same in every frame, even while the timeline scrolls or the page turns. A bar and a block that move
  /// together are an exception: the bar keeps its lane, and the block keeps its time of day.
  package func position(of companion: Occurrence, in viewport: TimelineViewport) -> CompanionPosition {
    let (columnWidth, days) = (viewport.columns.columnWidth, companion.days)
    let first = Double(days.lowerBound.days(since: grip.day))
    let isBar = companion.isInAllDayRow
    let count = isBar ? Double(days.count) : 1
    let x =
      viewport.columns.isRightToLeft
      ? columnX - (first + count - 1) * columnWidth : columnX + first * columnWidth
    let second = Double(companion.span.start.secondOfDay)
    let top: Double? =
      if isBar {
        nil
      } else if self.isBar || grip.bar != nil {
        viewport.y(ofSecond: second)
      } else {
        rawTop + viewport.axis.height(ofSeconds: second - Double(grip.second))
      }
    return CompanionPosition(x: x, top: top, width: count * columnWidth)
  }
}
