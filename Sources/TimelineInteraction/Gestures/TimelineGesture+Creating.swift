import CalendarModel

// Gestures other than a press on an event: drawing new events, and moving events with no button held.
extension TimelineGesture {
  /// Creates an event in empty time, as a press without dragging does. The event lasts one hour, or a whole day
  /// in the all-day row.
  package mutating func create(_ emptyTime: EmptyTime, at point: Point, in surface: any Surface)
    -> [GestureEffect]
  {
    guard case .idle = phase else { return [] }
    guard let event = emptyTime.newEvent else { return [.refused(.noCalendar)] }
    let creation = surface.creation(
      of: event, at: surface.pressPosition(at: point), hasTraveled: false, barTop: emptyTime.barTop,
      isFine: false)
    return [.create(surface.occurrenceFromPress(creation))]
  }

  /// Starts drawing an event, because the pointer was dragged or held over empty time.
  mutating func startCreating(
    from press: UndecidedPress, isFine: Bool, hasTraveled: Bool, in surface: any Surface
  ) -> [GestureEffect] {
    phase = .ignoring
    guard let emptyTime = press.emptyTime else { return [] }
    guard let event = emptyTime.newEvent else { return [.refused(.noCalendar)] }
    let pressPosition =
      press.pointerKind == .touch ? surface.pressPosition(at: press.pointer) : press.pressPosition
    let creation = surface.creation(
      of: event, at: pressPosition, hasTraveled: hasTraveled, barTop: emptyTime.barTop, isFine: isFine)
    let draggedEvent = DraggedEvent(
      surface.gripBeforeDrag(creation), creating: creation, by: press.pointerKind,
      liftedAt: liftPoint(of: press, hasTraveled, surface), pointer: press.pointer, isFine: isFine,
      hasTraveled: hasTraveled, in: surface)
    return [.claim] + beginLift(draggedEvent)
  }

  /// Starts "Move With Pointer": the event follows the pointer with no button held. A click (`release`) or Enter
  /// drops it, and Escape (`cancel`) restores it.
  ///
  /// - Parameter bar: the position of its bar, for an event in the all-day row.
  package mutating func pickUp(
    _ occurrence: Occurrence, bar: BarPosition? = nil, refusal: EditRefusal?, at point: Point,
    in surface: any Surface
  ) -> [GestureEffect] {
    guard case .idle = phase else { return [] }
    if let refusal { return [.refused(refusal)] }
    let grip = surface.grip(pickingUp: occurrence, bar: bar, at: point)
    return beginLift(
      DraggedEvent(
        grip, by: .mouse, liftedAt: point, pointer: point, isFine: false, hasTraveled: false,
        isHeldWithoutButton: true,
        in: surface))
  }
}
