import CalendarModel

/// A step of the keyboard cursor in a month calendar.
package enum MonthStep: Hashable, Sendable {
  case days(Int)
  /// To the same day of a different month, or to the last day of that month if the month is shorter.
  case months(Int)
  case startOfWeek
  case endOfWeek
  case startOfMonth
  case endOfMonth
}

/// The state of a month calendar: the visible position among the months, and the day with the keyboard
/// cursor.
///
/// This type does not depend on widgets or a clock. Each page is a month, and the index of the page is the
/// month's ordinal. The cursor is always on a day of the target month.
package struct MonthViewState: Hashable, Sendable {
  /// The weekday on which weeks begin for the user.
  package var firstWeekday: Weekday
  /// The day with the keyboard cursor.
  package private(set) var cursor: Day
  package private(set) var pager: Pager
  /// The day of the month to which the cursor returns after a shorter month, for example from January 31 to
  /// February 28 and then to March 31.
  private var preferredDayOfMonth: Int

  /// Creates a state at rest on the month of a day.
  package init(day: Day, firstWeekday: Weekday = .monday) {
    let day = MonthViewState.clamped(day)
    self.firstWeekday = firstWeekday
    cursor = day
    preferredDayOfMonth = day.dayOfMonth
    pager = Pager(
      page: Month(containing: day).ordinal, in: Month.earliest.ordinal...Month.latest.ordinal)
  }

  // MARK: Display

  /// The month that is shown, or the one to which the pages are turning.
  package var month: Month { Month(ordinal: pager.targetPage) }
  /// The month that is most visible.
  package var mostVisibleMonth: Month { Month(ordinal: pager.page) }
  package var position: PagePosition { pager.position }
  /// Whether `tick` must be called, because the pages are being dragged or are moving to the target month.
  package var isMoving: Bool { pager.isMoving }

  /// Returns the grid of days that the page of a month shows.
  package func grid(_ month: Month) -> MonthGrid { MonthGrid(month, firstWeekday: firstWeekday) }

  /// Applies the desktop's settings for text direction and animations.
  package mutating func configure(isRightToLeft: Bool, isMotionReduced: Bool) {
    pager.isRightToLeft = isRightToLeft
    pager.isMotionReduced = isMotionReduced
  }

  // MARK: Turning

  /// Shows the month of a day without animation, and moves the cursor to the day.
  package mutating func jump(to day: Day) {
    setCursor(day)
    pager.jump(to: Month(containing: cursor).ordinal)
  }

  /// Turns to the month of a day, and moves the cursor to the day.
  package mutating func turn(to day: Day) {
    setCursor(day)
    let page = Month(containing: cursor).ordinal
    if page != pager.targetPage || pager.isHeld { pager.turn(to: page) }
  }

  /// Moves the cursor by a step, and turns to the month of its new day.
  package mutating func move(_ step: MonthStep) {
    let startOfWeek = cursor.startOfWeek(first: firstWeekday)
    switch step {
    case .days(let count): turn(to: cursor.adding(days: count))
    case .startOfWeek: turn(to: startOfWeek)
    case .endOfWeek: turn(to: startOfWeek.adding(days: 6))
    case .startOfMonth: turn(to: month.day(1))
    case .endOfMonth: turn(to: month.day(31))
    case .months(let count):
      pager.turn(by: count)
      moveCursorToTargetMonth()
    }
  }

  /// Handles swipes and mouse wheels, where a month is `width` px wide.
  package mutating func handle(_ input: PagerInput, width: Double) {
    pager.handle(input, width: width)
    moveCursorToTargetMonth()
  }

  /// Advances to a frame that begins at the given time of the frame clock, in seconds.
  package mutating func tick(frameTime: Double) { pager.tick(frameTime: frameTime) }

  /// Moves the cursor to the preferred day of the target month, unless the cursor is already in that month.
  private mutating func moveCursorToTargetMonth() {
    if !month.contains(cursor) { cursor = month.day(preferredDayOfMonth) }
  }

  private mutating func setCursor(_ day: Day) {
    cursor = MonthViewState.clamped(day)
    preferredDayOfMonth = cursor.dayOfMonth
  }

  private static func clamped(_ day: Day) -> Day { day.clamped(to: .earliest ... .latest) }
}
