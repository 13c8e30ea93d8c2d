import CalendarModel
import TimelineInteraction

/// A timeline without widgets: sends input to a gesture as a host would, performs its effects, and checks after every
/// step that the held edge is at the pointer.
package struct GestureDriver: Sendable {
  package var viewport: HoursSurface
  package private(set) var gesture = TimelineGesture()
  package var clock = ManualClock()
  /// The effects of the last call.
  package private(set) var effects: [GestureEffect] = []
  /// The lifted event as it is currently drawn.
  package private(set) var shownEvent: DraggedEvent?
  /// The lifted event as of the last painted frame.
  private var paintedEvent: DraggedEvent?
  /// The committed changes, in order.
  package private(set) var commits: [EventEdit.Change] = []
  /// The labels of the committed events, in order.
  package private(set) var committedLabels: [String] = []
  /// The created events, in order.
  package private(set) var createdEvents: [Occurrence] = []
  package private(set) var selectedID: Occurrence.ID?
  /// The number of clicks, on events or empty time.
  package private(set) var clickCount = 0
  /// The reported refusals, in order.
  package private(set) var refusals: [EditRefusal] = []
  /// The current dwell indicator.
  package private(set) var dwell: DwellState?
  /// What happened over the sidebar, in order.
  package private(set) var sidebarEffects: [SidebarEffect] = []
  /// The calendars on which the event was dropped, in order.
  package private(set) var calendars: [CalendarID] = []
  /// The first day of each page that the gesture turned to, in order.
  package private(set) var pages: [Day] = []
  /// A description of the last violated invariant; nil if there was none.
  package private(set) var violation: String?
  package private(set) var pointer = Point(x: 0, y: 0)
  /// Whether Shift is held.
  package var isFineSnapping = false

  /// Creates a timeline; by default, it is 720 px tall, has 80 px per hour, and shows Monday from 6:00 on.
  package init(
    pixelsPerHour: Double = 80, height: Double = 720, width: Double = 420, days: Int = 1,
    first: Day = monday, top: String = "6:00", zone: Zone = .utc, isRightToLeft: Bool = false
  ) {
    let axis = DayAxis(pixelsPerHour: pixelsPerHour)
    let scrollMax = axis.scrollMax(viewportHeight: height)
    let scroll = axis.y(ofSecond: Double(wall(top, on: first).seconds(since: WallTime(first))))
    viewport = HoursSurface(
      width: width, height: height, scroll: max(0, min(scroll, scrollMax)), scrollMax: scrollMax, axis: axis,
      columns: DayColumns(
        firstDay: first, count: days, left: 60, width: width - 60, isRightToLeft: isRightToLeft),
      zone: zone)
  }

  // MARK: Positions

  /// The y coordinate in the viewport of a wall time on a day.
  package func y(_ time: String, on day: Day = monday) -> Double {
    viewport.y(ofSecond: Double(wall(time, on: day).seconds(since: WallTime(day))))
  }

  /// The x coordinate of the middle of a day's column; by default, the first day's.
  package func x(of day: Day? = nil) -> Double {
    let column = viewport.columns.extent(of: day ?? viewport.columns.firstDay)
    return column.left + column.width / 2
  }

  // MARK: Steps

  /// Presses at a time in the column of a day; by default, that of the first day.
  package mutating func press(
    _ time: String, on target: Occurrence?, part: EventPart = .body, by kind: PointerKind = .mouse,
    isSelected: Bool = false, refusal: EditRefusal? = nil, emptyTime: EmptyTime? = nil, day: Day? = nil
  ) {
    let day = day ?? viewport.columns.firstDay
    press(
      at: Point(x: x(of: day), y: y(time, on: day)), on: target, part: part, by: kind, isSelected: isSelected,
      refusal: refusal, emptyTime: emptyTime)
  }

  package mutating func press(
    at point: Point, on target: Occurrence?, part: EventPart = .body, by kind: PointerKind = .mouse,
    isSelected: Bool = false, refusal: EditRefusal? = nil, bar: BarPosition? = nil,
    emptyTime: EmptyTime? = nil
  ) {
    // Another button or finger is not the tracked pointer.
    if gesture.phase == .idle || gesture.draggedEvent?.isHeldWithoutButton == true { pointer = point }
    let target = target.map {
      PressTarget(occurrence: $0, part: part, isSelected: isSelected, refusal: refusal, bar: bar)
    }
    perform(gesture.press(at: point, pointerKind: kind, target: target, emptyTime: emptyTime, in: viewport))
  }

  /// Moves the pointer to `y`, and to `x` if given.
  package mutating func move(toY y: Double, x: Double? = nil) {
    pointer = Point(x: x ?? pointer.x, y: y)
    perform(gesture.move(to: pointer, isFine: isFineSnapping, in: viewport))
  }

  /// Moves the pointer by `dy` and `dx` px.
  package mutating func move(by dy: Double, dx: Double = 0) {
    move(toY: pointer.y + dy, x: pointer.x + dx)
  }

  package mutating func longPress() { perform(gesture.longPress(in: viewport)) }
  /// Releases the only pressed button or finger.
  package mutating func release() {
    perform(gesture.release(in: viewport))
    allReleased()
  }
  /// Begins a new gesture, as the state does when all buttons and fingers are up, if the last one was abandoned.
  package mutating func allReleased() { if case .ignoring = gesture.phase { gesture = TimelineGesture() } }
  /// Double-clicks on empty time.
  package mutating func create(_ emptyTime: EmptyTime, at point: Point) {
    perform(gesture.create(emptyTime, at: point, in: viewport))
  }
  package mutating func cancel(_ reason: CancelReason) { perform(gesture.cancel(reason)) }
  /// Performs "Move With Pointer".
  package mutating func pickUp(_ occurrence: Occurrence, at point: Point, bar: BarPosition? = nil) {
    pointer = point
    perform(gesture.pickUp(occurrence, bar: bar, refusal: nil, at: point, in: viewport))
  }

  /// Lets a frame pass that is `stretch` times as long as a regular one.
  package mutating func tick(stretch: Double = 1) {
    perform(gesture.tick(frameTime: clock.nextFrame(stretch: stretch), in: viewport))
  }

  /// Reports that a frame was painted.
  package mutating func paint() {
    gesture.recordDisplayedFrame()
    paintedEvent = shownEvent
  }

  /// Lets frames pass for `seconds`.
  package mutating func hold(_ seconds: Double) {
    for _ in 0..<Int((seconds * clock.rate).rounded()) { tick() }
  }

  /// Lets frames pass until the timeline has scrolled to `end`, for ten seconds at most.
  package mutating func hold(untilScrolledTo end: KeyPath<HoursSurface, Double>) {
    for _ in 0..<Int(10 * clock.rate) where viewport.scroll != viewport[keyPath: end] { tick() }
  }

  /// Scrolls from outside the gesture, as a wheel or a second finger does.
  package mutating func scroll(by px: Double) {
    viewport.scroll = min(max(0, viewport.scroll + px), viewport.scrollMax)
    perform(gesture.viewportChanged(in: viewport))
  }

  /// Changes the viewport from outside the gesture.
  package mutating func change(_ body: (inout HoursSurface) -> Void) {
    body(&viewport)
    perform(gesture.viewportChanged(in: viewport))
  }

  // MARK: The host

  private mutating func perform(_ effects: [GestureEffect]) {
    self.effects = effects
    for effect in effects {
      switch effect {
      case .claim, .lift, .showKeyboardMove: break
      case .update(let draggedEvent): shownEvent = draggedEvent
      case .scroll(let place): viewport.scroll = place.offset
      case .turn(let place):
        viewport.columns = viewport.columns.with(firstDay: place.day)
        viewport.scroll = place.offset
        pages.append(place.day)
      case .dwell(let state): dwell = state
      case .commit(let change, let occurrence):
        let label = occurrence.applying(change, in: viewport.zone).label
        // The committed times must be those that were painted, even if the gesture has changed since.
        if label != (paintedEvent ?? shownEvent)?.snappedOccurrence.label {
          violation = "committed \(label), shown \(shownEvent?.snappedOccurrence.label ?? "")"
        }
        commits.append(change)
        committedLabels.append(label)
        shownEvent = nil
      case .create(let occurrence):
        if let shownEvent, shownEvent.snappedOccurrence != occurrence {
          violation = "created \(occurrence.label), shown \(shownEvent.snappedOccurrence.label)"
        }
        createdEvents.append(occurrence)
        shownEvent = nil
      case .dropUnchanged: shownEvent = nil
      case .canceled: break
      case .restore(let place):
        // Limits the offset, as a GtkAdjustment does, in case the window was resized during the drag.
        viewport.scroll = min(place.offset, viewport.scrollMax)
        viewport.columns = viewport.columns.with(firstDay: place.day)
        shownEvent = nil
      case .select(let id): selectedID = id
      case .click: clickCount += 1
      case .refused(let refusal): refusals.append(refusal)
      case .sidebar(let effect): sidebarEffects.append(effect)
      case .dropOnCalendar(let calendar, _):
        calendars.append(calendar)
        shownEvent = nil
      case .dropOnDay(let change, let occurrence):
        commits.append(change)
        committedLabels.append(occurrence.applying(change, in: viewport.zone).label)
        shownEvent = nil
      }
    }
    checkInvariants()
  }

  private mutating func checkInvariants() {
    if gesture.draggedEvent != shownEvent { violation = "the drawn event is not the lifted one" }
    if viewport.scroll < 0 || viewport.scroll > viewport.scrollMax { violation = "scrolled past an end" }
    guard let shownEvent else { return }
    let error = abs(shownEvent.edgeY - (pointer.y - shownEvent.grabY))
    // A bar is resized horizontally and stays in its lane.
    let isResizedBar = shownEvent.isBar && shownEvent.part != .body
    if !shownEvent.isClamped, !isResizedBar, error > 1e-9 {
      violation = "the edge is \(error) px from the pointer"
    }
    if shownEvent.isNew, shownEvent.snappedOccurrence.duration <= 0 {
      violation = "a new event has no duration"
    }
    if shownEvent.isClamped, shownEvent.part == .body { violation = "a move was clamped" }
    let (originalSpan, newSpan) = (shownEvent.occurrence.span, shownEvent.snappedOccurrence.span)
    switch shownEvent.part {
    case .body:
      let keepsAllDay = shownEvent.snappedOccurrence.isAllDay == shownEvent.occurrence.isAllDay
      if newSpan.seconds != originalSpan.seconds, keepsAllDay, viewport.zone == .utc {
        violation = "a move changed the duration"
      }
    case .start: if newSpan.end != originalSpan.end { violation = "resizing at the start changed the end" }
    case .end: if newSpan.start != originalSpan.start { violation = "resizing at the end changed the start" }
    }
    if newSpan.seconds <= 0, originalSpan.seconds > 0 { violation = "the edges crossed" }
  }
}
