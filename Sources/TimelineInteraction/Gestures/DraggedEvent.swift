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
  /// The page and the scroll offset to restore if the drag is canceled.
  let restorePoint: RestorePoint
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

  /// The day of the column that contains the held edge.
  package private(set) var day: Day
  /// The raw y coordinate of the held edge (for a body, of its start), in viewport coordinates.
  package private(set) var edgeY = 0.0
  /// The raw upper edge, in viewport coordinates.
  package private(set) var rawTop = 0.0
  /// The raw lower edge, in viewport coordinates.
  package private(set) var rawBottom = 0.0
  /// The raw left edge of the column, in viewport coordinates. A body follows the pointer; a resized edge
  /// stays in its day's column.
  package private(set) var columnX = 0.0
  /// Whether the event is shown as an all-day bar, from `barLeft` to `barRight`, instead of in the hour grid.
  package private(set) var isBar = false
  /// The raw left edge of the bar, in viewport coordinates.
  package private(set) var barLeft = 0.0
  /// The raw right edge of the bar, in viewport coordinates.
  package private(set) var barRight = 0.0
  /// The distance from the held edge down to the pointer, in px. It is constant while the event remains a
  /// block or a bar.
  package private(set) var grabY = 0.0
  /// Whether the held edge does not follow the pointer, because the event has reached its minimum duration or
  /// because a new event has not been dragged yet.
  package private(set) var isClamped = false

  /// What the event would become if it were dropped now.
  private struct DropResult: Hashable {
    let snapResult: SnapResult
    let change: EventEdit.Change?
    let snappedOccurrence: Occurrence
  }

  /// The position to which the held part has snapped.
  private enum SnapResult: Hashable {
    /// A second, counted from midnight of the grip's day.
    case second(Int)
    /// The number of days from the original position.
    case days(Int)
    /// The event becomes an all-day event on the given day.
    case allDay(Day)
    /// The event moves to a day in the sidebar, at the same time of day.
    case sameTime(Day)
    /// The event becomes one hour long and starts at the given second of a day.
    case oneHour(Day, Int)

    init(of grip: Grip) { self = grip.bar == nil ? .second(grip.second) : .days(0) }
  }

  /// The scroll offset and the days that a canceled gesture restores.
  struct RestorePoint: Hashable, Sendable {
    let scroll: Double
    let columns: DayColumns
  }

  /// Lifts an event at `liftPoint`. The pointer may already have moved on.
  init(
    _ grip: Grip, creating creation: EventCreation? = nil, by pointerKind: PointerKind,
    liftedAt liftPoint: Point,
    pointer: Point, isFine: Bool, hasTraveled: Bool, isHeldWithoutButton: Bool = false,
    in viewport: TimelineViewport
  ) {
    sharedGrip = Shared(grip)
    dropResult = DraggedEvent.unchangedResult(of: grip)
    self.creation = creation.map(Shared.init)
    self.isHeldWithoutButton = isHeldWithoutButton
    self.pointerKind = pointerKind
    restorePoint = RestorePoint(scroll: viewport.scroll, columns: viewport.columns)
    self.liftPoint = liftPoint
    self.pointer = pointer
    self.hasTraveled = hasTraveled
    isFineSnapping = isFine
    motion = EdgeMotion(at: liftPoint)
    motion.edgeScroll.track(pointerY: pointer.y)
    day = grip.day
    update(in: viewport)
  }

  var grip: Grip { sharedGrip.value }
  /// The occurrence with `change` applied.
  package var snappedOccurrence: Occurrence { dropResult.value.snappedOccurrence }
  /// The change that a drop would make, or nil if a drop would change nothing.
  package var change: EventEdit.Change? { dropResult.value.change }
  package var occurrence: Occurrence { grip.occurrence }
  /// The distance by which a drop would move the event, and the others that are selected with it.
  package var groupMove: GroupMove {
    let start = grip.occurrence.span.start
    return switch dropResult.value.snapResult {
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

  /// Returns whether the held edge has reached its limit and is fully visible. Further scrolling would then
  /// be pointless.
  func isStoppedAtLimit(in viewport: TimelineViewport) -> Bool {
    isClamped && edgeY >= Feel.visibleLimitMargin && edgeY <= viewport.height - Feel.visibleLimitMargin
  }

  /// Recomputes both positions from the pointer, the viewport and the grip.
  mutating func update(in viewport: TimelineViewport) {
    dropTarget = dropTargetInSidebar(in: viewport)
    dropTargetArea = dropTarget.flatMap { viewport.sidebar?.area(of: $0) }
    if let dropTarget { return update(over: dropTarget, in: viewport) }
    if !hasTraveled { hasTraveled = isBeyondThreshold(in: viewport) }
    let snapping = viewport.snapping(isFine: isFineSnapping)
    if let creation, hasTraveled {
      replaceGrip(with: creation.value.grip(pointer: pointer, snapping: snapping, in: viewport))
    }
    isBar = isShownAsBar(in: viewport)
    grabY = isBar ? min(grip.grabY, viewport.barHeight - 4) : grip.grabY
    if isBar { return updateAsBar(in: viewport) }
    if grip.bar != nil { return updateAsOneHourEvent(in: viewport) }
    if isNew, !hasTraveled { return showBeforeDrag(in: viewport) }
    let days = viewport.columns.day(atX: pointer.x).days(since: grip.day)
    let dayOffset = days * WallTime.secondsPerDay
    let proposal = EdgeProposal(grip: grip, snapping: snapping, zone: viewport.zone)

    let unclampedY = pointer.y - grip.grabY
    let requestedSecond = viewport.second(atY: unclampedY)
    if hasTraveled {
      snap(proposal.snappedSecond(days: days, second: clampedToDay(requestedSecond, in: viewport)), proposal)
    }

    day = grip.day.adding(days: days)
    isClamped = false
    edgeY = unclampedY
    if let limit = proposal.limit, isBeyondLimit(Double(limit), second: requestedSecond + Double(dayOffset)) {
      isClamped = true
      day = DraggedEvent.day(of: limit, near: day, in: grip)
      let secondOfDay = limit - day.days(since: grip.day) * WallTime.secondsPerDay
      edgeY = viewport.y(ofSecond: Double(secondOfDay))
    }
    updatePosition(in: viewport)
  }

  /// Limits the second of a resized edge to its day if several days are shown side by side, because the
  /// adjacent day has its own column.
  private func clampedToDay(_ second: Double, in viewport: TimelineViewport) -> Double {
    guard !viewport.isDayView, grip.part != .body else { return second }
    return second.clamped(to: 0...Double(WallTime.secondsPerDay))
  }

  /// Computes the other edge and the column from the held edge's y and day.
  private mutating func updatePosition(in viewport: TimelineViewport) {
    let midnight = WallTime(day)
    let span = grip.occurrence.span
    switch grip.part {
    case .body:
      rawTop = edgeY
      rawBottom = edgeY + viewport.axis.height(ofSeconds: Double(span.seconds))
      columnX = pointer.x - grip.grabX
      return
    case .start:
      rawTop = edgeY
      rawBottom = viewport.y(ofSecond: Double(span.end.seconds(since: midnight)))
    case .end:
      rawTop = viewport.y(ofSecond: Double(span.start.seconds(since: midnight)))
      rawBottom = edgeY
    }
    columnX = viewport.columns.extent(of: day).left
  }

  /// Replaces the grip of a new event that is now held by its other edge, or that has a different minimum
  /// duration.
  private mutating func replaceGrip(with newGrip: Grip) {
    guard newGrip != grip else { return }
    sharedGrip = Shared(newGrip)
    dropResult = DraggedEvent.unchangedResult(of: newGrip)
  }

  private static func unchangedResult(of grip: Grip) -> Shared<DropResult> {
    Shared(DropResult(snapResult: SnapResult(of: grip), change: nil, snappedOccurrence: grip.occurrence))
  }

  /// Shows a new event that has not been dragged yet. It has the times that a press alone would give it.
  private mutating func showBeforeDrag(in viewport: TimelineViewport) {
    day = grip.day
    isClamped = true
    edgeY = viewport.y(ofSecond: Double(grip.second))
    updatePosition(in: viewport)
  }

  private mutating func snap(_ second: Int, _ proposal: EdgeProposal) {
    snap(.second(second), in: proposal.zone) { proposal.change(to: second) }
  }

  private mutating func snap(_ newResult: SnapResult, in zone: Zone, _ newChange: () -> EventEdit.Change?) {
    guard newResult != dropResult.value.snapResult else { return }
    let change = newChange()
    let snappedOccurrence = change.map { grip.occurrence.applying($0, in: zone) } ?? grip.occurrence
    dropResult = Shared(
      DropResult(snapResult: newResult, change: change, snappedOccurrence: snappedOccurrence))
  }

  // MARK: The sidebar

  /// Returns the part of the sidebar that the event is over. Only an existing event that is held as a whole can
  /// be dropped there.
  private func dropTargetInSidebar(in viewport: TimelineViewport) -> SidebarDropTarget? {
    guard grip.part == .body, !isNew else { return nil }
    return viewport.sidebar?.dropTarget(at: pointer)
  }

  /// Scrolls the sidebar in a frame of `dt` seconds, as the timeline does near its own edges.
  ///
  /// - Returns: the viewport after the frame.
  mutating func scrollSidebar(_ dt: Double, in viewport: TimelineViewport) -> TimelineViewport {
    guard let dropTargets = viewport.sidebar, dropTargets.visibleArea.bottom > dropTargets.visibleArea.top
    else {
      return viewport
    }
    let (area, pointerY) = (dropTargets.visibleArea, pointer.y - dropTargets.visibleArea.top)
    // On its way to the sidebar, the pointer may already have approached an edge.
    var scroll = sidebarScroll ?? EdgeScroll(pointerY: liftPoint.y - area.top)
    let offset = scroll.advance(
      dt,
      in: EdgeScroll.Surroundings(
        pointerY: pointerY, scroll: dropTargets.scroll, scrollMax: dropTargets.scrollMax,
        viewportHeight: area.bottom - area.top, pixelsPerHour: viewport.axis.pixelsPerHour,
        isTouch: pointerKind == .touch, scale: viewport.scale))
    sidebarScroll = scroll
    guard offset != dropTargets.scroll else { return viewport }
    var newViewport = viewport
    newViewport.sidebar = dropTargets.scrolled(to: offset)
    return newViewport
  }

  /// Follows the pointer over the sidebar. The event is shown in its original shape, because a drop there does
  /// not turn a timed event into an all-day event or vice versa.
  private mutating func update(over dropTarget: SidebarDropTarget, in viewport: TimelineViewport) {
    hasTraveled = true
    isClamped = false
    isBar = grip.bar != nil
    grabY = isBar ? min(grip.grabY, viewport.barHeight - 4) : grip.grabY
    edgeY = pointer.y - grabY
    rawTop = edgeY
    columnX = pointer.x - grip.grabX
    if let bar = grip.bar {
      let travel = pointer.x - grip.pressX
      (barLeft, barRight) = (bar.left + travel, bar.right + travel)
      rawBottom = edgeY + viewport.barHeight
    } else {
      rawBottom = edgeY + viewport.axis.height(ofSeconds: Double(grip.occurrence.span.seconds))
    }
    guard case .day(let day) = dropTarget.drop else {
      return snap(SnapResult(of: grip), in: viewport.zone) { nil }
    }
    let (occurrence, zone) = (grip.occurrence, viewport.zone)
    snap(.sameTime(day), in: zone) { occurrence.change(movingTo: day, in: zone) }
  }

  // MARK: The all-day row

  /// Returns whether the event is shown as a bar. An event grabbed as a bar remains a bar in the all-day row.
  /// Elsewhere, it remains a bar only if it is being resized or is not an all-day event. A timed event
  /// becomes a bar in the all-day row.
  private func isShownAsBar(in viewport: TimelineViewport) -> Bool {
    guard grip.bar == nil else {
      return grip.part != .body || !grip.occurrence.isAllDay || pointer.y < 0
    }
    return grip.part == .body && hasTraveled && (-viewport.allDayRowHeight..<0).contains(pointer.y)
  }

  private mutating func updateAsBar(in viewport: TimelineViewport) {
    isClamped = false
    edgeY = pointer.y - grabY
    (rawTop, rawBottom) = (edgeY, edgeY + viewport.barHeight)
    day = viewport.columns.day(atX: pointer.x)
    columnX = pointer.x - grip.grabX
    let targetDay = day
    guard let bar = grip.bar else {
      (barLeft, barRight) = (columnX, columnX + viewport.columns.columnWidth)
      if hasTraveled {
        snap(.allDay(targetDay), in: viewport.zone) { BarProposal.allDayChange(on: targetDay) }
      }
      return
    }
    let proposal = BarProposal(grip: grip, zone: viewport.zone)
    let days = day.days(since: grip.day)
    if hasTraveled { snap(.days(days), in: viewport.zone) { proposal.change(movedBy: days) } }
    updateBarPosition(bar, in: viewport)
  }

  /// Moves a bar with the pointer. If the bar is resized, only its held side follows the pointer, and stops
  /// one day from the other side.
  private mutating func updateBarPosition(_ bar: BarPosition, in viewport: TimelineViewport) {
    let travel = pointer.x - grip.pressX
    let columnWidth = viewport.columns.columnWidth
    let isRightHeld = (grip.part == .end) != viewport.columns.isRightToLeft
    switch grip.part {
    case .body: (barLeft, barRight) = (bar.left + travel, bar.right + travel)
    case .start, .end:
      // The other side follows its day, because the page may have been turned.
      let shift = Double(grip.day.days(since: viewport.columns.firstDay) - originalColumn) * columnWidth
      let shiftX = viewport.columns.isRightToLeft ? -shift : shift
      if isRightHeld {
        barLeft = bar.left + shiftX
        barRight = max(bar.right + travel, barLeft + min(columnWidth, bar.right - bar.left))
      } else {
        barRight = bar.right + shiftX
        barLeft = min(bar.left + travel, barRight - min(columnWidth, bar.right - bar.left))
      }
      (edgeY, rawTop) = (bar.top, bar.top)
      rawBottom = bar.top + viewport.barHeight
    }
  }

  /// The index of the column that showed the grip's day at the lift.
  private var originalColumn: Int { grip.day.days(since: restorePoint.columns.firstDay) }

  /// Shows an all-day event that is moved into the hour grid as a one-hour event.
  private mutating func updateAsOneHourEvent(in viewport: TimelineViewport) {
    isClamped = false
    edgeY = pointer.y - grabY
    (rawTop, rawBottom) = (edgeY, edgeY + viewport.axis.height(ofSeconds: 3600))
    columnX = pointer.x - grip.grabX
    day = viewport.columns.day(atX: pointer.x)
    guard hasTraveled else { return }
    let snapping = viewport.snapping(isFine: isFineSnapping)
    let second = snapping.line(nearest: viewport.second(atY: edgeY)).clamped(
      to: 0...(WallTime.secondsPerDay - snapping.step))
    let (targetDay, zone) = (day, viewport.zone)
    snap(.oneHour(targetDay, second), in: zone) {
      BarProposal.oneHourChange(at: WallTime(targetDay, secondOfDay: second), in: zone)
    }
  }

  private func isBeyondLimit(_ limit: Double, second: Double) -> Bool {
    // The tolerance absorbs rounding errors: at rest, the second is computed back from the edge's own y
    // coordinate.
    grip.part == .end ? second < limit - 1e-6 : second > limit + 1e-6
  }

  /// Returns whether the pointer has passed the drag threshold. Scrolling and paging under a stationary pointer
  /// also count as travel.
  private func isBeyondThreshold(in viewport: TimelineViewport) -> Bool {
    pointer.isFarther(than: viewport.dragThreshold, from: liftPoint)
      || abs(viewport.scroll - restorePoint.scroll) > viewport.dragThreshold
      || viewport.columns.firstDay != restorePoint.columns.firstDay
  }

  /// Returns the day in whose column a clamped edge is shown: `day` if the edge is in that column, otherwise
  /// the edge's own day.
  private static func day(of second: Int, near day: Day, in grip: Grip) -> Day {
    let midnight = WallTime(grip.day)
    let edge = midnight.adding(seconds: second)
    if (0...WallTime.secondsPerDay).contains(edge.seconds(since: WallTime(day))) { return day }
    return grip.part == .end ? edge.adding(seconds: -1).day : edge.day
  }
}
