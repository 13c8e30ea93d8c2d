import CalendarModel
import InteractionTestSupport
import Testing
import TimelineInteraction

/// Automatic scrolling and paging while an event is held at an edge.
@Suite struct EdgeDragTests {
  let standup = occurrence("9:00", "10:00")
  let tuesday = monday.adding(days: 1)

  /// Lifts the standup by touch and drags it to `y`.
  func drag(toY y: Double, in driver: GestureDriver = GestureDriver()) -> GestureDriver {
    var driver = driver
    driver.press("9:20", on: standup, by: .touch)
    driver.longPress()
    driver.move(toY: (driver.pointer.y + y) / 2)
    driver.move(toY: y)
    return driver
  }

  @Test func scrollingStopsWhenAResizeReachesItsLimit() {
    // Otherwise the event would scroll out of view.
    var driver = GestureDriver()
    driver.press("9:00", on: standup, part: .start)
    driver.move(toY: driver.y("9:20"))
    driver.move(toY: 715)
    driver.hold(2)
    #expect(driver.shownEvent?.isClamped == true)
    #expect(driver.shownEvent.map { (0...driver.viewport.height).contains($0.rawTop) } == true)
    let scrollBefore = driver.viewport.scroll
    driver.hold(1)
    #expect(driver.viewport.scroll == scrollBefore)
    #expect(driver.violation == nil)
    // Once the edge follows the pointer again, the opposite zone scrolls as usual.
    driver.move(toY: 10)
    driver.hold(1)
    #expect(driver.viewport.scroll < scrollBefore - 100)
  }

  @Test func dragAfterAScrollReachesMidnightWithoutStalling() {
    // In the prototype that preceded Handspan, the same input made the scrolling stutter, and the timeline
    // never reached 0:00.
    var driver = GestureDriver()
    driver.press("12:00", on: standup, by: .touch)
    driver.move(by: -20)
    driver.release()
    driver.scroll(by: 120.5)
    driver.press("9:30", on: standup, by: .touch)
    driver.longPress()
    while driver.pointer.y > 30 { driver.move(by: -9) }
    var lastScroll = driver.viewport.scroll
    var stalledFrames = 0
    driver.tick()
    for _ in 0..<600 where driver.viewport.scroll > 0 {
      driver.tick()
      if driver.viewport.scroll >= lastScroll { stalledFrames += 1 }
      lastScroll = driver.viewport.scroll
    }
    #expect(driver.viewport.scroll == 0)
    #expect(stalledFrames == 0, "the timeline stood still in some frames")
    driver.move(toY: driver.y("0:00") + (driver.shownEvent?.grabY ?? 0))
    driver.hold(0.1)
    #expect(driver.shownEvent?.snappedOccurrence.label == "0:00–1:00")
    driver.release()
    #expect(driver.committedLabels == ["0:00–1:00"])
    #expect(driver.violation == nil)
  }

  @Test func eventStaysUnderThePointerWhileScrolling() {
    for rate in [60.0, 144] {
      var driver = drag(toY: 700)
      driver.clock.rate = rate
      var labels: Set<String> = []
      for frame in 0..<Int(rate) {
        driver.tick()
        // Small pointer movements do not interrupt the scrolling.
        driver.move(by: frame.isMultiple(of: 2) ? 3 : -3)
        labels.insert(driver.shownEvent?.snappedOccurrence.label ?? "")
      }
      #expect(driver.violation == nil)
      #expect(driver.viewport.scroll > 900)
      #expect(labels.count > 5)
    }
  }

  @Test func dropUsesTheTimeAfterScrolling() {
    var driver = drag(toY: 700)
    driver.hold(0.7)
    let label = driver.shownEvent?.snappedOccurrence.label
    #expect(label != nil && label != drag(toY: 700).shownEvent?.snappedOccurrence.label)
    driver.release()
    #expect(driver.committedLabels == [label ?? ""])
  }

  @Test func scrollingContinuesOutsideTheWindow() {
    var driver = drag(toY: 760)
    var lastScroll = driver.viewport.scroll
    driver.tick()
    for _ in 0..<30 {
      driver.tick()
      #expect(driver.viewport.scroll > lastScroll)
      lastScroll = driver.viewport.scroll
    }
  }

  @Test func nothingScrollsAfterTheDropEscapeOrFocusLoss() {
    for endDrag: (inout GestureDriver) -> Void in [
      { $0.release() }, { $0.cancel(.escape) }, { $0.cancel(.focusLost) }, { $0.cancel(.unmapped) },
    ] {
      var driver = drag(toY: 700)
      driver.hold(0.5)
      endDrag(&driver)
      let scroll = driver.viewport.scroll
      driver.hold(0.5)
      #expect(driver.viewport.scroll == scroll)
      // The next event does not inherit the scroll direction.
      driver.allReleased()
      driver.press("17:20", on: occurrence("17:00", "18:00"), by: .touch)
      driver.longPress()
      driver.hold(0.5)
      #expect(driver.viewport.scroll == scroll)
    }
  }

  @Test func liftingInsideTheZoneDoesNotScroll() {
    var driver = GestureDriver(top: "8:50")
    driver.press("9:20", on: standup, by: .touch)
    driver.longPress()
    let scroll = driver.viewport.scroll
    driver.hold(1)
    driver.move(by: -7)
    driver.hold(1)
    #expect(driver.viewport.scroll == scroll)
    driver.move(by: -2)
    driver.hold(0.5)
    #expect(driver.viewport.scroll < scroll)
  }

  @Test func quickDragOutOfTheWindowStartsScrolling() {
    var driver = GestureDriver()
    driver.press("9:20", on: standup)
    driver.move(toY: 800)
    driver.hold(0.5)
    #expect(driver.viewport.scroll > 600)
  }

  @Test func tallEventScrollsOnlyIfThePointerIsInTheZone() {
    var driver = GestureDriver(top: "9:00")
    driver.press("15:00", on: occurrence("2:00", "22:00"))
    driver.move(by: -40)
    let scroll = driver.viewport.scroll
    driver.hold(0.5)
    #expect(driver.viewport.scroll == scroll, "the timeline scrolled although the pointer is not in a zone")
  }

  // MARK: Sideways

  @Test func dwellAtTheSideTurnsAPageAndThenAnother() {
    var driver = GestureDriver(width: 760, days: 7)
    driver.press("9:20", on: standup)
    driver.move(by: 0, dx: 300)
    driver.move(toY: driver.pointer.y, x: 750)
    driver.hold(0.3)
    #expect(driver.dwell.map { $0.side == .right && $0.targetDay == monday.adding(days: 7) } == true)
    #expect(driver.pages.isEmpty)
    driver.hold(0.35)
    #expect(driver.pages == [monday.adding(days: 7)])
    driver.hold(0.95)
    #expect(driver.pages.count == 1)
    driver.hold(0.15)
    #expect(driver.pages.count == 2)
    #expect(driver.shownEvent?.snappedOccurrence.start.wall == wall("9:00", on: monday.adding(days: 20)))
    #expect(driver.violation == nil)
    driver.release()
    #expect(driver.dwell == nil)
    #expect(driver.committedLabels == ["2026-01-25 9:00–10:00"])
  }

  @Test func eachFurtherPageTurnTakesLonger() {
    var driver = GestureDriver(width: 760, days: 7)
    driver.press("9:20", on: standup)
    driver.move(by: 0, dx: 300)
    driver.move(toY: driver.pointer.y, x: 750)
    var times: [Double] = []
    let startTime = driver.clock.now
    for _ in 0..<600 {
      driver.tick()
      if driver.pages.count > times.count { times.append(driver.clock.now - startTime) }
    }
    let pauses = zip(times.dropFirst(), times).map { $0 - $1 }
    #expect(times.count >= 4 && times[2] > 3, "turned after \(times) s")
    #expect(zip(pauses.dropFirst(), pauses).prefix(2).allSatisfy { $0 > $1 + 0.1 }, "\(pauses)")
    #expect(pauses.allSatisfy { $0 < 2.1 }, "the pauses are too long to reach distant weeks")
  }

  @Test func leavingTheEdgeZoneCancelsTheDwell() {
    var driver = GestureDriver(width: 760, days: 7)
    driver.press("9:20", on: standup)
    driver.move(toY: driver.pointer.y, x: 750)
    driver.hold(0.5)
    driver.move(by: 0, dx: -60)
    driver.hold(0.1)
    #expect(driver.dwell == nil)
    driver.move(by: 0, dx: 60)
    driver.hold(0.5)
    #expect(driver.pages.isEmpty)
  }

  @Test func dwellRequiresMovementTowardTheEdge() {
    var driver = GestureDriver(width: 760, days: 7)
    driver.press(
      at: Point(x: 740, y: driver.y("9:20")), on: occurrence("9:00", "10:00", on: monday.adding(days: 6)))
    driver.move(by: 12, dx: 12)
    driver.hold(2)
    #expect(driver.pages.isEmpty)
  }

  @Test func leftSideTurnsToLaterDaysInRightToLeftLayouts() {
    for (x, expected) in [(70.0, 7), (755, -7)] {
      var driver = GestureDriver(width: 760, days: 7, isRightToLeft: true)
      let wednesday = monday.adding(days: 2)
      driver.press("9:20", on: occurrence("9:00", "10:00", on: wednesday), day: wednesday)
      driver.move(toY: driver.pointer.y, x: x)
      driver.hold(0.65)
      #expect(driver.pages == [monday.adding(days: expected)])
    }
  }

  @Test func sidesOfTheDayViewTurnPagesForMovesButNotForResizes() {
    for (part, pages) in [(EventPart.body, [tuesday]), (.start, []), (.end, [])] {
      var driver = GestureDriver()
      driver.press("9:20", on: standup, part: part)
      driver.move(toY: driver.pointer.y, x: 415)
      driver.hold(0.65)
      #expect(driver.pages == pages)
    }
  }

  @Test func pointerInACornerScrollsAndTurnsThePage() {
    var driver = GestureDriver(width: 760, days: 7)
    driver.press("9:20", on: standup)
    driver.move(toY: 715, x: 755)
    let scroll = driver.viewport.scroll
    driver.hold(0.65)
    #expect(driver.viewport.scroll > scroll + 300)
    #expect(driver.pages.count == 1)
    #expect(driver.violation == nil)
  }

  // MARK: The ends of the day

  @Test func dragPastTheDaysEndContinuesOnTheNextDay() {
    var driver = drag(toY: 710)
    driver.hold(untilScrolledTo: \.scrollMax)
    driver.hold(0.9)
    #expect(driver.pages.isEmpty)
    #expect(driver.dwell.map { $0.side == .bottom && $0.targetDay == tuesday } == true)
    driver.hold(0.15)
    #expect(driver.pages == [tuesday])
    #expect(driver.viewport.scroll < 20, "the new day is not shown from its start")
    #expect((driver.shownEvent?.scrollVelocity ?? 0) < 300, "scrolling did not start from zero speed")
    let edge = driver.shownEvent?.edgeY
    driver.hold(0.5)
    #expect(driver.viewport.scroll > 100)
    #expect(driver.shownEvent?.edgeY == edge)
    #expect(driver.shownEvent?.snappedOccurrence.start.wall.day == tuesday)
    driver.hold(untilScrolledTo: \.scrollMax)
    driver.hold(0.9)
    #expect(driver.pages.count == 1, "the day changed again without a new dwell")
    driver.hold(0.15)
    #expect(driver.pages.count == 2)
    #expect(driver.violation == nil)
  }

  @Test func dragPastTheDaysStartShowsThePreviousDaysEnd() {
    var driver = drag(toY: 10)
    driver.hold(untilScrolledTo: \.start)
    driver.hold(1.05)
    #expect(driver.pages == [monday.adding(days: -1)])
    #expect(driver.viewport.scroll > driver.viewport.scrollMax - 20)
    #expect(driver.violation == nil)
  }

  @Test func resizePastTheDaysEndContinuesOnTheNextDay() {
    var driver = GestureDriver(top: "15:00")
    driver.press("20:00", on: occurrence("19:00", "20:00"), part: .end)
    driver.move(toY: 700)
    driver.hold(2)
    #expect(driver.pages == [tuesday])
    driver.move(toY: driver.y("1:00", on: tuesday))
    driver.release()
    #expect(driver.committedLabels == ["19:00–1:00 (+1)"])
    #expect(driver.violation == nil)
  }

  @Test func dayChangesOnlyIfThePointerIsCloseToTheEdge() {
    var driver = drag(toY: 690)
    driver.hold(4)
    #expect(driver.viewport.scroll == driver.viewport.scrollMax)
    #expect(driver.pages.isEmpty, "the day changed 30 px from the edge")
  }

  @Test func dragDoesNotGoBeyondTheLastSupportedDay() {
    var driver = GestureDriver(first: .latest, top: "14:00")
    driver.press("20:30", on: occurrence("20:00", "21:00", on: .latest), day: .latest)
    driver.move(toY: 800)
    driver.hold(3)
    #expect(driver.pages.isEmpty && driver.dwell == nil)
  }
}

extension HoursSurface {
  /// The scroll offset of the day's start.
  fileprivate var start: Double { 0 }
}
