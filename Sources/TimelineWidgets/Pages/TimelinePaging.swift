import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The owner of the pages, which is notified about them.
@MainActor
protocol TimelinePagingHost: PageContent {
  /// The widget whose frame clock moves the pages.
  var pointer: WidgetPointer { get }
  /// Whether something else needs all of the frame time, so that nothing out of view may be built.
  var needsFrames: Bool { get }
  /// Called before the pages move, for any reason.
  func pagesWillMove()
  /// Called when the pages have moved, by a gesture or in a frame.
  func pagesMoved()
  /// Called when pages were added, removed or moved.
  func pagesPlaced()
  /// Called when another page has become the current one. Call `acknowledgePage`, then update what depends on
  /// the page.
  func pageTurned()
}

/// Endless paging: the position in the row of pages, the deck of existing pages, and their construction frame
/// by frame.
///
/// It does not handle gestures: pages are turned by a `PagerInput`, by a number of pages or to a day.
@MainActor
final class TimelinePaging {
  /// The days of each page, and the position in the row.
  private(set) var row: PageRow
  /// The position of the date header.
  private(set) var weeks: WeekRow
  let deck: PageDeck
  weak var host: (any TimelinePagingHost)? { didSet { deck.content = host } }

  private let dateHeader: DateHeader
  private lazy var queue = PageBuildQueue(deck: deck) { [unowned self] in self.begin($0) }
  private var tick: guint = 0
  /// The number of times the events were fetched again.
  private(set) var reloadCount = 0
  /// The number of frames drawn so far, up to 2. In the first two only the current page is built.
  private var drawnFrameCount = 0

  init(day: Day, deck: PageDeck, dateHeader: DateHeader) {
    row = PageRow(day: day)
    weeks = WeekRow(day: day)
    self.deck = deck
    self.dateHeader = dateHeader
  }

  /// Whether nothing moves and nothing is left to be built.
  var isIdle: Bool { tick == 0 }

  // MARK: Selecting days

  /// Selects a day of the current page.
  func select(_ day: Day) { row.day = day }

  /// Acknowledges the page that was turned to, and selects a day on it.
  func acknowledgePage() { row.acknowledgePage() }

  /// Shows the page of a day immediately, and selects that day.
  ///
  /// - Returns: whether the day or the page has changed.
  func jump(to requested: Day) -> Bool {
    let day = min(max(requested, .earliest), .latest)
    let isElsewhere = !deck.page.days.contains(day)
    // A three-day page begins with the requested day.
    if isElsewhere, row.view == .threeDays { setCalendar(PageCalendar(.threeDays, anchor: day)) }
    let isOtherPage = isElsewhere || row.calendar.page(containing: day) != row.page
    let isOther = isOtherPage || day != row.day
    if isOtherPage || row.pager.position.fraction != 0 {
      row.jump(to: day)
      showPages(isWhole: true)
    } else {
      row.select(day)
    }
    return isOther
  }

  /// Divides the days into pages for another view; `showPages` shows them.
  func setCalendar(_ calendar: PageCalendar) {
    row.setCalendar(calendar)
    deck.pages.keys.forEach(retire)
  }

  /// Fetches the events of the pages again.
  func reload() {
    reloadCount += 1
    queue.invalidateAll()
    row.neededPages.forEach(queue.complete)
    start()
  }

  /// Called when the user has disabled or enabled animations.
  func motionPreferenceChanged(_ isReduced: Bool) { row.configure(isMotionReduced: isReduced) }

  // MARK: Turning pages

  /// Turns `count` pages forward, or back if negative.
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
    weeks.handle(input, width: dateHeader.pageWidth)
    weeksMoved()
  }

  /// Moves the date header along with the days, and updates which dates it marks as shown.
  func showWeeks(firstWeekday: Weekday) {
    weeks.update(from: row, firstWeekday: firstWeekday)
    if weeks.isMoving { start() }
    if dateHeader.weeks != weeks.weeks { dateHeader.weeks = weeks.weeks }
    dateHeader.selected = row.day
    dateHeader.shownDays = row.view == .week ? nil : deck.page.days
    dateHeader.position = weeks.position
  }

  private func moved() {
    host?.pagesWillMove()
    host?.pagesMoved()
    showPages()
    start()
  }

  private func weeksMoved() {
    dateHeader.position = weeks.position
    if let day = weeks.requestedDay(from: row.day) { turn(to: day) }
    if weeks.isMoving { start() }
  }

  // MARK: Pages

  /// Updates the pages for the present position. Visible pages are added with their grid and the frames of
  /// their events; the rest is built frame by frame.
  ///
  /// - Parameter isWhole: whether visible pages are built completely at once, because they appear without an
  ///   animation.
  func showPages(isWhole: Bool = false) {
    row.recordTravel()
    let near = row.nearPages
    for index in deck.pages.keys where !near.contains(index) { retire(index) }
    for index in row.neededPages { if isWhole { queue.complete(index) } else { queue.layOut(index) } }
    deck.turn(to: row.page)
    updatePagePositions()
    deck.updateAccessibility(isFullyCreated: queue.isFullyCreated)
    host?.pagesPlaced()
    if row.hasTurned { host?.pageTurned() }
    start()
  }

  /// Called when the look of the pages has changed. Pages out of view are painted again before they become
  /// visible.
  func appearanceChanged() {
    queue.appearanceChanged(visible: row.pager.visiblePages)
    start()
  }

  private func begin(_ index: Int) {
    deck.begin(index, of: row)
    updatePagePositions()
  }

  private func updatePagePositions() {
    deck.place(at: row.pager.position)
    row.configure(isRightToLeft: deck.area.isRightToLeft)
  }

  private func retire(_ index: Int) {
    queue.forget(index)
    deck.retire(index)
  }

  // MARK: Frames

  /// Runs frame by frame until nothing moves and everything is built.
  func start() {
    guard tick == 0, let host else { return }
    tick = addTick(host.pointer) { [weak self] time in
      guard let self else { return false }
      let goesOn = FrameStatistics.measure { self.advance(frameTime: Double(time) / 1_000_000) }
      if !goesOn { self.tick = 0 }
      return goesOn
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
    if row.pager.isMoving {
      row.tick(frameTime: frameTime)
      showPages()
      host?.pagesMoved()
    }
    if weeks.isMoving {
      weeks.tick(frameTime: frameTime)
      weeksMoved()
    }
    if row.hasJustStartedMoving() {
      queue.skip(frameTime: frameTime)
      return true
    }
    return build(frameTime: frameTime, from: start) || row.pager.isMoving || weeks.isMoving
  }

  /// Builds what there is time for. Returns whether there is more to build.
  private func build(frameTime: Double, from start: Double) -> Bool {
    // A widget that is not visible is not allocated, which some steps wait for. Building resumes when it is
    // visible again.
    guard let host, gtk_widget_get_mapped(host.pointer) != 0 else { return false }
    defer { if queue.isFullyCreated(row.page) { deck.page.isHiddenFromAccessibility = false } }
    // No other page is built until the current page has been shown.
    let scene = row.scene(
      visibleRange: host.visibleRange, visibleOnly: drawnFrameCount <= 1 || host.needsFrames)
    return queue.build(
      scene, frameTime: frameTime, interval: frameInterval(of: host.pointer), from: start,
      then: { [drawnFrameCount, dateHeader] in
        guard drawnFrameCount > 1, let week = dateHeader.unpreparedWeek else { return nil }
        return { dateHeader.prepare(week) }
      })
  }

  /// Seconds from one frame of the monitor to the next.
  private func frameInterval(of widget: WidgetPointer) -> Double {
    guard let clock = gtk_widget_get_frame_clock(widget) else { return 1.0 / 60 }
    var (interval, presentation): (gint64, gint64) = (0, 0)
    gdk_frame_clock_get_refresh_info(clock, 0, &interval, &presentation)
    return interval > 0 ? Double(interval) / 1_000_000 : 1.0 / 60
  }
}
