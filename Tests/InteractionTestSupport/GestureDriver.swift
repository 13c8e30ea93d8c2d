import CalendarModel
import TimelineInteraction

/// A timeline without widgets: hands a gesture what a host would, does what its effects say, and watches in every
/// step that the held edge is where the pointer is.
package struct GestureDriver: Sendable {
  /// What the timeline shows now.
  package var viewport: TimelineViewport
  /// The gesture under test.
  package private(set) var gesture = TimelineGesture()
  /// The frame clock.
  package var clock = ManualClock()
  /// What the last call asked for.
  package private(set) var effects: [GestureEffect] = []
  /// What is drawn lifted.
  package private(set) var shown: Lifted?
  /// That, as it was when a frame was painted last.
  private var painted: Lifted?
  /// What was committed, in order.
  package private(set) var commits: [EventEdit.Change] = []
  /// The labels of what was committed.
  package private(set) var committed: [String] = []
  /// The events that were made, in order.
  package private(set) var created: [Occurrence] = []
  package private(set) var selected: Occurrence.ID?
  /// How often something or nothing was clicked.
  package private(set) var clicks = 0
  /// Refusals that were said.
  package private(set) var refusals: [EditRefusal] = []
  /// The dwell that is shown.
  package private(set) var dwell: DwellState?
  package private(set) var pages: [Day] = []
  /// What went wrong in any step, in words; nil if nothing did.
  package private(set) var violation: String?
  package private(set) var pointer = Point(x: 0, y: 0)
  /// Whether Shift is held.
  package var isFine = false

  /// A timeline of 720 px at 80 px/h that shows Monday from 6:00 on.
  package init(
    hour: Double = 80, height: Double = 720, width: Double = 420, days: Int = 1, first: Day = monday,
    top: String = "6:00", zone: Zone = .utc, isRightToLeft: Bool = false
  ) {
    let axis = DayAxis(pixelsPerHour: hour)
    let scrollMax = axis.scrollMax(viewportHeight: height)
    let scroll = axis.y(ofSecond: Double(wall(top, on: first).seconds(since: WallTime(first))))
    viewport = TimelineViewport(
      width: width, height: height, scroll: max(0, min(scroll, scrollMax)), scrollMax: scrollMax, axis: axis,
      columns: DayColumns(
        first: first, count: days, left: 60, width: width - 60, isRightToLeft: isRightToLeft),
      zone: zone)
  }

  // MARK: Places

  /// The viewport's y of a wall time of Monday.
  package func y(_ time: String, on day: Day = monday) -> Double {
    viewport.y(ofSecond: Double(wall(time, on: day).seconds(since: WallTime(day))))
  }

  /// The middle of a day's column; of the first one without a day.
  package func x(of day: Day? = nil) -> Double {
    let column = viewport.columns.x(of: day ?? viewport.columns.first)
    return column.left + column.width / 2
  }

  // MARK: Steps

  /// Presses at a time of the first day's column, or of another's.
  package mutating func press(
    _ time: String, on target: Occurrence?, part: EventPart = .body, by kind: PointerKind = .mouse,
    selected: Bool = false, refusal: EditRefusal? = nil, empty: EmptyTime? = nil, day: Day? = nil
  ) {
    let day = day ?? viewport.columns.first
    press(
      at: Point(x: x(of: day), y: y(time, on: day)), on: target, part: part, by: kind, selected: selected,
      refusal: refusal, empty: empty)
  }

  /// Presses at a place.
  package mutating func press(
    at point: Point, on target: Occurrence?, part: EventPart = .body, by kind: PointerKind = .mouse,
    selected: Bool = false, refusal: EditRefusal? = nil, bar: Bar? = nil,
    empty: EmptyTime? = nil
  ) {
    // Another button or finger is not the pointer that is watched.
    if gesture.phase == .idle || gesture.lifted?.isCarried == true { pointer = point }
    let target = target.map {
      PressTarget(occurrence: $0, part: part, isSelected: selected, refusal: refusal, bar: bar)
    }
    perform(gesture.press(at: point, pointer: kind, target: target, empty: empty, in: viewport))
  }

  /// Moves the pointer to a height, and to an x if one is given.
  package mutating func move(toY y: Double, x: Double? = nil) {
    pointer = Point(x: x ?? pointer.x, y: y)
    perform(gesture.move(to: pointer, fine: isFine, in: viewport))
  }

  /// Moves the pointer by that many px.
  package mutating func move(by dy: Double, dx: Double = 0) {
    move(toY: pointer.y + dy, x: pointer.x + dx)
  }

  /// The long press's time is over.
  package mutating func longPress() { perform(gesture.longPress(in: viewport)) }
  /// The button or finger goes up, and with it everything.
  package mutating func release() {
    perform(gesture.release(in: viewport))
    gesture.allUp()
  }
  /// Everything is up.
  package mutating func allUp() { gesture.allUp() }
  /// Another finger touches.
  package mutating func secondFinger() { gesture.secondFinger() }
  /// A double click on empty time.
  package mutating func create(_ empty: EmptyTime, at point: Point) {
    perform(gesture.create(empty, at: point, in: viewport))
  }
  /// Something ends the gesture.
  package mutating func cancel(_ reason: CancelReason) { perform(gesture.cancel(reason)) }
  /// "Move to...".
  package mutating func pickUp(_ occurrence: Occurrence, at point: Point, bar: Bar? = nil) {
    pointer = point
    perform(gesture.pickUp(occurrence, bar: bar, refusal: nil, at: point, in: viewport))
  }

  /// One frame, `stretch` times as long as an even one.
  package mutating func tick(stretch: Double = 1) {
    perform(gesture.tick(frameTime: clock.frame(stretch: stretch), in: viewport))
  }

  /// The frame is painted.
  package mutating func paint() {
    gesture.frameIsShown()
    painted = shown
  }

  /// Frames for that many seconds.
  package mutating func hold(_ seconds: Double) {
    for _ in 0..<Int((seconds * clock.rate).rounded()) { tick() }
  }

  /// Frames until the timeline has come to rest at its end, at most ten seconds of them.
  package mutating func hold(untilScrolledTo end: KeyPath<TimelineViewport, Double>) {
    for _ in 0..<Int(10 * clock.rate) where viewport.scroll != viewport[keyPath: end] { tick() }
  }

  /// Something else scrolls, as a wheel or a second finger does.
  package mutating func scroll(by px: Double) {
    viewport.scroll = min(max(0, viewport.scroll + px), viewport.scrollMax)
    perform(gesture.viewportChanged(in: viewport))
  }

  /// Something else changes what is shown.
  package mutating func change(_ body: (inout TimelineViewport) -> Void) {
    body(&viewport)
    perform(gesture.viewportChanged(in: viewport))
  }

  // MARK: The host

  private mutating func perform(_ effects: [GestureEffect]) {
    self.effects = effects
    for effect in effects {
      switch effect {
      case .claim, .lift, .hold: break
      case .update(let lifted): shown = lifted
      case .setScroll(let scroll): viewport.scroll = scroll
      case .showDay(let day, let scroll):
        viewport.columns = viewport.columns.showing(day)
        viewport.scroll = scroll
        pages.append(day)
      case .dwell(let state): dwell = state
      case .commit(let change, let occurrence):
        let label = occurrence.applying(change, in: viewport.zone).label
        // What nobody saw is not what is committed, whatever the gesture has come to since.
        if label != (painted ?? shown)?.snapped.label {
          violation = "committed \(label), shown \(shown?.snapped.label ?? "")"
        }
        commits.append(change)
        committed.append(label)
        shown = nil
      case .create(let occurrence):
        if let shown, shown.snapped != occurrence {
          violation = "made \(occurrence.label), shown \(shown.snapped.label)"
        }
        created.append(occurrence)
        shown = nil
      case .settle: shown = nil
      case .cancelled: break
      case .restore(let scroll, let day):
        // An adjustment does the same, where the window has been resized since.
        viewport.scroll = min(scroll, viewport.scrollMax)
        viewport.columns = viewport.columns.showing(day)
        shown = nil
      case .select(let id): selected = id
      case .click: clicks += 1
      case .refused(let refusal): refusals.append(refusal)
      }
    }
    watch()
  }

  /// The one invariant, and what goes with it.
  private mutating func watch() {
    if gesture.lifted != shown { violation = "what is shown is not what is held" }
    if viewport.scroll < 0 || viewport.scroll > viewport.scrollMax { violation = "scrolled past an end" }
    guard let lifted = shown else { return }
    let error = abs(lifted.edgeY - (pointer.y - lifted.grab))
    // Of a stretched bar the held side goes across; its height stays where its lane is.
    let isStretchedBar = lifted.isBar && lifted.part != .body
    if !lifted.clamped, !isStretchedBar, error > 1e-9 {
      violation = "the edge is \(error) px from the pointer"
    }
    if lifted.isNew, lifted.snapped.duration <= 0 { violation = "an event in the making takes no time" }
    if lifted.clamped, lifted.part == .body { violation = "a move was clamped" }
    let (was, becomes) = (lifted.occurrence.span, lifted.snapped.span)
    switch lifted.part {
    case .body:
      let keepsForm = lifted.snapped.isAllDay == lifted.occurrence.isAllDay
      if becomes.seconds != was.seconds, keepsForm, viewport.zone == .utc {
        violation = "a move changed the duration"
      }
    case .start: if becomes.end != was.end { violation = "stretching the start changed the end" }
    case .end: if becomes.start != was.start { violation = "stretching the end changed the start" }
    }
    if becomes.seconds <= 0, was.seconds > 0 { violation = "edges crossed" }
  }
}
