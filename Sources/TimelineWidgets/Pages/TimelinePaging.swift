import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction

/// The owner of the pages, which is notified about them.
@MainActor
protocol TimelinePagingHost: PageContent {
  /// The widget whose frames the pages move in.
  var pointer: WidgetPointer { get }
  /// Whether all of a frame is needed for something else, so that nothing out of view may be made in it.
  var needsFrames: Bool { get }
  /// Pages are about to go somewhere, by whatever.
  func pagesWillMove()
  /// Pages moved, by a hand or in a frame.
  func pagesMoved()
  /// The pages are at another place, or others than before.
  func pagesPlaced()
  /// Another page is the one that is shown, or turned to: call `settle`, then show what goes with the page.
  func pageTurned()
}

/// Pages that turn without end: where in their row one is, the deck that has them, and what is made of them frame by frame.
///
/// It knows nothing of gestures: what turns pages comes in as a `PagerInput`, a number of pages or a day.
@MainActor
final class TimelinePaging {
  /// Which days stand on which page, and where in the row one is.
  private(set) var row: PageRow
  /// Where the dates above are.
  private(set) var weeks: WeekRow
  let deck: PageDeck
  weak var host: (any TimelinePagingHost)? { didSet { deck.content = host } }

  private let dateHeader: DateHeader
  private lazy var queue = PageBuildQueue(deck: deck) { [unowned self] in self.begin($0) }
  private var tick: guint = 0
  /// How often it was asked again what takes place.
  private(set) var reloads = 0
  /// Frames that have begun since there is a window: the first two are the shown page's alone.
  private var framesSeen = 0

  init(day: Day, deck: PageDeck, dateHeader: DateHeader) {
    row = PageRow(day: day)
    weeks = WeekRow(day: day)
    self.deck = deck
    self.dateHeader = dateHeader
  }

  /// Whether nothing moves and nothing is left to be made.
  var isIdle: Bool { tick == 0 }

  // MARK: Choosing days

  /// Puts the keyboard on a day of the page that is shown, or turned to.
  func choose(_ day: Day) { row.day = day }

  /// The page that was turned to is known now; the chosen day is on it.
  func settle() { row.settle() }

  /// Shows the page of a day at once, and chooses that day.
  ///
  /// - Returns: whether that is another day or page than before.
  func jump(to requested: Day) -> Bool {
    let day = min(max(requested, .earliest), .latest)
    let isElsewhere = !deck.page.days.contains(day)
    // Three days begin with the one that is asked for.
    if isElsewhere, row.view == .threeDays { begin(PageCalendar(.threeDays, anchor: day)) }
    let isOtherPage = isElsewhere || row.calendar.page(containing: day) != row.page
    let isOther = isOtherPage || day != row.day
    if isOtherPage || row.pager.position.fraction != 0 {
      row.jump(to: day)
      showPages(isWhole: true)
    } else {
      row.choose(day)
    }
    return isOther
  }

  /// Counts the pages again, for another view; `showPages` shows them.
  func begin(_ calendar: PageCalendar) {
    row.begin(calendar)
    deck.pages.keys.forEach(retire)
  }

  /// Asks again what takes place on the pages.
  func reload() {
    reloads += 1
    queue.askAgain()
    row.neededPages.forEach(queue.complete)
    start()
  }

  /// The user has animations switched off, or no longer.
  func reduceMotion(_ isReduced: Bool) { row.configure(isMotionReduced: isReduced) }

  // MARK: Turning

  /// Turns so many pages on, or back if negative.
  func turn(by count: Int) {
    row.turn(by: count)
    moved()
  }

  /// Turns to the page of a day, and chooses that day.
  func turn(to day: Day) {
    row.turn(to: min(max(day, .earliest), .latest))
    moved()
    host?.pageTurned()
  }

  /// Takes what fingers and wheels did on the days.
  func handle(_ input: PagerInput) {
    row.handle(input, width: deck.columnsWidth)
    moved()
  }

  /// Takes what a finger on the screen did: while it is down, the coming frame shows where the pages are, however often it
  /// moves until then.
  func takeFromFinger(_ input: PagerInput) {
    switch input {
    case .press: row.handle(input, width: deck.columnsWidth)
    case .drag:
      row.handle(input, width: deck.columnsWidth)
      host?.pagesWillMove()
      start()
    case .release, .cancel, .wheel: handle(input)
    }
  }

  /// Takes what fingers and wheels did on the dates above.
  func takeOnWeeks(_ input: PagerInput) {
    guard !row.isWeekly else { return handle(input) }
    weeks.handle(input, width: dateHeader.pageWidth)
    weeksMoved()
  }

  /// Has the dates above go where the days are, and show which of them these are.
  func showWeeks(firstWeekday: Weekday) {
    weeks.follow(row, firstWeekday: firstWeekday)
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

  /// Takes care of the pages at the present position: the visible ones are there, with their grid and the places of
  /// their events; the rest is made frame by frame.
  ///
  /// - Parameter isWhole: whether they are made whole at once, since they do not come but are there.
  func showPages(isWhole: Bool = false) {
    row.follow()
    let near = row.nearPages
    for index in deck.pages.keys where !near.contains(index) { retire(index) }
    for index in row.neededPages { if isWhole { queue.complete(index) } else { queue.lay(index) } }
    deck.turn(to: row.page)
    placePages()
    deck.passOver(unless: queue.isMade)
    host?.pagesPlaced()
    if row.hasTurned { host?.pageTurned() }
    start()
  }

  /// The pages look otherwise: what is not visible is painted again before it is seen.
  func looksOtherwise() {
    queue.looksOtherwise(inSight: row.pager.pagesInSight)
    start()
  }

  private func begin(_ index: Int) {
    deck.begin(index, of: row)
    placePages()
  }

  private func placePages() {
    deck.place(at: row.pager.position)
    row.configure(isRightToLeft: deck.area.isRightToLeft)
  }

  private func retire(_ index: Int) {
    queue.forget(index)
    deck.retire(index)
  }

  // MARK: Frames

  /// Goes on frame by frame until nothing moves and all is made.
  func start() {
    guard tick == 0, let host else { return }
    tick = addTick(host.pointer) { [weak self] time in
      guard let self else { return false }
      let goesOn = FrameStatistics.measure { self.advance(frameTime: Double(time) / 1_000_000) }
      if !goesOn { self.tick = 0 }
      return goesOn
    }
  }

  /// A frame begins. Returns whether there is more to do.
  private func advance(frameTime: Double) -> Bool {
    let start = SteadyClock.seconds
    if framesSeen <= 1 {
      framesSeen += 1
      guard framesSeen > 1 else { return true }
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
    if row.isSettingOff() {
      queue.pass(frameTime: frameTime)
      return true
    }
    return build(frameTime: frameTime, from: start) || row.pager.isMoving || weeks.isMoving
  }

  /// Makes what there is time for. Returns whether there is more to make.
  private func build(frameTime: Double, from start: Double) -> Bool {
    // What is not on screen gets no room, which some steps wait for; coming back to it begins again.
    guard let host, gtk_widget_get_mapped(host.pointer) != 0 else { return false }
    defer { if queue.isMade(row.page) { deck.page.isPassedOver = false } }
    // What is beside the page waits until the page itself has been seen.
    let scene = row.scene(sight: host.sight, isAlone: framesSeen <= 1 || host.needsFrames)
    return queue.build(
      scene, frameTime: frameTime, interval: frameInterval(of: host.pointer), from: start,
      then: { [framesSeen, dateHeader] in
        guard framesSeen > 1, let week = dateHeader.unprepared else { return nil }
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
