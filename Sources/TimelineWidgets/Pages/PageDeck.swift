import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

/// The contents of pages, supplied by their owner.
@MainActor
protocol PageContent: AnyObject {
  /// What takes place in a range of days.
  func occurrences(in days: Range<Day>) -> [Occurrence]
  /// What makes blocks, and has them say and look what they should.
  var blocks: EventBlocks { get }
  /// What the sheet behind the events has to know of days; nil as long as nobody knows.
  func grid(of days: [Day]) -> [GridColumn]?
  /// Working hours in minutes since midnight.
  var workingMinutes: Range<Int> { get }
  /// px of the pages that are visible, from top to bottom.
  var sight: ClosedRange<Double> { get }
  /// Whether fingers are down: GTK keeps account of the widgets that a touch began in.
  var isTouched: Bool { get }
  /// All bars above the hours are to be seen.
  func showAllBars()
}

/// The existing pages: those near the visible one, laid out beside each other, and spare ones to be reused.
///
/// Pages that were turned away are reused, so the number of widgets stays the same however far the user turns.
@MainActor
final class PageDeck {
  /// px between the days and the timeline's far edge: room for the scroll bar.
  static let endInset = 12.0
  /// Pages that are kept for use beyond those shown.
  private static let maximumSpares = 3
  /// Pages from what is shown, for one that must stay and not be seen.
  private static let outOfSight = 3.0

  /// What stands on them.
  weak var content: (any PageContent)?
  /// Where the hours of all pages are.
  let area = PageArea()
  /// Where is what stands above the hours.
  let allDayArea: PageArea
  let style: TimelineStyle

  /// The pages, by where they stand in the row.
  private(set) var pages: [Int: TimelinePage] = [:]
  /// The page that is shown, or turned to.
  private(set) var page: TimelinePage
  /// Pages to be used again.
  private var spare: [TimelinePage] = []
  /// Pages that are no longer shown, in which a finger still is.
  private var retired: [TimelinePage] = []

  /// The hours.
  var axis: DayAxis
  /// px of the timeline, with what is beside the days.
  var width = 640.0

  /// No pages yet; the one that is shown first is used at once.
  init(style: TimelineStyle, allDayArea: PageArea, day: Day) {
    self.style = style
    self.allDayArea = allDayArea
    axis = DayAxis(pixelsPerHour: style.defaultPixelsPerHour)
    page = TimelinePage(style: style, days: day..<day.adding(days: 1))
    area.bleed = NowLine.bleed
    adopt(page)
    spare = [page]
  }

  // MARK: Layout

  /// px of the width that the days share.
  var columnsWidth: Double { max(1, width - style.gutterWidth - PageDeck.endInset) }

  /// px from the timeline's left edge to the days.
  var columnsLeft: Double { area.isRightToLeft ? PageDeck.endInset : style.gutterWidth }

  /// Where the days of the shown page lie across when it rests, in px of the timeline.
  var columns: DayColumns { page.localColumns.moved(toLeft: columnsLeft) }

  private var geometry: TimelinePage.Geometry {
    TimelinePage.Geometry(
      axis: axis, width: columnsWidth, isRightToLeft: area.isRightToLeft,
      minimumHeight: style.minimumBlockHeight, scale: area.scaleFactor)
  }

  /// Places the blocks that there are for a new width or zoom; makes and drops none, so it may be done while allocating.
  func layOut() {
    let geometry = geometry
    for page in pages.values { page.place(geometry) }
    (area.pageWidth, allDayArea.pageWidth) = (columnsWidth, columnsWidth)
  }

  /// Tells where in the row the pages are now.
  func place(at position: PagePosition) {
    let (width, isRightToLeft) = (columnsWidth, area.isRightToLeft)
    let aside = (retired + spare).map { ($0, PageDeck.outOfSight) }
    let shown = pages.map { ($1, position.distance(to: $0)) } + aside
    for area in [area, allDayArea] {
      area.pageWidth = width
      area.isMirrored = isRightToLeft
    }
    area.positions = shown.map { PageArea.PagePosition(page: $0, distance: $1) }
    for (index, page) in pages {
      page.drawnColumns = DrawnPart.columns(
        page.columns.count, distance: position.distance(to: index), width: width)
    }
    allDayArea.positions = shown.map { PageArea.PagePosition(page: $0.allDay, distance: $1) }
  }

  /// Draws visible content and a little more.
  func draw(_ sight: ClosedRange<Double>) {
    let part = DrawnPart.down(sight)
    for page in pages.values { page.drawnPart = part }
  }

  /// Paints all pages again: the style changed.
  func repaint() { (Array(pages.values) + spare).forEach { $0.repaint() } }

  // MARK: Pages come and go

  /// Puts a page with its grid there, on which no events are yet.
  func begin(_ index: Int, of row: PageRow) {
    let page = spare.popLast() ?? newPage()
    pages[index] = page
    // It is heard of once it is the one that is shown.
    page.isPassedOver = true
    let days = row.days(ofPage: index)
    page.begin(days, stride: row.stride, geometry: geometry)
    if let sight = content?.sight { page.drawnPart = DrawnPart.down(sight) }
    page.allDay.minimumLanes = days.count > 1 ? 1 : 0
    page.allDay.headings =
      row.view == .threeDays || row.view == .workWeek ? days.map { style.phrases.weekday($0.weekday) } : []
    page.accessibleName = style.phrases.shortDates(days.lowerBound, days.upperBound.adding(days: -1))
    refreshGrid(of: page)
  }

  /// Another page is the one that is shown, or turned to.
  func turn(to index: Int) { if let target = pages[index] { page = target } }

  /// Assistive technology hears of the shown page alone, and only once it is made.
  func passOver(unless isMade: (Int) -> Bool) {
    for (index, page) in pages { page.isPassedOver = page !== self.page || !isMade(index) }
  }

  /// Puts a page by. One under a finger stays, out of view, until no finger is down any more: then call
  /// `dropRetired`.
  func retire(_ index: Int) {
    guard let old = pages.removeValue(forKey: index) else { return }
    old.isPassedOver = true
    if content?.isTouched == true { retired.append(old) } else { putBy(old) }
  }

  /// No finger is down any more.
  func dropRetired() {
    retired.forEach(putBy)
    retired = []
  }

  private func putBy(_ old: TimelinePage) {
    guard spare.count < PageDeck.maximumSpares else {
      area.remove(old.pointer)
      allDayArea.remove(old.allDay.pointer)
      return
    }
    spare.append(old)
  }

  private func newPage() -> TimelinePage {
    let page = TimelinePage(style: style, days: page.days.lowerBound..<page.days.lowerBound.adding(days: 1))
    adopt(page)
    return page
  }

  private func adopt(_ page: TimelinePage) {
    page.allDay.onMore = { [weak self] in self?.content?.showAllBars() }
    area.add(page.pointer)
    allDayArea.add(page.allDay.pointer)
  }
}
