import CalendarModel

// What a held event becomes on the hours and in the all-day row.
extension HoursSurface {
  package func position(of event: DraggedEvent) -> HeldPosition {
    if event.dropTarget != nil { return positionOverSidebar(of: event) }
    let (grip, pointer) = (event.grip, event.pointer)
    var position = event.position
    position.dropPlace = nil
    position.isClamped = false
    position.isBar = isShownAsBar(event)
    position.grabY = position.isBar ? min(grip.grabY, barHeight - 4) : grip.grabY
    if position.isBar { return barPosition(of: event, position) }
    if grip.bar != nil { return oneHourPosition(of: event, position) }
    if event.isNew, !event.hasTraveled { return positionBeforeDrag(of: event, position) }
    let days = columns.day(atX: pointer.x).days(since: grip.day)
    let dayOffset = days * WallTime.secondsPerDay
    let proposal = EdgeProposal(grip: grip, snapping: snapping(isFine: event.isFineSnapping), zone: zone)

    let unclampedY = pointer.y - grip.grabY
    let requestedSecond = second(atY: unclampedY)
    if event.hasTraveled {
      position.dropPlace = .second(
        proposal.snappedSecond(days: days, second: clampedToDay(requestedSecond, grip.part)))
    }

    position.day = grip.day.adding(days: days)
    position.edgeY = unclampedY
    if let limit = proposal.limit,
      HoursSurface.isBeyond(Double(limit), requestedSecond + Double(dayOffset), grip.part)
    {
      position.isClamped = true
      position.day = HoursSurface.day(of: limit, near: position.day, in: grip)
      let secondOfDay = limit - position.day.days(since: grip.day) * WallTime.secondsPerDay
      position.edgeY = y(ofSecond: Double(secondOfDay))
    }
    return withOtherEdge(position, grip, pointer)
  }

  /// Limits the second of a resized edge to its day if several days are shown side by side, because the adjacent day has
  /// its own column.
  private func clampedToDay(_ second: Double, _ part: EventPart) -> Double {
    guard !isDayView, part != .body else { return second }
    return second.clamped(to: 0...Double(WallTime.secondsPerDay))
  }

  /// Computes the other edge and the column from the held edge's y and day.
  private func withOtherEdge(_ position: HeldPosition, _ grip: Grip, _ pointer: Point) -> HeldPosition {
    var position = position
    let (midnight, span) = (WallTime(position.day), grip.occurrence.span)
    switch grip.part {
    case .body:
      position.top = position.edgeY
      position.bottom = position.edgeY + axis.height(ofSeconds: Double(span.seconds))
      position.columnX = pointer.x - grip.grabX
      return position
    case .start:
      position.top = position.edgeY
      position.bottom = y(ofSecond: Double(span.end.seconds(since: midnight)))
    case .end:
      position.top = y(ofSecond: Double(span.start.seconds(since: midnight)))
      position.bottom = position.edgeY
    }
    position.columnX = columns.extent(of: position.day).left
    return position
  }

  /// Shows a new event that has not been dragged yet. It has the times that a press alone would give it.
  private func positionBeforeDrag(of event: DraggedEvent, _ position: HeldPosition) -> HeldPosition {
    var position = position
    position.day = event.grip.day
    position.isClamped = true
    position.edgeY = y(ofSecond: Double(event.grip.second))
    return withOtherEdge(position, event.grip, event.pointer)
  }

  private static func isBeyond(_ limit: Double, _ second: Double, _ part: EventPart) -> Bool {
    // The tolerance absorbs rounding errors: at rest, the second is computed back from the edge's own y coordinate.
    part == .end ? second < limit - 1e-6 : second > limit + 1e-6
  }

  /// Returns the day in whose column a clamped edge is shown: `day` if the edge is in that column, otherwise the edge's
  /// own day.
  private static func day(of second: Int, near day: Day, in grip: Grip) -> Day {
    let edge = WallTime(grip.day).adding(seconds: second)
    if (0...WallTime.secondsPerDay).contains(edge.seconds(since: WallTime(day))) { return day }
    return grip.part == .end ? edge.adding(seconds: -1).day : edge.day
  }

  // MARK: The sidebar

  /// Follows the pointer over the sidebar. The event is shown in its original shape, because a drop there does not turn a
  /// timed event into an all-day event or vice versa.
  private func positionOverSidebar(of event: DraggedEvent) -> HeldPosition {
    let (grip, pointer) = (event.grip, event.pointer)
    var position = event.position
    position.dropPlace = nil
    position.isClamped = false
    position.isBar = grip.bar != nil
    position.grabY = position.isBar ? min(grip.grabY, barHeight - 4) : grip.grabY
    position.edgeY = pointer.y - position.grabY
    position.top = position.edgeY
    position.columnX = pointer.x - grip.grabX
    if let bar = grip.bar {
      let travel = pointer.x - grip.pressX
      (position.barLeft, position.barRight) = (bar.left + travel, bar.right + travel)
      position.bottom = position.edgeY + barHeight
    } else {
      position.bottom = position.edgeY + axis.height(ofSeconds: Double(grip.occurrence.span.seconds))
    }
    return position
  }

  // MARK: The all-day row

  /// Returns whether the event is shown as a bar. An event grabbed as a bar remains a bar in the all-day row. Elsewhere,
  /// it remains a bar only if it is being resized or is not an all-day event. A timed event becomes a bar in the all-day
  /// row.
  private func isShownAsBar(_ event: DraggedEvent) -> Bool {
    let grip = event.grip
    guard grip.bar == nil else {
      return grip.part != .body || !grip.occurrence.isAllDay || event.pointer.y < 0
    }
    return grip.part == .body && event.hasTraveled && (-allDayRowHeight..<0).contains(event.pointer.y)
  }

  private func barPosition(of event: DraggedEvent, _ initialPosition: HeldPosition) -> HeldPosition {
    let (grip, pointer) = (event.grip, event.pointer)
    var position = initialPosition
    position.edgeY = pointer.y - position.grabY
    (position.top, position.bottom) = (position.edgeY, position.edgeY + barHeight)
    position.day = columns.day(atX: pointer.x)
    position.columnX = pointer.x - grip.grabX
    guard let bar = grip.bar else {
      (position.barLeft, position.barRight) = (position.columnX, position.columnX + columns.columnWidth)
      if event.hasTraveled { position.dropPlace = .allDay(position.day) }
      return position
    }
    if event.hasTraveled { position.dropPlace = .days(position.day.days(since: grip.day)) }
    return moved(bar, position, of: event)
  }

  /// Moves a bar with the pointer. If the bar is resized, only its held side follows the pointer, and stops one day from
  /// the other side.
  private func moved(_ bar: BarPosition, _ initialPosition: HeldPosition, of event: DraggedEvent)
    -> HeldPosition
  {
    let (grip, columnWidth) = (event.grip, columns.columnWidth)
    var position = initialPosition
    let travel = event.pointer.x - grip.pressX
    let isRightHeld = (grip.part == .end) != columns.isRightToLeft
    switch grip.part {
    case .body: (position.barLeft, position.barRight) = (bar.left + travel, bar.right + travel)
    case .start, .end:
      // The other side follows its day, because the page may have been turned.
      let originalColumn = grip.day.days(since: event.restorePlace.day)
      let shift = Double(grip.day.days(since: columns.firstDay) - originalColumn) * columnWidth
      let shiftX = columns.isRightToLeft ? -shift : shift
      if isRightHeld {
        position.barLeft = bar.left + shiftX
        position.barRight = max(
          bar.right + travel, position.barLeft + min(columnWidth, bar.right - bar.left))
      } else {
        position.barRight = bar.right + shiftX
        position.barLeft = min(bar.left + travel, position.barRight - min(columnWidth, bar.right - bar.left))
      }
      (position.edgeY, position.top) = (bar.top, bar.top)
      position.bottom = bar.top + barHeight
    }
    return position
  }

  /// Shows an all-day event that is moved into the hour grid as a one-hour event.
  private func oneHourPosition(of event: DraggedEvent, _ initialPosition: HeldPosition) -> HeldPosition {
    let pointer = event.pointer
    var position = initialPosition
    position.edgeY = pointer.y - position.grabY
    (position.top, position.bottom) = (position.edgeY, position.edgeY + axis.height(ofSeconds: 3600))
    position.columnX = pointer.x - event.grip.grabX
    position.day = columns.day(atX: pointer.x)
    guard event.hasTraveled else { return position }
    let snapping = snapping(isFine: event.isFineSnapping)
    let second = snapping.line(nearest: second(atY: position.edgeY)).clamped(
      to: 0...(WallTime.secondsPerDay - snapping.step))
    position.dropPlace = .oneHour(position.day, second)
    return position
  }

  // MARK: Other events

  /// A bar and a block that move together do not keep their distance: the bar keeps its lane, and the block keeps its time
  /// of day.
  package func position(of companion: Occurrence, besideHeld event: DraggedEvent) -> CompanionPosition {
    let (columnWidth, days) = (columns.columnWidth, companion.days)
    let dayOffset = Double(days.lowerBound.days(since: event.grip.day))
    let isBar = companion.isInAllDayRow
    let columnCount = isBar ? Double(days.count) : 1
    let x =
      columns.isRightToLeft
      ? event.columnX - (dayOffset + columnCount - 1) * columnWidth : event.columnX + dayOffset * columnWidth
    let second = Double(companion.span.start.secondOfDay)
    let top: Double? =
      if isBar {
        nil
      } else if event.isBar || event.grip.bar != nil {
        y(ofSecond: second)
      } else {
        event.rawTop + axis.height(ofSeconds: second - Double(event.grip.second))
      }
    return CompanionPosition(x: x, top: top, width: columnCount * columnWidth)
  }

  // MARK: Grips

  package func grip(on target: PressTarget, at point: Point) -> Grip {
    grip(target.occurrence, target.part, bar: target.bar, on: columns.day(atX: point.x), at: point)
  }

  package func grip(pickingUp occurrence: Occurrence, bar: BarPosition?, at point: Point) -> Grip {
    if let bar {
      let heldPoint = Point(
        x: point.x.clamped(to: bar.left...bar.right), y: point.y.clamped(to: bar.top...(bar.top + barHeight)))
      return grip(occurrence, .body, bar: bar, on: columns.day(atX: heldPoint.x), at: heldPoint)
    }
    let days = columns.days
    let day = occurrence.span.start.day.clamped(to: days.lowerBound...days.upperBound.adding(days: -1))
    let column = columns.extent(of: day)
    let top = y(ofSecond: Double(occurrence.span.start.seconds(since: WallTime(day))))
    let height = axis.height(ofSeconds: Double(occurrence.span.seconds))
    let heldPoint = Point(
      x: point.x.clamped(to: column.left...(column.left + column.width)),
      y: point.y.clamped(to: top...(top + height)))
    return grip(occurrence, .body, bar: nil, on: day, at: heldPoint)
  }

  package func regrabbed(_ grip: Grip, at point: Point) -> Grip {
    // Bars do not scroll, so the point of the press is still valid.
    grip.bar == nil ? self.grip(grip.occurrence, grip.part, bar: nil, on: grip.day, at: point) : grip
  }

  private func grip(
    _ occurrence: Occurrence, _ part: EventPart, bar: BarPosition?, on day: Day, at point: Point
  ) -> Grip {
    let edge = part == .end ? occurrence.span.end : occurrence.span.start
    let second = Double(edge.seconds(since: WallTime(day)))
    return Grip(
      occurrence, part, on: day, bar: bar, grabY: point.y - (bar?.top ?? y(ofSecond: second)),
      grabX: point.x - columns.extent(of: day).left, pressX: point.x)
  }
}
