import CalendarModel
import InteractionTestSupport
import Testing

@testable import TimelineInteraction

/// The spring, and what turns pages without a finger on them.
@Suite struct PagerMotionTests {
  @Test func motionDoesNotDependOnTheFrameRate() {
    // After a flick let go at the same place and speed, at times that all rates share.
    let ways = [30.0, 60, 90, 120, 150, 240].map { rate in
      var hand = PagerDriver(rate: rate)
      hand.pager.press(atX: 450, time: 0, width: 900)
      hand.pager.drag(toX: 442, time: 0.01)
      hand.pager.drag(toX: 350, time: 0.1)
      hand.pager.release(time: 0.1)
      hand.tick()
      return (0..<9).map { _ in
        hand.run(1.0 / 30)
        return hand.pager.position.distance(to: 0)
      }
    }
    for way in ways {
      #expect(zip(way, ways[0]).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func itRestsExactlyOnItsPageWithinFourTenthsOfASecond() {
    for rate in [30.0, 60, 144, 240] {
      var hand = PagerDriver(rate: rate)
      hand.pager.turn(by: 1)
      hand.run(0.4)
      #expect(hand.pager.position == PagePosition(1) && !hand.pager.isMoving)
      let ways = hand.frames.map { $0.distance(to: 1) }
      #expect(zip(ways, ways.dropFirst()).allSatisfy { $0 >= $1 }, "it never swings back")
      // The step to rest is not seen, in a page of 900 px.
      #expect((ways.last { $0 != 0 } ?? 1) * 900 < 0.5)
    }
  }

  @Test func aStallDoesNotLeap() {
    var (stalled, even) = (PagerDriver(), PagerDriver(rate: 20))
    stalled.pager.turn(by: 1)
    even.pager.turn(by: 1)
    stalled.tick()
    even.tick()
    stalled.tick(stretch: 180)
    even.tick()
    #expect(abs(stalled.pager.position.distance(to: 1) - even.pager.position.distance(to: 1)) < 1e-9)
  }

  @Test func aReleaseGoesOnWithTheFingersSpeed() {
    var hand = PagerDriver(rate: 240)
    hand.touch()
    hand.move(by: -200, in: 0.1)
    let before = hand.pager.position.distance(to: 0)
    hand.letGo()
    hand.tick()
    let step = (before - hand.pager.position.distance(to: 0)) * 900
    #expect(step > 2_000 / 240 && step < 2.5 * 2_000 / 240)
  }

  @Test func keysHeldDownAddUp() {
    var hand = PagerDriver()
    for _ in 0..<30 {
      hand.pager.turn(by: 1)
      hand.run(1.0 / 30)
    }
    #expect(hand.pager.targetPage == 30)
    hand.rest()
    #expect(hand.pager.position == PagePosition(30))
  }

  @Test func aFarPageIsComeToFromTheOneBesideIt() {
    for page in [-900, 900] {
      var hand = PagerDriver()
      hand.pager.go(to: page)
      hand.rest()
      #expect(hand.frames.allSatisfy { abs($0.distance(to: page)) <= 1 })
      #expect(hand.frames.count > 10, "it springs the last page")
      #expect(hand.pager.position == PagePosition(page))
    }
  }

  @Test func aTurnTakesThePagesFromTheFinger() {
    var hand = PagerDriver()
    hand.touch()
    hand.move(by: -300, in: 0.1)
    hand.pager.turn(by: -1)
    hand.move(by: -300, in: 0.1)
    hand.letGo()
    hand.rest()
    #expect(hand.pager.position == PagePosition(-1))
  }

  @Test func showingAPageIsAtOnce() {
    var hand = PagerDriver()
    hand.pager.turn(by: 1)
    hand.run(0.03)
    hand.pager.jump(to: 500)
    #expect(hand.pager.position == PagePosition(500) && !hand.pager.isMoving)
    hand.pager.jump(to: 5_000)
    #expect(hand.pager.position == PagePosition(1_000))
  }

  @Test func reducedMotionJumpsButFollowsTheFinger() {
    var hand = PagerDriver()
    hand.pager.isMotionReduced = true
    hand.pager.turn(by: 2)
    #expect(hand.pager.position == PagePosition(2) && !hand.pager.isMoving)
    hand.touch()
    hand.move(by: -98, in: 0.1)
    #expect(abs(hand.pager.position.distance(to: 2) * 900 + 90) < 1e-9)
    hand.letGo()
    #expect(hand.pager.position == PagePosition(3) && !hand.pager.isMoving)
  }

  @Test func aWheelTurnsOnePageForEachDetent() {
    var hand = PagerDriver()
    for step in 1...5 {
      hand.pager.wheel(1, time: hand.clock.now)
      #expect(hand.pager.targetPage == step)
      hand.run(0.01)
    }
    for _ in 0..<8 { hand.pager.wheel(-0.125, time: hand.clock.now) }
    for _ in 0..<6 { hand.pager.wheel(-1.0 / 3, time: hand.clock.now) }
    #expect(hand.pager.targetPage == 2)
    hand.pager.wheel(0.9, time: hand.clock.now)
    hand.pager.wheel(-0.9, time: hand.clock.now)
    #expect(hand.pager.targetPage == 2, "turning back begins anew")
    hand.pager.wheel(2, isSideways: true, time: hand.clock.now)
    #expect(hand.pager.targetPage == 4)
    hand.pager.isRightToLeft = true
    hand.pager.wheel(1, isSideways: true, time: hand.clock.now)
    hand.pager.wheel(1, time: hand.clock.now)
    #expect(hand.pager.targetPage == 4)
  }

  @Test func aTouchpadsMovementIsOnePage() {
    var hand = PagerDriver()
    for _ in 0..<14 {
      hand.pager.wheel(0.4, isTouchpad: true, time: hand.clock.now)
      hand.run(0.01)
    }
    #expect(hand.pager.targetPage == 1)
    hand.run(0.15)
    for _ in 0..<3 { hand.pager.wheel(0.4, isTouchpad: true, time: hand.clock.now) }
    #expect(hand.pager.targetPage == 2)
  }

  @Test func everyWeekOfTheCalendarIsReachedAndNamedByItsWholeNumber() {
    let weeks = PageCalendar(.week)
    var hand = PagerDriver(weeks.page(containing: Day.latest) - 3, in: weeks.pages)
    for _ in 0..<5 { hand.flick() }
    hand.rest()
    #expect(weeks.days(ofPage: hand.pager.page).contains(Day.latest))
    hand.pager.go(to: weeks.page(containing: Day.earliest))
    hand.rest()
    #expect(weeks.days(ofPage: hand.pager.page).contains(Day.earliest))
  }
}

@Suite struct PagePositionTests {
  @Test func itIsAWholePageAndAPartOfTheNext() {
    #expect(PagePosition(3, offset: 0.25).page == 3)
    #expect(PagePosition(3, offset: -0.25).page == 2)
    #expect(PagePosition(3, offset: -0.25).fraction == 0.75)
    #expect(PagePosition(-3, offset: 2) == PagePosition(-1))
    #expect(PagePosition(3, offset: -1e-30) == PagePosition(3))
    #expect(PagePosition(3, offset: 0.25).nearest == 3)
    #expect(PagePosition(3, offset: -0.25).nearest == 3)
    #expect(PagePosition(104_249, offset: -0.000_000_1).nearest == 104_249)
    #expect(PagePosition(3, offset: 0.25).distance(to: 4) == 0.75)
  }
}

@Suite struct SwipeAxisTests {
  private func axis(_ dx: Double, _ dy: Double) -> SwipeAxis.Axis? {
    var axis = SwipeAxis(start: Point(x: 10, y: 20))
    axis.follow(Point(x: 10 + dx, y: 20 + dy))
    return axis.axis
  }

  @Test func itIsDecidedByTheFirstEightPixels() {
    #expect(axis(7.9, 0) == nil && axis(5, -5) == nil)
    #expect(axis(-9, 0) == .horizontal && axis(0, 9) == .vertical)
    #expect(axis(10, 8) == .horizontal && axis(10, 8.5) == .vertical)
    // 35 degrees.
    #expect(axis(-8.2, 5.75) == .horizontal)
  }

  @Test func itStaysAsItWasDecided() {
    var axis = SwipeAxis(start: Point(x: 0, y: 0))
    axis.follow(Point(x: 9, y: 0))
    axis.follow(Point(x: 9, y: 300))
    #expect(axis.axis == .horizontal)
  }
}
