import CGtk
import CalendarModel
import GtkSupport
import TimelineInteraction
import TimelinePainting

// Turning pages by hand: fingers that swipe the hours or the dates, wheels, and a second finger under what is held.
extension TimelineView {
  /// A finger that may turn out to swipe.
  struct Swipe {
    var axis: SwipeAxis
    /// Whether it stopped the pages, so that it is meant for nothing else.
    let stopsMotion: Bool
    /// The finger, if it is the second one while the first holds an event.
    var sequence: OpaquePointer?
  }

  func installPaging() {
    scrolling = PagingScroll(on: scrolledWindow, takesVertical: false) { [weak self] in self?.paged($0) }
    weekStrip.isPrepared = true
    weekStrip.onPaging = { [weak self] in self?.stripPaged($0) }
    weekStrip.onSelect = { [weak self] day in self?.turn(to: day) }
    weekStrip.onActivate = { [weak self] day in
      self?.show(day)
      self?.takeFocus()
    }
    weekStrip.loads = { [weak self] days in self?.loads(in: days) ?? [] }
  }

  // MARK: Swiping the hours

  /// A finger touches: pages in motion stop under it.
  ///
  /// - Returns: whether it is meant for the pages alone.
  func swipeBegan(at point: Point, time: Double) -> Bool {
    let isMoving = pager.isMoving
    input.swipe = Swipe(axis: SwipeAxis(start: point), stopsMotion: isMoving)
    pager.press(atX: point.x, time: time, width: columnsWidth)
    return isMoving
  }

  /// The finger is there now; once it goes sideways the pages go with it.
  func swipeMoved(to point: Point, time: Double) {
    guard var swipe = input.swipe, swipe.sequence == nil else { return }
    guard gesture.lifted == nil else { return swipeCancelled() }
    let wasOpen = swipe.axis.axis == nil
    swipe.axis.follow(point)
    input.swipe = swipe
    switch swipe.axis.axis {
    case nil: break
    case .vertical: swipeCancelled()
    case .horizontal:
      if wasOpen {
        gesture.giveUp()
        claimSequence()
      }
      pager.drag(toX: point.x, time: time)
      pagerDragged()
    }
  }

  /// The finger is up.
  func swipeEnded(time: Double) {
    guard let swipe = input.swipe else { return }
    guard swipe.axis.axis == .horizontal else { return swipeCancelled() }
    input.swipe = nil
    pager.release(time: time)
    pagerMoved()
  }

  /// It was something else, or was taken away: the page goes back to its place.
  func swipeCancelled() {
    guard input.swipe != nil else { return }
    input.swipe = nil
    pager.cancel()
    pagerMoved()
  }

  // MARK: A second finger

  /// While one finger holds an event another one pages under it; scrolling is the scrolled window's.
  func secondFinger(_ type: GdkEventType, _ event: OpaquePointer, _ sequence: OpaquePointer) {
    var (x, y) = (0.0, 0.0)
    guard gdk_event_get_position(event, &x, &y) != 0 else { return }
    let (point, time) = (Point(x: x, y: y), Double(gdk_event_get_time(event)) / 1_000)
    switch type {
    case GDK_TOUCH_BEGIN where gesture.lifted != nil && input.swipe == nil:
      input.swipe = Swipe(axis: SwipeAxis(start: point), stopsMotion: false, sequence: sequence)
      pager.press(atX: point.x, time: time, width: columnsWidth)
    case GDK_TOUCH_UPDATE where input.swipe?.sequence == sequence:
      input.swipe?.axis.follow(point)
      switch input.swipe?.axis.axis {
      case nil: break
      case .vertical: swipeCancelled()
      case .horizontal:
        pager.drag(toX: point.x, time: time)
        pagerDragged()
      }
    case GDK_TOUCH_END where input.swipe?.sequence == sequence: swipeEnded(time: time)
    case GDK_TOUCH_CANCEL where input.swipe?.sequence == sequence: swipeCancelled()
    default: break
    }
  }

  // MARK: Wheels, and the dates above

  func paged(_ input: PagerInput) {
    pager.take(input, width: columnsWidth)
    pagerMoved()
  }

  /// Whether a page is a week, so that the dates above go with the days.
  private var isWeekly: Bool { shownView == .week || shownView == .workWeek }

  private func stripPaged(_ input: PagerInput) {
    guard !isWeekly else { return paged(input) }
    stripPager.take(input, width: weekStrip.pageWidth)
    stripMoved()
  }

  /// The weeks above moved: by a finger on them, or since the days went into another week.
  func stripMoved() {
    weekStrip.position = stripPager.position
    // A finger that pages the weeks takes the days along once it is clear where to.
    if !stripPager.isHeld, stripPager.targetPage != weekStrip.weeks.page(containing: day) {
      turn(to: weekStrip.weeks.firstDay(ofPage: stripPager.targetPage).adding(days: weekdayOffset))
    }
    if stripPager.isMoving { startPageTick() }
  }

  private var weekdayOffset: Int {
    day.days(since: weekStrip.weeks.firstDay(ofPage: weekStrip.weeks.page(containing: day)))
  }

  /// Tells the dates above what is shown below.
  func showWeekStrip() {
    let weeks = PageCalendar(.week, firstWeekday: firstWeekday)
    if weekStrip.weeks != weeks { weekStrip.weeks = weeks }
    weekStrip.gutterWidth = style.gutterWidth
    weekStrip.today = presentMinute?.day
    weekStrip.selected = day
    weekStrip.shownDays = shownView == .week ? nil : page.days
    weekStrip.showsWeekNumbers = showsWeekNumbers
    if isWeekly {
      let position = pager.position
      let week = weeks.page(containing: pageCalendar.firstDay(ofPage: position.page))
      weekStrip.position = PagePosition(week, offset: position.fraction)
      stripPager = Pager(page: weeks.page(containing: day), in: weeks.pages)
    } else if !stripPager.isHeld {
      let week = weeks.page(containing: day)
      if stripPager.pages != weeks.pages { stripPager = Pager(page: week, in: weeks.pages) }
      if stripPager.targetPage != week { stripPager.go(to: week) }
      weekStrip.position = stripPager.position
      if stripPager.isMoving { startPageTick() }
    }
    stripPager.isMotionReduced = input.isReducedMotion
    stripPager.isRightToLeft = isRightToLeft
  }

  private func loads(in days: Range<Day>) -> [DayLoad] {
    let occurrences = dataSource?.occurrences(in: days) ?? []
    return days.map { DayLoad(of: occurrences, on: $0) }
  }
}
