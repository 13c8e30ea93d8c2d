import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Pages: which days are shown, turning to others, and keeping the neighbours ready.
extension TimelineView {
  /// px of a day's column that its events can still be read in, for text of usual size.
  private static let leastColumn = 92.0
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
      showPages(isWhole: true)
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
    for index in pages.keys { builder.ask(again: index) }
    for index in neededPages { complete(index) }
    startPageTick()
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
      showPages(isWhole: true)
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
    pages.keys.forEach(retire)
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
    showWeekStrip()
    gtk_widget_queue_resize(pointer)
    // Its own size stays, and with that GTK would leave what stands on it where it is.
    gtk_widget_queue_allocate(sheet.pointer)
  }

  // MARK: Turning

  /// The pages are dragged: the coming frame shows where they are, however often a finger moves until then.
  func pagerDragged() {
    pagesTurnedUnderDraft()
    startPageTick()
  }

  /// The pager was told something: pages go on from here, frame by frame.
  func pagerMoved() {
    pagesTurnedUnderDraft()
    notePaging()
    showPages()
    startPageTick()
  }

  /// Takes care of the pages at the present position: those in sight are there, with their grid and the places of their
  /// events; the rest is made frame by frame.
  ///
  /// - Parameter isWhole: whether they are made whole at once, since they do not come but are there.
  func showPages(isWhole: Bool = false) {
    travel.follow(pager.position)
    let near = pager.pagesInUse.lowerBound - 1...pager.pagesInUse.upperBound + 1
    for index in pages.keys where !near.contains(index) { retire(index) }
    for index in neededPages { if isWhole { complete(index) } else { lay(index) } }
    if let target = pages[pager.targetPage] { page = target }
    placePages()
    for (index, page) in pages { page.isPassedOver = page !== self.page || !builder.isMade(index) }
    stripChanged()
    showWeekStrip()
    if pager.targetPage != toldPage { pageTurned() }
    startPageTick()
  }

  /// Tells where the pages are now.
  func placePages() {
    let position = pager.position
    area.pageWidth = columnsWidth
    area.isMirrored = isRightToLeft
    allDay.area.pageWidth = columnsWidth
    allDay.area.isMirrored = isRightToLeft
    pager.isRightToLeft = isRightToLeft
    let aside = (retired + spare).map { ($0, TimelineView.outOfSight) }
    let shown = pages.map { ($1, position.distance(to: $0)) } + aside
    area.places = shown.map { PageArea.Place(page: $0, distance: $1) }
    for (index, page) in pages {
      page.drawnColumns = DrawnPart.columns(
        page.columns.count, distance: position.distance(to: index), width: columnsWidth)
    }
    allDay.area.places = shown.map { PageArea.Place(page: $0.strip, distance: $1) }
  }

  /// What of the pages is looked at, and which are wanted next.
  var scene: PageBuilder.Scene {
    // What is beside the page waits until the page itself has been seen.
    travel.scene(
      of: pager, sight: sight,
      isAlone: framesSeen <= 1 || pinch != nil)
  }

  /// px of the pages that are in sight, from top to bottom.
  var sight: ClosedRange<Double> { sheet.scroll...(sheet.scroll + Double(max(1, sheet.viewportHeight))) }

  /// The pages that something is seen or asked of: those in sight, and the one that is turned to.
  private var neededPages: [Int] {
    let inSight = pager.pagesInSight
    return inSight.contains(pager.targetPage) ? Array(inSight) : inSight + [pager.targetPage]
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
    let start = seconds()
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
    // The frame that sets off shows a page for the first time, which is work enough.
    let isSettingOff = pager.isMoving && !isTurning
    isTurning = pager.isMoving
    if isSettingOff {
      budget.pass(frameTime: frameTime)
      return true
    }
    return buildPages(frameTime: frameTime, from: start) || pager.isMoving || stripPager.isMoving
  }
}

extension Range<Day> {
  /// The day itself, or the nearest in the range.
  func clamp(_ day: Day) -> Day { Swift.min(Swift.max(day, lowerBound), upperBound.adding(days: -1)) }
}
