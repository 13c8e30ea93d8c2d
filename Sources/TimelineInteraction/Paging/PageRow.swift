import CalendarModel

/// The pages of a view: which days are on which page, the position among the pages, and the selected day.
///
/// It knows no widgets and no clock. The host hands in what turns pages, shows what is at `pager.position`, and asks
/// `hasTurned` after each change.
package struct PageRow: Hashable, Sendable {
  /// Which days stand on which page.
  package private(set) var calendar: PageCalendar
  package private(set) var pager: Pager
  /// The chosen day, one of the targeted page's: the keyboard is on it.
  package var day: Day
  private var travel: PageTravel
  /// The page of which the host knows that it was turned to.
  private var knownPage: Int
  private var wasMoving = false

  /// Pages of a day each, at rest on that day.
  package init(day: Day) {
    calendar = PageCalendar(.day)
    self.day = day
    knownPage = calendar.page(containing: day)
    pager = Pager(page: knownPage, in: calendar.pages)
    travel = PageTravel(at: pager.position)
  }

  // MARK: What is shown

  package var view: CalendarView { calendar.view }
  /// Whether a page is a week.
  package var isWeekly: Bool { view == .week || view == .workWeek }
  /// The page that is shown, or turned to.
  package var page: Int { pager.targetPage }
  /// The columns of a page. On the pages at the ends of the calendar some may lie outside of it.
  package func days(ofPage page: Int) -> Range<Day> {
    let first = calendar.firstDay(ofPage: page)
    return first..<first.adding(days: calendar.dayCount)
  }
  /// Days from one page to the next.
  package var stride: Int { calendar.firstDay(ofPage: 1).days(since: calendar.firstDay(ofPage: 0)) }

  /// The pages that something is seen or asked of: the visible ones, and the one that is turned to.
  package var neededPages: [Int] {
    let inSight = pager.pagesInSight
    return inSight.contains(page) ? Array(inSight) : inSight + [page]
  }

  /// The pages to keep: those needed, those that are flown over, and one to each side.
  package var nearPages: ClosedRange<Int> {
    pager.pagesInUse.lowerBound - 1...pager.pagesInUse.upperBound + 1
  }

  // MARK: Another view

  /// Counts pages again, and rests on that of the chosen day.
  package mutating func begin(_ calendar: PageCalendar) {
    self.calendar = calendar
    let before = pager
    pager = Pager(page: calendar.page(containing: day), in: calendar.pages)
    pager.isMotionReduced = before.isMotionReduced
    pager.isRightToLeft = before.isRightToLeft
    choose(day)
    knownPage = page
  }

  /// What the user's desktop says of directions and motion.
  package mutating func configure(isRightToLeft: Bool? = nil, isMotionReduced: Bool? = nil) {
    if let isRightToLeft { pager.isRightToLeft = isRightToLeft }
    if let isMotionReduced { pager.isMotionReduced = isMotionReduced }
  }

  // MARK: Turning

  /// Is on the page of the chosen day at once.
  package mutating func jump(to day: Day) {
    pager.jump(to: calendar.page(containing: day))
    choose(day)
  }

  /// Turns to the page of a day, and chooses that day.
  package mutating func turn(to day: Day) {
    pager.go(to: calendar.page(containing: day))
    choose(day)
  }

  /// Turns so many pages on, or back if negative.
  package mutating func turn(by count: Int) { pager.turn(by: count) }

  /// Takes what fingers and wheels did on pages of `width` px.
  package mutating func handle(_ input: PagerInput, width: Double) { pager.handle(input, width: width) }

  /// Chooses a day of the targeted page, or of its days the nearest to it.
  package mutating func choose(_ day: Day) { self.day = calendar.days(ofPage: page).clamp(day) }

  /// Whether another page is shown, or turned to, than the host knows of.
  package var hasTurned: Bool { page != knownPage }

  /// The host knows of the page now. The chosen day is on it: the same weekday as before, as on paper.
  package mutating func settle() {
    let days = calendar.days(ofPage: page)
    if !days.contains(day) {
      let offset = day.days(since: calendar.firstDay(ofPage: knownPage))
      day = days.clamp(calendar.firstDay(ofPage: page).adding(days: offset))
    }
    knownPage = page
  }

  // MARK: Frames

  /// A frame begins, at that time of the frame clock.
  package mutating func tick(frameTime: Double) {
    pager.tick(frameTime: frameTime)
  }

  /// Whether pages move that did not when this was asked last: the frame shows one for the first time, which is work
  /// enough.
  package mutating func isSettingOff() -> Bool {
    defer { wasMoving = pager.isMoving }
    return pager.isMoving && !wasMoving
  }

  /// The pages are there now: which way they last went decides which are needed next.
  package mutating func follow() { travel.follow(pager.position) }

  /// What of the pages is looked at, and which are needed next; see `PageTravel`.
  package func scene(sight: ClosedRange<Double>, isAlone: Bool) -> PageBuilder.Scene {
    travel.scene(of: pager, sight: sight, isAlone: isAlone)
  }
}

extension Range<Day> {
  /// The day itself, or the nearest in the range.
  package func clamp(_ day: Day) -> Day {
    Swift.min(Swift.max(day, lowerBound), upperBound.adding(days: -1))
  }
}
