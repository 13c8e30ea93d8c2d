import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// The visible days, and everything that depends on the current page.
extension TimelineView {
  // MARK: API for the host

  /// The days on the current page.
  package var shownDays: Range<Day> { page.days }

  /// The view in use: the requested one, or one with fewer days if there is not enough space for it.
  package var shownView: CalendarView { paging.row.view }

  /// The selected day, which is one of those shown.
  package internal(set) var day: Day {
    get { paging.row.day }
    set { paging.select(newValue) }
  }

  /// Shows the page of a day immediately and selects the day. The scroll offset stays unless `scroll` is
  /// given, in px.
  package func jump(to day: Day, scroll: Double? = nil) {
    if let scroll { hours.scroll(to: scroll) }
    let isOther = paging.jump(to: day)
    applyPendingScroll()
    if isOther { pageTurned() }
  }

  /// Scrolls to the now line, or to the first visible event.
  package func scrollToInitialPosition() {
    hours.scrollToInitialPosition()
    applyPendingScroll()
  }

  /// Applies the pending scroll position as soon as the size is known.
  func applyPendingScroll() { hours.applyPendingScroll(workingHours: settings.workingHours) }

  /// Turns `count` pages forward, or back if negative.
  package func turn(by count: Int) { paging.turn(by: count) }

  /// Turns to the page of a day and selects the day.
  package func turn(to day: Day) { paging.turn(to: day) }

  /// Fetches the events from the data source again and shows them.
  package func reload() {
    guard dataSource != nil else { return }
    paging.reload()
    blocks.updateAppearances(on: paging.deck)
    occurrencesReloaded()
    allDayRowChanged()
    dateHeader.reload()
    editor.fieldMoved()
  }

  /// Called when the data source has new events. If the lifted event no longer exists, the drag ends with an
  /// announcement.
  private func occurrencesReloaded() {
    if let id = popover.shown, shown(id) == nil { popover.close() }
    guard let dataSource, let edited = state.interaction.editedEvent else { return }
    let span = edited.span
    let there = dataSource.occurrences(in: span.start.day..<span.end.day.adding(days: 1))
    if !there.contains(where: { $0.id == edited.id }) { send(.editedEventRemoved) }
  }

  /// Passes an edit to the data source. The result is shown once: here, unless the data source has reported
  /// it and the host has called `reload` by then.
  func apply(_ edit: EventEdit) {
    let before = paging.reloadCount
    dataSource?.apply(edit)
    if paging.reloadCount == before { reload() }
  }

  // MARK: The pages

  /// The current page: the visible one, or the one being turned to.
  var page: TimelinePage { paging.deck.page }
  /// The area with the hours of all pages.
  var area: PageArea { paging.deck.area }
  /// The hour axis of all pages.
  var axis: DayAxis { paging.deck.axis }
  /// The width in px of all days together.
  var columnsWidth: Double { paging.deck.columnsWidth }
  /// The distance in px from the timeline's left edge to the days.
  var columnsLeft: Double { paging.deck.columnsLeft }
  /// The columns of the current page at rest, in px of the viewport.
  var columns: DayColumns { paging.deck.columns }
  /// The column of the selected day.
  var column: DayColumn { page.column(of: day) ?? page.columns[0] }
  /// The occurrences on the current page, in reading order.
  var occurrences: [Occurrence] { page.occurrences }
  /// The occurrence with this ID, if it is on the current page.
  func shown(_ id: Occurrence.ID) -> Occurrence? { occurrences.first { $0.id == id } }
  /// All blocks of the current page.
  var allBlocks: [EventBlock] { page.blocks }

  /// The block of an occurrence, if one of its days is visible: on the selected day, if it has a part there.
  /// On a page that is still being built it is created now.
  func block(for id: Occurrence.ID) -> EventBlock? { paging.deck.block(for: id, on: day) }

  // MARK: The view

  /// Called when another view is requested, or the first day of the week has changed.
  func viewChanged() {
    // The day under the pointer is most likely the one that the user is looking at.
    if input.mouse.hasMovedSinceKeyPress, let hover = input.mouse.point, page.days.count > 1 {
      day = columns.day(atX: hover.x)
    }
    keyboard.preserveFocus {
      paging.setCalendar(settings.calendar(of: widestFittingView, anchor: day))
      paging.showPages(isWhole: true)
    }
    viewportChanged()
    callbacks.onDayChanged(day)
  }

  // MARK: The dates above

  func followDateHeader() {
    dateHeader.isPreparedByHost = true
    dateHeader.onPaging = { [weak self] in self?.paging.handleOnDateHeader($0) }
    dateHeader.onSelect = { [weak self] day in self?.turn(to: day) }
    dateHeader.onActivate = { [weak self] day in
      self?.jump(to: day)
      self?.takeFocus()
    }
    dateHeader.loads = { [weak self] days in
      let occurrences = self?.dataSource?.occurrences(in: days) ?? []
      return days.map { DayLoad(of: occurrences, on: $0) }
    }
  }

  /// Updates the dates that the header marks as shown.
  func showDateHeader() {
    dateHeader.gutterWidth = style.gutterWidth
    dateHeader.today = currentMinute?.day
    dateHeader.showsWeekNumbers = settings.showsWeekNumbers
    paging.showWeeks(firstWeekday: settings.firstWeekday)
  }
}

// MARK: - Host of the pages

extension TimelineView: TimelinePagingHost {
  func occurrences(in days: Range<Day>) -> [Occurrence] {
    state.interaction.withPending(dataSource?.occurrences(in: days) ?? [], in: days)
  }

  func grid(of days: [Day]) -> [GridColumn]? {
    guard let zone = dataSource?.displayZone else { return nil }
    let present = currentMinute
    return days.map { GridColumn($0, in: zone, now: present) }
  }

  var workingMinutes: Range<Int> {
    settings.workingHours.lowerBound / 60..<settings.workingHours.upperBound / 60
  }

  var visibleRange: ClosedRange<Double> { hours.visibleRange }

  var isTouched: Bool { !state.fingers.isEmpty }

  var needsFrames: Bool { state.interaction.isPinching }

  func pagesWillMove() { keepHiddenNewEvent() }

  func pagesMoved() { frames?.recordPaging() }

  func pagesPlaced() {
    gutter.now = page.now?.second
    allDayRowChanged()
    showDateHeader()
  }

  func pageTurned() {
    popover.close()
    keepHiddenNewEvent()
    paging.acknowledgePage()
    allDay.isExpanded = false
    let hadFocus = containsFocus
    gutter.now = page.now?.second
    send(.layoutChanged)
    blocks.updateAppearances(on: paging.deck)
    showDateHeader()
    if hadFocus, liftPresenter.block == nil, !keyboard.isOnPage {
      takeFocus()
      announce(page.accessibleName)
    }
    callbacks.onDayChanged(day)
  }

  /// Updates the grid behind the events.
  func refreshGrids() {
    paging.deck.refreshGrids()
    gutter.now = page.now?.second
  }
}
