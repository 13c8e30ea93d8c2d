import CalendarModel

// Draws new events on the hours and in the all-day row.
extension HoursSurface {
  package func pressPosition(at point: Point) -> EventCreation.PressPosition {
    EventCreation.PressPosition(
      point: point, day: columns.day(atX: point.x), second: second(atY: point.y))
  }

  package func creation(
    of event: CalendarEvent, at position: EventCreation.PressPosition, hasTraveled: Bool, barTop: Double?,
    isFine: Bool
  ) -> EventCreation {
    let snapping = snapping(isFine: isFine)
    // Once the pointer has begun to draw, the fixed edge is the grid line nearest to the press; otherwise, it is the
    // start of the grid step that contains the press.
    let anchorSecond =
      hasTraveled
      ? snapping.line(nearest: position.second).clamped(to: 0...WallTime.secondsPerDay)
      : second(pointedAt: position.point, snapping)
    let column = columns.extent(of: position.day)
    return EventCreation(
      event: event, pressPosition: position, anchorSecond: anchorSecond,
      bar: barTop.map { BarPosition(left: column.left, right: column.left + column.width, top: $0) },
      grabX: position.point.x - column.left)
  }

  package func grip(_ creation: EventCreation, pointer: Point, isFine: Bool) -> Grip {
    let position = creation.pressPosition
    let days = columns.day(atX: pointer.x).days(since: position.day)
    guard creation.bar == nil else {
      let isLater = (pointer.x >= position.point.x) != columns.isRightToLeft
      return creation.gripOfBar(days > 0 || (days == 0 && isLater) ? .end : .start, in: zone)
    }
    let second = second(atY: pointer.y) + Double(days * WallTime.secondsPerDay)
    return creation.grip(isForward: second >= position.second, snapping(isFine: isFine), in: zone)
  }

  package func gripBeforeDrag(_ creation: EventCreation) -> Grip {
    let (occurrence, position) = (occurrenceFromPress(creation), creation.pressPosition)
    let second = occurrence.span.end.seconds(since: WallTime(position.day))
    return Grip(
      occurrence, .end, on: position.day, bar: creation.bar,
      grabY: position.point.y - (creation.bar?.top ?? y(ofSecond: Double(second))), grabX: creation.grabX,
      pressX: position.point.x)
  }

  /// One hour from the pressed time, or the whole day in the all-day row.
  package func occurrenceFromPress(_ creation: EventCreation) -> Occurrence {
    creation.bar == nil ? creation.oneHour(in: zone) : creation.allDay(in: zone)
  }
}
