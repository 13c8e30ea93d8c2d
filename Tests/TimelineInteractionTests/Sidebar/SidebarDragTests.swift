import CalendarModel
import InteractionTestSupport
import Testing

@testable import TimelineInteraction

/// A lifted event that is carried over the sidebar.
@Suite struct SidebarDragTests {
  let review = occurrence("10:00", "11:00", title: "Review")

  /// A timeline with the sidebar, in which a pointer of the given kind has lifted `review`.
  func driverWithLiftedEvent(
    by kind: PointerKind = .mouse, days: Int = 1, firstDay: Day = monday, part: EventPart = .body
  ) -> GestureDriver {
    var driver = GestureDriver(days: days, first: firstDay)
    driver.change { $0.sidebar = sidebar() }
    driver.press(part == .end ? "11:00" : "10:15", on: review, part: part, by: kind, day: monday)
    if kind == .touch { driver.longPress() } else { driver.move(by: 12) }
    driver.tick()
    driver.paint()
    return driver
  }

  private func carry(_ driver: inout GestureDriver, to point: Point) {
    driver.move(toY: point.y, x: point.x)
    driver.tick()
    driver.paint()
  }

  @Test(arguments: [PointerKind.mouse, .touch]) func eventStaysUnderThePointer(kind: PointerKind) throws {
    var driver = driverWithLiftedEvent(by: kind)
    let liftedEvent = try #require(driver.shownEvent)
    for step in 0...60 {
      let x = 200 - Double(step) * 9.25
      carry(&driver, to: Point(x: x, y: 300 - Double(step) * 6.5))
      let shownEvent = try #require(driver.shownEvent)
      #expect(abs(shownEvent.columnX - (x - liftedEvent.grabX)) < 1e-9)
      #expect(abs(shownEvent.rawTop - (driver.pointer.y - liftedEvent.grabY)) < 1e-9)
      #expect(
        abs((shownEvent.rawBottom - shownEvent.rawTop) - (liftedEvent.rawBottom - liftedEvent.rawTop)) < 1e-9)
      #expect((shownEvent.dropTarget != nil) == (x < 0))
    }
    #expect(driver.violation == nil)
  }

  @Test func dropTargetIsReportedOnceWhenItChanges() {
    var driver = driverWithLiftedEvent()
    for point in [sidebarRowPoint(0), sidebarRowPoint(0), sidebarRowPoint(1), Point(x: 200, y: 300)] {
      carry(&driver, to: point)
    }
    #expect(
      driver.sidebarEffects == [
        .highlight(.calendar(choir)), .highlight(.calendar(holidays)), .highlight(nil),
      ])
  }

  @Test func dropOnACalendarMovesTheEventThereAndChangesNoTime() {
    var driver = driverWithLiftedEvent()
    carry(&driver, to: Point(x: 200, y: 500))
    carry(&driver, to: sidebarRowPoint(0))
    #expect(driver.shownEvent?.change == nil && driver.shownEvent?.snappedOccurrence == review)
    driver.release()
    #expect(driver.calendars == [choir.id] && driver.commits.isEmpty)
    #expect(driver.sidebarEffects.last == .highlight(nil))
    #expect(driver.gesture.phase == .idle && driver.violation == nil)
  }

  @Test func dropOnADayKeepsTheTimeOfDay() {
    var driver = driverWithLiftedEvent()
    carry(&driver, to: Point(x: 200, y: 500))
    carry(&driver, to: sidebarDayPoint(16))
    #expect(driver.shownEvent?.snappedOccurrence.start.wall == wall("10:00", on: sidebarDay(16)))
    driver.release()
    let change = driver.commits.first
    #expect(change?.times?.start.wall == wall("10:00", on: sidebarDay(16)))
    #expect(driver.commits.count == 1 && driver.calendars.isEmpty && driver.violation == nil)
  }

  @Test func refusalPutsTheEventBackAndSaysWhy() throws {
    var driver = driverWithLiftedEvent()
    let scroll = driver.viewport.scroll
    driver.scroll(by: 120)
    carry(&driver, to: sidebarRowPoint(1))
    driver.release()
    #expect(driver.sidebarEffects.suffix(2) == [.highlight(nil), .explain("“Holidays” is read-only")])
    #expect(driver.viewport.scroll == scroll && driver.shownEvent == nil)
    #expect(driver.commits.isEmpty && driver.calendars.isEmpty)
  }

  @Test func dropOnItsOwnCalendarOrOnNoTargetPutsTheEventBackSilently() {
    for point in [sidebarRowPoint(2), previousMonthButtonPoint, Point(x: -5, y: 300), sidebarDayPoint(7)] {
      var driver = driverWithLiftedEvent()
      carry(&driver, to: point)
      driver.release()
      #expect(driver.shownEvent == nil && driver.commits.isEmpty && driver.calendars.isEmpty)
      #expect(driver.sidebarEffects.last == .highlight(nil))
      #expect(driver.effects.contains { if case .restore = $0 { true } else { false } })
    }
  }

  @Test(arguments: [CancelReason.escape, .focusLost, .gestureCanceled, .eventRemoved])
  func cancelRestoresEverything(reason: CancelReason) {
    var driver = driverWithLiftedEvent()
    let viewport = driver.viewport
    carry(&driver, to: sidebarDayPoint(20))
    driver.hold(1)
    driver.cancel(reason)
    #expect(driver.viewport.scroll == viewport.scroll && driver.viewport.columns == viewport.columns)
    #expect(driver.commits.isEmpty && driver.shownEvent == nil)
    #expect(driver.sidebarEffects.last == .highlight(nil))
    driver.release()
    #expect(driver.commits.isEmpty)
  }

  @Test func edgesOfTheTimelineDoNothingWhileThePointerIsOverTheSidebar() {
    // Beside the upper and the lower edge zone, and above the window; all are close to the side at which dwelling
    // turns pages.
    for point in [Point(x: -5, y: 4), Point(x: -5, y: 715), Point(x: -5, y: -300)] {
      var driver = driverWithLiftedEvent()
      carry(&driver, to: Point(x: 200, y: 300))
      let (scroll, columns) = (driver.viewport.scroll, driver.viewport.columns)
      carry(&driver, to: point)
      driver.hold(3)
      #expect(driver.viewport.scroll == scroll && driver.viewport.columns == columns && driver.pages.isEmpty)
      #expect(driver.dwell == nil)
    }
  }

  @Test func scrollingStopsAtTheBorderAndDoesNotResumeByItself() {
    var driver = driverWithLiftedEvent()
    carry(&driver, to: Point(x: 200, y: 700))
    driver.hold(0.8)
    let scrollInMotion = driver.viewport.scroll
    driver.tick()
    #expect(driver.viewport.scroll > scrollInMotion, "the timeline does not scroll")
    driver.move(toY: 700, x: -20)
    let scroll = driver.viewport.scroll
    driver.hold(1)
    #expect(driver.viewport.scroll == scroll)
    // Back in the zone, but not closer to the edge.
    driver.move(toY: 700, x: 200)
    driver.hold(1)
    #expect(driver.viewport.scroll == scroll)
    driver.move(toY: 712, x: 200)
    driver.hold(1)
    #expect(driver.viewport.scroll > scroll)
  }

  @Test func dwellAtTheSideEndsAtTheBorder() {
    var driver = driverWithLiftedEvent()
    carry(&driver, to: Point(x: 62, y: 300))
    driver.hold(0.4)
    #expect(driver.dwell != nil)
    carry(&driver, to: Point(x: -10, y: 300))
    #expect(driver.dwell == nil)
    driver.hold(2)
    #expect(driver.pages.isEmpty)
  }

  @Test func holdingOnADayShowsItOnceAndTheDragContinuesThere() {
    var driver = driverWithLiftedEvent(days: 7)
    carry(&driver, to: sidebarDayPoint(16))
    driver.hold(0.55)
    #expect(!driver.sidebarEffects.contains { if case .showDay = $0 { true } else { false } })
    driver.hold(2)
    let day = sidebarDay(16)
    #expect(driver.sidebarEffects.filter { $0 == .showDay(day) }.count == 1)
    // The host shows the week of that day.
    driver.change { $0.columns = $0.columns.with(firstDay: sidebarDay(14)) }
    let friday = sidebarDay(18)
    carry(
      &driver,
      to: Point(x: driver.x(of: friday), y: driver.y("14:00", on: friday) + (driver.shownEvent?.grabY ?? 0)))
    driver.release()
    #expect(driver.commits.first?.times?.start.wall == wall("14:00", on: friday))
    #expect(driver.violation == nil)
  }

  @Test func holdingOnADayThatIsShownDoesNothing() {
    var driver = driverWithLiftedEvent(days: 7)
    carry(&driver, to: sidebarDayPoint(7 + 1))
    driver.hold(2)
    #expect(driver.sidebarEffects.allSatisfy { if case .showDay = $0 { false } else { true } })
  }

  @Test func holdingOnAButtonTurnsMonths() {
    var driver = driverWithLiftedEvent()
    carry(&driver, to: nextMonthButtonPoint)
    driver.hold(1.9)
    #expect(driver.sidebarEffects.filter { $0 == .turnMonths(1) }.count == 3)
    carry(&driver, to: previousMonthButtonPoint)
    driver.hold(0.7)
    #expect(driver.sidebarEffects.filter { $0 == .turnMonths(-1) }.count == 1)
  }

  // MARK: Scrolling

  /// A sidebar of which 400 px are visible, and which scrolls by up to `maximum` px.
  private func shortSidebar(scrolled offset: Double = 0, of maximum: Double = 50) -> SidebarDropTargets {
    var dropTargets = sidebar()
    dropTargets.visibleArea.bottom = dropTargets.visibleArea.top + 400
    dropTargets.scrollMax = maximum
    return dropTargets.scrolled(to: offset)
  }

  /// The offset to which the sidebar was scrolled.
  private func sidebarOffset(_ driver: GestureDriver) -> Double {
    driver.sidebarEffects.compactMap { if case .scroll(let offset) = $0 { offset } else { nil } }.last ?? 0
  }

  /// Holds the event for the given number of seconds, while the host scrolls the sidebar.
  private func hold(_ driver: inout GestureDriver, _ seconds: Double) {
    for _ in 0..<Int(seconds * 60) {
      driver.tick()
      let shownOffset = sidebarOffset(driver)
      driver.change { $0.sidebar = shortSidebar(scrolled: shownOffset) }
      driver.paint()
    }
  }

  @Test(arguments: [PointerKind.mouse, .touch]) func sidebarScrollsAtItsEdgesLikeTheTimeline(
    kind: PointerKind
  ) {
    var driver = driverWithLiftedEvent(by: kind)
    driver.change { $0.sidebar = shortSidebar() }
    carry(&driver, to: Point(x: -150, y: 100))
    hold(&driver, 1)
    #expect(sidebarOffset(driver) == 0, "the sidebar scrolls in its middle")
    carry(&driver, to: Point(x: -150, y: 290))
    hold(&driver, 0.2)
    let earlyOffset = sidebarOffset(driver)
    hold(&driver, 3)
    #expect(earlyOffset > 0 && earlyOffset < 40 && sidebarOffset(driver) == 50)
    // The row that was out of sight is now under the pointer.
    #expect(driver.shownEvent?.dropTarget == .calendar(currentCalendar))
    carry(&driver, to: Point(x: -150, y: -95))
    hold(&driver, 3)
    #expect(sidebarOffset(driver) == 0 && driver.violation == nil)
    #expect(driver.viewport.scroll == GestureDriver(days: 1).viewport.scroll, "the timeline has scrolled")
  }

  @Test func dropTargetFollowsTheScrolledRowsInTheSameFrame() throws {
    var driver = driverWithLiftedEvent()
    driver.change { $0.sidebar = shortSidebar() }
    carry(&driver, to: Point(x: -150, y: 200))
    carry(&driver, to: Point(x: -150, y: 292))
    for _ in 0..<240 {
      driver.tick()
      let dropTargets = shortSidebar(scrolled: sidebarOffset(driver))
      #expect(driver.shownEvent?.dropTarget == dropTargets.dropTarget(at: driver.pointer))
      driver.change { $0.sidebar = dropTargets }
      driver.paint()
    }
    #expect(sidebarOffset(driver) == 50)
  }

  /// At the inner border of the edge zone, each day is under the pointer for about 0.75 s.
  @Test func daysThatScrollPastAreNotShown() {
    var driver = driverWithLiftedEvent()
    var shownOffset = 150.0
    driver.change { $0.sidebar = shortSidebar(scrolled: shownOffset, of: 150) }
    carry(&driver, to: Point(x: -180, y: -57))
    for _ in 0..<180 {
      driver.tick()
      if case .scroll(let offset)? = driver.sidebarEffects.last(where: {
        if case .scroll = $0 { true } else { false }
      }) {
        shownOffset = offset
      }
      driver.change { $0.sidebar = shortSidebar(scrolled: shownOffset, of: 150) }
      driver.paint()
    }
    #expect(shownOffset > 20 && shownOffset < 110, "the days have not scrolled past slowly")
    #expect(!driver.sidebarEffects.contains { if case .showDay = $0 { true } else { false } })
  }

  @Test func sidebarThatFitsDoesNotScroll() {
    for point in [sidebarRowPoint(0), Point(x: -150, y: 495), Point(x: -150, y: -98), Point(x: -150, y: 900)]
    {
      var driver = driverWithLiftedEvent()
      carry(&driver, to: point)
      driver.hold(3)
      #expect(!driver.sidebarEffects.contains { if case .scroll = $0 { true } else { false } })
    }
  }

  @Test func resizedEventIgnoresTheSidebar() {
    var driver = driverWithLiftedEvent(part: .end)
    carry(&driver, to: sidebarRowPoint(0))
    #expect(driver.shownEvent?.dropTarget == nil && driver.sidebarEffects.isEmpty)
    driver.release()
    #expect(driver.calendars.isEmpty)
  }

  @Test func allDayBarKeepsItsShape() throws {
    var campEvent = review.event
    campEvent.times = EventTimes(
      start: .date(monday), end: .duration(EventDuration(days: 2)))
    let camp = Occurrence(event: campEvent, zone: .utc)
    var driver = GestureDriver(days: 7)
    driver.change {
      $0.allDayRowHeight = 60
      $0.sidebar = sidebar()
    }
    driver.press(
      at: Point(x: 80, y: -30), on: camp, bar: BarPosition(left: 60, right: 160, top: -40))
    driver.move(by: 0, dx: 12)
    driver.tick()
    driver.paint()
    #expect(driver.shownEvent?.isBar == true)
    carry(&driver, to: sidebarRowPoint(0))
    let shownEvent = try #require(driver.shownEvent)
    #expect(
      shownEvent.isBar && abs(shownEvent.barLeft - (driver.pointer.x - 20)) < 1e-9
        && shownEvent.barRight - shownEvent.barLeft == 100)
    driver.release()
    #expect(driver.calendars == [choir.id])
  }

  @Test func timedEventIsABlockAgainAfterLeavingTheAllDayRow() throws {
    var driver = driverWithLiftedEvent()
    driver.change { $0.allDayRowHeight = 60 }
    carry(&driver, to: Point(x: 100, y: -30))
    #expect(driver.shownEvent?.isBar == true && driver.shownEvent?.snappedOccurrence.isAllDay == true)
    carry(&driver, to: sidebarDayPoint(16))
    let shownEvent = try #require(driver.shownEvent)
    #expect(
      !shownEvent.isBar && abs(shownEvent.rawBottom - shownEvent.rawTop - 80) < 1e-9
        && driver.violation == nil)
    driver.release()
    #expect(driver.commits.first?.times?.start.wall == wall("10:00", on: sidebarDay(16)))
  }

  @Test func withoutASidebarTheEdgeTurnsPages() {
    var driver = driverWithLiftedEvent()
    driver.change { $0.sidebar = nil }
    carry(&driver, to: Point(x: -10, y: 300))
    driver.hold(0.7)
    #expect(driver.pages.count == 1)
  }
}
