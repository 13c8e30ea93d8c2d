import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The owner of the pages, which is notified of changes to them.
@MainActor
protocol TimelinePagingHost: PageContent {
  var gtkWidget: WidgetPointer { get }
  /// The widget whose frames move the pages: the one whose frames also move a lifted event.
  var frameWidget: WidgetPointer { get }
  /// Whether other work needs the whole frame time. If so, only visible pages are built.
  var needsFrames: Bool { get }
  /// Whether no press, pinch or drag is in progress. If so, a longer frame goes unnoticed.
  var isNothingHeld: Bool { get }
  /// Called before the pages are dragged or turned.
  func pagesWillMove()
  /// Called when the pages have moved, by a gesture or in a frame.
  func pagesMoved()
  /// Called when pages have been added, removed or moved.
  func pagesPlaced()
  /// Called when the events of the current page have been fetched again, frame by frame.
  func pageReloaded()
  /// Called when a different page has become the current one. Call `acknowledgePage`, and then update
  /// everything that depends on the current page.
  func pageTurned()
}

/// Manages endless paging: moves the row of pages, and builds the pages of the deck frame by frame.
///
/// It does not recognize gestures. Callers turn pages with a `PagerInput`, by a number of pages, or to a day.
@MainActor
final class TimelinePaging {
  /// The days of each page, and the position in the row.
  private(set) var row: PageRow
  /// The weeks of the date header, and the position in their row.
  private(set) var weekPager: WeekPager
  let deck: PageDeck
  weak var host: (any TimelinePagingHost)? { didSet { deck.content = host } }

  private let dateHeader: DateHeader
  private(set) lazy var queue = PageBuildQueue(deck: deck) { [unowned self] in self.addPage($0) }
  private var tickCallback: guint = 0
  /// Whether the events of the current page are being fetched again.
  private var isReloading = false
  /// Whether the events must be fetched once more, because they have changed during the current reload.
  private var isReloadQueued = false
  /// Whether the timeline has scrolled since the last frame.
  private var hasScrolled = false
  /// The number of frames that have begun so far, up to 2. In the first one, nothing is built, so that the current page
  /// appears early.
  private var drawnFrameCount = 0

  init(day: Day, deck: PageDeck, dateHeader: DateHeader) {
    row = PageRow(day: day)
    weekPager = WeekPager(day: day)
    self.deck = deck
    self.dateHeader = dateHeader
  }

  /// Whether nothing is moving and nothing is left to build.
  var isIdle: Bool { tickCallback == 0 }

  // MARK: Selecting days

  /// Selects a day of the current page.
  func select(_ day: Day) { row.selectedDay = day }

  /// Acknowledges that a different page has become the current one. Selects a day on it.
  func acknowledgePage() { row.acknowledgePage() }

  /// Shows the page of a day immediately, and selects that day.
  ///
  /// - Returns: whether the day or the page has changed.
  func jump(to requestedDay: Day) -> Bool {
    let day = min(max(requestedDay, .earliest), .latest)
    let isElsewhere = !deck.page.days.contains(day)
    // A three-day page begins with the requested day.
    if isElsewhere, row.view == .threeDays { setDayPaging(DayPaging(.threeDays, anchor: day)) }
    let isOtherPage = isElsewhere || row.dayPaging.page(containing: day) != row.page
    let hasChanged = isOtherPage || day != row.selectedDay
    if isOtherPage || row.pager.position.fraction != 0 {
      row.jump(to: day)
      showPages(immediately: true)
    } else {
      row.select(day)
    }
    return hasChanged
  }

  /// Changes how the days are divided into pages. Call `showPages` afterward.
  func setDayPaging(_ dayPaging: DayPaging) {
    row.setDayPaging(dayPaging)
    deck.pages.keys.forEach(retire)
  }

  /// Fetches the events of the pages again.
  func reload() {
    isReloadQueued = false
    queue.invalidateAll()
    row.neededPages.forEach(queue.complete)
    start()
  }

  /// Fetches the events of the pages again, in the frames that follow.
  func reloadGradually() {
    isReloadQueued = false
    queue.invalidateAll()
    isReloading = true
    start()
  }

  /// Fetches the events of the pages again, in the frames that follow. If they are already being fetched, that
  /// reload is finished first, so that the pages become complete however often the events change.
  func queueReload() { if isReloading { isReloadQueued = true } else { reloadGradually() } }

  /// Called when the timeline has scrolled. The next frame spends little time on building, because more scrolling is
  /// likely.
  func scrolled() { hasScrolled = true }

  /// Called when the user has disabled or enabled animations.
  func motionPreferenceChanged(_ isReduced: Bool) { row.configure(isMotionReduced: isReduced) }

  /// Returns whether a page is complete: everything on it is up to date and painted.
  func isReady(_ index: Int) -> Bool { queue.isReady(index) }

  /// Returns the occurrences in a range of days if a page has already fetched them; nil otherwise.
  func fetchedOccurrences(in days: Range<Day>) -> [Occurrence]? {
    deck.pages.first { $1.days == days && queue.isLaidOut($0) }?.value.occurrences
  }

  // MARK: Turning pages

  /// Turns `count` pages forward, or back if `count` is negative.
  func turn(by count: Int) {
    row.turn(by: count)
    moved()
  }

  /// Turns to the page of a day, and selects that day.
  func turn(to day: Day) {
    row.turn(to: min(max(day, .earliest), .latest))
    moved()
    host?.pageTurned()
  }

  /// Handles swipes and wheel input on the days.
  func handle(_ input: PagerInput) {
    row.handle(input, width: deck.columnsWidth)
    moved()
  }

  /// Handles a touch. Its movements are shown in the next frame, so the pages are updated at most once per
  /// frame.
  func handleTouch(_ input: PagerInput) {
    switch input {
    case .press: row.handle(input, width: deck.columnsWidth)
    case .drag:
      row.handle(input, width: deck.columnsWidth)
      host?.pagesWillMove()
      start()
    case .release, .cancel, .wheel: handle(input)
    }
  }

  /// Handles swipes and wheel input on the date header.
  func handleOnDateHeader(_ input: PagerInput) {
    guard !row.isWeekly else { return handle(input) }
    weekPager.handle(input, width: dateHeader.pageWidth)
    weeksMoved()
  }

  /// Moves the date header along with the days, and updates which dates it marks as shown.
  func updateWeeks(firstWeekday: Weekday) {
    weekPager.update(from: row, firstWeekday: firstWeekday)
    if weekPager.isMoving { start() }
    if dateHeader.weekPaging != weekPager.weekPaging { dateHeader.weekPaging = weekPager.weekPaging }
    dateHeader.selectedDay = row.selectedDay
    dateHeader.shownDays = row.view == .week ? nil : deck.page.days
    dateHeader.position = weekPager.position
  }

  private func moved() {
    host?.pagesWillMove()
    host?.pagesMoved()
    showPages()
    start()
  }

  private func weeksMoved() {
    dateHeader.position = weekPager.position
    if let day = weekPager.requestedDay(from: row.selectedDay) { turn(to: day) }
    if weekPager.isMoving { start() }
  }

  // MARK: Pages

  /// Updates the pages for the current position. Visible pages are added with their grid and the frames of
  /// their events; everything else is built frame by frame.
  ///
  /// - Parameter immediately: whether visible pages are built immediately, because they appear without an
  ///   animation.
  func showPages(immediately: Bool = false) {
    row.recordTravel()
    let pagesToKeep = row.pagesToKeep
    for index in deck.pages.keys where !pagesToKeep.contains(index) { retire(index) }
    for index in row.neededPages { if immediately { queue.complete(index) } else { queue.layOut(index) } }
    deck.turn(to: row.page)
    updatePagePositions()
    deck.updateAccessibility(isFullyCreated: queue.isFullyCreated)
    host?.pagesPlaced()
    if row.hasTurned { host?.pageTurned() }
    start()
  }

  /// Called when the appearance of the pages has changed. Pages that are out of view are repainted before
  /// they become visible.
  func appearanceChanged() {
    queue.appearanceChanged(visible: row.pager.visiblePages)
    start()
  }

  private func addPage(_ index: Int) {
    deck.addPage(index, of: row)
    updatePagePositions()
  }

  private func updatePagePositions() {
    deck.updatePagePositions(at: row.pager.position)
    row.configure(isRightToLeft: deck.area.isRightToLeft)
  }

  private func retire(_ index: Int) {
    queue.forget(index)
    deck.retire(index)
  }

  // MARK: Frames

  /// Starts to advance frame by frame, until nothing moves and everything is built.
  func start() {
    guard tickCallback == 0, let host else { return }
    tickCallback = addTickCallback(host.frameWidget) { [weak self] time in
      guard let self else { return false }
      let continues = FrameStatistics.measure { self.advance(frameTime: Double(time) / 1_000_000) }
      if !continues { self.tickCallback = 0 }
      return continues
    }
  }

  /// Advances by one frame. Returns whether there is more to do.
  private func advance(frameTime: Double) -> Bool {
    let start = SteadyClock.seconds
    if drawnFrameCount <= 1 {
      drawnFrameCount += 1
      guard drawnFrameCount > 1 else { return true }
      showPages()
    }
    // The frames of a reload are logged like those in which pages move.
    if isReloading { host?.pagesMoved() }
    if row.pager.isMoving {
      row.tick(frameTime: frameTime)
      showPages()
      host?.pagesMoved()
    }
    if weekPager.isMoving {
      weekPager.tick(frameTime: frameTime)
      weeksMoved()
    }
    if row.detectMotionStart() {
      queue.skip(frameTime: frameTime)
      return true
    }
    return build(frameTime: frameTime, from: start) || row.pager.isMoving || weekPager.isMoving
  }

  /// Builds as much as there is time for. Returns whether there is more to build.
  private func build(frameTime: Double, from start: Double) -> Bool {
    // A widget that is not visible is not allocated, and some steps wait for an allocation. Building resumes
    // when the widget becomes visible again.
    guard let host, gtk_widget_get_mapped(host.gtkWidget) != 0 else { return false }
    defer {
      if queue.isFullyCreated(row.page) { deck.page.isHiddenFromAccessibility = false }
      hasScrolled = false
    }
    if isReloading, queue.isUpToDate(row.page) {
      finishReload(of: host)
      return true
    }
    let isAtRest = host.isNothingHeld && !hasScrolled && !row.pager.isMoving && !weekPager.isMoving
    // No other page is built before the current page has been shown, or while the user is waiting for its events.
    let scene = row.scene(
      visibleRange: host.visibleRange,
      omitsUpcomingPages: drawnFrameCount <= 1 || host.needsFrames || isReloading)
    let hasMore = queue.build(
      scene, frameTime: frameTime, interval: frameInterval(of: host.gtkWidget), from: start,
      isAtRest: isAtRest, isReloading: isReloading && isAtRest,
      then: { [drawnFrameCount, dateHeader] in
        guard drawnFrameCount > 1, let week = dateHeader.unpreparedWeek else { return nil }
        return { dateHeader.prepare(week) }
      })
    guard isReloading, queue.isUpToDate(row.page) else { return hasMore }
    // If too little time is left, the reload is finished in the next frame.
    if SteadyClock.seconds - start < Feel.reloadBuildTime / 2 { finishReload(of: host) }
    return true
  }

  /// Updates the rest of the timeline when the current page is up to date.
  private func finishReload(of host: any TimelinePagingHost) {
    isReloading = false
    host.pageReloaded()
    if isReloadQueued { reloadGradually() }
  }

  /// Returns the time from one frame of the monitor to the next, in seconds.
  private func frameInterval(of widget: WidgetPointer) -> Double {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return 1.0 / 60 }
    var (interval, presentation): (gint64, gint64) = (0, 0)
    gdk_frame_clock_get_refresh_info(clock, 0, &interval, &presentation)
    return interval > 0 ? Double(interval) / 1_000_000 : 1.0 / 60
  }
}
