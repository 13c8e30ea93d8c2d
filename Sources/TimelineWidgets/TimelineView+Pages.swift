import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Which days are shown, and what goes with the page that is.
extension TimelineView {
  // MARK: For the host

  /// The days on the page that is shown, or turned to.
  package var shownDays: Range<Day> { page.days }

  /// The view that is shown: the requested one, or fewer days where there is no room for it.
  package var shownView: CalendarView { paging.row.view }

  /// The day that the keyboard is on: one of those shown.
  package internal(set) var day: Day {
    get { paging.row.day }
    set { paging.choose(newValue) }
  }

  /// Shows the page of a day at once, scrolled as before unless an offset is given, with the keyboard on that day.
  package func jump(to day: Day, scroll: Double? = nil) {
    if let scroll { hours.scroll(to: scroll) }
    let isOther = paging.jump(to: day)
    applyPendingScroll()
    if isOther { pageTurned() }
  }

  /// Scrolls to the now line, or to the first event of what is shown.
  package func scrollToOpening() {
    hours.scrollToOpening()
    applyPendingScroll()
  }

  /// Scrolls as soon as there is a size to scroll in.
  func applyPendingScroll() { hours.applyPendingScroll(workingHours: settings.workingHours) }

  /// Turns so many pages on, or back if negative.
  package func turn(by count: Int) { paging.turn(by: count) }

  /// Turns to the page of a day, with the keyboard on that day.
  package func turn(to day: Day) { paging.turn(to: day) }

  /// Asks the source again and shows what it has now.
  package func reload() {
    guard dataSource != nil else { return }
    paging.reload()
    blocks.updateAppearances(on: paging.deck)
    occurrencesReloaded()
    allDayRowChanged()
    dateHeader.reload()
    editor.placeAgain()
  }

  /// The source has new events: if what is lifted is gone, the drag ends and says so.
  private func occurrencesReloaded() {
    if let id = popover.shown, shown(id) == nil { popover.close() }
    guard let dataSource, let held = state.interaction.changed else { return }
    let span = held.span
    let there = dataSource.occurrences(in: span.start.day..<span.end.day.adding(days: 1))
    if !there.contains(where: { $0.id == held.id }) { send(.vanished) }
  }

  /// Hands an edit to the source. What has become of it is shown once: here, unless the source has told of it and the
  /// host has called `reload` by then.
  func apply(_ edit: EventEdit) {
    let before = paging.reloads
    dataSource?.apply(edit)
    if paging.reloads == before { reload() }
  }

  // MARK: The pages

  /// The page that is shown, or turned to.
  var page: TimelinePage { paging.deck.page }
  /// Where the hours of all pages are.
  var area: PageArea { paging.deck.area }
  /// The hours of all pages.
  var axis: DayAxis { paging.deck.axis }
  /// px of the width that the days share.
  var columnsWidth: Double { paging.deck.columnsWidth }
  /// px from the timeline's left edge to the days.
  var columnsLeft: Double { paging.deck.columnsLeft }
  /// Where the days of the shown page lie across when it rests, in px of the viewport.
  var columns: DayColumns { paging.deck.columns }
  /// The column of the day that the keyboard is on.
  var column: DayColumn { page.column(of: day) ?? page.columns[0] }
  /// What takes place on the shown page, in reading order.
  var occurrences: [Occurrence] { page.occurrences }
  /// What takes place of it, if it is shown.
  func shown(_ id: Occurrence.ID) -> Occurrence? { occurrences.first { $0.id == id } }
  /// Every block of the shown page.
  var allBlocks: [EventBlock] { page.blocks }

  /// The block of an occurrence, if its day is shown: of the day that the keyboard is on, if it is there. On a page that
  /// is still being made it is made now.
  func block(for id: Occurrence.ID) -> EventBlock? { paging.deck.block(for: id, on: day) }

  // MARK: The view

  /// Another view is requested, or weeks begin with another day.
  func viewChanged() {
    // The day under the pointer is the one that is looked at.
    if input.mouse.isInUse, let hover = input.mouse.point, page.days.count > 1 {
      day = columns.day(atX: hover.x)
    }
    keyboard.keep {
      paging.begin(settings.calendar(of: fittingView, anchor: day))
      paging.showPages(isWhole: true)
    }
    viewportChanged()
    callbacks.onDayChanged(day)
  }

  // MARK: The dates above

  func followDateHeader() {
    dateHeader.isPrepared = true
    dateHeader.onPaging = { [weak self] in self?.paging.takeOnWeeks($0) }
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

  /// Tells the dates above what is shown below.
  func showDateHeader() {
    dateHeader.gutterWidth = style.gutterWidth
    dateHeader.today = presentMinute?.day
    dateHeader.showsWeekNumbers = settings.showsWeekNumbers
    paging.showWeeks(firstWeekday: settings.firstWeekday)
  }
}

// MARK: - What the pages ask and tell

extension TimelineView: TimelinePagingHost {
  func occurrences(in days: Range<Day>) -> [Occurrence] {
    state.interaction.withPending(dataSource?.occurrences(in: days) ?? [], in: days)
  }

  func grid(of days: [Day]) -> [GridColumn]? {
    guard let zone = dataSource?.displayZone else { return nil }
    let present = presentMinute
    return days.map { GridColumn($0, in: zone, now: present) }
  }

  var workingMinutes: Range<Int> {
    settings.workingHours.lowerBound / 60..<settings.workingHours.upperBound / 60
  }

  var sight: ClosedRange<Double> { hours.sight }

  var isTouched: Bool { !state.fingers.isEmpty }

  var needsFrames: Bool { state.interaction.isPinching }

  func pagesWillMove() { pagesTurnedUnderDraft() }

  func pagesMoved() { frames?.notePaging() }

  func pagesPlaced() {
    gutter.now = page.now?.second
    allDayRowChanged()
    showDateHeader()
  }

  func pageTurned() {
    popover.close()
    pagesTurnedUnderDraft()
    paging.settle()
    allDay.isOpen = false
    let hadFocus = containsFocus
    gutter.now = page.now?.second
    send(.layoutChanged)
    blocks.updateAppearances(on: paging.deck)
    showDateHeader()
    if hadFocus, held.block == nil, !keyboard.isOnPage {
      takeFocus()
      say(page.accessibleName)
    }
    callbacks.onDayChanged(day)
  }

  /// What the clocks do behind the events is to be shown again.
  func refreshGrids() {
    paging.deck.refreshGrids()
    gutter.now = page.now?.second
  }
}
