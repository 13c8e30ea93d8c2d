import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Pages: which days are shown, turning to others, and keeping the neighbours ready.
extension TimelineView {
  /// px of a day's column that its events can still be read in, for text of usual size.
  private static let leastColumn = 92.0
  /// Microseconds of a frame in which a page that is not seen yet may be made ready.
  private static let buildTime = 1_000
  /// Pages that are kept for use beyond those shown.
  private static let mostSpare = 2
  /// Pages from what is shown, for one that must stay and not be seen.
  private static let outOfSight = 3.0

  // MARK: For the host

  /// The days on the page that is shown, or turned to.
  public var shownDays: Range<Day> { page.days }

  /// Shows the page of a day at once, scrolled as before unless an offset is given, with the keyboard on that day.
  public func show(_ day: Day, scroll: Double? = nil) {
    if let scroll { pendingScroll = .to(scroll) }
    let day = min(max(day, .earliest), .latest)
    let isElsewhere = !page.days.contains(day)
    if isElsewhere, shownView == .threeDays { beginPages(with: day) }
    let index = pageCalendar.page(containing: day)
    let isOther = isElsewhere || index != pager.targetPage || day != self.day
    self.day = pageCalendar.days(ofPage: index).clamp(day)
    if isElsewhere || index != pager.targetPage || pager.position.fraction != 0 {
      pager.show(index)
      showPages()
    }
    applyPendingScroll()
    if isOther { pageTurned() }
  }

  /// Turns so many pages on, or back if negative.
  public func turn(by count: Int) {
    pager.turn(by: count)
    pagerMoved()
  }

  /// Turns to the page of a day, with the keyboard on that day.
  public func turn(to day: Day) {
    let day = min(max(day, .earliest), .latest)
    let index = pageCalendar.page(containing: day)
    self.day = pageCalendar.days(ofPage: index).clamp(day)
    pager.go(to: index)
    pagerMoved()
    pageTurned()
  }

  /// Asks the source again and shows what it has now.
  public func reload() {
    guard dataSource != nil else { return }
    for (index, page) in pages { fill(page, index: index) }
    complete(page)
    buildAhead()
    updateAppearances()
    occurrencesReloaded()
    stripChanged()
    weekStrip.reload()
    placeDraftAgain()
  }

  // MARK: The view

  /// Another view is wanted, or weeks begin with another day.
  func viewChanged() {
    // The day under the pointer is the one that is looked at.
    if mouse.isInUse, let hover, page.days.count > 1 { day = columns.day(atX: hover.x) }
    keepingFocus {
      shownView = fittingView
      beginPages(with: day)
      showPages()
    }
    viewportChanged()
    onDayChanged(day)
  }

  /// Counts pages anew for the view; three days begin with that one.
  private func beginPages(with anchor: Day) {
    pageCalendar = PageCalendar(
      shownView, firstWeekday: firstWeekday, workdays: workdays, anchor: anchor)
    let motion = pager.isMotionReduced
    pager = Pager(page: pageCalendar.page(containing: day), in: pageCalendar.pages)
    pager.isMotionReduced = motion
    pager.isRightToLeft = isRightToLeft
    day = pageCalendar.days(ofPage: pager.targetPage).clamp(day)
    for page in pages.values { retire(page) }
    pages = [:]
    toldPage = pager.targetPage
  }

  /// The view that the present width has room for.
  private var fittingView: CalendarView {
    let room = columnsWidth / (TimelineView.leastColumn * max(1, style.text.size / 14.7))
    let wanted = PageCalendar(calendarView, firstWeekday: firstWeekday, workdays: workdays).dayCount
    if room >= Double(wanted) { return calendarView }
    return room >= 3 && wanted > 3 ? .threeDays : .day
  }

  /// The width or the text's size changed.
  func fitView() { if fittingView != shownView { viewChanged() } }

  /// The gutter holds other words.
  func gutterChanged() {
    style.secondZone = secondZone.flatMap { zone in
      dataSource.map { SecondZone(zone, beside: $0.displayZone, on: page.days.lowerBound) }
    }
    gutter.secondZone = style.secondZone
    fitView()
    layOutWidth()
    gtk_widget_queue_resize(pointer)
  }

  // MARK: Turning

  /// The pager was told something: pages go on from here, frame by frame.
  func pagerMoved() {
    pagesTurnedUnderDraft()
    notePaging()
    showPages()
    startPageTick()
  }

  /// Takes care of the pages at the present position: those in sight are there and complete, and so are, as soon as
  /// there is time, those beside them.
  func showPages() {
    let position = pager.position
    let first = position.page
    let last = position.fraction > 0 ? first + 1 : first
    // What is beside the page waits until the page itself has been seen.
    let reach = framesSeen > 1 ? 1 : 0
    let wanted = Set(max(first - reach, pager.pages.lowerBound)...min(last + reach, pager.pages.upperBound))
      .union([pager.targetPage])
    for (index, old) in pages where !wanted.contains(index) {
      pages[index] = nil
      retire(old)
    }
    for index in wanted.sorted() where pages[index] == nil {
      let page = spare.popLast() ?? newPage()
      gtk_widget_set_child_visible(page.pointer, 1)
      gtk_widget_set_child_visible(page.strip.pointer, 1)
      pages[index] = page
      fill(page, index: index)
    }
    if let target = pages[pager.targetPage] { page = target }
    for index in [first, last] { pages[index].map(complete) }
    area.pageWidth = columnsWidth
    area.isMirrored = isRightToLeft
    allDay.area.pageWidth = columnsWidth
    allDay.area.isMirrored = isRightToLeft
    pager.isRightToLeft = isRightToLeft
    let shown = pages.map { ($1, position.distance(to: $0)) } + retired.map { ($0, TimelineView.outOfSight) }
    area.places = shown.map { PageArea.Place(page: $0, distance: $1) }
    allDay.area.places = shown.map { PageArea.Place(page: $0.strip, distance: $1) }
    for page in pages.values { page.isPassedOver = page !== self.page }
    stripChanged()
    showWeekStrip()
    if pager.targetPage != toldPage { pageTurned() }
    if !pages.values.allSatisfy(isReady) { startPageTick() }
  }

  /// The row of whole days needs another height.
  func stripChanged() { if allDay.fit() { gtk_widget_queue_resize(pointer) } }

  /// Another page is the one that is shown.
  private func pageTurned() {
    popover.close()
    pagesTurnedUnderDraft()
    let days = pageCalendar.days(ofPage: pager.targetPage)
    if !days.contains(day) {
      // The same weekday, as on paper.
      let offset = day.days(since: pageCalendar.firstDay(ofPage: toldPage))
      day = days.clamp(pageCalendar.firstDay(ofPage: pager.targetPage).adding(days: offset))
    }
    toldPage = pager.targetPage
    showsAllBars = false
    let hadFocus = containsFocus
    gutter.now = page.now?.second
    carryOut(gesture.viewportChanged(in: viewport))
    updateAppearances()
    showWeekStrip()
    if hadFocus, liftLayer.lifted == nil, !isFocusShown {
      takeFocus()
      say(page.accessibleName)
    }
    onDayChanged(day)
  }

  /// Whether what has the focus is on the page that is shown.
  var isFocusShown: Bool {
    guard let root = gtk_widget_get_root(pointer), let current = gtk_root_get_focus(root) else {
      return false
    }
    return gtk_widget_is_ancestor(current, page.pointer) != 0
      || gtk_widget_is_ancestor(current, page.strip.pointer) != 0
  }

  func startPageTick() {
    guard pageTick == 0 else { return }
    pageTick = addTick(pointer) { [weak self] time in
      guard let self else { return false }
      let isMoving = FrameStatistics.measure { self.advancePages(frameTime: Double(time) / 1_000_000) }
      if !isMoving { self.pageTick = 0 }
      return isMoving
    }
  }

  /// A frame begins. Returns whether there is more to do.
  private func advancePages(frameTime: Double) -> Bool {
    if framesSeen <= 1 {
      framesSeen += 1
      guard framesSeen > 1 else { return true }
      showPages()
    }
    if pager.isMoving {
      pager.tick(frameTime: frameTime)
      showPages()
      notePaging()
    }
    if stripPager.isMoving {
      stripPager.tick(frameTime: frameTime)
      stripMoved()
    }
    buildAhead()
    return pager.isMoving || stripPager.isMoving || !pages.values.allSatisfy(isReady)
  }

  /// Makes ready what is beside the shown page, for a millisecond.
  private func buildAhead() {
    let end = g_get_monotonic_time() + TimelineView.buildTime
    let hasTime = { g_get_monotonic_time() < end }
    // People mostly turn on; what comes is wanted before what was.
    for (_, page) in pages.sorted(by: { $0.key > $1.key }) where !isReady(page) {
      if page.isComplete {
        page.paintAhead(while: hasTime)
      } else {
        while hasTime() { if !makeNext(of: page) { break } }
      }
    }
  }

  /// Whether nothing is left to be done for a page before it is seen; what is seen has painted itself.
  private func isReady(_ page: TimelinePage) -> Bool { page === self.page ? page.isComplete : page.isReady }

  // MARK: Pages

  private func newPage() -> TimelinePage {
    let page = TimelinePage(style: style, days: day..<day.adding(days: 1))
    page.strip.onMore = { [weak self] in self?.showsAllBars = true }
    area.add(page.pointer)
    allDay.area.add(page.strip.pointer)
    return page
  }

  /// Tells a page which days it shows and what takes place in them.
  private func fill(_ page: TimelinePage, index: Int) {
    let first = pageCalendar.firstDay(ofPage: index)
    let days = first..<first.adding(days: pageCalendar.dayCount)
    let shown = pageCalendar.days(ofPage: index)
    let occurrences = withPendingSteps(dataSource?.occurrences(in: shown) ?? [], in: shown)
    page.plan(days: days, stride: stride, occurrences: occurrences, geometry: geometry)
    page.strip.leastLanes = days.count > 1 ? 1 : 0
    page.strip.headings =
      shownView == .threeDays || shownView == .workWeek ? days.map { style.phrases.weekday($0.weekday) } : []
    refreshGrid(of: page)
    name(page)
    refreshBlocks(of: page)
  }

  /// Days from one page to the next.
  private var stride: Int { pageCalendar.firstDay(ofPage: 1).days(since: pageCalendar.firstDay(ofPage: 0)) }

  /// What the layout of the pages follows from.
  var geometry: TimelinePage.Geometry {
    TimelinePage.Geometry(
      axis: axis, width: columnsWidth, isRightToLeft: isRightToLeft, minimumHeight: style.minimumBlockHeight,
      scale: scaleFactor)
  }

  private func name(_ page: TimelinePage) {
    var counts: [Day: Int] = [:]
    for occurrence in page.occurrences {
      for day in occurrence.days.clamped(to: page.days) { counts[day, default: 0] += 1 }
    }
    for column in page.columns {
      let count = counts[column.day] ?? 0
      column.accessibleName = style.phrases.dayListName(column.day, events: count)
      gtk_widget_set_focusable(column.pointer, (count == 0).gboolean)
    }
    page.accessibleName = style.phrases.shortDates(
      page.days.lowerBound, page.days.upperBound.adding(days: -1))
  }

  /// Makes every block of a page that is about to be seen.
  func complete(_ page: TimelinePage) { while makeNext(of: page) {} }

  private func makeNext(of page: TimelinePage) -> Bool {
    page.makeNext(
      make: { [unowned self] occurrence, day in
        let block = self.makeBlock(occurrence, on: day)
        self.updateAppearance(block)
        return block
      },
      renew: { [unowned self] block, occurrence, day in
        block.update(
          occurrence: occurrence, content: self.content(of: occurrence, on: day),
          name: self.style.phrases.accessibleName(occurrence))
        self.updateAppearance(block)
      })
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
  func retire(_ old: TimelinePage) {
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
    gtk_widget_set_child_visible(old.pointer, 0)
    gtk_widget_set_child_visible(old.strip.pointer, 0)
    spare.append(old)
  }
}

extension Range<Day> {
  /// The day itself, or the nearest in the range.
  func clamp(_ day: Day) -> Day { Swift.min(Swift.max(day, lowerBound), upperBound.adding(days: -1)) }
}
