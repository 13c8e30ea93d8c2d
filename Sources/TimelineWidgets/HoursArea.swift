import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The scrolled hours of the visible days with their labels.
///
/// It manages scroll offset and hour height. The events belong to the pages (`PageDeck`).
@MainActor
final class HoursArea {
  let scrolledWindow: WidgetPointer = created(gtk_scrolled_window_new())
  let sheet = TimelineSheet()
  let gutter: HourGutter
  private let deck: PageDeck
  private let style: TimelineStyle
  /// The scroll position to apply once the size is known.
  private var pending: Pending? = .initial

  private enum Pending {
    /// The now line, or the first event.
    case initial
    case to(Double)
  }

  init(style: TimelineStyle, deck: PageDeck) {
    (self.style, self.deck) = (style, deck)
    gutter = HourGutter(style: style)
    gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolledWindow.opaque, sheet.pointer)
    sheet.add(deck.area.pointer)
    sheet.add(gutter.pointer)
  }

  // MARK: Size and position

  /// The size of the viewport in px; 1 before it is known.
  var viewport: (width: Double, height: Double) {
    (Double(gtk_widget_get_width(scrolledWindow)), Double(max(1, sheet.viewportHeight)))
  }

  /// The visible vertical range of the hours in px.
  var visibleRange: ClosedRange<Double> { sheet.scroll...(sheet.scroll + viewport.height) }

  /// Allocates the hour labels and the pages on the sheet, for its width and scroll offset.
  func allocateContent(width: Int, offset: Double) {
    let height = Int(deck.axis.contentHeight.rounded(.up))
    let gutterWidth = Int(style.gutterWidth)
    sheet.allocate(
      gutter.pointer, x: sheet.isRightToLeft ? Double(width - gutterWidth) : 0, y: -offset,
      width: gutterWidth, height: height)
    let area = deck.area
    sheet.allocate(
      area.pointer, x: deck.columnsLeft - area.bleed, y: -offset,
      width: Int(deck.columnsWidth + 2 * area.bleed), height: height)
    deck.draw(visibleRange)
  }

  /// The distance in px from the top of the timeline to the viewport. Both end at the same bottom edge.
  func top(in timeline: CustomWidget) -> Double {
    Double(timeline.height - Int(gtk_widget_get_height(scrolledWindow)))
  }

  /// The visible part of a block in px of the timeline, for timed and all-day events; nil if it is out of
  /// view.
  func rectangle(of block: EventBlock, in timeline: CustomWidget) -> GdkRectangle? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.pointer, timeline.pointer, &bounds) != 0 else { return nil }
    let isAmongHours = gtk_widget_is_ancestor(block.pointer, deck.area.pointer) != 0
    let y = Double(bounds.origin.y) + (isAmongHours ? undrawnScroll(in: timeline) : 0)
    let top = min(max(y, isAmongHours ? self.top(in: timeline) : 0), Double(timeline.height))
    let bottom = min(y + Double(bounds.size.height), Double(timeline.height))
    return GdkRectangle(
      x: Int32(bounds.origin.x), y: Int32(top), width: Int32(bounds.size.width),
      height: Int32(max(1, bottom - top)))
  }

  /// The distance in px by which the hours will move in the next frame, because they were scrolled since the
  /// last one.
  private func undrawnScroll(in timeline: CustomWidget) -> Double {
    var (origin, location) = (graphene_point_t(), graphene_point_t())
    guard gtk_widget_compute_point(deck.area.pointer, timeline.pointer, &origin, &location) != 0 else {
      return 0
    }
    return top(in: timeline) - sheet.scroll - Double(location.y)
  }

  // MARK: Scrolling

  /// Scrolls to `offset` as soon as the size is known.
  func scroll(to offset: Double) { pending = .to(offset) }

  /// Scrolls to the now line, or to the first visible event, as soon as the size is known.
  func scrollToInitialPosition() { pending = .initial }

  /// Applies the pending scroll position.
  ///
  /// - Parameter workingHours: in seconds since midnight.
  func applyPendingScroll(workingHours: Range<Int>) {
    guard sheet.viewportHeight > 0, let requested = pending else { return }
    pending = nil
    sheet.contentHeight = deck.axis.contentHeight
    switch requested {
    case .to(let offset): sheet.setScroll(offset)
    case .initial: sheet.setScroll(initialOffset(workingHours))
    }
  }

  private func initialOffset(_ work: Range<Int>) -> Double {
    let (axis, page) = (deck.axis, deck.page)
    func y(_ second: Int) -> Double { axis.y(ofSecond: Double(second)) }
    return InitialScroll(
      // With events that began the day before, it would always open at midnight.
      events: page.frames.filter { !$0.continuesBefore }.map { $0.top...$0.bottom },
      now: page.now.map { y($0.second) }, work: y(work.lowerBound)...y(work.upperBound),
      hour: axis.pixelsPerHour, viewport: Double(sheet.viewportHeight), scrollMax: sheet.scrollMax,
      minimumVisibleHeight: 2 * style.minimumBlockHeight
    ).offset
  }

  /// Scrolls as little as needed to make an event visible, on `day` or the nearest day that the event
  /// touches.
  func scrollIntoView(_ occurrence: Occurrence, on day: Day) {
    guard !occurrence.isInAllDayRow, sheet.viewportHeight > 0 else { return }
    let shown = occurrence.days.contains(day) ? day : deck.page.days.clamp(occurrence.days.lowerBound)
    let midnight = WallTime(shown)
    let top = deck.axis.y(ofSecond: Double(max(0, occurrence.span.start.seconds(since: midnight))))
    let bottom = deck.axis.y(
      ofSecond: Double(min(WallTime.secondsPerDay, occurrence.span.end.seconds(since: midnight))))
    let offset = ScrollIntoView.offset(
      showing: top...max(top, bottom), from: sheet.scroll, height: Double(sheet.viewportHeight))
    if let offset { sheet.setScroll(offset) }
  }

  /// Stops kinetic scrolling, which would overwrite our scroll offset. GTK itself stops it only for touch and
  /// wheel input.
  func stopKineticScrolling() {
    gtk_scrolled_window_set_kinetic_scrolling(scrolledWindow.opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(scrolledWindow.opaque, 1)
  }

  // MARK: Zoom

  /// The scroll offset that keeps the content at `anchor` (px of the viewport) in place under another zoom.
  ///
  /// - Parameter focus: without an anchor, the event that stays in place if it is visible; otherwise the
  ///   middle does.
  func scroll(for axis: DayAxis, anchoredAt anchor: Double?, focus: Occurrence.ID?) -> Double {
    Zoom.scroll(
      from: deck.axis, to: axis, anchorY: anchor ?? self.anchor(focus), scroll: sheet.scroll,
      viewportHeight: viewport.height)
  }

  private func anchor(_ focus: Occurrence.ID?) -> Double {
    let height = Double(sheet.viewportHeight)
    let top = focus.flatMap { deck.page.frame(of: $0)?.top }.map { $0 - sheet.scroll }
    return top.flatMap { (0...height).contains($0) ? $0 : nil } ?? height / 2
  }

  /// Lays out existing widgets for the width and the zoom. It creates and removes none, so it may be called
  /// during allocation.
  func layOut() {
    gutter.axis = deck.axis
    deck.layOut()
  }

  /// Changes zoom and scroll offset in one step.
  func set(_ axis: DayAxis, scroll: Double) {
    deck.axis = axis
    layOut()
    sheet.setContent(height: axis.contentHeight, scroll: scroll)
  }
}
