import CalendarModel

// Other events that move with a dragged one.
extension DraggedEvent {
  /// The raw position of an event that moves with the dragged one.
  package struct CompanionPosition: Hashable, Sendable {
    /// The left edge of the event's first column or of its bar, in viewport px.
    package var x: Double
    /// The upper edge, in viewport px; nil for a bar, which stays in its lane.
    package var top: Double?
    /// The width of the columns that the event covers, in px.
    package var width: Double
  }

  /// Returns where another event that moves with this one is drawn. Its distance from this event stays the same in
  /// every frame, whatever scrolls or turns, except between a bar and a block: a bar keeps its lane, and a block moved
  /// with a bar keeps its hours.
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
