import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// The row of what takes whole days: its bars can be held like the blocks among the hours.
extension TimelineView {
  /// Lanes that the row has as long as it is not opened.
  private static let fewLanes = 4
  /// px from the end of a bar that are an edge of it: a third of it at most.
  private static let barShare = 1.0 / 3

  /// What is held by a press on the row; `point` is in px of the viewport, above which the row lies.
  func targetInStrip(at point: Point, _ pointer: PointerKind) -> PressTarget? {
    let place = inStrip(point)
    let frames = page.strip.frames
    guard
      let frame = frames.first(where: {
        $0.left <= place.x && place.x < $0.right && $0.top <= place.y && place.y < $0.bottom
      }), let occurrence = occurrences.first(where: { $0.id == frame.bar.id })
    else { return nil }
    let isSelected = state.selection == frame.bar.id
    return PressTarget(
      occurrence: occurrence, part: part(of: frame, atX: place.x, pointer, isSelected: isSelected),
      isSelected: isSelected, refusal: dataSource?.refusal(for: occurrence), bar: bar(of: frame.bar.id))
  }

  /// Where the bar of an occurrence is, in px of the viewport; nil if it has none in sight.
  func bar(of id: Occurrence.ID) -> Bar? {
    page.strip.frame(of: id).map {
      Bar(left: $0.left + columnsLeft, right: $0.right + columnsLeft, top: $0.top - stripHeight)
    }
  }

  private func part(of frame: StripFrame, atX x: Double, _ pointer: PointerKind, isSelected: Bool)
    -> EventPart
  {
    // A finger's long press takes the whole bar, as it does a low block; once it is selected its ends can be taken.
    if pointer == .touch, !isSelected { return .body }
    let tallest = pointer == .mouse ? Feel.mouseBand : Feel.touchBand
    let band = min(tallest, (frame.right - frame.left) * TimelineView.barShare)
    let (fromLeft, fromRight) = (x - frame.left, frame.right - x)
    let (fromStart, fromEnd) = isRightToLeft ? (fromRight, fromLeft) : (fromLeft, fromRight)
    if !frame.bar.continuesBefore, fromStart < band { return .start }
    return !frame.bar.continuesAfter && fromEnd < band ? .end : .body
  }

  /// px of the row's page from px of the viewport.
  private func inStrip(_ point: Point) -> Point { Point(x: point.x - columnsLeft, y: point.y + stripHeight) }

  // MARK: Room

  /// Gives the row the lanes that there is room for in a window of that height.
  func fitBars(into height: Int) {
    paging.deck.fitBars(into: stripRoom(in: height), most: showsAllBars ? .max : TimelineView.fewLanes)
    _ = allDay.fit()
  }

  /// px that the row may take of that height. Opened, it leaves the hours what an hour needs.
  func stripRoom(in height: Int) -> Double {
    showsAllBars ? Double(height) - axis.pixelsPerHour : Double(height) / 2
  }

  /// Opens the row for a bar that there was no room for. Where even that does not make enough, it takes the place of
  /// another one.
  func makeRoom(for occurrence: Occurrence) {
    guard occurrence.standsAboveHours, page.strip.frame(of: occurrence.id) == nil else { return }
    showsAllBars = true
    page.strip.wanted = occurrence.id
  }

  /// The row is opened, or no longer.
  func barsChanged() {
    if showsAllBars { page.strip.lanes = page.strip.layout.laneCount }
    gtk_widget_queue_resize(pointer)
    gtk_widget_queue_allocate(pointer)
  }
}
