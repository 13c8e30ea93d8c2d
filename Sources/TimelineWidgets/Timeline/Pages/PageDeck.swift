import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

/// Supplies the contents of pages.
@MainActor
protocol PageContent: AnyObject {
  /// Returns the occurrences in a range of days.
  func occurrences(in days: Range<Day>) -> [Occurrence]
  /// Creates and updates the blocks; nil until the timeline is shown.
  var blocks: EventBlocks? { get }
  /// Returns the grid columns of these days; nil until they are known.
  func gridColumns(of days: [Day]) -> [GridColumn]?
  /// The working hours, in minutes since midnight.
  var workingMinutes: Range<Int> { get }
  /// The visible vertical range of the pages in px.
  var visibleRange: ClosedRange<Double> { get }
  /// Whether a touch is in progress. If so, no page may be removed, because GTK keeps track of the widget in
  /// which the touch began.
  var isTouched: Bool { get }
  /// Expands the all-day row to show all bars.
  func showAllBars()
}

/// The existing pages: those near the visible position, laid out side by side, and spare ones.
///
/// Pages that are no longer needed are reused, so the number of widgets does not grow when the user turns many
/// pages.
@MainActor
final class PageDeck {
  /// The width in px between the days and the timeline's trailing edge, which leaves space for the scroll
  /// bar.
  static let endInset = 12.0
  /// The maximum number of spare pages.
  private static let maximumSpareCount = 3
  /// The distance, in pages, at which unused pages are placed out of view.
  private static let hiddenDistance = 3.0

  /// Supplies the contents of the pages.
  weak var content: (any PageContent)?
  /// The area that contains the hour grids of all pages.
  let area = PageArea()
  /// The area that contains the all-day events of all pages.
  let allDayArea: PageArea
  let style: TimelineStyle

  /// The pages by their index in the row.
  private(set) var pages: [Int: TimelinePage] = [:]
  /// The current page: the visible one, or the one being turned to.
  private(set) var page: TimelinePage
  /// Unused pages.
  private var sparePages: [TimelinePage] = []
  /// Pages that are no longer shown, but in which a touch is still in progress.
  private var retiredPages: [TimelinePage] = []

  /// The hour axis of all pages.
  var axis: DayAxis
  /// The width of the whole timeline, in px.
  var width = 640.0

  /// Creates a deck with one spare page, which becomes the first page that is shown.
  init(style: TimelineStyle, allDayArea: PageArea, day: Day) {
    self.style = style
    self.allDayArea = allDayArea
    axis = DayAxis(pixelsPerHour: style.defaultPixelsPerHour)
    page = TimelinePage(style: style, days: day..<day.adding(days: 1))
    area.overhang = NowLine.overhang
    configure(page)
    sparePages = [page]
  }

  // MARK: Layout

  /// The total width of the days, in px.
  var columnsWidth: Double { max(1, width - style.gutterWidth - PageDeck.endInset) }

  /// The distance in px from the timeline's left edge to the days.
  var columnsLeft: Double { area.isRightToLeft ? PageDeck.endInset : style.gutterWidth }

  /// The columns of the current page when it is at rest, in timeline coordinates.
  var columns: DayColumns { page.localColumns.with(left: columnsLeft) }

  private var geometry: TimelinePage.Geometry {
    TimelinePage.Geometry(
      axis: axis, width: columnsWidth, isRightToLeft: area.isRightToLeft,
      minimumHeight: style.minimumBlockHeight, scale: area.scaleFactor)
  }

  /// Lays out the existing blocks for a new width or zoom. May be called during allocation, because it
  /// neither creates nor removes blocks.
  func layOut() {
    let geometry = geometry
    for page in pages.values { page.setGeometry(geometry) }
    (area.pageWidth, allDayArea.pageWidth) = (columnsWidth, columnsWidth)
  }

  /// Updates the positions of the pages in the row.
  func updatePagePositions(at position: PagePosition) {
    let (width, isRightToLeft) = (columnsWidth, area.isRightToLeft)
    let hiddenPages = (retiredPages + sparePages).map { ($0, PageDeck.hiddenDistance) }
    let pagesAndDistances = pages.map { ($1, position.distance(to: $0)) } + hiddenPages
    for area in [area, allDayArea] {
      area.pageWidth = width
      area.isMirrored = isRightToLeft
    }
    area.placedPages = pagesAndDistances.map { PageArea.PlacedPage(page: $0, distance: $1) }
    for (index, page) in pages {
      page.drawnColumns = DrawnRegion.columns(
        count: page.columns.count, pageDistance: position.distance(to: index), pageWidth: width)
    }
    allDayArea.placedPages = pagesAndDistances.map { PageArea.PlacedPage(page: $0.allDay, distance: $1) }
  }

  /// Limits drawing to the visible range, with a margin.
  func limitDrawing(to visibleRange: ClosedRange<Double>) {
    let drawnRange = DrawnRegion.verticalExtent(for: visibleRange)
    for page in pages.values { page.drawnRange = drawnRange }
  }

  /// Repaints all pages after a change of style.
  func repaint() { (Array(pages.values) + sparePages).forEach { $0.repaint() } }

  // MARK: Adding and removing pages

  /// Adds a page with its grid, but without events.
  func addPage(_ index: Int, of row: PageRow) {
    let page = sparePages.popLast() ?? makePage()
    pages[index] = page
    // The page is exposed to assistive technology once it is built and is the current one.
    page.isHiddenFromAccessibility = true
    let days = row.days(ofPage: index)
    page.reset(to: days, stride: row.stride, geometry: geometry)
    if let visibleRange = content?.visibleRange {
      page.drawnRange = DrawnRegion.verticalExtent(for: visibleRange)
    }
    page.allDay.headings =
      row.view == .threeDays || row.view == .workWeek ? days.map { style.phrases.weekday($0.weekday) } : []
    page.accessibleName = style.phrases.shortDates(days.lowerBound, days.upperBound.adding(days: -1))
    refreshGrid(of: page)
  }

  /// Makes the page at `index` the current one, if it exists.
  func turn(to index: Int) { if let newPage = pages[index] { page = newPage } }

  /// Exposes only the current page to assistive technology, and only once it is built.
  func updateAccessibility(isFullyCreated: (Int) -> Bool) {
    for (index, page) in pages {
      page.isHiddenFromAccessibility = page !== self.page || !isFullyCreated(index)
    }
  }

  /// Removes a page and keeps it as a spare one. While a touch is in progress, the page is kept out of view
  /// until `reuseRetiredPages` is called.
  func retire(_ index: Int) {
    guard let page = pages.removeValue(forKey: index) else { return }
    page.isHiddenFromAccessibility = true
    if content?.isTouched == true { retiredPages.append(page) } else { keepAsSpare(page) }
  }

  /// Turns the retired pages into spare ones. Call this once all touches have ended.
  func reuseRetiredPages() {
    retiredPages.forEach(keepAsSpare)
    retiredPages = []
  }

  private func keepAsSpare(_ page: TimelinePage) {
    guard sparePages.count < PageDeck.maximumSpareCount else {
      area.remove(page.gtkWidget)
      allDayArea.remove(page.allDay.gtkWidget)
      return
    }
    sparePages.append(page)
  }

  private func makePage() -> TimelinePage {
    let page = TimelinePage(style: style, days: page.days.lowerBound..<page.days.lowerBound.adding(days: 1))
    configure(page)
    return page
  }

  private func configure(_ page: TimelinePage) {
    page.allDay.onShowMore = { [weak self] in self?.content?.showAllBars() }
    area.add(page.gtkWidget)
    allDayArea.add(page.allDay.gtkWidget)
  }
}
