import CalendarModel

/// A press of one pointer on the timeline, until its release: click, select, move, resize or create.
///
/// It takes time and geometry as arguments and leaves timers, widgets and the model to its host: the host
/// passes events and carries out the returned effects in order. After `setScroll` and `showDay`, the viewport
/// of the next call must reflect them. It never writes to the model; a drop is an `EventEdit.Change`.
package struct TimelineGesture: Sendable {
  /// The phase of the gesture. An undecided press and a drag are different states with different data.
  ///
  /// Indirect, because it is passed on in every frame of a drag and its values are large.
  package indirect enum Phase: Hashable, Sendable {
    /// Nothing is pressed.
    case idle
    /// Pressed, and not yet decided.
    case pressing(Pressing)
    /// An event is lifted.
    case lifted(DraggedEvent)
    /// Decided; the rest of the sequence is ignored until everything is released.
    case ignoring
  }

  /// A press that may become a click, a long press or a drag, or that the scrolled window may take over.
  package struct Pressing: Hashable, Sendable {
    /// The kind of pointing device.
    package let pointerKind: PointerKind
    package let start: Point
    /// The target under it, or nil for empty time.
    package let target: PressTarget?
    /// The current position, within the slop.
    package internal(set) var pointer: Point
    /// How the target would be held, with the scroll offset of the press.
    let grip: Grip?
    /// What a drag would create from empty time, and where it was pressed.
    let empty: EmptyTime?
    let pressPosition: EventCreation.PressPosition
    /// The page and zoom at the press.
    let columns: DayColumns
    let axis: DayAxis
  }

  package internal(set) var phase = Phase.idle
  private var lastFrame: Double?
  /// The phase that the last frame showed: with the lifted event, or idle since the lift.
  private var displayed = Phase.idle
  private var shownDwell: DwellState?
  var hasSecondFinger = false

  package init() {}

  package var lifted: DraggedEvent? { phase.lifted }

  /// Whether an event is lifted.
  package var isLifted: Bool { if case .lifted = phase { true } else { false } }

  // MARK: Press and release

  /// The first button or finger was pressed. A carried event moves there, to be dropped by the release.
  ///
  /// - Parameter empty: the event that a drag would create where there is no target; nil if it would create
  ///   none.
  package mutating func press(
    at point: Point, pointer: PointerKind, target: PressTarget?, empty: EmptyTime? = nil,
    in viewport: TimelineViewport
  ) -> [GestureEffect] {
    if case .lifted(let lifted) = phase, lifted.isCarried {
      return [.claim] + move(to: point, fine: lifted.isFine, in: viewport)
    }
    guard case .idle = phase else { return [] }
    hasSecondFinger = false
    phase = .pressing(
      Pressing(
        pointerKind: pointer, start: point, target: target, pointer: point,
        grip: target.map { Grip($0, at: point, in: viewport) },
        empty: target == nil ? empty : nil,
        pressPosition: EventCreation.PressPosition(at: point, in: viewport),
        columns: viewport.columns, axis: viewport.axis))
    return []
  }

  /// The button or finger was released: what is displayed is committed, wherever the pointer is.
  package mutating func release(in viewport: TimelineViewport) -> [GestureEffect] {
    let ended = phase
    phase = hasSecondFinger ? .ignoring : .idle
    switch ended {
    case .idle, .ignoring: return []
    case .pressing(let pressing): return click(pressing)
    case .lifted(let lifted): return hideDwell() + drop(displayed.lifted ?? lifted)
    }
  }

  /// No button is pressed and no finger touches any more.
  package mutating func allReleased() {
    hasSecondFinger = false
    if case .ignoring = phase { phase = .idle }
  }

  /// Another finger touched. Before the lift it ends the press (and the host may begin to pinch); after the
  /// lift, it never moves, drops or cancels the lifted event.
  package mutating func secondFinger() {
    hasSecondFinger = true
    if case .pressing = phase { phase = .ignoring }
  }

  /// The press turned out to be something else: a swipe.
  package mutating func abandonPress() {
    if case .pressing = phase { phase = .ignoring }
  }

  private func click(_ pressing: Pressing) -> [GestureEffect] {
    guard let target = pressing.target else { return [.select(nil), .click(nil, pressing.start)] }
    let click = GestureEffect.click(target.occurrence.id, pressing.start)
    return target.isSelected ? [click] : [.select(nil), click]
  }

  private func drop(_ lifted: DraggedEvent) -> [GestureEffect] {
    if lifted.isNew { return [.create(lifted.snapped)] }
    if let change = lifted.change { return [.commit(change, lifted.occurrence)] }
    return lifted.hasTravelled ? [.dropUnchanged] : [.dropUnchanged, .select(lifted.occurrence.id)]
  }

  // MARK: Move and lift

  /// The pointer moved, or Shift (`fine`) was pressed or released.
  package mutating func move(to point: Point, fine: Bool = false, in viewport: TimelineViewport)
    -> [GestureEffect]
  {
    switch phase {
    case .idle, .ignoring: return []
    case .pressing(var pressing):
      pressing.pointer = point
      guard point.isFarther(than: viewport.dragThreshold, from: pressing.start) else {
        phase = .pressing(pressing)
        return []
      }
      return startDrag(pressing, fine: fine, in: viewport)
    case .lifted(var lifted):
      lifted.pointer = point
      lifted.isFine = fine
      lifted.motion.scroll.track(pointerY: point.y)
      return preview(lifted, in: viewport).map { [$0] } ?? []
    }
  }

  /// The press has lasted `gtk-long-press-time` times `Feel.longPressFactor`.
  package mutating func longPress(in viewport: TimelineViewport) -> [GestureEffect] {
    guard case .pressing(let pressing) = phase else { return [] }
    guard let target = pressing.target, let grip = pressing.grip else {
      return startCreating(from: pressing, fine: false, travelled: false, in: viewport)
    }
    return lift(target, grip, pressing, fine: false, travelled: false, in: viewport)
  }

  /// The pointer passed the slop: starts a drag, or leaves the press to other gestures.
  private mutating func startDrag(_ pressing: Pressing, fine: Bool, in viewport: TimelineViewport)
    -> [GestureEffect]
  {
    let dragsImmediately =
      switch pressing.pointerKind {
      case .mouse: !viewport.holdToDrag
      case .touch: pressing.target?.isSelected == true
      }
    guard dragsImmediately else {
      phase = .ignoring
      return []
    }
    guard let target = pressing.target, let grip = pressing.grip else {
      return startCreating(from: pressing, fine: fine, travelled: true, in: viewport)
    }
    return lift(target, grip, pressing, fine: fine, travelled: true, in: viewport)
  }

  private mutating func lift(
    _ target: PressTarget, _ grip: Grip, _ pressing: Pressing, fine: Bool, travelled: Bool,
    in viewport: TimelineViewport
  ) -> [GestureEffect] {
    if let refusal = target.refusal {
      phase = .ignoring
      return [.refused(refusal)]
    }
    // With a mouse, the event may catch up with the pointer in one frame; under a finger, nothing may jump.
    let held =
      pressing.pointerKind == .touch ? grip.regrabbed(at: pressing.pointer, in: viewport) : grip
    let lifted = DraggedEvent(
      held, by: pressing.pointerKind, liftedAt: liftPoint(of: pressing, travelled, viewport),
      pointer: pressing.pointer, fine: fine, travelled: travelled, in: viewport)
    return [.claim] + beginLift(lifted)
  }

  /// Where the slop was passed, or the position of a long press.
  func liftPoint(of pressing: Pressing, _ travelled: Bool, _ viewport: TimelineViewport) -> Point {
    travelled ? pressing.start.toward(pressing.pointer, by: viewport.dragThreshold) : pressing.pointer
  }

  mutating func beginLift(_ lifted: DraggedEvent) -> [GestureEffect] {
    lastFrame = nil
    shownDwell = nil
    phase = .lifted(lifted)
    displayed = .idle
    return [.lift, .update(lifted)]
  }

  // MARK: Frames and surroundings

  /// A frame begins. `frameTime` is the frame clock's, in seconds; the first frame after a lift only starts
  /// the clock.
  package mutating func tick(frameTime: Double, in viewport: TimelineViewport) -> [GestureEffect] {
    guard case .lifted(var lifted) = phase else { return [] }
    let dt = lastFrame.map { max(0, min(frameTime - $0, Feel.maximumFrameTime)) } ?? 0
    lastFrame = frameTime
    let outcome = lifted.motion.advance(
      dt, pointer: lifted.pointer, kind: lifted.pointerKind, part: lifted.part,
      isResting: lifted.isBar || lifted.isStoppedAtLimit(in: viewport), in: viewport)

    var effects: [GestureEffect] = []
    effects.reserveCapacity(3)
    if outcome.viewport.columns != viewport.columns {
      effects.append(.showDay(outcome.viewport.columns.first, scroll: outcome.viewport.scroll))
    } else if outcome.viewport.scroll != viewport.scroll {
      effects.append(.setScroll(outcome.viewport.scroll))
    }
    if let update = preview(lifted, in: outcome.viewport) { effects.append(update) }
    if outcome.dwell != shownDwell {
      shownDwell = outcome.dwell
      effects.append(.dwell(outcome.dwell))
    }
    return effects
  }

  /// A frame is about to be painted with the current state. A release commits that state, and no later motion
  /// that nobody saw.
  package mutating func frameIsShown() { displayed = phase }

  /// The timeline was scrolled, zoomed, resized, paged or reloaded by something else.
  package mutating func viewportChanged(in viewport: TimelineViewport) -> [GestureEffect] {
    switch phase {
    case .idle, .ignoring: return []
    case .pressing(let pressing):
      // What was under the pointer has moved. Scrolling alone does not matter: the grip contains the scroll
      // offset of the press.
      if pressing.columns.days != viewport.columns.days || pressing.axis != viewport.axis {
        phase = .ignoring
      }
      return []
    case .lifted(let lifted):
      return preview(lifted, in: viewport).map { [$0] } ?? []
    }
  }

  /// Ends the gesture without an edit: the scroll offset, page and event return to where they were.
  package mutating func cancel(_ reason: CancelReason) -> [GestureEffect] {
    switch phase {
    case .idle, .ignoring: return []
    case .pressing:
      phase = .ignoring
      return [.cancelled(reason)]
    case .lifted(let lifted):
      // A carried event has no pressed button whose release must be ignored.
      phase = lifted.isCarried ? .idle : .ignoring
      return hideDwell()
        + [
          .cancelled(reason),
          .restore(scroll: lifted.restorePoint.scroll, day: lifted.restorePoint.columns.first),
        ]
    }
  }

  /// Recomputes the lifted event, and tells the host if anything changed.
  private mutating func preview(_ lifted: DraggedEvent, in viewport: TimelineViewport) -> GestureEffect? {
    var lifted = lifted
    lifted.update(in: viewport)
    if case .lifted(let before) = phase, before == lifted { return nil }
    phase = .lifted(lifted)
    return .update(lifted)
  }

  private mutating func hideDwell() -> [GestureEffect] {
    defer { shownDwell = nil }
    return shownDwell == nil ? [] : [.dwell(nil)]
  }
}

extension TimelineGesture.Phase {
  fileprivate var lifted: DraggedEvent? { if case .lifted(let lifted) = self { lifted } else { nil } }
}
