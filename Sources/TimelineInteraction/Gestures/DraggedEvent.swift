import CalendarModel

/// A lifted event: where it is drawn, and what it would become if it were dropped now.
///
/// It has a raw and a snapped position. From the lift on, the raw edges follow the pointer in every frame, even
/// while the timeline scrolls or zooms: `edgeY` is the pointer's y coordinate minus `grabY`. The snapped position
/// is shown in the label and committed by a drop; it does not change until the pointer has passed the drag
/// threshold. Both positions are recomputed from the grip each time instead of being accumulated.
package struct DraggedEvent: Hashable, Sendable {
  // The event is copied several times per frame. Values that are fixed, or change only at a snap, are shared.
  private var sharedGrip: Shared<Grip>
  private var dropResult: Shared<DropResult>
  /// The creation in progress, if the event is new.
  private let creation: Shared<EventCreation>?
  /// Whether the event follows the pointer with no button held, until a click drops it.
  package let isHeldWithoutButton: Bool
  /// The place to restore if the drag is canceled.
  package let restorePlace: Place
  /// The position of the pointer when the event was lifted.
  let liftPoint: Point
  /// The kind of pointer that holds the event.
  package let pointerKind: PointerKind
  /// The current position of the pointer.
  package internal(set) var pointer: Point
  /// Whether the pointer has passed the drag threshold: since the press if dragging lifted the event, otherwise
  /// since the lift.
  package private(set) var hasTraveled: Bool
  /// Whether Shift is held, which selects the finest grid.
  package internal(set) var isFineSnapping = false
  /// The scrolling and the dwell at the edges of the timeline.
  var motion: EdgeMotion
  /// The part of the sidebar that the event is over; nil while it is over the timeline.
  package private(set) var dropTarget: SidebarDropTarget?
  /// The area of `dropTarget`, in viewport coordinates; nil if the event is not over a calendar, a day or a button.
  package private(set) var dropTargetArea: SidebarDropTargets.Area?
  /// The dwell over the sidebar.
  var sidebarDwell = SidebarDwell()
  /// The scrolling at the edges of the sidebar; nil while the event is over the timeline.
  var sidebarScroll: EdgeScroll?

  /// Where the event is drawn, as of the last `update`.
  package private(set) var position: HeldPosition

  /// What the event would become if it were dropped now.
  private struct DropResult: Hashable {
    let place: DropPlace
    let change: EventEdit.Change?
    let snappedOccurrence: Occurrence
  }

  /// Lifts an event at `liftPoint`. The pointer may already have moved on.
  init(
    _ grip: Grip, creating creation: EventCreation? = nil, by pointerKind: PointerKind,
    liftedAt liftPoint: Point,
    pointer: Point, isFine: Bool, hasTraveled: Bool, isHeldWithoutButton: Bool = false,
    in surface: any Surface
  ) {
    sharedGrip = Shared(grip)
    dropResult = DraggedEvent.unchangedResult(of: grip)
    self.creation = creation.map(Shared.init)
    self.isHeldWithoutButton = isHeldWithoutButton
    self.pointerKind = pointerKind
    restorePlace = surface.place
    self.liftPoint = liftPoint
    self.pointer = pointer
    self.hasTraveled = hasTraveled
    isFineSnapping = isFine
    motion = EdgeMotion(at: liftPoint)
    motion.edgeScroll.track(pointerY: pointer.y)
    position = HeldPosition(on: grip.day)
    update(in: surface)
  }

  package var grip: Grip { sharedGrip.value }
  /// The occurrence with `change` applied.
  package var snappedOccurrence: Occurrence { dropResult.value.snappedOccurrence }
  /// The change that a drop would make, or nil if a drop would change nothing.
  package var change: EventEdit.Change? { dropResult.value.change }
  package var occurrence: Occurrence { grip.occurrence }
  /// The distance by which a drop would move the event, and the others that are selected with it.
  package var groupMove: GroupMove {
    let start = grip.occurrence.span.start
    return switch dropResult.value.place {
    case .second(let second): GroupMove(from: start, to: WallTime(grip.day, secondOfDay: second))
    case .days(let days): GroupMove(from: start, to: start.adding(days: days), keepsTimeOfDay: true)
    case .allDay(let day), .sameTime(let day), .oneHour(let day, _):
      GroupMove(from: start, to: WallTime(day), keepsTimeOfDay: true)
    }
  }
  /// Whether the event is new and not stored yet.
  package var isNew: Bool { creation != nil }
  /// The part that is held; for a new event, the edge that the pointer is currently on.
  package var part: EventPart { grip.part }
  /// The distance from the left edge of the column to the pointer, in px. It is constant while the event is
  /// lifted.
  package var grabX: Double { grip.grabX }
  /// The average velocity of the automatic scrolling over the last frame, in px/s.
  package var scrollVelocity: Double { motion.edgeScroll.frameVelocity }

  // MARK: Position

  /// The day of the column or row that contains the held edge.
  package var day: Day { position.day }
  /// The raw y coordinate of the held edge (for a body, of its start), in viewport coordinates.
  package var edgeY: Double { position.edgeY }
  /// The raw upper edge, in viewport coordinates.
  package var rawTop: Double { position.top }
  /// The raw lower edge, in viewport coordinates.
  package var rawBottom: Double { position.bottom }
  /// The raw left edge of the column, in viewport coordinates.
  package var columnX: Double { position.columnX }
  /// Whether the event is shown as a bar, from `barLeft` to `barRight`.
  package var isBar: Bool { position.isBar }
  /// The raw left edge of the bar, in viewport coordinates.
  package var barLeft: Double { position.barLeft }
  /// The raw right edge of the bar, in viewport coordinates.
  package var barRight: Double { position.barRight }
  /// The distance from the held edge down to the pointer, in px.
  package var grabY: Double { position.grabY }
  /// Whether the held edge does not follow the pointer.
  package var isClamped: Bool { position.isClamped }

  /// Returns whether the held edge has reached its limit and is fully visible. Further scrolling would then
  /// be pointless.
  func isStoppedAtLimit(in surface: some Surface) -> Bool {
    isClamped && edgeY >= Feel.visibleLimitMargin && edgeY <= surface.height - Feel.visibleLimitMargin
  }

  /// Recomputes both positions from the pointer, the surface and the grip.
  mutating func update(in surface: any Surface) {
    dropTarget = dropTargetInSidebar(of: surface)
    dropTargetArea = dropTarget.flatMap { surface.sidebar?.area(of: $0) }
    if !hasTraveled { hasTraveled = dropTarget != nil || isBeyondThreshold(in: surface) }
    if let creation, hasTraveled {
      replaceGrip(with: surface.grip(creation.value, pointer: pointer, isFine: isFineSnapping))
    }
    position = surface.position(of: self)
    if let dropTarget {
      if case .day(let day) = dropTarget.drop {
        snap(to: .sameTime(day), in: surface)
      } else {
        resetDropResult()
      }
    } else if let place = position.dropPlace {
      snap(to: place, in: surface)
    }
  }

  /// Replaces the grip of a new event that is now held by its other edge, or that has a different minimum
  /// duration.
  private mutating func replaceGrip(with newGrip: Grip) {
    guard newGrip != grip else { return }
    sharedGrip = Shared(newGrip)
    dropResult = DraggedEvent.unchangedResult(of: newGrip)
  }

  private static func unchangedResult(of grip: Grip) -> Shared<DropResult> {
    Shared(DropResult(place: DropPlace(of: grip), change: nil, snappedOccurrence: grip.occurrence))
  }

  private mutating func resetDropResult() {
    guard dropResult.value.place != DropPlace(of: grip) else { return }
    dropResult = DraggedEvent.unchangedResult(of: grip)
  }

  private mutating func snap(to place: DropPlace, in surface: any Surface) {
    guard place != dropResult.value.place else { return }
    let change = change(to: place, in: surface)
    let snappedOccurrence =
      change.map { grip.occurrence.applying($0, in: surface.zone) } ?? grip.occurrence
    dropResult = Shared(DropResult(place: place, change: change, snappedOccurrence: snappedOccurrence))
  }

  /// Returns the change that a drop at a place makes; nil if it changes nothing.
  private func change(to place: DropPlace, in surface: any Surface) -> EventEdit.Change? {
    let zone = surface.zone
    switch place {
    case .second(let second):
      return EdgeProposal(grip: grip, snapping: surface.snapping(isFine: isFineSnapping), zone: zone).change(
        to: second)
    case .days(let count): return BarProposal(grip: grip, zone: zone).change(movedBy: count)
    case .allDay(let day): return BarProposal.allDayChange(on: day)
    case .sameTime(let day): return grip.occurrence.change(movingTo: day, in: zone)
    case .oneHour(let day, let second):
      return BarProposal.oneHourChange(at: WallTime(day, secondOfDay: second), in: zone)
    }
  }

  /// Returns the part of the sidebar that the event is over. Only an existing event that is held as a whole can
  /// be dropped there.
  private func dropTargetInSidebar(of surface: any Surface) -> SidebarDropTarget? {
    guard grip.part == .body, !isNew else { return nil }
    return surface.sidebar?.dropTarget(at: pointer)
  }

  /// Scrolls the sidebar in a frame of `dt` seconds, as the view does near its own edges.
  ///
  /// - Returns: the sidebar after the frame; nil if it has not scrolled.
  mutating func scrollSidebar(_ dt: Double, in surface: any Surface) -> SidebarDropTargets? {
    guard let dropTargets = surface.sidebar, dropTargets.visibleArea.bottom > dropTargets.visibleArea.top
    else {
      return nil
    }
    let (area, pointerY) = (dropTargets.visibleArea, pointer.y - dropTargets.visibleArea.top)
    // On its way to the sidebar, the pointer may already have approached an edge.
    var scroll = sidebarScroll ?? EdgeScroll(pointerY: liftPoint.y - area.top)
    let offset = scroll.advance(
      dt,
      in: EdgeScroll.Surroundings(
        pointerY: pointerY, scroll: dropTargets.scroll, scrollMax: dropTargets.scrollMax,
        viewportHeight: area.bottom - area.top, speeds: surface.edgeSpeeds,
        isTouch: pointerKind == .touch, scale: surface.scale))
    sidebarScroll = scroll
    return offset == dropTargets.scroll ? nil : dropTargets.scrolled(to: offset)
  }

  /// Returns whether the pointer has passed the drag threshold. Scrolling and paging under a stationary pointer
  /// also count as travel.
  private func isBeyondThreshold(in surface: any Surface) -> Bool {
    pointer.isFarther(than: surface.dragThreshold, from: liftPoint)
      || surface.distance(from: restorePlace) > surface.dragThreshold
  }
}
