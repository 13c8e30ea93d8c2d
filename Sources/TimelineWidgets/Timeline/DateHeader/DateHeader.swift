import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// The dates of a week above the timeline. Swiping turns to other weeks, without limit.
///
/// The header shows the week at `position`, and reports swipes, wheel input and keys. The host owns the
/// pager, and moves the header and the timeline together. Three pages are reused for the visible week and the
/// weeks on each side of it, which are painted in advance.
@MainActor
package final class DateHeader: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanDateHeader", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "dateheader")

  // MARK: API for the host

  /// The division of the days into weeks. Its view is `week`.
  package var weekPaging: DayPaging {
    didSet {
      precondition(weekPaging.view == .week, "the date header shows weeks")
      if weekPaging != oldValue { reload() }
    }
  }
  /// The visible week, and the progress toward the next one.
  package var position: PagePosition {
    didSet { if position != oldValue { positionChanged(from: oldValue) } }
  }
  /// The selected date, which may be in a week that is not visible.
  package var selectedDay: Day { didSet { if selectedDay != oldValue { showPages() } } }
  /// Today's date, or nil to mark none.
  package var today: Day? { didSet { if today != oldValue { reload() } } }
  /// The dates that the timeline shows; nil if it shows whole weeks.
  package var shownDays: Range<Day>? { didSet { if shownDays != oldValue { showPages() } } }
  /// Returns how busy each date in a range is. Called when a week becomes visible or adjacent to the visible
  /// one, and by `reload`.
  package var dayLoads: (Range<Day>) -> [DayLoad] = { _ in [] }
  /// The width in px of the space beside the dates, above the timeline's hour labels; nil for the width of
  /// the hour gutter.
  package var gutterWidth: Double? {
    didSet { if gutterWidth != oldValue { gtk_widget_queue_allocate(gtkWidget) } }
  }
  /// The distance in px between the dates and the trailing edge.
  package var endInset = PageDeck.endInset {
    didSet { if endInset != oldValue { gtk_widget_queue_allocate(gtkWidget) } }
  }
  /// Whether the gutter shows the week number.
  package var showsWeekNumbers = false { didSet { if showsWeekNumbers != oldValue { reload() } } }
  /// Called with swipes and wheel input on the pages, which are `pageWidth` wide.
  package var onPaging: (PagerInput) -> Void = { _ in }
  /// Called when the user selects a date with a tap, a key or assistive technology.
  package var onSelect: (Day) -> Void = { _ in }
  /// Called when the user opens the selected date with Enter or Space.
  package var onActivate: (Day) -> Void = { _ in }

  /// Whether the host prepares the adjacent weeks by calling `prepare` when there is time.
  var isPreparedByHost = false

  // MARK: Parts

  let style: TimelineStyle
  /// The area that contains the pages, beside the gutter.
  let area = PageArea()
  private(set) var pages: [DateHeaderPage] = []
  let gutter = PaintedArea()
  var shownWeekNumber: Int?
  /// Cached data of the visible week and its neighbors.
  var cachedWeeks: [Int: CachedWeek] = [:]
  var press: PagingPress?
  private(set) lazy var pressGesture = PressGesture(on: gtkWidget)
  var scrolling: PagingScroll?

  /// Creates a date header that shows the week of the selected date.
  ///
  /// - Precondition: `weekPaging` has the view `week`.
  package init(phrases: Phrases, weekPaging: DayPaging, selectedDay: Day) {
    precondition(weekPaging.view == .week, "the date header shows weeks")
    style = TimelineStyle(phrases: phrases)
    self.weekPaging = weekPaging
    self.selectedDay = selectedDay
    position = PagePosition(weekPaging.page(containing: selectedDay))
    super.init(DateHeader.widgetClass)
    Accessible.setLabel(gtkWidget, phrases.translator.tr("Weeks"))
    gutter.paint = { [weak self] canvas, width in
      guard let self, let number = self.shownWeekNumber else { return }
      self.painter.paintWeekNumber(number, width: width, on: canvas)
    }
    add(gutter.gtkWidget)
    pages = (0..<3).map { _ in DateHeaderPage(style: style) { [weak self] in self?.onSelect($0) } }
    for page in pages { area.add(page.gtkWidget) }
    add(area.gtkWidget)
    installInput()
    installKeyboard()
    style.observe(gtkWidget) { [weak self] in self?.restyle() }
    showPages()
  }

  /// Fetches the load of each date again.
  package func reload() {
    cachedWeeks = [:]
    showPages()
  }

  /// The width of a page in px, which is also the length of a swipe from one page to the next.
  package var pageWidth: Double { max(1, Double(width) - effectiveGutterWidth - endInset) }

  // MARK: Layout and style

  /// The minimum distance between the centers of adjacent dates, as a multiple of the text size.
  private static let minimumPitch = 3.2

  /// The width of the gutter in px. If no week number is shown and the dates would be too close together for
  /// touch, it is 0, and the dates also use the space above the hour labels. A window this narrow does not
  /// show a week view, so the dates need not be aligned with day columns.
  private var effectiveGutterWidth: Double {
    let gutter = gutterWidth ?? style.gutterWidth
    let pitch = (Double(width) - gutter - endInset) / 7
    return showsWeekNumbers || pitch >= DateHeader.minimumPitch * style.text.size ? gutter : 0
  }
  private var painter: DateHeaderPainter {
    DateHeaderPainter(palette: style.palette, text: style.text, phrases: style.phrases)
  }

  package override func measure(isVertical: Bool, for size: Int) -> (minimum: Int, natural: Int) {
    isVertical ? (Int(painter.height), Int(painter.height)) : (280, 640)
  }

  package override func allocate(width: Int, height: Int) {
    area.pageWidth = pageWidth
    area.isMirrored = isRightToLeft
    let gutterWidth = Int(effectiveGutterWidth.rounded(.up))
    allocate(
      gutter.gtkWidget, x: isRightToLeft ? Double(width - gutterWidth) : 0, y: 0, width: gutterWidth,
      height: height)
    allocate(
      area.gtkWidget, x: isRightToLeft ? endInset : effectiveGutterWidth, y: 0,
      width: Int(pageWidth.rounded(.up)),
      height: height)
  }

  package override func focus(_ direction: GtkDirectionType) -> Bool { moveFocusIn(direction) }

  package override func grabFocus() -> Bool { focusSelectedDay() }

  private func restyle() {
    for page in pages { page.repaint() }
    gutter.repaint()
    gtk_widget_queue_resize(gtkWidget)
  }
}
