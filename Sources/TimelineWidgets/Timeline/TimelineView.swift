import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// A timeline: days in columns with hours that scroll, and a row of all-day events above them.
///
/// A page contains one day, three days, a work week or a week. Pages can be turned endlessly in both
/// directions.
@MainActor
package final class TimelineView: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanTimeline", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "timeline")

  /// The stack that shows the timeline.
  package weak var host: (any CalendarViewHost)? {
    didSet {
      paging.host = self
      paging.showPages()
    }
  }
  package var configuration: TimelineConfiguration {
    get { storedConfiguration }
    set {
      let changedParts = newValue.parts(changedFrom: storedConfiguration)
      storedConfiguration = newValue
      configurationChanged(changedParts)
    }
  }

  // MARK: Parts

  let style: TimelineStyle
  /// Manages the pages and turns them.
  let paging: TimelinePaging
  /// The scrolling hour grid.
  let hours: HoursArea
  let allDay: AllDayRow
  /// The dates of the week above the days.
  package let dateHeader: DateHeader
  private let scrolling: PagingScroll
  /// The host's configuration, with its zoom replaced once the user has zoomed.
  var storedConfiguration = TimelineConfiguration()

  /// Creates a timeline that shows a day.
  package init(style: TimelineStyle, day: Day) {
    self.style = style
    allDay = AllDayRow(style: style)
    dateHeader = DateHeader(phrases: style.phrases, weekPaging: DayPaging(.week), selectedDay: day)
    let deck = PageDeck(style: style, allDayArea: allDay.area, day: day)
    paging = TimelinePaging(day: day, deck: deck, dateHeader: dateHeader)
    hours = HoursArea(style: style, deck: deck)
    scrolling = PagingScroll(on: hours.scrolledWindow, handlesVertical: { false }) { [weak paging] in
      paging?.handle($0)
    }
    super.init(TimelineView.widgetClass)
    for part in [dateHeader.gtkWidget, allDay.gtkWidget, scrolledWindow] { add(part) }
    connectParts()
    connectDateHeader()
    onSignal(gtkWidget.opaque, "map") { [weak self] in self?.paging.start() }
    onNotify(gtkWidget.opaque, "scale-factor", { [weak self] in self?.layOutEvents() })
    followSurfaceScale { [weak self] in self?.layOutEvents() }
  }

  private func connectParts() {
    scrollContent.allocateContent = { [weak self] width, _, offset in
      FrameStatistics.measure { self?.allocateContent(width: width, offset: offset) }
    }
    scrollContent.willAllocate = { [weak self] _ in
      self?.applyPendingScroll()
      self?.viewportChanged()
    }
    scrollContent.onScroll = { [weak self] in self?.scrolled() }
    allDay.onAllocate = { [weak self] in self?.allocateBarTitleField() }
    allDay.onExpandedChanged = { [weak self] in self?.allDayRowExpandedChanged() }
    allDay.onCollapse = { [weak self] in _ = self?.collapseAllDayRow() }
  }

  // MARK: Size and focus

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    var (minimum, natural): (Int32, Int32) = (0, 0)
    gtk_widget_measure(
      scrolledWindow, isVertical ? GTK_ORIENTATION_VERTICAL : GTK_ORIENTATION_HORIZONTAL, -1, &minimum,
      &natural,
      nil, nil)
    guard isVertical else { return (max(280, Int(minimum)), 640) }
    return (Int(minimum) + allDay.naturalHeight + dateHeader.measure(isVertical: true, for: -1).minimum, 640)
  }

  package override func allocate(width: Int, height: Int) {
    FrameStatistics.measure {
      if Double(width) != paging.deck.width { widthChanged(to: Double(width)) }
      let dateHeaderHeight = dateHeader.measure(isVertical: true, for: -1).natural
      allocate(dateHeader.gtkWidget, x: 0, y: 0, width: width, height: dateHeaderHeight)
      let allDayHeight = allDay.distributeHeight(
        height - dateHeaderHeight, hourHeight: axis.pixelsPerHour, on: paging.deck)
      allocate(allDay.gtkWidget, x: 0, y: Double(dateHeaderHeight), width: width, height: allDayHeight)
      let top = dateHeaderHeight + allDayHeight
      allocate(scrolledWindow, x: 0, y: Double(top), width: width, height: height - top)
    }
  }

  // MARK: Convenience accessors

  var scrolledWindow: WidgetPointer { hours.scrolledWindow }
  var scrollContent: TimelineScrollContent { hours.scrollContent }
  var gutter: HourGutter { hours.gutter }
}
