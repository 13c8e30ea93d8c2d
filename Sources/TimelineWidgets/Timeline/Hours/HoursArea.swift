import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The scrolling hour grid of the visible days, with the hour labels.
///
/// It manages the scroll offset and the height of an hour. The events belong to the pages (`PageDeck`).
@MainActor
final class HoursArea {
  let scrolledWindow: WidgetPointer = nonNull(gtk_scrolled_window_new())
  /// The content that scrolls: the hour labels and the pages.
  let scrollContent = TimelineScrollContent()
  let gutter: HourGutter
  /// The pages of days.
  private let deck: PageDeck
  private let style: TimelineStyle
  /// The scroll position to apply once the size is known.
  private var pendingScroll: PendingScroll? = .initial

  private enum PendingScroll {
    /// The current time, or the first event.
    case initial
    /// A scroll offset in px.
    case to(Double)
  }

  init(style: TimelineStyle, deck: PageDeck) {
    (self.style, self.deck) = (style, deck)
    gutter = HourGutter(style: style)
    gtk_scrolled_window_set_policy(scrolledWindow.opaque, GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC)
    gtk_scrolled_window_set_child(scrolledWindow.opaque, scrollContent.gtkWidget)
    scrollContent.add(deck.area.gtkWidget)
    scrollContent.add(gutter.gtkWidget)
  }

  // MARK: Size and position

  /// The size of the viewport in px. Until it is known, the height is 1.
  var viewportSize: (width: Double, height: Double) {
    (Double(gtk_widget_get_width(scrolledWindow)), Double(max(1, scrollContent.viewportHeight)))
  }

  /// The visible vertical range of the hour grid in px.
  var visibleRange: ClosedRange<Double> {
    scrollContent.scroll...(scrollContent.scroll + viewportSize.height)
  }

  /// Allocates the hour labels and the pages, for the width and the scroll offset of `scrollContent`.
  func allocateContent(width: Int, offset: Double) {
    let height = Int(deck.axis.contentHeight.rounded(.up))
    let gutterWidth = Int(style.gutterWidth)
    scrollContent.allocate(
      gutter.gtkWidget, x: scrollContent.isRightToLeft ? Double(width - gutterWidth) : 0, y: -offset,
      width: gutterWidth, height: height)
    let area = deck.area
    scrollContent.allocate(
      area.gtkWidget, x: deck.columnsLeft - area.overhang, y: -offset,
      width: Int(deck.columnsWidth + 2 * area.overhang), height: height)
    deck.limitDrawing(to: visibleRange)
  }

  /// Returns the distance in px from the top of the timeline to the top of the viewport. Both have the same
  /// bottom edge.
  func viewportTop(in timeline: CustomWidget) -> Double {
    Double(timeline.height - Int(gtk_widget_get_height(scrolledWindow)))
  }

  /// Returns the visible part of a timed or all-day event's block, in timeline coordinates; nil if the block
  /// is not in the timeline. A block that is still on its way after a drop or a scroll is where it will come to rest.
  ///
  /// - Parameter frame: the block's frame in page coordinates; nil for one in the all-day row.
  func rectangle(of block: EventBlock, at frame: BlockFrame?, in timeline: CustomWidget) -> GdkRectangle? {
    var bounds = graphene_rect_t()
    guard gtk_widget_compute_bounds(block.gtkWidget, timeline.gtkWidget, &bounds) != 0 else { return nil }
    let hoursTop = viewportTop(in: timeline)
    let y = frame.map { hoursTop - scrollContent.scroll + $0.top } ?? Double(bounds.origin.y)
    let height = frame?.height ?? Double(bounds.size.height)
    let top = min(max(y, frame == nil ? 0 : hoursTop), Double(timeline.height))
    let bottom = min(y + height, Double(timeline.height))
    return GdkRectangle(
      x: Int32(bounds.origin.x), y: Int32(top), width: Int32(bounds.size.width),
      height: Int32(max(1, bottom - top)))
  }

  // MARK: Scrolling

  /// Scrolls to `offset` as soon as the size is known.
  func scroll(to offset: Double) { pendingScroll = .to(offset) }

  /// Scrolls to the current time, or to the first event if today is not visible, as soon as the size is known.
  func scrollToInitialPosition() { pendingScroll = .initial }

  /// Applies the pending scroll position.
  ///
  /// - Parameter workingHours: the working hours, in seconds since midnight.
  func applyPendingScroll(workingHours: Range<Int>) {
    guard scrollContent.viewportHeight > 0, let scroll = pendingScroll else { return }
    pendingScroll = nil
    scrollContent.contentHeight = deck.axis.contentHeight
    switch scroll {
    case .to(let offset): scrollContent.setScroll(offset)
    case .initial: scrollContent.setScroll(initialOffset(workingHours))
    }
  }

  private func initialOffset(_ workingHours: Range<Int>) -> Double {
    let (axis, page) = (deck.axis, deck.page)
    func y(_ second: Int) -> Double { axis.y(ofSecond: Double(second)) }
    return InitialScroll(
      // Events that began the day before are ignored: their blocks begin at midnight, so the timeline would
      // always open there.
      eventExtents: page.frames.filter { !$0.continuesBefore }.map { $0.top...$0.bottom },
      nowY: page.now.map { y($0.second) },
      workingHours: y(workingHours.lowerBound)...y(workingHours.upperBound),
      midnightY: y(0), hourHeight: axis.pixelsPerHour,
      labelReach: TextMetrics.smallLineHeight(style.text) / 2 + 1,
      viewportHeight: Double(scrollContent.viewportHeight), scrollMax: scrollContent.scrollMax,
      minimumVisibleHeight: 2 * style.minimumBlockHeight
    ).offset
  }

  /// Scrolls just far enough to make an event visible, on `day` if the event touches that day, or else on the
  /// first visible day of the event.
  func scrollIntoView(_ occurrence: Occurrence, on day: Day) {
    guard !occurrence.isInAllDayRow, scrollContent.viewportHeight > 0 else { return }
    let shownDay =
      occurrence.days.contains(day) ? day : deck.page.days.nearestDay(to: occurrence.days.lowerBound)
    let midnight = WallTime(shownDay)
    let top = deck.axis.y(ofSecond: Double(max(0, occurrence.span.start.seconds(since: midnight))))
    let bottom = deck.axis.y(
      ofSecond: Double(min(WallTime.secondsPerDay, occurrence.span.end.seconds(since: midnight))))
    let offset = ScrollIntoView.offset(
      showing: top...max(top, bottom), from: scrollContent.scroll,
      viewportHeight: Double(scrollContent.viewportHeight))
    if let offset { scrollContent.setScroll(offset) }
  }

  /// Stops kinetic scrolling, which would overwrite the scroll offset. By itself, GTK stops it only for touch
  /// and wheel input.
  func stopKineticScrolling() {
    gtk_scrolled_window_set_kinetic_scrolling(scrolledWindow.opaque, 0)
    gtk_scrolled_window_set_kinetic_scrolling(scrolledWindow.opaque, 1)
  }

  // MARK: Zoom

  /// Returns the scroll offset at which the content at `anchor`, in viewport coordinates, stays in place when
  /// the zoom changes to that of `axis`.
  ///
  /// - Parameter focus: the event that stays in place if `anchor` is nil. If the event is not visible, or if
  ///   `focus` is also nil, the middle of the viewport stays in place.
  func scrollOffset(for axis: DayAxis, anchoredAt anchor: Double?, focus: Occurrence.ID?) -> Double {
    Zoom.scrollOffset(
      from: deck.axis, to: axis, anchorY: anchor ?? anchorY(focus), scroll: scrollContent.scroll,
      viewportHeight: viewportSize.height)
  }

  private func anchorY(_ focus: Occurrence.ID?) -> Double {
    let height = Double(scrollContent.viewportHeight)
    let top = focus.flatMap { deck.page.frame(of: $0)?.top }.map { $0 - scrollContent.scroll }
    return top.flatMap { (0...height).contains($0) ? $0 : nil } ?? height / 2
  }

  /// Lays out the existing widgets for the current width and zoom. May be called during allocation, because
  /// it neither creates nor removes widgets.
  func layOut() {
    gutter.axis = deck.axis
    deck.layOut()
  }

  /// Changes the hour axis, and thus the zoom, together with the scroll offset.
  func setAxis(_ axis: DayAxis, scroll: Double) {
    deck.axis = axis
    layOut()
    scrollContent.setContent(height: axis.contentHeight, scroll: scroll)
  }
}
