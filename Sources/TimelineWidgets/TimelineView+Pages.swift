import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Which days are shown, and what goes with the page that is.
extension TimelineView {
  // MARK: For the host

  /// The days on the page that is shown, or turned to.
  public var shownDays: Range<Day> { page.days }

  /// The view that is shown: the wanted one, or fewer days where there is no room for it.
  public var shownView: CalendarView { paging.row.view }

  /// The day that the keyboard is on: one of those shown.
  public internal(set) var day: Day {
    get { paging.row.day }
    set { paging.choose(newValue) }
  }

  /// Shows the page of a day at once, scrolled as before unless an offset is given, with the keyboard on that day.
  public func show(_ day: Day, scroll: Double? = nil) {
    if let scroll { pendingScroll = .to(scroll) }
    let isOther = paging.show(day)
    applyPendingScroll()
    if isOther { pageTurned() }
  }

  /// Turns so many pages on, or back if negative.
  public func turn(by count: Int) { paging.turn(by: count) }

  /// Turns to the page of a day, with the keyboard on that day.
  public func turn(to day: Day) { paging.turn(to: day) }

  /// Asks the source again and shows what it has now.
  public func reload() {
    guard dataSource != nil else { return }
    reloads += 1
    paging.reload()
    updateAppearances()
    occurrencesReloaded()
    stripChanged()
    weekStrip.reload()
    placeDraftAgain()
  }

  /// Hands an edit to the source. What has become of it is shown once: here, unless the source has told of it and the
  /// host has called `reload` by then.
  func apply(_ edit: EventEdit) {
    let before = reloads
    dataSource?.apply(edit)
    if reloads == before { reload() }
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

  // MARK: The view

  /// Another view is wanted, or weeks begin with another day.
  func viewChanged() {
    // The day under the pointer is the one that is looked at.
    if mouse.isInUse, let hover, page.days.count > 1 { day = columns.day(atX: hover.x) }
    keepingFocus {
      paging.begin(settings.calendar(of: fittingView, anchor: day))
      paging.showPages(isWhole: true)
    }
    viewportChanged()
    onDayChanged(day)
  }

  // MARK: The dates above

  func installWeekStrip() {
    weekStrip.isPrepared = true
    weekStrip.onPaging = { [weak self] in self?.paging.takeOnWeeks($0) }
    weekStrip.onSelect = { [weak self] day in self?.turn(to: day) }
    weekStrip.onActivate = { [weak self] day in
      self?.show(day)
      self?.takeFocus()
    }
    weekStrip.loads = { [weak self] days in
      let occurrences = self?.dataSource?.occurrences(in: days) ?? []
      return days.map { DayLoad(of: occurrences, on: $0) }
    }
  }

  /// Tells the dates above what is shown below.
  func showWeekStrip() {
    paging.followWithWeeks(firstWeekday: settings.firstWeekday)
    if weekStrip.weeks != paging.weeks.weeks { weekStrip.weeks = paging.weeks.weeks }
    weekStrip.gutterWidth = style.gutterWidth
    weekStrip.today = presentMinute?.day
    weekStrip.selected = day
    weekStrip.shownDays = shownView == .week ? nil : page.days
    weekStrip.showsWeekNumbers = settings.showsWeekNumbers
    weekStrip.position = paging.weeks.position
  }
}

// MARK: - What the pages ask and tell

extension TimelineView: TimelinePagingHost {
  func occurrences(in days: Range<Day>) -> [Occurrence] {
    withPendingSteps(dataSource?.occurrences(in: days) ?? [], in: days)
  }

  func grid(of days: [Day]) -> [GridColumn]? {
    guard let zone = dataSource?.displayZone else { return nil }
    let present = presentMinute
    return days.map { GridColumn($0, in: zone, now: present) }
  }

  var workingMinutes: Range<Int> {
    settings.workingHours.lowerBound / 60..<settings.workingHours.upperBound / 60
  }

  var sight: ClosedRange<Double> { sheet.scroll...(sheet.scroll + Double(max(1, sheet.viewportHeight))) }

  var isTouched: Bool { !state.fingers.isEmpty }

  var needsFrames: Bool { isPinching }

  func showAllBars() { showsAllBars = true }

  func pagesWillMove() { pagesTurnedUnderDraft() }

  func pagesMoved() { notePaging() }

  func pagesPlaced() {
    gutter.now = page.now?.second
    stripChanged()
    showWeekStrip()
  }

  func pageTurned() {
    popover.close()
    pagesTurnedUnderDraft()
    paging.settle()
    showsAllBars = false
    let hadFocus = containsFocus
    gutter.now = page.now?.second
    send(.layoutChanged)
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

  /// The row of whole days needs another height.
  func stripChanged() { if allDay.fit() { gtk_widget_queue_resize(pointer) } }

  /// What the clocks do behind the events is to be shown anew.
  func refreshGrids() {
    paging.deck.refreshGrids()
    gutter.now = page.now?.second
  }
}
