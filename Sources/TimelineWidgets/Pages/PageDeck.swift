import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// Supplies the contents of pages.
@MainActor
protocol PageContent: AnyObject {
  /// The occurrences in a range of days.
  func occurrences(in days: Range<Day>) -> [Occurrence]
  /// Creates and updates the blocks.
  var blocks: EventBlocks { get }
  /// The grid columns of these days; nil until they are known.
  func grid(of days: [Day]) -> [GridColumn]?
  /// Working hours in minutes since midnight.
  var workingMinutes: Range<Int> { get }
  /// The visible vertical range of the pages in px.
  var visibleRange: ClosedRange<Double> { get }
  /// Whether a touch is in progress. GTK tracks the widgets in which a touch began.
  var isTouched: Bool { get }
  /// Expands the all-day row to show all bars.
  func showAllBars()
}

/// The existing pages: those near the visible one, laid out beside each other, and spare ones.
///
/// Pages that are no longer needed are reused, so the number of widgets stays the same however far the user
/// turns.
@MainActor
final class PageDeck {
  /// The width in px between the days and the timeline's far edge, for the scroll bar.
  static let endInset = 12.0
  /// The maximum number of spare pages.
  private static let maximumSpareCount = 3
  /// The distance, in pages, at which a page that must stay alive is out of view.
  private static let hiddenDistance = 3.0

  /// Supplies the contents of the pages.
  weak var content: (any PageContent)?
  /// The area with the hours of all pages.
  let area = PageArea()
  /// The area with the all-day events of all pages.
  let allDayArea: PageArea
  let style: TimelineStyle

  /// The pages by their index in the row.
  private(set) var pages: [Int: TimelinePage] = [:]
  /// The current page: the visible one, or the one being turned to.
  private(set) var page: TimelinePage
  /// Unused pages.
  private var spare: [TimelinePage] = []
  /// Pages that are no longer shown, but in which a touch is still in progress.
  private var retired: [TimelinePage] = []

  /// The hour axis of all pages.
  var axis: DayAxis
  /// The width in px of the whole timeline.
  var width = 640.0

  /// Creates a deck without pages. The first page that is shown is used at once.
  init(style: TimelineStyle, allDayArea: PageArea, day: Day) {
    self.style = style
    self.allDayArea = allDayArea
    axis = DayAxis(pixelsPerHour: style.defaultPixelsPerHour)
    page = TimelinePage(style: style, days: day..<day.adding(days: 1))
    area.bleed = NowLine.bleed
    configure(page)
    spare = [page]
  }

  // MARK: Layout

  /// The width in px of all days together.
  var columnsWidth: Double { max(1, width - style.gutterWidth - PageDeck.endInset) }

  /// The distance in px from the timeline's left edge to the days.
  var columnsLeft: Double { area.isRightToLeft ? PageDeck.endInset : style.gutterWidth }

  /// The columns of the current page at rest, in px of the timeline.
  var columns: DayColumns { page.localColumns.with(left: columnsLeft) }

  private var geometry: TimelinePage.Geometry {
    TimelinePage.Geometry(
      axis: axis, width: columnsWidth, isRightToLeft: area.isRightToLeft,
      minimumHeight: style.minimumBlockHeight, scale: area.scaleFactor)
  }

  /// Lays out the existing blocks for a new width or zoom. It creates and removes none, so it may be called
  /// during allocation.
  func layOut() {
    let geometry = geometry
    for page in pages.values { page.place(geometry) }
    (area.pageWidth, allDayArea.pageWidth) = (columnsWidth, columnsWidth)
  }

  /// Updates the positions of the pages in the row.
  func place(at position: PagePosition) {
    let (width, isRightToLeft) = (columnsWidth, area.isRightToLeft)
    let hiddenPages = (retired + spare).map { ($0, PageDeck.hiddenDistance) }
    let shown = pages.map { ($1, position.distance(to: $0)) } + hiddenPages
    for area in [area, allDayArea] {
      area.pageWidth = width
      area.isMirrored = isRightToLeft
    }
    area.positions = shown.map { PageArea.PagePosition(page: $0, distance: $1) }
    for (index, page) in pages {
      page.drawnColumns = DrawnRegion.columns(
        page.columns.count, distance: position.distance(to: index), width: width)
    }
    allDayArea.positions = shown.map { PageArea.PagePosition(page: $0.allDay, distance: $1) }
  }

  /// Limits drawing to the visible part and a little more.
  func draw(_ visibleRange: ClosedRange<Double>) {
    let part = DrawnRegion.rows(visibleRange)
    for page in pages.values { page.drawnPart = part }
  }

  /// Paints all pages again after a change of style.
  func repaint() { (Array(pages.values) + spare).forEach { $0.repaint() } }

  // MARK: Adding and removing pages

  /// Adds a page with its grid and without events.
  func begin(_ index: Int, of row: PageRow) {
    let page = spare.popLast() ?? newPage()
    pages[index] = page
    // It is exposed to assistive technology once it is the current page.
    page.isHiddenFromAccessibility = true
    let days = row.days(ofPage: index)
    page.begin(days, stride: row.stride, geometry: geometry)
    if let visibleRange = content?.visibleRange { page.drawnPart = DrawnRegion.rows(visibleRange) }
    page.allDay.minimumLanes = days.count > 1 ? 1 : 0
    page.allDay.headings =
      row.view == .threeDays || row.view == .workWeek ? days.map { style.phrases.weekday($0.weekday) } : []
    page.accessibleName = style.phrases.shortDates(days.lowerBound, days.upperBound.adding(days: -1))
    refreshGrid(of: page)
  }

  /// Makes another page the current one.
  func turn(to index: Int) { if let target = pages[index] { page = target } }

  /// Exposes only the current page to assistive technology, and only once it is built.
  func updateAccessibility(isFullyCreated: (Int) -> Bool) {
    for (index, page) in pages {
      page.isHiddenFromAccessibility = page !== self.page || !isFullyCreated(index)
    }
  }

  /// Removes a page and keeps it as a spare one. A page with a touch in progress stays, out of view, until
  /// all touches have ended: then call `reuseRetired`.
  func retire(_ index: Int) {
    guard let old = pages.removeValue(forKey: index) else { return }
    old.isHiddenFromAccessibility = true
    if content?.isTouched == true { retired.append(old) } else { keepSpare(old) }
  }

  /// Turns the retired pages into spare ones. Call it once all touches have ended.
  func reuseRetired() {
    retired.forEach(keepSpare)
    retired = []
  }

  private func keepSpare(_ old: TimelinePage) {
    guard spare.count < PageDeck.maximumSpareCount else {
      area.remove(old.pointer)
      allDayArea.remove(old.allDay.pointer)
      return
    }
    spare.append(old)
  }

  private func newPage() -> TimelinePage {
    let page = TimelinePage(style: style, days: page.days.lowerBound..<page.days.lowerBound.adding(days: 1))
    configure(page)
    return page
  }

  private func configure(_ page: TimelinePage) {
    page.allDay.onMore = { [weak self] in self?.content?.showAllBars() }
    area.add(page.pointer)
    allDayArea.add(page.allDay.pointer)
  }
}
