import CalendarModel

// Gestures other than a press on an event: drawing new events, and moving events with no button held.
extension TimelineGesture {
  /// Creates an event in empty time, as a press without dragging does. The event lasts one hour, or a whole day
  /// in the all-day row.
  package mutating func create(_ emptyTime: EmptyTime, at point: Point, in viewport: TimelineViewport)
    -> [GestureEffect]
  {
    guard case .idle = phase else { return [] }
    guard let event = emptyTime.newEvent else { return [.refused(.noCalendar)] }
    let creation = EventCreation(
      event, at: EventCreation.PressPosition(at: point, in: viewport), hasTraveled: false,
      barTop: emptyTime.barTop,
      snapping: viewport.snapping(), in: viewport)
    return [.create(creation.occurrenceFromPress(in: viewport))]
  }

  /// Starts drawing an event, because the pointer was dragged or held over empty time.
  mutating func startCreating(
    from press: UndecidedPress, isFine: Bool, hasTraveled: Bool, in viewport: TimelineViewport
  ) -> [GestureEffect] {
    phase = .ignoring
    guard let emptyTime = press.emptyTime else { return [] }
    guard let event = emptyTime.newEvent else { return [.refused(.noCalendar)] }
    let pressPosition =
      press.pointerKind == .touch
      ? EventCreation.PressPosition(at: press.pointer, in: viewport) : press.pressPosition
    let creation = EventCreation(
      event, at: pressPosition, hasTraveled: hasTraveled, barTop: emptyTime.barTop,
      snapping: viewport.snapping(isFine: isFine), in: viewport)
    let draggedEvent = DraggedEvent(
      creation.gripBeforeDrag(in: viewport), creating: creation, by: press.pointerKind,
      liftedAt: liftPoint(of: press, hasTraveled, viewport), pointer: press.pointer, isFine: isFine,
      hasTraveled: hasTraveled, in: viewport)
    return [.claim] + beginLift(draggedEvent)
  }

  /// Starts "Move With Pointer": the event follows the pointer with no button held. A click (`release`) or Enter
  /// drops it, and Escape (`cancel`) restores it.
  ///
  /// - Parameter bar: the position of its bar, for an event in the all-day row.
  package mutating func pickUp(
    _ occurrence: Occurrence, bar: BarPosition? = nil, refusal: EditRefusal?, at point: Point,
    in viewport: TimelineViewport
  ) -> [GestureEffect] {
    guard case .idle = phase else { return [] }
    if let refusal { return [.refused(refusal)] }
    let grip = Grip(pickingUp: occurrence, bar: bar, at: point, in: viewport)
    return beginLift(
      DraggedEvent(
        grip, by: .mouse, liftedAt: point, pointer: point, isFine: false, hasTraveled: false,
        isHeldWithoutButton: true,
        in: viewport))
  }
}
