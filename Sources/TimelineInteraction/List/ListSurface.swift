import CalendarModel

/// The surface of a list: days one below the other, each with a heading and a row for each of its events.
///
/// A held event is a bar that follows the pointer; where it is dropped decides only the day. Y coordinates of sections and
/// rows start at the top of the content that scrolls.
package struct ListSurface: Surface, Hashable {
  /// A day of the list, with its heading and rows, or a stretch of days that is listed as one.
  package struct Section: Hashable, Sendable {
    package var days: Range<Day>
    package var top: Double
    /// The upper edge of the first row, below the heading.
    package var rowsTop: Double
    package var bottom: Double

    var height: Double { bottom - top }

    package init(_ days: Range<Day>, top: Double, rowsTop: Double, bottom: Double) {
      (self.days, self.top, self.rowsTop, self.bottom) = (days, top, rowsTop, bottom)
    }
  }

  /// The row of an event.
  package struct Row: Hashable, Sendable {
    package var id: Occurrence.ID
    /// The day under whose heading the row is.
    package var day: Day
    package var top: Double
    package var bottom: Double

    package init(_ id: Occurrence.ID, on day: Day, top: Double, bottom: Double) {
      (self.id, self.day, self.top, self.bottom) = (id, day, top, bottom)
    }
  }

  package var height: Double
  /// The left and the right edge of the rows.
  package var contentExtent: ClosedRange<Double>
  /// The scroll offset, and its maximum.
  package var scroll: Double
  package var scrollMax: Double
  /// The height of a row.
  package var rowHeight: Double
  package var isRightToLeft: Bool
  package var zone: Zone
  package var scale: Double
  package var dragThreshold: Double
  package var mouseRequiresLongPress: Bool
  package var sidebar: SidebarDropTargets?
  /// The days from top to bottom, without gaps between them; not empty.
  package var sections: [Section]
  package var rows: [Row]

  /// - Precondition: `height`, `rowHeight` and `scale` are positive, `scrollMax` is not negative, and there are sections.
  package init(
    height: Double, contentExtent: ClosedRange<Double>, scroll: Double, scrollMax: Double, rowHeight: Double,
    isRightToLeft: Bool = false, zone: Zone, scale: Double = 1, dragThreshold: Double = Feel.dragThreshold,
    mouseRequiresLongPress: Bool = false, sidebar: SidebarDropTargets? = nil, sections: [Section], rows: [Row]
  ) {
    precondition(height > 0 && rowHeight > 0 && scale > 0 && scrollMax >= 0 && !sections.isEmpty)
    (self.height, self.contentExtent, self.scroll, self.scrollMax) = (
      height, contentExtent, scroll, scrollMax
    )
    (self.rowHeight, self.isRightToLeft, self.zone, self.scale) = (rowHeight, isRightToLeft, zone, scale)
    (self.dragThreshold, self.mouseRequiresLongPress) = (dragThreshold, mouseRequiresLongPress)
    (self.sidebar, self.sections, self.rows) = (sidebar, sections, rows)
  }

  // MARK: Days

  package var days: Range<Day> {
    sections[0].days.lowerBound..<sections[sections.count - 1].days.upperBound
  }

  /// The first day that is in view, and how far it is scrolled.
  package var place: Place {
    let section = section(atContentY: scroll)
    return Place(section.days.lowerBound, offset: scroll - section.top)
  }

  package func distance(from place: Place) -> Double {
    sections.first { $0.days.contains(place.day) }.map { abs($0.top + place.offset - scroll) } ?? .infinity
  }

  package var layout: SurfaceLayout { SurfaceLayout(days: days, unit: rowHeight) }

  /// Returns the scroll offset of a place; nil if its day is not listed.
  package func scroll(of place: Place) -> Double? {
    guard let section = sections.first(where: { $0.days.contains(place.day) }) else { return nil }
    // The day may have become a part of a stretch, which is lower than the day was.
    let offset = section.days.lowerBound == place.day ? place.offset : min(place.offset, section.height)
    return (section.top + offset).clamped(to: 0...scrollMax)
  }

  /// Returns the scroll offset that shows an extent of the content by scrolling just far enough.
  package func scroll(showing extent: ClosedRange<Double>) -> Double? {
    ScrollIntoView.offset(showing: extent, from: scroll, viewportHeight: height)
      .map { $0.clamped(to: 0...scrollMax) }
  }

  private func section(atContentY y: Double) -> Section {
    sections.last { $0.top <= y } ?? sections[0]
  }

  /// Returns the day of the heading or the row at a point; the first or the last one above or below the list. Of a stretch
  /// of days, it is the one nearest to another day.
  package func day(at point: Point, near day: Day = .earliest) -> Day {
    section(atContentY: point.y + scroll).days.nearestDay(to: day)
  }

  // MARK: Pointing

  private func row(of id: Occurrence.ID, on day: Day? = nil) -> Row? {
    rows.first { $0.id == id && $0.day == day } ?? rows.first { $0.id == id }
  }

  private func bar(of row: Row) -> BarPosition {
    BarPosition(left: contentExtent.lowerBound, right: contentExtent.upperBound, top: row.top - scroll)
  }

  package func hit(at point: Point, by pointer: PointerKind, _ handles: ActiveHandles) -> SurfaceHit? {
    let y = point.y + scroll
    guard contentExtent.contains(point.x), let row = rows.first(where: { $0.top <= y && y < $0.bottom })
    else { return nil }
    return SurfaceHit(row.id, .body, isSelected: handles.event == row.id, bar: bar(of: row))
  }

  package func bar(of id: Occurrence.ID) -> BarPosition? { row(of: id).map(bar) }

  package func pickUpPoint(of id: Occurrence.ID) -> Point {
    let middle = (contentExtent.lowerBound + contentExtent.upperBound) / 2
    return Point(x: middle, y: row(of: id).map { ($0.top + $0.bottom) / 2 - scroll } ?? 0)
  }

  package func extent(of id: Occurrence.ID, on day: Day) -> (x: ClosedRange<Double>, y: Range<Double>)? {
    row(of: id, on: day).map { (contentExtent, $0.top - scroll..<$0.bottom - scroll) }
  }

  // MARK: Holding

  package func grip(on target: PressTarget, at point: Point) -> Grip {
    grip(target.occurrence, target.part, target.bar, on: day(at: point), at: point)
  }

  package func grip(pickingUp occurrence: Occurrence, bar: BarPosition?, at point: Point) -> Grip {
    let day = row(of: occurrence.id)?.day ?? day(at: point)
    guard let bar else { return grip(occurrence, .body, nil, on: day, at: point) }
    let heldPoint = Point(
      x: point.x.clamped(to: bar.left...bar.right), y: point.y.clamped(to: bar.top...(bar.top + rowHeight)))
    return grip(occurrence, .body, bar, on: day, at: heldPoint)
  }

  package func regrabbed(_ grip: Grip, at point: Point) -> Grip {
    let row = row(of: grip.occurrence.id, on: grip.day)
    return self.grip(grip.occurrence, grip.part, row.map(bar) ?? grip.bar, on: grip.day, at: point)
  }

  private func grip(
    _ occurrence: Occurrence, _ part: EventPart, _ bar: BarPosition?, on day: Day, at point: Point
  ) -> Grip {
    // An event that is not listed is held in the middle of a row of its own.
    let bar =
      bar
      ?? BarPosition(
        left: contentExtent.lowerBound, right: contentExtent.upperBound, top: point.y - rowHeight / 2)
    return Grip(
      occurrence, part, on: day, bar: bar, grabY: point.y - bar.top, grabX: point.x - bar.left,
      pressX: point.x)
  }

  package func position(of event: DraggedEvent) -> HeldPosition {
    let (grip, pointer) = (event.grip, event.pointer)
    var position = event.position
    position.dropPlace = nil
    position.isBar = true
    position.grabY = grip.grabY
    position.edgeY = pointer.y - grip.grabY
    (position.top, position.bottom) = (position.edgeY, position.edgeY + rowHeight)
    let travel = grip.part == .body ? pointer.x - grip.pressX : 0
    position.barLeft = (grip.bar?.left ?? contentExtent.lowerBound) + travel
    position.barRight = (grip.bar?.right ?? contentExtent.upperBound) + travel
    position.columnX = position.barLeft
    guard event.dropTarget == nil else { return position }
    position.day = day(at: pointer, near: grip.day)
    if event.hasTraveled { position.dropPlace = .days(position.day.days(since: grip.day)) }
    guard grip.part != .body, let bar = grip.bar else { return position }
    // The other edge of a resized event scrolls with its day.
    let travelOfContent = scroll(of: event.restorePlace).map { $0 - scroll } ?? 0
    let fixedTop = bar.top + travelOfContent
    if grip.part == .end {
      position.top = fixedTop
      position.bottom = max(position.bottom, fixedTop + rowHeight)
    } else {
      position.top = min(position.top, fixedTop)
      position.bottom = fixedTop + rowHeight
    }
    return position
  }

  package func position(of companion: Occurrence, besideHeld event: DraggedEvent) -> CompanionPosition {
    let distance: Double =
      if let held = row(of: event.occurrence.id, on: event.grip.day), let other = row(of: companion.id) {
        other.top - held.top
      } else {
        companion.span.start < event.occurrence.span.start ? -rowHeight : rowHeight
      }
    return CompanionPosition(
      x: event.barLeft, top: event.rawTop + distance, width: event.barRight - event.barLeft)
  }

  package func snapping(isFine: Bool) -> Snapping {
    Snapping(step: isFine ? Feel.fineSnapStep : Feel.snapStep)
  }

  // MARK: Creating

  package func time(pointedAt point: Point) -> WallTime? { nil }

  package func newBarTop(at point: Point) -> Double? {
    section(atContentY: point.y + scroll).rowsTop - scroll
  }

  package func pressPosition(at point: Point) -> EventCreation.PressPosition {
    EventCreation.PressPosition(point: point, day: day(at: point), second: 0)
  }

  package func creation(
    of event: CalendarEvent, at position: EventCreation.PressPosition, hasTraveled: Bool, barTop: Double?,
    isFine: Bool
  ) -> EventCreation {
    EventCreation(
      event: event, pressPosition: position,
      bar: BarPosition(
        left: contentExtent.lowerBound, right: contentExtent.upperBound, top: barTop ?? position.point.y),
      grabX: position.point.x - contentExtent.lowerBound)
  }

  package func occurrenceFromPress(_ creation: EventCreation) -> Occurrence { creation.allDay(in: zone) }

  package func gripBeforeDrag(_ creation: EventCreation) -> Grip { creation.gripOfBar(.end, in: zone) }

  package func grip(_ creation: EventCreation, pointer: Point, isFine: Bool) -> Grip {
    creation.gripOfBar(day(at: pointer) >= creation.pressPosition.day ? .end : .start, in: zone)
  }

  // MARK: Motion

  /// One to twelve rows a second.
  package var edgeSpeeds: ClosedRange<Double> { rowHeight...(12 * rowHeight) }

  package mutating func advance(_ motion: inout EdgeMotion, _ dt: Double, holding event: DraggedEvent)
    -> DwellState?
  {
    scroll = motion.edgeScroll.advance(
      dt,
      in: EdgeScroll.Surroundings(
        pointerY: event.pointer.y, scroll: scroll, scrollMax: scrollMax, viewportHeight: height,
        speeds: edgeSpeeds, isTouch: event.pointerKind == .touch, scale: scale))
    return nil
  }

  // MARK: Keys

  /// Vertical keys move an event by days, as horizontal ones do; with Shift, they resize it.
  package func step(for key: TimelineKey, isLifted: Bool) -> KeyStep? {
    let (down, later) = key.direction(isRightToLeft: isRightToLeft)
    switch (key.modifiers, down, later) {
    case (.shift, let n?, _): return .end(n)
    case ([.control, .shift], let n?, _): return .start(n)
    case (.control, let n?, _), (.control, _, let n?): return .days(n)
    case ([], let n?, _) where isLifted, ([], _, let n?) where isLifted: return .days(n)
    case ([], _, _) where isLifted && key.name == .pageUp: return .days(-7)
    case ([], _, _) where isLifted && key.name == .pageDown: return .days(7)
    default: return nil
    }
  }

  package func focusMove(
    for key: TimelineKey.Name, from focus: Occurrence.ID?, on selectedDay: Day,
    among occurrences: [Occurrence]
  ) -> FocusMove? {
    switch key {
    case .up, .down, .home, .end:
      return ReadingOrder(occurrences, focus: focus, selectedDay: selectedDay).move(for: key)
    case .left, .right: return .days((key == .right) != isRightToLeft ? 1 : -1, nearY: 0)
    case .pageUp, .pageDown:
      var surface = self
      surface.scroll = (scroll + (key == .pageUp ? -0.9 : 0.9) * height).clamped(to: 0...scrollMax)
      return .scroll(to: surface.place)
    case .space, .enter, .escape, .delete, .menu, .f2, .f10, .e: return nil
    }
  }

  package func event(nearest y: Double, on day: Day) -> Occurrence.ID? { rows.first { $0.day == day }?.id }

  // MARK: Zoom

  package func pinchZoom(centerY: Double) -> PinchZoom? { nil }
}
