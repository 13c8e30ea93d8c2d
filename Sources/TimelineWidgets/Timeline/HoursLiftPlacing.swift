import CalendarModel
import TimelineInteraction
import TimelinePainting

/// Where a lifted event is drawn on the timeline.
struct HoursLiftPlacing: LiftPlacing {
  let geometry: LiftGeometry
  /// The page that shows the original events.
  let page: TimelinePage

  var days: Range<Day> { geometry.days }
  var columnWidth: Double { geometry.columns.columnWidth }
  var heightAbove: Double { geometry.allDayRowHeight }

  func shape(of occurrence: Occurrence, on day: Day) -> LiftShape {
    let (inset, width) = page.blockPlacement(of: occurrence, on: day)
    return LiftShape(
      inset: inset, width: occurrence.isInAllDayRow ? nil : width,
      laneTop: page.allDay.frame(of: occurrence.id)?.top ?? page.allDay.top(ofLane: 0))
  }

  func placement(of draggedEvent: DraggedEvent, _ shape: LiftShape, heldTime: (WallTime) -> String?)
    -> LiftPlacement
  {
    geometry.placement(
      of: draggedEvent, inset: shape.inset, width: shape.width ?? columnWidth, gutterText: heldTime)
  }

  func placement(of keyboardMove: KeyboardMove, _ shape: LiftShape) -> LiftPlacement {
    geometry.placement(of: keyboardMove, inset: shape.inset, width: shape.width ?? columnWidth)
  }

  func placement(of position: CompanionPosition, _ occurrence: Occurrence, _ shape: LiftShape) -> Rectangle {
    geometry.placement(
      of: position, occurrence, shape.width.map { (shape.inset, $0) }, laneTop: shape.laneTop)
  }

  func placement(of occurrence: Occurrence, _ shape: LiftShape) -> Rectangle {
    geometry.placement(of: occurrence, shape.width.map { (shape.inset, $0) }, laneTop: shape.laneTop)
  }
}
