import CalendarModel

/// The pages of a view: which days are on which page, the position among the pages, and the selected day.
///
/// It does not depend on widgets or a clock. The host passes in the input that turns pages, shows
/// `pager.position`, and checks `hasTurned` after each change.
package struct PageRow: Hashable, Sendable {
  /// Which days are on which page.
  package private(set) var calendar: PageCalendar
  package private(set) var pager: Pager
  /// The selected day, on the target page: it has the keyboard focus.
  package var day: Day
  private var travel: PageTravel
  /// The page that the host last acknowledged by `acknowledgePage`.
  private var acknowledgedPage: Int
  private var wasMoving = false

  /// One page per day, at rest on that day.
  package init(day: Day) {
    calendar = PageCalendar(.day)
    self.day = day
    acknowledgedPage = calendar.page(containing: day)
    pager = Pager(page: acknowledgedPage, in: calendar.pages)
    travel = PageTravel(at: pager.position)
  }

  // MARK: Display

  package var view: CalendarView { calendar.view }
  /// Whether a page is a week.
  package var isWeekly: Bool { view == .week || view == .workWeek }
  /// The page that is shown, or being turned to.
  package var page: Int { pager.targetPage }
  /// The days of a page's columns. On the pages at the ends of the calendar, some may lie outside it.
  package func days(ofPage page: Int) -> Range<Day> {
    let first = calendar.firstDay(ofPage: page)
    return first..<first.adding(days: calendar.dayCount)
  }
  /// Days from one page to the next.
  package var stride: Int { calendar.firstDay(ofPage: 1).days(since: calendar.firstDay(ofPage: 0)) }

  /// The pages that must be available: the visible ones, and the target page.
  package var neededPages: [Int] {
    let visible = pager.visiblePages
    return visible.contains(page) ? Array(visible) : visible + [page]
  }

  /// The pages to keep: those needed, those that are passed on the way, and one on each side.
  package var nearPages: ClosedRange<Int> {
    pager.pagesInUse.lowerBound - 1...pager.pagesInUse.upperBound + 1
  }

  // MARK: Another view

  /// Switches to another page calendar, and rests on the page of the selected day.
  package mutating func setCalendar(_ calendar: PageCalendar) {
    self.calendar = calendar
    let before = pager
    pager = Pager(page: calendar.page(containing: day), in: calendar.pages)
    pager.isMotionReduced = before.isMotionReduced
    pager.isRightToLeft = before.isRightToLeft
    select(day)
    acknowledgedPage = page
  }

  /// Applies the desktop's settings for text direction and animations.
  package mutating func configure(isRightToLeft: Bool? = nil, isMotionReduced: Bool? = nil) {
    if let isRightToLeft { pager.isRightToLeft = isRightToLeft }
    if let isMotionReduced { pager.isMotionReduced = isMotionReduced }
  }

  // MARK: Turning

  /// Jumps to the page of a day without animation, and selects the day.
  package mutating func jump(to day: Day) {
    pager.jump(to: calendar.page(containing: day))
    select(day)
  }

  /// Turns to the page of a day, and selects the day.
  package mutating func turn(to day: Day) {
    pager.go(to: calendar.page(containing: day))
    select(day)
  }

  /// Turns `count` pages forward, or back if negative.
  package mutating func turn(by count: Int) { pager.turn(by: count) }

  /// Handles input from fingers and wheels, on pages of `width` px.
  package mutating func handle(_ input: PagerInput, width: Double) { pager.handle(input, width: width) }

  /// Selects a day on the target page: the given one, or the nearest to it.
  package mutating func select(_ day: Day) { self.day = calendar.days(ofPage: page).clamp(day) }

  /// Whether the page that is shown, or turned to, differs from the one that the host last acknowledged.
  package var hasTurned: Bool { page != acknowledgedPage }

  /// The host acknowledges the current page. Moves the selected day to the same position on that page, for
  /// example the same weekday.
  package mutating func acknowledgePage() {
    let days = calendar.days(ofPage: page)
    if !days.contains(day) {
      let offset = day.days(since: calendar.firstDay(ofPage: acknowledgedPage))
      day = days.clamp(calendar.firstDay(ofPage: page).adding(days: offset))
    }
    acknowledgedPage = page
  }

  // MARK: Frames

  /// A frame begins, at that time of the frame clock.
  package mutating func tick(frameTime: Double) {
    pager.tick(frameTime: frameTime)
  }

  /// Whether pages are moving that were not at the last call: the frame shows a page for the first time, and
  /// has no time for other work.
  package mutating func hasJustStartedMoving() -> Bool {
    defer { wasMoving = pager.isMoving }
    return pager.isMoving && !wasMoving
  }

  /// Records the current position: the last direction of travel decides which pages are needed next.
  package mutating func recordTravel() { travel.recordTravel(pager.position) }

  /// The visible part of the pages, and the pages needed next; see `PageTravel`.
  package func scene(visibleRange: ClosedRange<Double>, visibleOnly: Bool) -> PageBuilder.Scene {
    travel.scene(of: pager, visibleRange: visibleRange, visibleOnly: visibleOnly)
  }
}

extension Range<Day> {
  /// The day, or the nearest one in the range.
  package func clamp(_ day: Day) -> Day {
    Swift.min(Swift.max(day, lowerBound), upperBound.adding(days: -1))
  }
}
