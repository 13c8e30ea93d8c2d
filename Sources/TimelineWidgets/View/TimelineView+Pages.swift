import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting
import WidgetSupport

// The visible days, and everything that depends on the current page.
extension TimelineView {
  // MARK: API for the host

  /// The days on the current page.
  package var shownDays: Range<Day> { page.days }

  /// The view in use: the requested one, or one with fewer days if there is not enough space for it.
  package var shownView: ViewKind { paging.row.view }

  /// The selected day, which is one of `shownDays`. The date header and the host of the view show the same day.
  package internal(set) var day: Day {
    get { paging.row.selectedDay }
    set {
      guard newValue != day else { return }
      paging.select(newValue)
      dateHeader.selectedDay = newValue
      callbacks.onDayChanged(newValue)
    }
  }

  /// Shows the page of a day immediately and selects the day. `scroll` is the new scroll offset in px, or nil
  /// to keep the current one.
  package func jump(to day: Day, scroll: Double? = nil) {
    if let scroll { hours.scroll(to: scroll) }
    let hasChanged = paging.jump(to: day)
    applyPendingScroll()
    if hasChanged { pageTurned() }
  }

  /// Scrolls to the current time, or to the first event if today is not visible.
  package func scrollToInitialPosition() {
    hours.scrollToInitialPosition()
    applyPendingScroll()
  }

  /// Applies the pending scroll position as soon as the size is known.
  func applyPendingScroll() { hours.applyPendingScroll(workingHours: storedConfiguration.workingHours) }

  /// Turns `count` pages forward, or back if `count` is negative.
  package func turn(by count: Int) { paging.turn(by: count) }

  /// Turns to the page of a day and selects the day.
  package func turn(to day: Day) { paging.turn(to: day) }

  /// Fetches the events from the data source again and shows them.
  package func reload() {
    reloadPages()
    FrameStatistics.measure { endInteractionWithRemovedEvents() }
  }

  /// Fetches the events again and shows them frame by frame, visible ones first.
  package func reloadGradually() {
    guard dataSource != nil else { return }
    FrameStatistics.measure {
      detailsPopover.close()
      paging.reloadGradually()
      endInteractionWithRemovedEvents()
    }
  }

  /// Fetches the events again after a change by another program. While the user holds something, they are shown frame
  /// by frame, so that no frame is delayed.
  package func reloadAfterExternalChange() {
    guard dataSource != nil, !isNothingHeld else { return reload() }
    FrameStatistics.measure {
      paging.queueReload()
      endInteractionWithRemovedEvents()
    }
  }

  /// Fetches the events again, after a change that cannot have removed the event that is being changed.
  func reloadPages() {
    guard dataSource != nil else { return }
    // A reload can delay a frame of a drag, so it counts as work on that frame.
    FrameStatistics.measure {
      leaveRemovedEvent()
      paging.reload()
      if blocks.calendarNamesHaveChanged() { paging.deck.refreshBlocks() }
      blocks.updateAppearances(on: paging.deck)
      allDayRowChanged()
      dateHeader.reload()
      editor.fieldMoved()
      scopeCardMoved()
    }
  }

  /// Called when the events are fetched again. Closes the details of an event that no longer exists,
  /// and ends a drag or an edit of such an event with an announcement.
  private func endInteractionWithRemovedEvents() {
    if let id = detailsPopover.shownID, occurrenceOnPage(id) == nil { detailsPopover.close() }
    if let id = state.deletion?.id, occurrenceOnPage(id) != nil { send(.deletedEventReturned) }
    refreshSelection()
    guard let dataSource, let editedEvent = state.interaction.editedEvent else { return }
    let span = editedEvent.span
    let currentOccurrences = dataSource.occurrences(in: span.start.day..<span.end.day.adding(days: 1))
    guard let currentOccurrence = currentOccurrences.first(where: { $0.id == editedEvent.id }) else {
      send(.editedEventRemoved)
      return
    }
    if let question = state.interaction.scopeQuestion { computeChoices(of: question, for: currentOccurrence) }
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
  /// The occurrences on the current page, in reading order.
  var occurrences: [Occurrence] { page.occurrences }
  /// Returns the occurrence with this ID, if it is on the current page.
  func occurrenceOnPage(_ id: Occurrence.ID) -> Occurrence? { page.occurrence(of: id) }

  /// Returns the block of an occurrence on the current page, preferably the one on the selected day. Creates
  /// the block if the page is still being built.
  func block(for id: Occurrence.ID) -> EventBlock? { paging.deck.block(for: id, on: day) }

  // MARK: The view

  /// Called when a different view is needed, or the first day of the week has changed.
  func viewChanged() {
    focusManager.preserveFocus {
      paging.setDayPaging(storedConfiguration.dayPaging(of: widestFittingView, anchor: day))
      paging.showPages(immediately: true)
    }
    viewportChanged()
    callbacks.onDayChanged(day)
  }

  // MARK: Date header

  func connectDateHeader() {
    dateHeader.isPreparedByHost = true
    dateHeader.onPaging = { [weak self] in self?.paging.handleOnDateHeader($0) }
    dateHeader.onSelect = { [weak self] day in self?.turn(to: day) }
    dateHeader.onActivate = { [weak self] day in
      self?.jump(to: day)
      self?.takeFocus()
    }
    dateHeader.dayLoads = { [weak self] days in
      guard let self else { return [] }
      // The pages also show changes that are not stored yet, which must not be counted.
      let interaction = self.state.interaction
      let showsStoredEvents = interaction.pendingOccurrence == nil && interaction.scopeQuestion == nil
      let fetchedOccurrences = showsStoredEvents ? self.paging.fetchedOccurrences(in: days) : nil
      let occurrences = fetchedOccurrences ?? self.dataSource?.occurrences(in: days) ?? []
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
  func occurrences(in days: Range<Day>) -> [Occurrence] {
    let interaction = state.interaction
    let shownOccurrences =
      interaction.scopeQuestion?.preview.map { dataSource?.occurrences(in: days, showing: $0) ?? [] }
      ?? dataSource?.occurrences(in: days) ?? []
    return state.occurrencesToShow(
      from: shownOccurrences, in: days, zone: dataSource?.displayZone ?? .utc)
  }

  func gridColumns(of days: [Day]) -> [GridColumn]? {
    guard let zone = dataSource?.displayZone else { return nil }
    let now = currentMinute
    return days.map { GridColumn($0, in: zone, weekend: storedConfiguration.weekend, now: now) }
  }

  var workingMinutes: Range<Int> {
    storedConfiguration.workingHours.lowerBound / 60..<storedConfiguration.workingHours.upperBound / 60
  }

  var visibleRange: ClosedRange<Double> { hours.visibleRange }

  var isTouched: Bool { !state.fingers.isEmpty }

  var needsFrames: Bool { state.interaction.isPinching }

  var isNothingHeld: Bool {
    guard state.fingers.isEmpty else { return false }
    return switch state.interaction {
    case .idle, .keyboardStep, .naming, .choosingScope: true
    case .pressing, .dragging, .followingPointer, .ignoring, .pinching, .keyboardMove: false
    }
  }

  func pagesWillMove() { finishNamingIfPagesTurn() }

  func pagesMoved() { frameRecorder?.recordPaging() }

  func pagesPlaced() {
    gutter.currentSecond = page.now?.second
    updateSecondZone()
    allDayRowChanged()
    updateDateHeader()
  }

  func pageReloaded() {
    if blocks.calendarNamesHaveChanged() { paging.deck.refreshBlocks() }
    blocks.updateAppearances(on: paging.deck)
    allDayRowChanged()
    dateHeader.reload()
  }

  func pageTurned() {
    detailsPopover.close()
    finishNamingIfPagesTurn()
    paging.acknowledgePage()
    allDay.isExpanded = false
    let hadFocus = containsFocus
    gutter.currentSecond = page.now?.second
    send(.layoutChanged)
    blocks.updateAppearances(on: paging.deck)
    updateDateHeader()
    scopeCardMoved()
    if hadFocus, scopeCard == nil || !isChoosingScope, liftPresenter.block == nil, !focusManager.isOnPage,
      !focusManager.isOnDates
    {
      // When the focus moves to a page, a screen reader also reads the name of the page.
      takeFocus()
    }
    callbacks.onDayChanged(day)
  }

  /// Updates the grid behind the events.
  func refreshGrids() {
    paging.deck.refreshGrids()
    gutter.currentSecond = page.now?.second
  }
}
