import CalendarModel

/// The gesture of one pointer on the timeline, from press to release: a click, a move, a resize or a new
/// event.
///
/// It takes time and geometry as arguments and leaves timers, widgets and the model to its host. The host
/// passes in events and carries out the returned effects in order. After `scroll` and `turn`, the
/// surface of the next call must reflect them. The gesture never writes to the model; a drop only returns an
/// `EventEdit.Change`.
package struct TimelineGesture: Sendable {
  /// The phase of the gesture. An undecided press and a drag are different states with different data.
  ///
  /// The enumeration is indirect because it is passed on in every frame of a drag, and its values are large.
  package indirect enum Phase: Hashable, Sendable {
    /// Nothing is pressed.
    case idle
    /// A press that is not decided yet.
    case pressing(UndecidedPress)
    /// An event is lifted.
    case lifted(DraggedEvent)
    /// The gesture is decided. Further input is ignored until everything is released.
    case ignoring
  }

  /// A press that may become a click, a long press or a drag, or that the scrolled window may take over.
  package struct UndecidedPress: Hashable, Sendable {
    /// The kind of pointing device.
    package let pointerKind: PointerKind
    package let start: Point
    /// The event under the pointer, or nil for empty time.
    package let target: PressTarget?
    /// The current position, within the drag threshold.
    package internal(set) var pointer: Point
    /// The grip that would hold the target, computed with the scroll offset of the press.
    let grip: Grip?
    /// The empty time that was pressed, with the event that a drag would create.
    let emptyTime: EmptyTime?
    let pressPosition: EventCreation.PressPosition
    /// The layout when the press began.
    let layout: SurfaceLayout
  }

  package internal(set) var phase = Phase.idle
  /// The time of the last frame since the lift, in seconds; nil before the first one.
  private var lastFrameTime: Double?
  /// The phase that the last frame showed; idle from the lift to the next frame.
  private var displayedPhase = Phase.idle
  /// The dwell in the last `dwell` effect; nil if no dwell is shown.
  private var shownDwell: DwellState?
  /// The part of the sidebar in the last `sidebar` effect; nil if none is highlighted.
  private var highlightedTarget: SidebarDropTarget?

  package init() {}

  package var draggedEvent: DraggedEvent? { phase.draggedEvent }
  /// The lifted event as the last frame showed it. A release drops the event in this state.
  var lastDisplayedEvent: DraggedEvent? { displayedPhase.draggedEvent ?? phase.draggedEvent }

  /// Whether an event is lifted.
  package var isLifted: Bool { if case .lifted = phase { true } else { false } }

  // MARK: Press and release

  /// Begins a press of the first button or finger. An event held without a button moves to the pressed point,
  /// where the release drops it.
  ///
  /// - Parameter emptyTime: the empty time under the pointer, used if there is no target; nil if a drag would not
  ///   create an event.
  package mutating func press(
    at point: Point, pointerKind: PointerKind, target: PressTarget?, emptyTime: EmptyTime? = nil,
    in surface: any Surface
  ) -> [GestureEffect] {
    if case .lifted(let draggedEvent) = phase, draggedEvent.isHeldWithoutButton {
      // The press decides where the event is dropped, even if it is released before the next frame.
      displayedPhase = .idle
      return [.claim] + move(to: point, isFine: draggedEvent.isFineSnapping, in: surface)
    }
    guard case .idle = phase else { return [] }
    phase = .pressing(
      UndecidedPress(
        pointerKind: pointerKind, start: point, target: target, pointer: point,
        grip: target.map { surface.grip(on: $0, at: point) },
        emptyTime: target == nil ? emptyTime : nil, pressPosition: surface.pressPosition(at: point),
        layout: surface.layout))
    return []
  }

  /// Ends the press. The displayed state is committed, wherever the pointer is.
  package mutating func release(in surface: any Surface) -> [GestureEffect] {
    let endedPhase = phase
    phase = .idle
    switch endedPhase {
    case .idle, .ignoring: return []
    case .pressing(let press): return clickEffects(of: press)
    case .lifted(let draggedEvent):
      return hideDwell() + removeTargetHighlight()
        + dropEffects(of: displayedPhase.draggedEvent ?? draggedEvent)
    }
  }

  /// Abandons the press, because it turned out to be a swipe.
  package mutating func abandonPress() {
    if case .pressing = phase { phase = .ignoring }
  }

  private func clickEffects(of press: UndecidedPress) -> [GestureEffect] {
    guard let target = press.target else { return [.select(nil), .click(nil, press.start)] }
    let click = GestureEffect.click(target.occurrence.id, press.start)
    return target.isSelected ? [click] : [.select(nil), click]
  }

  private func dropEffects(of draggedEvent: DraggedEvent) -> [GestureEffect] {
    if let dropTarget = draggedEvent.dropTarget { return dropEffects(of: draggedEvent, on: dropTarget) }
    if draggedEvent.isNew { return [.create(draggedEvent.snappedOccurrence)] }
    if let change = draggedEvent.change { return [.commit(change, draggedEvent.occurrence)] }
    return draggedEvent.hasTraveled
      ? [.dropUnchanged] : [.dropUnchanged, .select(draggedEvent.occurrence.id)]
  }

  private func dropEffects(of draggedEvent: DraggedEvent, on dropTarget: SidebarDropTarget) -> [GestureEffect]
  {
    switch dropTarget.drop {
    case .calendar(let calendar): return [.dropOnCalendar(calendar, draggedEvent.occurrence)]
    case .day:
      guard let change = draggedEvent.change else { return [restoreEffect(for: draggedEvent)] }
      return [.dropOnDay(change, draggedEvent.occurrence)]
    case .putBack(let reason):
      return [restoreEffect(for: draggedEvent)] + (reason.map { [.sidebar(.explain($0))] } ?? [])
    }
  }

  private func restoreEffect(for draggedEvent: DraggedEvent) -> GestureEffect {
    .restore(draggedEvent.restorePlace)
  }

  // MARK: Move and lift

  /// Handles a movement of the pointer, or a press or release of Shift (`isFine`).
  package mutating func move(to point: Point, isFine: Bool = false, in surface: any Surface)
    -> [GestureEffect]
  {
    switch phase {
    case .idle, .ignoring: return []
    case .pressing(var press):
      press.pointer = point
      guard point.isFarther(than: surface.dragThreshold, from: press.start) else {
        phase = .pressing(press)
        return []
      }
      return startDrag(press, isFine: isFine, in: surface)
    case .lifted(var draggedEvent):
      draggedEvent.pointer = point
      draggedEvent.isFineSnapping = isFine
      draggedEvent.motion.edgeScroll.track(pointerY: point.y)
      if let top = surface.sidebar?.visibleArea.top {
        draggedEvent.sidebarScroll?.track(pointerY: point.y - top)
      }
      return preview(draggedEvent, in: surface)
    }
  }

  /// Handles a press that has lasted `gtk-long-press-time` times `Feel.longPressFactor`.
  package mutating func longPress(in surface: any Surface) -> [GestureEffect] {
    guard case .pressing(let press) = phase else { return [] }
    guard let target = press.target, let grip = press.grip else {
      return startCreating(from: press, isFine: false, hasTraveled: false, in: surface)
    }
    return lift(target, grip, press, isFine: false, hasTraveled: false, in: surface)
  }

  /// Starts a drag once the pointer has passed the drag threshold, or leaves the press to other gestures.
  private mutating func startDrag(_ press: UndecidedPress, isFine: Bool, in surface: any Surface)
    -> [GestureEffect]
  {
    let dragsImmediately =
      switch press.pointerKind {
      case .mouse: !surface.mouseRequiresLongPress
      case .touch: press.target?.isSelected == true
      }
    guard dragsImmediately else {
      phase = .ignoring
      return []
    }
    guard let target = press.target, let grip = press.grip else {
      return startCreating(from: press, isFine: isFine, hasTraveled: true, in: surface)
    }
    return lift(target, grip, press, isFine: isFine, hasTraveled: true, in: surface)
  }

  private mutating func lift(
    _ target: PressTarget, _ grip: Grip, _ press: UndecidedPress, isFine: Bool, hasTraveled: Bool,
    in surface: any Surface
  ) -> [GestureEffect] {
    if let refusal = target.refusal {
      phase = .ignoring
      return [.refused(refusal)]
    }
    // With a mouse, the event may jump to the pointer in the first frame; under a finger, nothing may jump.
    let heldGrip =
      press.pointerKind == .touch ? surface.regrabbed(grip, at: press.pointer) : grip
    let draggedEvent = DraggedEvent(
      heldGrip, by: press.pointerKind, liftedAt: liftPoint(of: press, hasTraveled, surface),
      pointer: press.pointer, isFine: isFine, hasTraveled: hasTraveled, in: surface)
    return [.claim] + beginLift(draggedEvent)
  }

  /// Returns the point at which the pointer passed the drag threshold, or the position of a long press.
  func liftPoint(of press: UndecidedPress, _ hasTraveled: Bool, _ surface: any Surface) -> Point {
    hasTraveled ? press.start.toward(press.pointer, by: surface.dragThreshold) : press.pointer
  }

  mutating func beginLift(_ draggedEvent: DraggedEvent) -> [GestureEffect] {
    lastFrameTime = nil
    shownDwell = nil
    highlightedTarget = nil
    phase = .lifted(draggedEvent)
    displayedPhase = .idle
    return [.lift, .update(draggedEvent)]
  }

  // MARK: Frames and layout

  /// Advances to a frame that begins at the given time of the frame clock, in seconds. The first frame after
  /// a lift only starts the clock.
  package mutating func tick(frameTime: Double, in surface: any Surface) -> [GestureEffect] {
    guard case .lifted(var draggedEvent) = phase else { return [] }
    let dt = lastFrameTime.map { max(0, min(frameTime - $0, Feel.maximumFrameTime)) } ?? 0
    lastFrameTime = frameTime
    if draggedEvent.dropTarget != nil { return tickOverSidebar(draggedEvent, dt, in: surface) }
    draggedEvent.sidebarScroll = nil
    _ = draggedEvent.sidebarDwell.advance(dt, over: nil)
    var newSurface = surface
    var motion = draggedEvent.motion
    let dwell = newSurface.advance(&motion, dt, holding: draggedEvent)
    draggedEvent.motion = motion

    var effects: [GestureEffect] = []
    effects.reserveCapacity(3)
    let newPlace = newSurface.place
    if newSurface.days != surface.days {
      effects.append(.turn(to: newPlace))
    } else if newPlace != surface.place {
      effects.append(.scroll(to: newPlace))
    }
    effects += preview(draggedEvent, in: newSurface)
    if dwell != shownDwell {
      shownDwell = dwell
      effects.append(.dwell(dwell))
    }
    return effects
  }

  /// Advances by a frame of `dt` seconds with the event held over the sidebar, which scrolls at its own edges.
  /// Meanwhile, the timeline does not scroll.
  private mutating func tickOverSidebar(
    _ draggedEvent: DraggedEvent, _ dt: Double, in surface: any Surface
  ) -> [GestureEffect] {
    var draggedEvent = draggedEvent
    draggedEvent.motion.stop(at: draggedEvent.pointer)
    let scrolledSidebar = draggedEvent.scrollSidebar(dt, in: surface)
    // Days and buttons that scroll past under the pointer do not count.
    let triggeredTarget = draggedEvent.sidebarDwell.advance(
      dt, over: scrolledSidebar == nil ? draggedEvent.dropTarget : nil)
    var newSurface = surface
    var effects = hideDwell()
    if let scrolledSidebar {
      newSurface.sidebar = scrolledSidebar
      effects.append(.sidebar(.scroll(to: scrolledSidebar.scroll)))
    }
    effects += preview(draggedEvent, in: newSurface)
    switch triggeredTarget {
    case .day(let day) where !surface.days.contains(day): effects.append(.sidebar(.showDay(day)))
    case .turningMonths(let count): effects.append(.sidebar(.turnMonths(count)))
    case .day, .calendar, .elsewhere, nil: break
    }
    return effects
  }

  /// Records that a frame is about to be painted with the current state. A release commits this state,
  /// without any later motion that was never visible.
  package mutating func recordDisplayedFrame() { displayedPhase = phase }

  /// Updates the gesture after something else has scrolled, zoomed, resized, paged or reloaded the timeline.
  package mutating func viewportChanged(in surface: any Surface) -> [GestureEffect] {
    switch phase {
    case .idle, .ignoring: return []
    case .pressing(let press):
      // The content under the pointer has moved. Scrolling alone does not matter, because the grip contains
      // the scroll offset of the press.
      if press.layout != surface.layout { phase = .ignoring }
      return []
    case .lifted(let draggedEvent):
      return preview(draggedEvent, in: surface)
    }
  }

  /// Ends the gesture without an edit. The scroll offset, the page and the event return to where they were.
  package mutating func cancel(_ reason: CancelReason) -> [GestureEffect] {
    switch phase {
    case .idle, .ignoring: return []
    case .pressing:
      phase = .ignoring
      return [.canceled(reason)]
    case .lifted(let draggedEvent):
      // If no button is held, there is no release to ignore.
      phase = draggedEvent.isHeldWithoutButton ? .idle : .ignoring
      return hideDwell() + removeTargetHighlight() + [.canceled(reason), restoreEffect(for: draggedEvent)]
    }
  }

  /// Recomputes the lifted event. Returns the effects that show it; none if nothing has changed.
  private mutating func preview(_ draggedEvent: DraggedEvent, in surface: any Surface)
    -> [GestureEffect]
  {
    var draggedEvent = draggedEvent
    draggedEvent.update(in: surface)
    if case .lifted(let oldEvent) = phase, oldEvent == draggedEvent { return [] }
    phase = .lifted(draggedEvent)
    guard draggedEvent.dropTarget != highlightedTarget else { return [.update(draggedEvent)] }
    highlightedTarget = draggedEvent.dropTarget
    return [.update(draggedEvent), .sidebar(.highlight(draggedEvent.dropTarget))]
  }

  private mutating func removeTargetHighlight() -> [GestureEffect] {
    defer { highlightedTarget = nil }
    return highlightedTarget == nil ? [] : [.sidebar(.highlight(nil))]
  }

  private mutating func hideDwell() -> [GestureEffect] {
    defer { shownDwell = nil }
    return shownDwell == nil ? [] : [.dwell(nil)]
  }
}

extension TimelineGesture.Phase {
  fileprivate var draggedEvent: DraggedEvent? {
    if case .lifted(let draggedEvent) = self { draggedEvent } else { nil }
  }
}
