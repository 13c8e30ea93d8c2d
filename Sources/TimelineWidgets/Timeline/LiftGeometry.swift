import CalendarModel
import TimelineInteraction
import TimelinePainting

/// Computes where a lifted event is drawn and where it would be dropped, from a snapshot of the layout.
struct LiftGeometry {
  /// The hour axis, and the drawn scroll offset in px.
  let axis: DayAxis
  let offset: Double
  /// The columns of the visible page, in viewport coordinates, and their days.
  let columns: DayColumns
  let days: Range<Day>
  /// The number of device pixels per px.
  let scale: Double
  /// The minimum height of a block in px.
  let minimumHeight: Double
  /// The width of the hour gutter in px.
  let gutterWidth: Double
  /// The heights in px of the all-day row and of a bar in it, and the upper edge of the event's lane in the
  /// row.
  let allDayRowHeight: Double
  let barHeight: Double
  let laneTop: Double

  /// Rounds a coordinate to device pixels.
  private func onDevicePixel(_ value: Double) -> Double { DevicePixels.round(value, scale) }

  /// Returns the y coordinate at which a second of a day is drawn, in viewport coordinates.
  private func y(_ second: Int) -> Double { onDevicePixel(axis.y(ofSecond: Double(second))) - offset }

  /// Returns the placement of an event that a pointer holds. If the pointer holds only one edge, that edge
  /// follows the pointer, and the other one scrolls with the hours.
  ///
  /// - Parameter gutterText: returns the text in the hour gutter for the wall time of the held edge.
  func placement(
    of draggedEvent: DraggedEvent, inset: Double, width: Double, gutterText: (WallTime) -> String?
  ) -> LiftPlacement {
    if draggedEvent.isBar { return barPlacement(of: draggedEvent) }
    let midnight = WallTime(draggedEvent.day)
    let span = draggedEvent.occurrence.span
    var top = onDevicePixel(draggedEvent.rawTop)
    var bottom = onDevicePixel(draggedEvent.rawBottom)
    switch draggedEvent.part {
    case .body: bottom = top + onDevicePixel(max(draggedEvent.rawBottom - draggedEvent.rawTop, minimumHeight))
    // The block is clipped to one day; the outlines show the parts on other days.
    case .start: bottom = y(min(span.end.seconds(since: midnight), WallTime.secondsPerDay))
    case .end: top = y(max(span.start.seconds(since: midnight), 0))
    }
    let hasChanged = draggedEvent.change != nil || draggedEvent.isNew
    // Over the sidebar, the pointer does not indicate a time of day.
    let isOnTimeline = draggedEvent.dropTarget == nil
    let heldEdgeTime =
      (draggedEvent.part == .end ? draggedEvent.snappedOccurrence.end : draggedEvent.snappedOccurrence.start)
      .wall
    return LiftPlacement(
      x: onDevicePixel(draggedEvent.columnX + inset), width: width, top: top, bottom: bottom,
      outlines: hasChanged ? outlines(of: draggedEvent.snappedOccurrence) : [],
      isLabelAtStart: draggedEvent.part == .start,
      isWholeEventHeld: draggedEvent.part == .body, gutterText: isOnTimeline ? gutterText(heldEdgeTime) : nil,
      gutterTextY: y(heldEdgeTime.secondOfDay),
      gutterWidth: gutterWidth)
  }

  /// Returns the placement of an event that is held as a bar. The layer then also covers the all-day row, so
  /// that the bar can be moved between the row and the hour grid.
  private func barPlacement(of draggedEvent: DraggedEvent) -> LiftPlacement {
    let top = onDevicePixel(draggedEvent.rawTop)
    let (left, right) = (onDevicePixel(draggedEvent.barLeft), onDevicePixel(draggedEvent.barRight))
    return LiftPlacement(
      x: left, width: right - left, top: top, bottom: top + onDevicePixel(barHeight),
      outlines: draggedEvent.change == nil && !draggedEvent.isNew
        ? [] : barOutline(of: draggedEvent.snappedOccurrence),
      isLabelAtStart: false, isWholeEventHeld: draggedEvent.part == .body, heightAbove: allDayRowHeight)
  }

  /// Returns the placement of an event that is lifted with the keyboard. The event scrolls with the hours.
  func placement(of keyboardMove: KeyboardMove, inset: Double, width: Double) -> LiftPlacement {
    let span = keyboardMove.snappedOccurrence.span
    let shownDay = days.nearestDay(to: span.start.day)
    func y(_ wall: WallTime) -> Double { self.y(wall.seconds(since: WallTime(shownDay))) }
    var (top, bottom) = (y(span.start), max(y(span.end), y(span.start) + onDevicePixel(minimumHeight)))
    if keyboardMove.snappedOccurrence.isInAllDayRow {
      // An all-day event is shown as a bar just below the all-day row.
      (top, bottom) = (onDevicePixel(6), onDevicePixel(6 + minimumHeight + 6))
    }
    return LiftPlacement(
      x: onDevicePixel(columns.extent(of: shownDay).left + inset), width: width, top: top, bottom: bottom,
      outlines: [],
      isLabelAtStart: false)
  }

  /// Returns the rectangle of an event that moves with the held one, on device pixels.
  ///
  /// - Parameters:
  ///   - block: the distance from the left edge of the column to the block, and its width; nil for a bar.
  ///   - laneTop: the upper edge of the bar's lane in the all-day row.
  func placement(
    of position: CompanionPosition, _ occurrence: Occurrence,
    _ block: (inset: Double, width: Double)?,
    laneTop: Double
  ) -> Rectangle {
    guard let block, let top = position.top else {
      let left = onDevicePixel(position.x)
      return Rectangle(
        x: left, y: onDevicePixel(laneTop - allDayRowHeight),
        width: onDevicePixel(position.x + position.width) - left,
        height: onDevicePixel(barHeight))
    }
    let height = axis.height(ofSeconds: Double(occurrence.span.seconds))
    return Rectangle(
      x: onDevicePixel(position.x + block.inset), y: onDevicePixel(top), width: block.width,
      height: onDevicePixel(max(height, minimumHeight)))
  }

  /// Returns the rectangle of an event that was moved with the keyboard together with others.
  func placement(
    of occurrence: Occurrence, _ block: (inset: Double, width: Double)?, laneTop: Double
  ) -> Rectangle {
    let (firstColumn, lastColumn) = (
      columns.extent(of: occurrence.days.lowerBound),
      columns.extent(of: occurrence.days.upperBound.adding(days: -1))
    )
    guard let block else {
      let left = onDevicePixel(min(firstColumn.left, lastColumn.left))
      return Rectangle(
        x: left, y: onDevicePixel(laneTop - allDayRowHeight),
        width: onDevicePixel(max(firstColumn.left, lastColumn.left) + firstColumn.width) - left,
        height: onDevicePixel(barHeight))
    }
    let height = axis.height(ofSeconds: Double(occurrence.span.seconds))
    return Rectangle(
      x: onDevicePixel(firstColumn.left + block.inset), y: y(occurrence.span.start.secondOfDay),
      width: block.width,
      height: onDevicePixel(max(height, minimumHeight)))
  }

  /// Returns the position of an occurrence on the visible page, in viewport coordinates: one rectangle per
  /// day.
  private func outlines(of occurrence: Occurrence) -> [Rectangle] {
    let span = occurrence.span
    return days.filter { span.overlaps(TimeSpan(days: $0..<$0.adding(days: 1))) }.map { day in
      let midnight = WallTime(day)
      let top = y(max(span.start.seconds(since: midnight), 0))
      let bottom = y(min(span.end.seconds(since: midnight), WallTime.secondsPerDay))
      let column = columns.extent(of: day)
      let left = onDevicePixel(column.left)
      return Rectangle(
        x: left, y: top, width: onDevicePixel(column.left + column.width) - left,
        height: max(bottom - top, onDevicePixel(minimumHeight)))
    }
  }

  /// Returns the position of an occurrence in the all-day row, in viewport coordinates. The outline is in the
  /// lane at `laneTop`, because the final lane is not known until the event is dropped.
  private func barOutline(of occurrence: Occurrence) -> [Rectangle] {
    AllDayLayout([occurrence], in: days).bars.map { bar in
      let firstColumn = columns.extent(of: days.lowerBound.adding(days: bar.columns.lowerBound))
      let lastColumn = columns.extent(of: days.lowerBound.adding(days: bar.columns.upperBound - 1))
      let left = onDevicePixel(min(firstColumn.left, lastColumn.left))
      let right = onDevicePixel(max(firstColumn.left, lastColumn.left) + firstColumn.width)
      return Rectangle(
        x: left, y: onDevicePixel(laneTop - allDayRowHeight), width: right - left,
        height: onDevicePixel(barHeight))
    }
  }
}
