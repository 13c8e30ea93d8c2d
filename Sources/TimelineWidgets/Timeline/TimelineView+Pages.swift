import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

// The visible days, and everything that depends on the current page.
extension TimelineView {
  // MARK: API for the host

  /// The view in use: the requested one, or one with fewer days if there is not enough space for it.
  var shownView: ViewKind { paging.row.view }

  /// The selected day. The date header shows the same day.
  package var day: Day {
    get { paging.row.selectedDay }
    set {
      guard newValue != day else { return }
      paging.select(newValue)
      dateHeader.selectedDay = newValue
      host?.viewReports(.daysChanged)
    }
  }

  package func go(to destination: ViewDestination) {
    switch destination {
    case .day(let day): jump(to: day)
    case .turn(let day): paging.turn(to: day)
    case .pages(let count): paging.turn(by: count)
    case .place(let place): jump(to: place.day, scroll: place.offset)
    case .position(let position): restore(position)
    case .page(let occurrence): showPage(of: occurrence)
    case .hidden(let occurrence): expandAllDayRow(for: occurrence)
    case .scrolled(let occurrence): hours.scrollIntoView(occurrence, on: day)
    case .initialPosition:
      hours.scrollToInitialPosition()
      applyPendingScroll()
    }
  }

  @discardableResult
  package func handle(_ command: ViewCommand) -> Bool {
    switch command {
    case .scroll(let place): scrollContent.setScroll(place.offset)
    case .turn(let place):
      scrollContent.setScroll(place.offset)
      paging.turn(to: place.day)
    case .paging(let input): paging.handleTouch(input)
    case .setZoom(let axis, let scroll): zoom(to: axis, scroll: scroll)
    case .zoom(let steps, let anchor): zoom(steps: steps, anchoredAt: anchor)
    case .resetZoom: resetZoom()
    case .escape: return collapseAllDayRow()
    case .stopScrolling: hours.stopKineticScrolling()
    case .fingersLifted: paging.deck.reuseRetiredPages()
    case .reload(let mode): reload(mode)
    case .glide(let id, let point): glide(id, from: point)
    case .selectDay(let block): selectDay(of: block)
    case .update(let change): update(change)
    }
    return true
  }

  /// Shows the page of a day immediately and selects the day. `scroll` is the new scroll offset in px, or nil
  /// to keep the current one.
  private func jump(to day: Day, scroll: Double? = nil) {
    if let scroll { hours.scroll(to: scroll) }
    let hasChanged = paging.jump(to: day)
    applyPendingScroll()
    if hasChanged { pageTurned() }
  }

  private func restore(_ position: ViewPosition) {
    jump(to: position.day, scroll: position.scroll)
    guard page.days != position.shownDays, page.days.count == position.shownDays.count else { return }
    paging.setDayPaging(
      storedConfiguration.dayPaging(of: shownView, anchor: position.shownDays.lowerBound))
    paging.showPages(immediately: true)
    jump(to: position.day, scroll: position.scroll)
  }

  /// Turns to the page of an event if the event is not on the current page, and selects its day.
  private func showPage(of occurrence: Occurrence) {
    if !occurrence.span.overlaps(TimeSpan(days: page.days)) {
      jump(to: occurrence.start.wall.day, scroll: scrollContent.scroll)
    }
    select(dayOf: occurrence)
  }

  /// Selects a day of an event, unless one of its days is already selected.
  private func select(dayOf occurrence: Occurrence) {
    if !occurrence.days.contains(day) { day = page.days.nearestDay(to: occurrence.days.lowerBound) }
  }

  private func selectDay(of block: EventBlock) {
    if let column = page.columns.first(where: { $0.block(for: block.occurrence.id) === block }) {
      day = column.day
    } else {
      select(dayOf: block.occurrence)
    }
  }

  /// Applies the pending scroll position as soon as the size is known.
  func applyPendingScroll() { hours.applyPendingScroll(workingHours: storedConfiguration.workingHours) }

  private func reload(_ mode: ReloadMode) {
    switch mode {
    case .gradually: paging.reloadGradually()
    case .queued: paging.queueReload()
    case .now:
      paging.reload()
      updateReloadedPages()
    }
  }

  private func updateReloadedPages() {
    if host?.blocks.calendarNamesHaveChanged() == true { paging.deck.refreshBlocks() }
    allDayRowChanged()
    dateHeader.reload()
  }

  private func glide(_ id: Occurrence.ID, from point: Point) {
    guard let column = page.frame(of: id).flatMap({ page.column(of: $0.day) }) else { return }
    column.glide(
      id, from: Point(x: point.x - columnsLeft, y: point.y + scrollContent.drawnScroll),
      DropMotion(isMotionReduced: host?.isMotionReduced ?? false))
  }

  // MARK: The pages

  /// The current page: the visible one, or the one being turned to.
  var page: TimelinePage { paging.deck.page }
  /// The area that contains the hour grids of all pages.
  var area: PageArea { paging.deck.area }
  /// The hour axis of all pages.
  var axis: DayAxis { paging.deck.axis }
  /// The total width of the days, in px.
  var columnsWidth: Double { paging.deck.columnsWidth }
  /// The distance in px from the timeline's left edge to the days.
  var columnsLeft: Double { paging.deck.columnsLeft }
  /// The columns of the current page when it is at rest, in viewport coordinates.
  var columns: DayColumns { paging.deck.columns }
  /// The column of the selected day.
  var selectedColumn: DayColumn { page.column(of: day) ?? page.columns[0] }

  // MARK: Events

  package var parts: ViewParts {
    ViewParts(
      name: style.phrases.translator.tr("Timeline"), viewport: scrolledWindow, content: scrollContent,
      bars: allDay,
      days: [scrollContent.gtkWidget, allDay.area.gtkWidget], dates: dateHeader)
  }

  package var pageWidgets: [WidgetPointer] { [page.gtkWidget, page.allDay.gtkWidget] }

  package var selectedDay: (widget: WidgetPointer, name: String) {
    (selectedColumn.gtkWidget, selectedColumn.accessibleName)
  }

  /// The first visible event, or else the first one.
  package func firstBlock() -> EventBlock? { paging.deck.firstBlock(on: day, in: hours.visibleRange) }

  package func block(for id: Occurrence.ID) -> EventBlock? { paging.deck.block(for: id, on: day) }

  package func blocks(for id: Occurrence.ID) -> [EventBlock] { paging.deck.blocks(for: id) }

  package func frame(of id: Occurrence.ID) -> GdkRectangle? {
    guard let block = block(for: id) else { return nil }
    return hours.rectangle(of: block, at: page.frame(of: id), in: self)
  }

  // MARK: The view

  /// Called when a different view is needed, or the first day of the week has changed.
  func viewChanged() {
    let showPages = {
      self.paging.setDayPaging(
        self.storedConfiguration.dayPaging(of: self.widestFittingView, anchor: self.day))
      self.paging.showPages(immediately: true)
    }
    if let host { host.preserveFocus(during: showPages) } else { showPages() }
    viewportChanged()
    host?.viewReports(.daysChanged)
  }

  // MARK: Date header

  func connectDateHeader() {
    dateHeader.isPreparedByHost = true
    dateHeader.onPaging = { [weak self] in self?.paging.handleOnDateHeader($0) }
    dateHeader.onSelect = { [weak self] day in self?.paging.turn(to: day) }
    dateHeader.onActivate = { [weak self] day in
      self?.jump(to: day)
      self?.host?.takeFocus()
    }
    dateHeader.dayLoads = { [weak self] days in
      guard let self, let host = self.host else { return [] }
      // The pages also show changes that are not stored yet, which must not be counted.
      let interaction = host.state.interaction
      let showsStoredEvents = interaction.pendingOccurrence == nil && interaction.scopeQuestion == nil
      let fetchedOccurrences = showsStoredEvents ? self.paging.fetchedOccurrences(in: days) : nil
      let occurrences = fetchedOccurrences ?? host.storedOccurrences(in: days)
      return days.map { DayLoad(of: occurrences, on: $0) }
    }
  }

  /// Updates the date header, including the dates that it marks as shown.
  func updateDateHeader() {
    dateHeader.gutterWidth = style.gutterWidth
    dateHeader.today = currentMinute?.day
    dateHeader.showsWeekNumbers = storedConfiguration.showsWeekNumbers
    paging.updateWeeks(firstWeekday: storedConfiguration.firstWeekday)
  }
}

// MARK: - Host of the pages

extension TimelineView: TimelinePagingHost {
  var frameWidget: WidgetPointer { host?.gtkWidget ?? gtkWidget }

  var blocks: EventBlocks? { host?.blocks }

  func occurrences(in days: Range<Day>) -> [Occurrence] { host?.occurrencesToShow(in: days) ?? [] }

  func gridColumns(of days: [Day]) -> [GridColumn]? {
    guard let zone = host?.displayZone else { return nil }
    let now = currentMinute
    return days.map { GridColumn($0, in: zone, weekend: storedConfiguration.weekend, now: now) }
  }

  var workingMinutes: Range<Int> {
    storedConfiguration.workingHours.lowerBound / 60..<storedConfiguration.workingHours.upperBound / 60
  }

  var visibleRange: ClosedRange<Double> { hours.visibleRange }

  var isTouched: Bool { host.map { !$0.state.fingers.isEmpty } ?? false }

  var needsFrames: Bool { host?.state.interaction.isPinching ?? false }

  var isNothingHeld: Bool { host?.state.isNothingHeld ?? true }

  func pagesWillMove() { host?.viewReports(.pagesWillMove) }

  func pagesMoved() { host?.viewReports(.pagesMoved) }

  func pagesPlaced() {
    gutter.currentSecond = page.now?.second
    updateSecondZone()
    allDayRowChanged()
    updateDateHeader()
  }

  func pageReloaded() {
    updateReloadedPages()
    host?.viewReports(.reloaded)
  }

  func pageTurned() {
    host?.viewReports(.pageWillTurn)
    paging.acknowledgePage()
    allDay.isExpanded = false
    gutter.currentSecond = page.now?.second
    updateDateHeader()
    host?.viewReports(.pageTurned)
  }

  /// Updates the grid behind the events.
  func refreshGrids() {
    paging.deck.refreshGrids()
    gutter.currentSecond = page.now?.second
  }
}

extension TimelineView: CalendarView, PagedView {}

extension DateHeader: ViewDates {}
