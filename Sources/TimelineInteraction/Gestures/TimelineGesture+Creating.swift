import CalendarModel

// Gestures other than a press on an event: drawing new events, and carrying events without a held button.
extension TimelineGesture {
  /// Creates an event in empty time, as a press without dragging does. The event lasts one hour, or a whole day
  /// in the all-day row.
  package mutating func create(_ empty: EmptyTime, at point: Point, in viewport: TimelineViewport)
    -> [GestureEffect]
  {
    guard case .idle = phase else { return [] }
    guard let event = empty.event else { return [.refused(.noCalendar)] }
    let creation = EventCreation(
      event, at: EventCreation.PressPosition(at: point, in: viewport), hasTraveled: false,
      barTop: empty.barTop,
      snapping: viewport.snapping(), in: viewport)
    return [.create(creation.occurrenceFromPress(in: viewport))]
  }

  /// Starts drawing an event, because the pointer was dragged or held over empty time.
  mutating func startCreating(
    from pressing: UndecidedPress, fine: Bool, traveled: Bool, in viewport: TimelineViewport
  ) -> [GestureEffect] {
    phase = .ignoring
    guard let empty = pressing.empty else { return [] }
    guard let event = empty.event else { return [.refused(.noCalendar)] }
    let pressPosition =
      pressing.pointerKind == .touch
      ? EventCreation.PressPosition(at: pressing.pointer, in: viewport) : pressing.pressPosition
    let creation = EventCreation(
      event, at: pressPosition, hasTraveled: traveled, barTop: empty.barTop,
      snapping: viewport.snapping(fine: fine), in: viewport)
    let lifted = DraggedEvent(
      creation.gripBeforeDrag(in: viewport), creating: creation, by: pressing.pointerKind,
      liftedAt: liftPoint(of: pressing, traveled, viewport), pointer: pressing.pointer, fine: fine,
      traveled: traveled, in: viewport)
    return [.claim] + beginLift(lifted)
  }

  /// Starts "Move With Pointer": the event follows the pointer without a held button. A click (`release`) or Enter
  /// drops it, and Escape (`cancel`) restores it.
  ///
  /// - Parameter bar: the position of its bar, for an event in the all-day row.
  package mutating func pickUp(
    _ occurrence: Occurrence, bar: BarPosition? = nil, refusal: EditRefusal?, at point: Point,
    in viewport: TimelineViewport
  ) -> [GestureEffect] {
    guard case .idle = phase else { return [] }
    if let refusal { return [.refused(refusal)] }
    hasSecondFinger = false
    let grip = Grip(pickingUp: occurrence, bar: bar, at: point, in: viewport)
    return beginLift(
      DraggedEvent(
        grip, by: .mouse, liftedAt: point, pointer: point, fine: false, traveled: false,
        heldWithoutButton: true,
        in: viewport))
  }
}
