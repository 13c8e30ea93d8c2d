import CalendarModel

// Gestures other than a press on an event: drawing new events, and carrying events without a held button.
extension TimelineGesture {
  /// Creates an event in empty time, as a press without dragging does: one hour long, or a whole day in the
  /// all-day row.
  package mutating func create(_ empty: EmptyTime, at point: Point, in viewport: TimelineViewport)
    -> [GestureEffect]
  {
    guard case .idle = phase else { return [] }
    guard let event = empty.event else { return [.refused(.noCalendar)] }
    let creation = Creation(
      event, at: Creation.Spot(at: point, in: viewport), isDrawn: false, barTop: empty.barTop,
      snapping: viewport.snapping(), in: viewport)
    return [.create(creation.pressed(in: viewport))]
  }

  /// Empty time was dragged or held: starts drawing an event.
  mutating func make(
    of pressing: Pressing, fine: Bool, travelled: Bool, in viewport: TimelineViewport
  ) -> [GestureEffect] {
    phase = .spent
    guard let empty = pressing.empty else { return [] }
    guard let event = empty.event else { return [.refused(.noCalendar)] }
    let spot =
      pressing.pointerKind == .touch
      ? Creation.Spot(at: pressing.pointer, in: viewport) : pressing.spot
    let creation = Creation(
      event, at: spot, isDrawn: travelled, barTop: empty.barTop,
      snapping: viewport.snapping(fine: fine), in: viewport)
    let lifted = Lifted(
      creation.gripAtRest(in: viewport), making: creation, by: pressing.pointerKind,
      liftedAt: liftPoint(of: pressing, travelled, viewport), pointer: pressing.pointer, fine: fine,
      travelled: travelled, in: viewport)
    return [.claim] + hold(lifted)
  }

  /// "Move to...": the event follows the pointer without a button held. A click (`release`) or Enter places
  /// it, Escape (`cancel`) restores.
  ///
  /// - Parameter bar: the position of its bar, for an event in the all-day row.
  package mutating func pickUp(
    _ occurrence: Occurrence, bar: Bar? = nil, refusal: EditRefusal?, at point: Point,
    in viewport: TimelineViewport
  ) -> [GestureEffect] {
    guard case .idle = phase else { return [] }
    if let refusal { return [.refused(refusal)] }
    hasSecondFinger = false
    let grip = Grip(pickingUp: occurrence, bar: bar, at: point, in: viewport)
    return hold(
      Lifted(
        grip, by: .mouse, liftedAt: point, pointer: point, fine: false, travelled: false, carried: true,
        in: viewport))
  }
}
