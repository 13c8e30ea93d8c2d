import CalendarModel

/// The pages of a view: the days of each page, the position among the pages, and the selected day.
///
/// This type does not depend on widgets or a clock. The host passes in the input that turns pages, shows
/// `pager.position`, and checks `hasTurned` after each change.
package struct PageRow: Hashable, Sendable {
  /// The assignment of days to pages.
  package private(set) var dayPaging: DayPaging
  package private(set) var pager: Pager
  /// The selected day. Once a page turn has been acknowledged, it is on the target page.
  package var selectedDay: Day
  private var travel: PageTravel
  /// The page that the host last acknowledged with `acknowledgePage`.
  private var acknowledgedPage: Int
  private var wasMoving = false

  /// Creates pages of one day each, at rest on `day`.
  package init(day: Day) {
    dayPaging = DayPaging(.day)
    selectedDay = day
    acknowledgedPage = dayPaging.page(containing: day)
    pager = Pager(page: acknowledgedPage, in: dayPaging.pages)
    travel = PageTravel(at: pager.position)
  }

  // MARK: Display

  package var view: ViewKind { dayPaging.view }
  /// Whether each page is a week.
  package var isWeekly: Bool { view == .week || view == .workWeek }
  /// The page that is shown, or the one to which the pages are turning.
  package var page: Int { pager.targetPage }
  /// Returns the days of a page's columns. On the first and the last page, some of them may lie outside the
  /// supported range of days.
  package func days(ofPage page: Int) -> Range<Day> {
    let firstDay = dayPaging.firstDay(ofPage: page)
    return firstDay..<firstDay.adding(days: dayPaging.dayCount)
  }
  /// The number of days from one page to the next.
  package var stride: Int { dayPaging.firstDay(ofPage: 1).days(since: dayPaging.firstDay(ofPage: 0)) }

  /// The pages that must be available: the visible pages and the target page.
  package var neededPages: [Int] {
    let visiblePages = pager.visiblePages
    return visiblePages.contains(page) ? Array(visiblePages) : visiblePages + [page]
  }

  /// The pages to keep: the needed pages, the pages between them, and one more on each side.
  package var pagesToKeep: ClosedRange<Int> {
    pager.pagesInUse.lowerBound - 1...pager.pagesInUse.upperBound + 1
  }

  // MARK: Changing the view

  /// Divides the days into pages differently, at rest on the page of the selected day.
  package mutating func setDayPaging(_ dayPaging: DayPaging) {
    self.dayPaging = dayPaging
    let oldPager = pager
    pager = Pager(page: dayPaging.page(containing: selectedDay), in: dayPaging.pages)
    pager.isMotionReduced = oldPager.isMotionReduced
    pager.isRightToLeft = oldPager.isRightToLeft
    select(selectedDay)
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
    pager.jump(to: dayPaging.page(containing: day))
    select(day)
  }

  /// Turns to the page of a day, and selects the day.
  package mutating func turn(to day: Day) {
    pager.turn(to: dayPaging.page(containing: day))
    select(day)
  }

  /// Turns `count` pages forward, or back if `count` is negative.
  package mutating func turn(by count: Int) { pager.turn(by: count) }

  /// Handles input from fingers and wheels, on pages of `width` px.
  package mutating func handle(_ input: PagerInput, width: Double) { pager.handle(input, width: width) }

  /// Selects the given day, or the nearest day on the target page.
  package mutating func select(_ day: Day) { selectedDay = dayPaging.days(ofPage: page).nearestDay(to: day) }

  /// Whether `page` differs from the page that the host last acknowledged.
  package var hasTurned: Bool { page != acknowledgedPage }

  /// Acknowledges the current page, and moves the selected day to the same position on it, for example to the
  /// same weekday.
  package mutating func acknowledgePage() {
    let days = dayPaging.days(ofPage: page)
    if !days.contains(selectedDay) {
      let offset = selectedDay.days(since: dayPaging.firstDay(ofPage: acknowledgedPage))
      selectedDay = days.nearestDay(to: dayPaging.firstDay(ofPage: page).adding(days: offset))
    }
    acknowledgedPage = page
  }

  // MARK: Frames

  /// Advances to a frame that begins at the given time of the frame clock, in seconds.
  package mutating func tick(frameTime: Double) {
    pager.tick(frameTime: frameTime)
  }

  /// Returns whether the pages have started to move since the last call. If so, the current frame shows another
  /// page for the first time, which leaves no time for other work.
  package mutating func detectMotionStart() -> Bool {
    defer { wasMoving = pager.isMoving }
    return pager.isMoving && !wasMoving
  }

  /// Records the current position. The last direction of travel determines which pages are needed next.
  package mutating func recordTravel() { travel.recordTravel(pager.position) }

  /// Returns the visible part of the pages, and the pages needed next; see `PageTravel`.
  package func scene(visibleRange: ClosedRange<Double>, omitsUpcomingPages: Bool) -> PageBuilder.Scene {
    travel.scene(of: pager, visibleRange: visibleRange, omitsUpcomingPages: omitsUpcomingPages)
  }
}

extension Range<Day> {
  /// Returns the day, or the nearest day in the range.
  package func nearestDay(to day: Day) -> Day {
    Swift.min(Swift.max(day, lowerBound), upperBound.adding(days: -1))
  }
}
