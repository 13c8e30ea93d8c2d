import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Pages are made in small steps (`PageBuilder`), so that a week of hundreds of events costs no frame.
extension TimelineView {
  /// Pages that are kept for use beyond those shown.
  private static let mostSpare = 3

  // MARK: Frame by frame

  /// Does what there is time for in a frame whose work began at `start`. Returns whether there is more to do.
  func buildPages(frameTime: Double, from start: Double) -> Bool {
    // What is not on screen gets no room, which some steps wait for; coming back to it begins again.
    guard gtk_widget_get_mapped(pointer) != 0 else { return false }
    budget.begin(frameTime: frameTime, interval: frameInterval, from: start, now: seconds())
    defer { if builder.isMade(pager.targetPage) { page.isPassedOver = false } }
    let scene = scene
    while let step = builder.next(in: scene) {
      let start = seconds()
      guard budget.allows(step.kind, at: start), perform(step) else { return true }
      builder.done(step)
      budget.spent(step.kind, from: start, to: seconds())
    }
    guard framesSeen > 1, let week = weekStrip.unprepared else { return false }
    let start = seconds()
    if budget.allows(.week, at: start) {
      weekStrip.prepare(week)
      budget.spent(.week, from: start, to: seconds())
    }
    return true
  }

  /// Seconds from one frame of the monitor to the next.
  private var frameInterval: Double {
    guard let clock = gtk_widget_get_frame_clock(pointer) else { return 1.0 / 60 }
    var (interval, presentation): (gint64, gint64) = (0, 0)
    gdk_frame_clock_get_refresh_info(clock, 0, &interval, &presentation)
    return interval > 0 ? Double(interval) / 1_000_000 : 1.0 / 60
  }

  /// Knows of a page where its events lie, without waiting for a frame.
  func lay(_ index: Int) {
    while let step = builder.nextNow(of: index, until: .laid), perform(step) { builder.done(step) }
  }

  /// Makes all of a page without waiting for a frame; it is painted when it is shown.
  func complete(_ index: Int) {
    while let step = builder.nextNow(of: index, until: .made), perform(step) { builder.done(step) }
    pages[index]?.blocks.forEach { $0.showWhole() }
  }

  /// Does a step. Returns false if it has to wait for another frame.
  private func perform(_ step: PageBuilder.Step) -> Bool {
    guard let page = pages[step.page] else {
      begin(step.page)
      return true
    }
    switch step {
    case .begin: break
    case .plan(let index):
      let shown = pageCalendar.days(ofPage: index)
      page.plan(withPendingSteps(dataSource?.occurrences(in: shown) ?? [], in: shown))
      refreshBlocks(of: page.strip, on: page.days.lowerBound)
      builder.planned(index, bars: page.strip.count, columns: page.columns.count)
    case .lay(let index, let column):
      page.lay(column)
      name(page.columns[column], of: page)
      refreshBlocks(of: page.columns[column])
      builder.laid(index, page.columns[column].extents)
    case .make(_, let item): make(item, of: page)
    case .paint(_, let item): page.block(of: item)?.paintAhead()
    case .gather(_, let column): return page.gather(column)
    }
    return true
  }

  /// The block of an event; made now if it is not yet there.
  @discardableResult
  func make(_ item: BuildItem, of page: TimelinePage) -> EventBlock {
    page.makeBlock(
      of: item,
      make: { [unowned self] occurrence, day in
        let block = self.makeBlock(occurrence, on: day)
        block.waitsForPaint = true
        self.updateAppearance(block)
        return block
      },
      renew: { [unowned self] block, occurrence, day in
        block.waitsForPaint = true
        block.update(
          occurrence: occurrence, content: self.content(of: occurrence, on: day),
          name: self.style.phrases.accessibleName(occurrence))
        self.updateAppearance(block)
      })
  }

  /// The pages look otherwise: what is not in sight is painted anew before it is seen.
  func pagesLookOtherwise() {
    let inSight = pager.pagesInSight
    for (index, page) in pages {
      builder.moved(index, page.extents)
      guard !inSight.contains(index) else { continue }
      page.blocks.forEach { $0.waitsForPaint = true }
    }
    startPageTick()
  }

  // MARK: Pages

  private func newPage() -> TimelinePage {
    let page = TimelinePage(style: style, days: day..<day.adding(days: 1))
    page.strip.onMore = { [weak self] in self?.showsAllBars = true }
    area.add(page.pointer)
    allDay.area.add(page.strip.pointer)
    return page
  }

  /// A page with its grid, on which no events are yet.
  private func begin(_ index: Int) {
    let page = spare.popLast() ?? newPage()
    pages[index] = page
    // It is heard of once it is the one that is shown.
    page.isPassedOver = true
    let first = pageCalendar.firstDay(ofPage: index)
    let days = first..<first.adding(days: pageCalendar.dayCount)
    page.begin(days, stride: stride, geometry: geometry)
    page.drawnPart = drawnPart
    page.strip.leastLanes = days.count > 1 ? 1 : 0
    page.strip.headings =
      shownView == .threeDays || shownView == .workWeek ? days.map { style.phrases.weekday($0.weekday) } : []
    page.accessibleName = style.phrases.shortDates(days.lowerBound, days.upperBound.adding(days: -1))
    refreshGrid(of: page)
    placePages()
  }

  /// The part of the pages that is drawn at present.
  var drawnPart: ClosedRange<Double> { DrawnPart.down(sight) }

  /// Days from one page to the next.
  private var stride: Int { pageCalendar.firstDay(ofPage: 1).days(since: pageCalendar.firstDay(ofPage: 0)) }

  /// What the layout of the pages follows from.
  var geometry: TimelinePage.Geometry {
    TimelinePage.Geometry(
      axis: axis, width: columnsWidth, isRightToLeft: isRightToLeft, minimumHeight: style.minimumBlockHeight,
      scale: scaleFactor)
  }

  private func name(_ column: DayColumn, of page: TimelinePage) {
    let count = column.count + page.strip.count(on: column.day)
    column.accessibleName = style.phrases.dayListName(column.day, events: count)
    gtk_widget_set_focusable(column.pointer, (count == 0).gboolean)
  }

  // MARK: What stands behind the events

  /// Tells all pages what the clocks do and where the present is.
  func refreshGrids() {
    pages.values.forEach(refreshGrid)
    gutter.now = page.now?.second
  }

  private func refreshGrid(of page: TimelinePage) {
    page.workingMinutes = workingHours.lowerBound / 60..<workingHours.upperBound / 60
    guard let zone = dataSource?.displayZone else { return }
    let present = presentMinute
    page.gridColumns = page.columns.map { GridColumn($0.day, in: zone, now: present) }
    if page === self.page { gutter.now = page.now?.second }
  }

  // MARK: Pages that are turned away

  /// Puts a page by. One under a finger stays, out of sight, until the finger is up: GTK keeps account of what a
  /// touch began in.
  func retire(_ index: Int) {
    guard let old = pages.removeValue(forKey: index) else { return }
    builder.forget(index)
    old.isPassedOver = true
    guard input.fingers.isEmpty else {
      retired.append(old)
      return
    }
    putBy(old)
  }

  /// No finger is down any more.
  func dropRetired() {
    retired.forEach(putBy)
    retired = []
  }

  private func putBy(_ old: TimelinePage) {
    guard spare.count < TimelineView.mostSpare else {
      area.remove(old.pointer)
      allDay.area.remove(old.strip.pointer)
      return
    }
    spare.append(old)
  }
}
