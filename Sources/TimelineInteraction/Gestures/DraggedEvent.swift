import CalendarModel

/// A lifted event: where it is drawn, and what it would become if it were dropped now.
///
/// It has two separate values. The raw edges follow the pointer from the lift on, in every frame, however the
/// timeline scrolls or zooms: `edgeY` is the pointer's y minus `grab`. The snapped value is shown by the
/// label and committed by a drop; it changes only once the pointer has passed the slop. Both are recomputed
/// from the grip each time, never accumulated.
package struct DraggedEvent: Hashable, Sendable {
  // It is copied several times per frame. What is fixed, or changes only where the event snaps, is shared.
  private var sharedGrip: Shared<Grip>
  private var result: Shared<Result>
  /// For a new event, how it is being drawn.
  private let creation: Shared<EventCreation>?
  /// Whether it follows the pointer without a button held, until a click places it.
  package let isCarried: Bool
  /// The page and scroll offset to restore.
  let restorePoint: RestorePoint
  /// Where the pointer was when the event was lifted.
  let liftPoint: Point
  /// The kind of pointer that holds it.
  package let pointerKind: PointerKind
  /// The current position of the pointer.
  package internal(set) var pointer: Point
  /// Whether the slop has been passed since the lift.
  package private(set) var hasTravelled: Bool
  /// Whether Shift is held, for the finest grid.
  package internal(set) var isFine = false
  /// Scrolling and dwelling at the edges.
  var motion: EdgeMotion

  /// The day of the column that contains the held edge.
  package private(set) var day: Day
  /// px, viewport: the raw held edge; for a body, its start.
  package private(set) var edgeY = 0.0
  /// px, viewport: the raw top.
  package private(set) var rawTop = 0.0
  /// px, viewport: the raw bottom.
  package private(set) var rawBottom = 0.0
  /// px, viewport: the raw left edge of the column. A body follows the pointer; a resized edge stays in its
  /// day's column.
  package private(set) var columnX = 0.0
  /// Whether it is shown as an all-day bar, from `barLeft` to `barRight`, and not among the hours.
  package private(set) var isBar = false
  /// px, viewport: the raw left edge of the bar.
  package private(set) var barLeft = 0.0
  /// px, viewport: the raw right edge of the bar.
  package private(set) var barRight = 0.0
  /// px from the held edge down to the pointer; constant while the event keeps its form.
  package private(set) var grab = 0.0
  /// Whether the held edge does not follow the pointer: the event has reached its minimum duration, or a new
  /// event is still the one that a press alone creates.
  package private(set) var isClamped = false

  /// What the event would become if it were dropped now.
  private struct Result: Hashable {
    let snapResult: SnapResult
    let change: EventEdit.Change?
    let snapped: Occurrence
  }

  /// Where the held part has snapped.
  private enum SnapResult: Hashable {
    /// At that second, counted from midnight of the grip's day.
    case second(Int)
    /// That number of days from its original position.
    case days(Int)
    case wholeDay(Day)
    /// One hour long, from that second of that day.
    case hour(Day, Int)

    init(of grip: Grip) { self = grip.bar == nil ? .second(grip.second) : .days(0) }
  }

  /// What a cancel restores.
  struct RestorePoint: Hashable, Sendable {
    let scroll: Double
    let columns: DayColumns
  }

  /// Lifts at `liftPoint`; the pointer may already be farther.
  init(
    _ grip: Grip, creating creation: EventCreation? = nil, by pointerKind: PointerKind,
    liftedAt liftPoint: Point,
    pointer: Point, fine: Bool, travelled: Bool, carried: Bool = false, in viewport: TimelineViewport
  ) {
    sharedGrip = Shared(grip)
    result = DraggedEvent.unchanged(grip)
    self.creation = creation.map(Shared.init)
    isCarried = carried
    self.pointerKind = pointerKind
    restorePoint = RestorePoint(scroll: viewport.scroll, columns: viewport.columns)
    self.liftPoint = liftPoint
    self.pointer = pointer
    hasTravelled = travelled
    isFine = fine
    motion = EdgeMotion(at: liftPoint)
    motion.scroll.track(pointerY: pointer.y)
    day = grip.day
    update(in: viewport)
  }

  var grip: Grip { sharedGrip.value }
  /// The occurrence with `change` applied.
  package var snapped: Occurrence { result.value.snapped }
  /// The change that has this result, or nil if nothing would change.
  package var change: EventEdit.Change? { result.value.change }
  package var occurrence: Occurrence { grip.occurrence }
  /// Whether it is a new event, which is not stored yet.
  package var isNew: Bool { creation != nil }
  /// The part that is held; for a new event, the edge that the pointer is currently on.
  package var part: EventPart { grip.part }
  /// px from the column's left to the pointer; constant while it is lifted.
  package var grabX: Double { grip.grabX }
  /// px/s, average auto-scroll velocity over the last frame.
  package var velocity: Double { motion.scroll.frameVelocity }

  /// Whether the held edge cannot follow any further and is fully visible, so that further scrolling would be
  /// useless.
  func isStoppedAtLimit(in viewport: TimelineViewport) -> Bool {
    isClamped && edgeY >= Feel.visibleLimitMargin && edgeY <= viewport.height - Feel.visibleLimitMargin
  }

  /// Recomputes everything from the pointer, the viewport and the grip.
  mutating func update(in viewport: TimelineViewport) {
    if !hasTravelled { hasTravelled = isBeyondSlop(in: viewport) }
    let snapping = viewport.snapping(fine: isFine)
    if let creation, hasTravelled {
      hold(creation.value.grip(pointer: pointer, snapping: snapping, in: viewport))
    }
    isBar = isInAllDayRow(in: viewport)
    grab = isBar ? min(grip.grab, viewport.barHeight - 4) : grip.grab
    if isBar { return updateAsBar(in: viewport) }
    if grip.bar != nil { return updateAsOneHourEvent(in: viewport) }
    if isNew, !hasTravelled { return showAtRest(in: viewport) }
    let days = viewport.columns.day(atX: pointer.x).days(since: grip.day)
    let offset = days * WallTime.secondsPerDay
    let proposal = Proposal(grip: grip, snapping: snapping, zone: viewport.zone)

    let free = pointer.y - grip.grab
    let requested = viewport.second(atY: free)
    if hasTravelled {
      snap(proposal.snappedSecond(days: days, second: withinDay(requested, in: viewport)), proposal)
    }

    day = grip.day.adding(days: days)
    isClamped = false
    edgeY = free
    if let limit = proposal.limit, isPast(Double(limit), second: requested + Double(offset)) {
      isClamped = true
      day = DraggedEvent.day(of: limit, near: day, in: grip)
      let rest = limit - day.days(since: grip.day) * WallTime.secondsPerDay
      edgeY = viewport.y(ofSecond: Double(rest))
    }
    updatePosition(in: viewport)
  }

  /// Where an edge is meant to be that is held above or below its column: with several days beside each other, at
  /// the end of that day. The next one is a column of its own.
  private func withinDay(_ second: Double, in viewport: TimelineViewport) -> Double {
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
    columnX = viewport.columns.x(of: day).left
  }

  /// A new event is now held by the other edge, or has another minimum duration.
  private mutating func hold(_ newGrip: Grip) {
    guard newGrip != grip else { return }
    sharedGrip = Shared(newGrip)
    result = DraggedEvent.unchanged(newGrip)
  }

  private static func unchanged(_ grip: Grip) -> Shared<Result> {
    Shared(Result(snapResult: SnapResult(of: grip), change: nil, snapped: grip.occurrence))
  }

  /// A new event that was not dragged yet is shown where it would be created.
  private mutating func showAtRest(in viewport: TimelineViewport) {
    day = grip.day
    isClamped = true
    edgeY = viewport.y(ofSecond: Double(grip.second))
    updatePosition(in: viewport)
  }

  private mutating func snap(_ second: Int, _ proposal: Proposal) {
    snap(.second(second), in: proposal.zone) { proposal.change(to: second) }
  }

  private mutating func snap(_ newResult: SnapResult, in zone: Zone, _ newChange: () -> EventEdit.Change?) {
    guard newResult != result.value.snapResult else { return }
    let change = newChange()
    let snapped = change.map { grip.occurrence.applying($0, in: zone) } ?? grip.occurrence
    result = Shared(Result(snapResult: newResult, change: change, snapped: snapped))
  }

  // MARK: The all-day row

  /// Whether it is shown as a bar. An event grabbed as a bar remains one in the all-day row, and elsewhere if
  /// it is being resized or is not an all-day event. A timed event becomes a bar in the all-day row.
  private func isInAllDayRow(in viewport: TimelineViewport) -> Bool {
    guard grip.bar == nil else {
      return grip.part != .body || !grip.occurrence.isAllDay || pointer.y < 0
    }
    return grip.part == .body && hasTravelled && (-viewport.allDayRowHeight..<0).contains(pointer.y)
  }

  private mutating func updateAsBar(in viewport: TimelineViewport) {
    isClamped = false
    edgeY = pointer.y - grab
    (rawTop, rawBottom) = (edgeY, edgeY + viewport.barHeight)
    day = viewport.columns.day(atX: pointer.x)
    columnX = pointer.x - grip.grabX
    let target = day
    guard let bar = grip.bar else {
      (barLeft, barRight) = (columnX, columnX + viewport.columns.columnWidth)
      if hasTravelled { snap(.wholeDay(target), in: viewport.zone) { BarProposal.wholeDay(target) } }
      return
    }
    let proposal = BarProposal(grip: grip, zone: viewport.zone)
    let days = day.days(since: grip.day)
    if hasTravelled { snap(.days(days), in: viewport.zone) { proposal.change(movedBy: days) } }
    updateBarPosition(bar, in: viewport)
  }

  /// A moved bar follows the pointer. If a bar is resized, its held side follows the pointer and stops one
  /// day from the other side.
  private mutating func updateBarPosition(_ bar: Bar, in viewport: TimelineViewport) {
    let travel = pointer.x - grip.pressX
    let minimum = viewport.columns.columnWidth
    let isRightHeld = (grip.part == .end) != viewport.columns.isRightToLeft
    switch grip.part {
    case .body: (barLeft, barRight) = (bar.left + travel, bar.right + travel)
    case .start, .end:
      // The other side follows its day: the page may have been turned.
      let shift = Double(grip.day.days(since: viewport.columns.first) - originalColumn) * minimum
      let rest = viewport.columns.isRightToLeft ? -shift : shift
      if isRightHeld {
        barLeft = bar.left + rest
        barRight = max(bar.right + travel, barLeft + min(minimum, bar.right - bar.left))
      } else {
        barRight = bar.right + rest
        barLeft = min(bar.left + travel, barRight - min(minimum, bar.right - bar.left))
      }
      (edgeY, rawTop) = (bar.top, bar.top)
      rawBottom = bar.top + viewport.barHeight
    }
  }

  /// The column of the grip's day at the time of the lift.
  private var originalColumn: Int { grip.day.days(since: restorePoint.columns.first) }

  /// An all-day event that is moved over the hours becomes a one-hour event.
  private mutating func updateAsOneHourEvent(in viewport: TimelineViewport) {
    isClamped = false
    edgeY = pointer.y - grab
    (rawTop, rawBottom) = (edgeY, edgeY + viewport.axis.height(ofSeconds: 3600))
    columnX = pointer.x - grip.grabX
    day = viewport.columns.day(atX: pointer.x)
    guard hasTravelled else { return }
    let snapping = viewport.snapping(fine: isFine)
    let second = snapping.line(nearest: viewport.second(atY: edgeY)).clamped(
      to: 0...(WallTime.secondsPerDay - snapping.step))
    let (target, zone) = (day, viewport.zone)
    snap(.hour(target, second), in: zone) {
      BarProposal.hour(at: WallTime(target, secondOfDay: second), in: zone)
    }
  }

  private func isPast(_ limit: Double, second: Double) -> Bool {
    // Ignores rounding errors: the edge at rest is computed back from its own y.
    grip.part == .end ? second < limit - 1e-6 : second > limit + 1e-6
  }

  /// Scrolling and paging under a still pointer count as travel too.
  private func isBeyondSlop(in viewport: TimelineViewport) -> Bool {
    pointer.isFarther(than: viewport.dragThreshold, from: liftPoint)
      || abs(viewport.scroll - restorePoint.scroll) > viewport.dragThreshold
      || viewport.columns.first != restorePoint.columns.first
  }

  /// The day in whose column a clamped edge is shown: the pointer's if the edge lies in it, otherwise the
  /// edge's own.
  private static func day(of second: Int, near day: Day, in grip: Grip) -> Day {
    let midnight = WallTime(grip.day)
    let edge = midnight.adding(seconds: second)
    if (0...WallTime.secondsPerDay).contains(edge.seconds(since: WallTime(day))) { return day }
    return grip.part == .end ? edge.adding(seconds: -1).day : edge.day
  }
}
