import CalendarModel

/// What the hand needs of a view, as a value: what is at a point, what a held event becomes there, which edges scroll and
/// which turn pages, and which event is next to another one.
///
/// Only a surface knows how its view arranges days and hours. Gestures, keys and the state ask it, and are the same for
/// every view. The host creates a new surface for every input. Points are in viewport coordinates: the origin is the
/// upper left corner of the part of the view that scrolls, and all lengths are in px.
package protocol Surface: Sendable {
  // MARK: Conditions

  /// The height of the viewport.
  var height: Double { get }
  /// The time zone whose wall time is shown.
  var zone: Zone { get }
  /// The travel that turns a press into a drag.
  var dragThreshold: Double { get }
  /// Whether dragging with the mouse requires a long press, as it does with a finger.
  var mouseRequiresLongPress: Bool { get }
  /// The number of device pixels per px.
  var scale: Double { get }
  /// The sidebar beside the view, while an event may be dropped on it; nil if there is none.
  var sidebar: SidebarDropTargets? { get set }
  /// The lowest and the highest speed of the scrolling at an edge, in px/s.
  var edgeSpeeds: ClosedRange<Double> { get }

  // MARK: Days

  /// The days that are shown.
  var days: Range<Day> { get }
  /// What the view shows now.
  var place: Place { get }
  /// Returns how far the view has scrolled since it showed a place, in px; infinity if it has turned its pages.
  func distance(from place: Place) -> Double
  /// The layout on which an undecided press depends. If it changes, the press is abandoned.
  var layout: SurfaceLayout { get }

  /// The horizontal range of the days.
  var contentExtent: ClosedRange<Double> { get }
  /// Returns the extent of an event, preferably on a given day; nil if it is not shown. It may be out of view.
  func extent(of id: Occurrence.ID, on day: Day) -> (x: ClosedRange<Double>, y: Range<Double>)?

  // MARK: Pointing

  /// Returns the event at a point, and the part of it that a press there grabs; nil for empty time.
  func hit(at point: Point, by pointer: PointerKind, _ handles: ActiveHandles) -> SurfaceHit?
  /// Returns the position of an event that is shown as a bar; nil if it is shown otherwise, or not at all.
  func bar(of id: Occurrence.ID) -> BarPosition?
  /// Returns the point at which an event is picked up if the pointer is not over the days.
  func pickUpPoint(of id: Occurrence.ID) -> Point

  // MARK: Holding

  /// Returns a grip on the pressed part of an event.
  func grip(on target: PressTarget, at point: Point) -> Grip
  /// Returns a grip on a whole event, at the point of the event that is nearest to the pointer. The pointer may be
  /// anywhere.
  func grip(pickingUp occurrence: Occurrence, bar: BarPosition?, at point: Point) -> Grip
  /// Returns a grip on the same part of the same event at a different point, because a finger has moved since it touched
  /// the screen.
  func regrabbed(_ grip: Grip, at point: Point) -> Grip
  /// Returns where a held event is drawn, and the place to which it snaps: none before the event has traveled. Also called
  /// while the event is over the sidebar (`dropTarget`), where it keeps its day and has no place. A surface without hours
  /// answers with a bar and with `DropPlace.days` for every event.
  func position(of event: DraggedEvent) -> HeldPosition
  /// Returns where an event is drawn that moves with a held one. Its distance from the held event stays the same in every
  /// frame, even while the view scrolls or turns its pages.
  func position(of companion: Occurrence, besideHeld event: DraggedEvent) -> CompanionPosition
  /// Returns the grid to which edges snap.
  ///
  /// - Parameter isFine: whether Shift is held.
  func snapping(isFine: Bool) -> Snapping

  // MARK: Creating

  /// Returns the time at a point at which an event starts that is created there, if it is not shown as a bar; nil on a
  /// surface without hours.
  func time(pointedAt point: Point) -> WallTime?
  /// Returns the upper edge of the bar of an event that is created at a point; nil if it is not shown as a bar.
  func newBarTop(at point: Point) -> Double?
  /// Returns the day and the time at a point where empty time was pressed.
  func pressPosition(at point: Point) -> EventCreation.PressPosition
  /// Begins to draw an event.
  ///
  /// - Parameters:
  ///   - position: where empty time was pressed.
  ///   - hasTraveled: whether the pointer has begun to draw. If not, the creation makes the event of a press alone.
  ///   - barTop: the upper edge of the new event's bar; nil if it is not shown as a bar.
  ///   - isFine: whether Shift is held.
  func creation(
    of event: CalendarEvent, at position: EventCreation.PressPosition, hasTraveled: Bool, barTop: Double?,
    isFine: Bool
  ) -> EventCreation
  /// Returns the event that a press alone creates.
  func occurrenceFromPress(_ creation: EventCreation) -> Occurrence
  /// Returns a grip on that event, before the pointer has traveled.
  func gripBeforeDrag(_ creation: EventCreation) -> Grip
  /// Returns a grip on the event that is drawn with the pointer at a point.
  func grip(_ creation: EventCreation, pointer: Point, isFine: Bool) -> Grip

  // MARK: Motion

  /// Scrolls and turns pages in a frame of `dt` seconds with a held event at an edge.
  ///
  /// - Parameter motion: the motion of the event, which is advanced.
  /// - Returns: the dwell in progress; nil if there is none.
  mutating func advance(_ motion: inout EdgeMotion, _ dt: Double, holding event: DraggedEvent) -> DwellState?

  // MARK: Keys

  /// Returns the step by which a key changes an event; nil if the key does not change events.
  func step(for key: TimelineKey, isLifted: Bool) -> KeyStep?
  /// Returns where a key moves the focus; nil if the key does not move it.
  ///
  /// - Parameters:
  ///   - focus: the event that has the focus; nil if the selected day has it.
  ///   - occurrences: the occurrences of the shown days, in reading order.
  func focusMove(
    for key: TimelineKey.Name, from focus: Occurrence.ID?, on selectedDay: Day,
    among occurrences: [Occurrence]
  ) -> FocusMove?
  /// Returns the event on a day that is nearest to a y coordinate of the content.
  func event(nearest y: Double, on day: Day) -> Occurrence.ID?

  // MARK: Zoom

  /// Begins a pinch with the midpoint between the fingers at a y coordinate; nil if the view has no zoom.
  func pinchZoom(centerY: Double) -> PinchZoom?
}

/// What a view shows: opaque to everything but its surface and the view, which return to it.
package struct Place: Hashable, Sendable {
  /// The first day of the page, or of what is scrolled into view.
  package var day: Day
  /// How far the content of that day is scrolled, in px.
  package var offset: Double

  package init(_ day: Day, offset: Double) { (self.day, self.offset) = (day, offset) }
}

/// The parts of a layout that must not change while a press is undecided.
package struct SurfaceLayout: Hashable, Sendable {
  package var days: Range<Day>
  /// The height of an hour or of a row, in px.
  package var unit: Double

  package init(days: Range<Day>, unit: Double) { (self.days, self.unit) = (days, unit) }
}

/// The events whose handles a press can grab.
package struct ActiveHandles: Hashable, Sendable {
  /// The event that is selected, or that shows the focus if none is selected.
  package var event: Occurrence.ID?
  /// Whether that event may be changed, and therefore shows handles.
  package var areShown: Bool
  /// The selected event.
  package var selectedEvent: Occurrence.ID?

  package init(of event: Occurrence.ID? = nil, areShown: Bool = false, selectedEvent: Occurrence.ID? = nil) {
    (self.event, self.areShown, self.selectedEvent) = (event, areShown, selectedEvent)
  }
}

/// The event at a point.
package struct SurfaceHit: Hashable, Sendable {
  package var id: Occurrence.ID
  /// The part that a press grabs.
  package var part: EventPart
  /// Whether the event is selected, in which case a finger moves it immediately.
  package var isSelected: Bool
  /// The position of the event's bar; nil if the event is not shown as a bar.
  package var bar: BarPosition?

  package init(_ id: Occurrence.ID, _ part: EventPart, isSelected: Bool, bar: BarPosition? = nil) {
    (self.id, self.part, self.isSelected, self.bar) = (id, part, isSelected, bar)
  }
}

/// Where a key moves the focus.
package enum FocusMove: Hashable, Sendable {
  /// To an event, given by its index among the occurrences. An index before the first or after the last one means that
  /// there is no further event.
  case event(at: Int)
  /// By a number of days, to the event there that is nearest to a y coordinate of the content.
  case days(Int, nearY: Double)
  /// Nowhere: the view only scrolls.
  case scroll(to: Place)
}

/// The place to which the held part of an event snaps.
package enum DropPlace: Hashable, Sendable {
  /// A second, counted from midnight of the grip's day.
  case second(Int)
  /// The number of days from the original position, at the same time of day.
  case days(Int)
  /// The event becomes an all-day event on the given day.
  case allDay(Day)
  /// The event moves to a day in the sidebar, at the same time of day.
  case sameTime(Day)
  /// The event becomes one hour long and starts at the given second of a day.
  case oneHour(Day, Int)

  /// The place at which an event is before it has been moved.
  init(of grip: Grip) { self = grip.bar == nil ? .second(grip.second) : .days(0) }
}

/// Where a held event is drawn, before snapping, and the place to which it snaps.
package struct HeldPosition: Hashable, Sendable {
  /// The day of the column or row that contains the held edge.
  package var day: Day
  /// The y coordinate of the held edge; for a body, of its start.
  package var edgeY = 0.0
  /// The upper edge.
  package var top = 0.0
  /// The lower edge.
  package var bottom = 0.0
  /// The left edge of the column. A body follows the pointer; a resized edge stays in its day's column.
  package var columnX = 0.0
  /// Whether the event is shown as a bar, from `barLeft` to `barRight`, instead of in the hour grid.
  package var isBar = false
  /// The left edge of the bar.
  package var barLeft = 0.0
  /// The right edge of the bar.
  package var barRight = 0.0
  /// The distance from the held edge down to the pointer. It is constant while the event remains a block or a bar.
  package var grabY = 0.0
  /// Whether the held edge does not follow the pointer, because the event has reached its minimum duration or because
  /// a new event has not been dragged yet.
  package var isClamped = false
  /// The place to which the event snaps; nil to keep the last one.
  package var dropPlace: DropPlace?

  package init(on day: Day) { self.day = day }
}

/// The position of an event that moves with a held one, before snapping.
package struct CompanionPosition: Hashable, Sendable {
  /// The left edge of the event's first column or of its bar, in px.
  package var x: Double
  /// The upper edge, in px; nil for a bar, which stays in its lane.
  package var top: Double?
  /// The width of the columns that the event covers, in px.
  package var width: Double

  package init(x: Double, top: Double?, width: Double) { (self.x, self.top, self.width) = (x, top, width) }
}
