import CGtk
import CalendarModel
import CalendarText
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// The dates of a week above the timeline. Swiping turns to other weeks, without limit.
///
/// It shows a given position and reports swipes, wheels and keys; the pager belongs to the host, which moves
/// the header and the timeline together. Three pages are reused: the visible week and one on each side,
/// painted in advance.
@MainActor
package final class DateHeader: CustomWidget {
  private static let widgetClass = WidgetClass(
    "HandspanWeekStrip", role: GTK_ACCESSIBLE_ROLE_GROUP, cssName: "weekstrip")

  // MARK: API for the host

  package var weeks: PageCalendar {
    didSet {
      precondition(weeks.view == .week, "the strip shows weeks")
      if weeks != oldValue { reload() }
    }
  }
  /// The visible week, and the progress towards the next one.
  package var position: PagePosition { didSet { if position != oldValue { moved(from: oldValue) } } }
  package var selected: Day { didSet { if selected != oldValue { showPages() } } }
  /// Today's date, or nil to mark none.
  package var today: Day? { didSet { if today != oldValue { reload() } } }
  /// The dates that the timeline shows; nil for whole weeks.
  package var shownDays: Range<Day>? { didSet { if shownDays != oldValue { showPages() } } }
  /// Returns the load of each date in a range. Called when a week comes into reach, and by `reload`.
  package var loads: (Range<Day>) -> [DayLoad] = { _ in [] }
  /// The width in px beside the dates for the timeline's hours; nil for the width of the hour gutter.
  package var gutterWidth: Double? {
    didSet { if gutterWidth != oldValue { gtk_widget_queue_allocate(pointer) } }
  }
  /// The distance in px between the dates and the far edge.
  package var endInset = PageDeck.endInset {
    didSet { if endInset != oldValue { gtk_widget_queue_allocate(pointer) } }
  }
  /// Whether the gutter shows the week number.
  package var showsWeekNumbers = false { didSet { if showsWeekNumbers != oldValue { reload() } } }
  /// Called with swipes and wheel input on the pages, which are `pageWidth` wide.
  package var onPaging: (PagerInput) -> Void = { _ in }
  /// Called when a date is to be selected, by a tap, key or assistive technology.
  package var onSelect: (Day) -> Void = { _ in }
  /// Called when the selected date is to be opened, by Enter or Space.
  package var onActivate: (Day) -> Void = { _ in }

  /// Whether the host prepares the adjacent weeks by calling `prepare` when there is time.
  var isPreparedByHost = false

  // MARK: Parts

  let style: TimelineStyle
  let area = PageArea()
  private(set) var pages: [DateHeaderPage] = []
  let gutter = PaintedArea()
  var shownWeekNumber: Int?
  /// Cached data of the weeks within reach.
  var cachedWeeks: [Int: CachedWeek] = [:]
  var press: Press?
  private(set) lazy var pressGesture = PressGesture(on: pointer)
  var scrolling: PagingScroll?

  /// Creates a date header that shows the week of the selected date.
  ///
  /// - Precondition: `weeks` has the view `week`.
  package init(phrases: Phrases, weeks: PageCalendar, selected: Day) {
    precondition(weeks.view == .week, "the strip shows weeks")
    style = TimelineStyle(phrases: phrases)
    self.weeks = weeks
    self.selected = selected
    position = PagePosition(weeks.page(containing: selected))
    super.init(DateHeader.widgetClass)
    Accessible.setLabel(pointer, phrases.translator.tr("Weeks"))
    gutter.paint = { [weak self] canvas, width in
      guard let self, let number = self.shownWeekNumber else { return }
      self.painter.paintWeekNumber(number, width: width, on: canvas)
    }
    add(gutter.pointer)
    pages = (0..<3).map { _ in DateHeaderPage(style: style) { [weak self] in self?.onSelect($0) } }
    for page in pages { area.add(page.pointer) }
    add(area.pointer)
    installInput()
    installKeyboard()
    style.observe(pointer) { [weak self] in self?.restyle() }
    showPages()
  }

  /// Fetches the load of the dates again.
  package func reload() {
    cachedWeeks = [:]
    showPages()
  }

  /// The width of a page in px, and so the length of a swipe from one page to the next.
  package var pageWidth: Double { max(1, Double(width) - gutterInUse - endInset) }

  // MARK: Layout and style

  /// The minimum distance between two dates, as a multiple of the text size.
  private static let minimumPitch = 3.2

  /// Where the dates would be too close together for touch, they also use the space above the hour labels. A
  /// window that narrow shows no week view, so the dates need not align with day columns.
  private var gutterInUse: Double {
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
    let gutterWidth = Int(gutterInUse.rounded(.up))
    allocate(
      gutter.pointer, x: isRightToLeft ? Double(width - gutterWidth) : 0, y: 0, width: gutterWidth,
      height: height)
    allocate(
      area.pointer, x: isRightToLeft ? endInset : gutterInUse, y: 0, width: Int(pageWidth.rounded(.up)),
      height: height)
  }

  package override func focus(_ direction: GtkDirectionType) -> Bool { moveFocusInside(direction) }

  package override func grabFocus() -> Bool { focusSelected() }

  private func restyle() {
    for page in pages { page.repaint() }
    gutter.repaint()
    gtk_widget_queue_resize(pointer)
  }
}
