import CalendarModel

/// A lifted event: where it is drawn, and what it would become if it were dropped now.
///
/// Two values are kept apart. The raw edges follow the pointer from the lift on, in every frame and whatever scrolls
/// or zooms: `edgeY` is the pointer's y less `grab`. The snapped value is what the label says and what is committed;
/// it changes only after the slop has been passed. Both are computed again from the grip each time, never by adding
/// up.
package struct Lifted: Hashable, Sendable {
  private(set) var grip: Grip
  /// How it came to be, if it is an event in the making.
  private let creation: Creation?
  /// Whether it follows the pointer without a button held, until a click places it.
  package let isCarried: Bool
  /// The page and offset to go back to.
  let home: Home
  /// The pointer where the event was lifted.
  let liftPoint: Point
  /// What holds it.
  package let pointerKind: PointerKind
  /// Where the pointer is now.
  package internal(set) var pointer: Point
  /// Whether the slop has been passed since the lift.
  package private(set) var hasTravelled: Bool
  /// Whether Shift asks for the finest grid.
  package internal(set) var isFine = false
  /// Scrolling and dwelling at the edges.
  var motion: EdgeMotion

  /// The day of the column that the held edge is in.
  package private(set) var day: Day
  /// px, viewport: the raw held edge; of a body its start.
  package private(set) var edgeY = 0.0
  /// px, viewport: the raw top.
  package private(set) var rawTop = 0.0
  /// px, viewport: the raw bottom.
  package private(set) var rawBottom = 0.0
  /// px, viewport: the raw left of the column. A body follows the pointer, a stretched edge stays in its day's.
  package private(set) var columnX = 0.0
  /// Whether it is shown as a bar of whole days, from `barLeft` to `barRight`, and not among the hours.
  package private(set) var isBar = false
  /// px, viewport: the raw left of the bar.
  package private(set) var barLeft = 0.0
  /// px, viewport: the raw right of the bar.
  package private(set) var barRight = 0.0
  /// px from the held edge down to the pointer; constant while it keeps its form.
  package private(set) var grab = 0.0
  /// Whether the held edge does not follow the pointer: it has reached the minimum duration, or an event in the
  /// making still is the one that a press alone makes.
  package private(set) var clamped = false
  /// The occurrence as it would be.
  package private(set) var snapped: Occurrence
  /// The change that makes it so, or nil if nothing would be different.
  package private(set) var change: EventEdit.Change?
  /// What `snapped` was computed for.
  private var landing: Landing

  /// Where the held part has snapped.
  private enum Landing: Hashable {
    /// At that second from the grip's day.
    case second(Int)
    /// So many days from where it was.
    case days(Int)
    case wholeDay(Day)
    /// For an hour, from that second of that day on.
    case hour(Day, Int)

    init(of grip: Grip) { self = grip.bar == nil ? .second(grip.second) : .days(0) }
  }

  /// What a cancel goes back to.
  struct Home: Hashable, Sendable {
    let scroll: Double
    let columns: DayColumns
  }

  /// Lifts at `liftPoint`; the pointer may be farther already.
  init(
    _ grip: Grip, making creation: Creation? = nil, by pointerKind: PointerKind, liftedAt liftPoint: Point,
    pointer: Point, fine: Bool, travelled: Bool, carried: Bool = false, in viewport: TimelineViewport
  ) {
    self.grip = grip
    self.creation = creation
    isCarried = carried
    self.pointerKind = pointerKind
    home = Home(scroll: viewport.scroll, columns: viewport.columns)
    self.liftPoint = liftPoint
    self.pointer = pointer
    hasTravelled = travelled
    isFine = fine
    motion = EdgeMotion(at: liftPoint)
    motion.scroll.track(pointerY: pointer.y)
    day = grip.day
    snapped = grip.occurrence
    landing = Landing(of: grip)
    follow(in: viewport)
  }

  package var occurrence: Occurrence { grip.occurrence }
  /// Whether it is an event in the making, which stands nowhere yet.
  package var isNew: Bool { creation != nil }
  /// The part that is held; of an event in the making the edge that the pointer is on at present.
  package var part: EventPart { grip.part }
  /// px from the column's left to the pointer; constant while it is lifted.
  package var grabX: Double { grip.grabX }
  /// px/s of the auto-scroll on average over the last frame.
  package var velocity: Double { motion.scroll.frameVelocity }

  /// Whether the held edge can follow no further and is fully visible, so that scrolling on would be of no use.
  func isHeldBack(in viewport: TimelineViewport) -> Bool {
    clamped && edgeY >= Feel.limitInSight && edgeY <= viewport.height - Feel.limitInSight
  }

  /// Computes everything from the pointer, the viewport and the grip.
  mutating func follow(in viewport: TimelineViewport) {
    if !hasTravelled { hasTravelled = isBeyondSlop(in: viewport) }
    let snapping = viewport.snapping(fine: isFine)
    if let creation, hasTravelled {
      hold(creation.grip(pointer: pointer, snapping: snapping, in: viewport))
    }
    isBar = standsAboveHours(in: viewport)
    grab = isBar ? min(grip.grab, viewport.barHeight - 4) : grip.grab
    if isBar { return followAsBar(in: viewport) }
    if grip.bar != nil { return followAsHour(in: viewport) }
    if isNew, !hasTravelled { return rest(in: viewport) }
    let days = viewport.columns.day(atX: pointer.x).days(since: grip.day)
    let offset = days * WallTime.secondsPerDay
    let proposal = Proposal(grip: grip, snapping: snapping, zone: viewport.zone)

    let free = pointer.y - grip.grab
    let wish = viewport.second(atY: free)
    if hasTravelled { land(proposal.landing(days: days, second: wish), proposal) }

    day = grip.day.adding(days: days)
    clamped = false
    edgeY = free
    if let limit = proposal.limit, isPast(Double(limit), second: wish + Double(offset)) {
      clamped = true
      day = Lifted.day(of: limit, near: day, in: grip)
      let rest = limit - day.days(since: grip.day) * WallTime.secondsPerDay
      edgeY = viewport.y(ofSecond: Double(rest))
    }
    updatePosition(in: viewport)
  }

  /// The other edge and the column, once the held edge's y and day are known.
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

  /// An event in the making is held by the other edge, or at another minimum duration.
  private mutating func hold(_ newGrip: Grip) {
    guard newGrip != grip else { return }
    grip = newGrip
    landing = Landing(of: newGrip)
    (snapped, change) = (newGrip.occurrence, nil)
  }

  /// An event in the making that was not dragged yet lies where it would be made.
  private mutating func rest(in viewport: TimelineViewport) {
    day = grip.day
    clamped = true
    edgeY = viewport.y(ofSecond: Double(grip.second))
    updatePosition(in: viewport)
  }

  private mutating func land(_ second: Int, _ proposal: Proposal) {
    land(.second(second), in: proposal.zone) { proposal.change(to: second) }
  }

  private mutating func land(_ place: Landing, in zone: Zone, _ newChange: () -> EventEdit.Change?) {
    guard place != landing else { return }
    landing = place
    change = newChange()
    snapped = change.map { grip.occurrence.applying($0, in: zone) } ?? grip.occurrence
  }

  // MARK: Above the hours

  /// A bar is one above the hours, and everywhere if it is stretched or is not one of whole days. What was among the
  /// hours becomes one in the row above them.
  private func standsAboveHours(in viewport: TimelineViewport) -> Bool {
    guard grip.bar == nil else {
      return grip.part != .body || !grip.occurrence.isAllDay || pointer.y < 0
    }
    return grip.part == .body && hasTravelled && (-viewport.allDayRowHeight..<0).contains(pointer.y)
  }

  private mutating func followAsBar(in viewport: TimelineViewport) {
    clamped = false
    edgeY = pointer.y - grab
    (rawTop, rawBottom) = (edgeY, edgeY + viewport.barHeight)
    day = viewport.columns.day(atX: pointer.x)
    columnX = pointer.x - grip.grabX
    let target = day
    guard let bar = grip.bar else {
      (barLeft, barRight) = (columnX, columnX + viewport.columns.columnWidth)
      if hasTravelled { land(.wholeDay(target), in: viewport.zone) { BarProposal.wholeDay(target) } }
      return
    }
    let proposal = BarProposal(grip: grip, zone: viewport.zone)
    let days = day.days(since: grip.day)
    if hasTravelled { land(.days(days), in: viewport.zone) { proposal.change(movedBy: days) } }
    updateBarPosition(bar, in: viewport)
  }

  /// A moved bar follows the pointer; of a stretched one the held side does, up to a day from the other.
  private mutating func updateBarPosition(_ bar: Bar, in viewport: TimelineViewport) {
    let travel = pointer.x - grip.pressX
    let minimum = viewport.columns.columnWidth
    let isRightHeld = (grip.part == .end) != viewport.columns.isRightToLeft
    switch grip.part {
    case .body: (barLeft, barRight) = (bar.left + travel, bar.right + travel)
    case .start, .end:
      // The other side is where its day is now: the page may have been turned.
      let shift = Double(grip.day.days(since: viewport.columns.first) - homeColumn) * minimum
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

  /// The column of the grip's day when it was lifted.
  private var homeColumn: Int { grip.day.days(since: home.columns.first) }

  /// An event of whole days over the hours becomes one of an hour.
  private mutating func followAsHour(in viewport: TimelineViewport) {
    clamped = false
    edgeY = pointer.y - grab
    (rawTop, rawBottom) = (edgeY, edgeY + viewport.axis.height(ofSeconds: 3600))
    columnX = pointer.x - grip.grabX
    day = viewport.columns.day(atX: pointer.x)
    guard hasTravelled else { return }
    let snapping = viewport.snapping(fine: isFine)
    let second = snapping.line(nearest: viewport.second(atY: edgeY)).clamped(
      to: 0...(WallTime.secondsPerDay - snapping.step))
    let (target, zone) = (day, viewport.zone)
    land(.hour(target, second), in: zone) {
      BarProposal.hour(at: WallTime(target, secondOfDay: second), in: zone)
    }
  }

  private func isPast(_ limit: Double, second: Double) -> Bool {
    // A billionth of a pixel is no difference: the edge at rest is computed back from its own y.
    grip.part == .end ? second < limit - 1e-6 : second > limit + 1e-6
  }

  /// Scrolling and paging under a pointer that stands still is travel too.
  private func isBeyondSlop(in viewport: TimelineViewport) -> Bool {
    pointer.isFarther(than: viewport.dragThreshold, from: liftPoint)
      || abs(viewport.scroll - home.scroll) > viewport.dragThreshold
      || viewport.columns.first != home.columns.first
  }

  /// The day in whose column a clamped edge is shown: the pointer's, if the edge lies in it, else its own.
  private static func day(of second: Int, near day: Day, in grip: Grip) -> Day {
    let midnight = WallTime(grip.day)
    let edge = midnight.adding(seconds: second)
    if (0...WallTime.secondsPerDay).contains(edge.seconds(since: WallTime(day))) { return day }
    return grip.part == .end ? edge.adding(seconds: -1).day : edge.day
  }
}
