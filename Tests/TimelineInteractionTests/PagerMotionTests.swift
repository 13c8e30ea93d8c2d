import CalendarModel
import InteractionTestSupport
import Testing

@testable import TimelineInteraction

/// The spring animation, and page turns with the keyboard and the wheel.
@Suite struct PagerMotionTests {
  @Test func motionDoesNotDependOnTheFrameRate() {
    // Compares positions after the same flick, at times at which every frame rate has a frame.
    let paths = [30.0, 60, 90, 120, 150, 240].map { rate in
      var driver = PagerDriver(rate: rate)
      driver.pager.press(atX: 450, time: 0, width: 900)
      driver.pager.drag(toX: 442, time: 0.01)
      driver.pager.drag(toX: 350, time: 0.1)
      driver.pager.release(time: 0.1)
      driver.tick()
      return (0..<9).map { _ in
        driver.run(1.0 / 30)
        return driver.pager.position.distance(to: 0)
      }
    }
    for path in paths {
      #expect(zip(path, paths[0]).allSatisfy { abs($0 - $1) < 1e-6 })
    }
  }

  @Test func pagerRestsExactlyOnItsPageWithin400Milliseconds() {
    for rate in [30.0, 60, 144, 240] {
      var driver = PagerDriver(rate: rate)
      driver.pager.turn(by: 1)
      driver.run(0.4)
      #expect(driver.pager.position == PagePosition(1) && !driver.pager.isMoving)
      let distances = driver.frames.map { $0.distance(to: 1) }
      #expect(
        zip(distances, distances.dropFirst()).allSatisfy { $0 >= $1 }, "the pages overshot their target")
      // The last jump is less than half a pixel, for a page of 900 px.
      #expect((distances.last { $0 != 0 } ?? 1) * 900 < 0.5)
    }
  }

  @Test func longFrameDoesNotCauseAJump() {
    var (stalled, steady) = (PagerDriver(), PagerDriver(rate: 20))
    stalled.pager.turn(by: 1)
    steady.pager.turn(by: 1)
    stalled.tick()
    steady.tick()
    stalled.tick(stretch: 180)
    steady.tick()
    #expect(abs(stalled.pager.position.distance(to: 1) - steady.pager.position.distance(to: 1)) < 1e-9)
  }

  @Test func releaseContinuesAtTheFingersSpeed() {
    var driver = PagerDriver(rate: 240)
    driver.touch()
    driver.move(by: -200, in: 0.1)
    let distanceBefore = driver.pager.position.distance(to: 0)
    driver.release()
    driver.tick()
    let step = (distanceBefore - driver.pager.position.distance(to: 0)) * 900
    #expect(step > 2_000 / 240 && step < 2.5 * 2_000 / 240)
  }

  @Test func repeatedTurnsAddUp() {
    var driver = PagerDriver()
    for _ in 0..<30 {
      driver.pager.turn(by: 1)
      driver.run(1.0 / 30)
    }
    #expect(driver.pager.targetPage == 30)
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(30))
  }

  @Test func turnToADistantPageAnimatesOnlyTheLastPage() {
    for page in [-900, 900] {
      var driver = PagerDriver()
      driver.pager.turn(to: page)
      driver.runToRest()
      #expect(driver.frames.allSatisfy { abs($0.distance(to: page)) <= 1 })
      #expect(driver.frames.count > 10, "the last page was not animated")
      #expect(driver.pager.position == PagePosition(page))
    }
  }

  @Test func turnEndsTheFingersDrag() {
    var driver = PagerDriver()
    driver.touch()
    driver.move(by: -300, in: 0.1)
    driver.pager.turn(by: -1)
    driver.move(by: -300, in: 0.1)
    driver.release()
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(-1))
  }

  @Test func jumpIsNotAnimated() {
    var driver = PagerDriver()
    driver.pager.turn(by: 1)
    driver.run(0.03)
    driver.pager.jump(to: 500)
    #expect(driver.pager.position == PagePosition(500) && !driver.pager.isMoving)
    driver.pager.jump(to: 5_000)
    #expect(driver.pager.position == PagePosition(1_000))
  }

  @Test func reducedMotionSkipsAnimationsButFollowsTheFinger() {
    var driver = PagerDriver()
    driver.pager.isMotionReduced = true
    driver.pager.turn(by: 2)
    #expect(driver.pager.position == PagePosition(2) && !driver.pager.isMoving)
    driver.touch()
    driver.move(by: -98, in: 0.1)
    #expect(abs(driver.pager.position.distance(to: 2) * 900 + 90) < 1e-9)
    driver.release()
    #expect(driver.pager.position == PagePosition(3) && !driver.pager.isMoving)
  }

  @Test func wheelTurnsOnePageForEachDetent() {
    var driver = PagerDriver()
    for step in 1...5 {
      driver.pager.turnWheel(1, time: driver.clock.now)
      #expect(driver.pager.targetPage == step)
      driver.run(0.01)
    }
    for _ in 0..<8 { driver.pager.turnWheel(-0.125, time: driver.clock.now) }
    for _ in 0..<6 { driver.pager.turnWheel(-1.0 / 3, time: driver.clock.now) }
    #expect(driver.pager.targetPage == 2)
    driver.pager.turnWheel(0.9, time: driver.clock.now)
    driver.pager.turnWheel(-0.9, time: driver.clock.now)
    #expect(driver.pager.targetPage == 2, "a change of direction kept the partial detent")
    driver.pager.turnWheel(2, isSideways: true, time: driver.clock.now)
    #expect(driver.pager.targetPage == 4)
    driver.pager.isRightToLeft = true
    driver.pager.turnWheel(1, isSideways: true, time: driver.clock.now)
    driver.pager.turnWheel(1, time: driver.clock.now)
    #expect(driver.pager.targetPage == 4)
  }

  @Test func touchpadScrollTurnsOnePage() {
    var driver = PagerDriver()
    for _ in 0..<14 {
      driver.pager.turnWheel(0.4, isTouchpad: true, time: driver.clock.now)
      driver.run(0.01)
    }
    #expect(driver.pager.targetPage == 1)
    driver.run(0.15)
    for _ in 0..<3 { driver.pager.turnWheel(0.4, isTouchpad: true, time: driver.clock.now) }
    #expect(driver.pager.targetPage == 2)
  }

  @Test func firstAndLastSupportedWeekCanBeReached() {
    let weeks = DayPaging(.week)
    var driver = PagerDriver(weeks.page(containing: Day.latest) - 3, in: weeks.pages)
    for _ in 0..<5 { driver.flick() }
    driver.runToRest()
    #expect(weeks.days(ofPage: driver.pager.page).contains(Day.latest))
    driver.pager.turn(to: weeks.page(containing: Day.earliest))
    driver.runToRest()
    #expect(weeks.days(ofPage: driver.pager.page).contains(Day.earliest))
  }
}

@Suite struct PagePositionTests {
  @Test func positionIsAPageAndAFraction() {
    #expect(PagePosition(3, offset: 0.25).page == 3)
    #expect(PagePosition(3, offset: -0.25).page == 2)
    #expect(PagePosition(3, offset: -0.25).fraction == 0.75)
    #expect(PagePosition(-3, offset: 2) == PagePosition(-1))
    #expect(PagePosition(3, offset: -1e-30) == PagePosition(3))
    #expect(PagePosition(3, offset: 0.25).nearestPage == 3)
    #expect(PagePosition(3, offset: -0.25).nearestPage == 3)
    #expect(PagePosition(104_249, offset: -0.000_000_1).nearestPage == 104_249)
    #expect(PagePosition(3, offset: 0.25).distance(to: 4) == 0.75)
  }
}

@Suite struct SwipeAxisTests {
  private func axis(_ dx: Double, _ dy: Double) -> SwipeAxisDetector.Axis? {
    var detector = SwipeAxisDetector(start: Point(x: 10, y: 20))
    detector.track(Point(x: 10 + dx, y: 20 + dy))
    return detector.axis
  }

  @Test func axisIsDecidedByTheFirstEightPixels() {
    #expect(axis(7.9, 0) == nil && axis(5, -5) == nil)
    #expect(axis(-9, 0) == .horizontal && axis(0, 9) == .vertical)
    #expect(axis(10, 8) == .horizontal && axis(10, 8.5) == .vertical)
    // About 35 degrees from the horizontal.
    #expect(axis(-8.2, 5.75) == .horizontal)
  }

  @Test func axisDoesNotChangeOnceDecided() {
    var detector = SwipeAxisDetector(start: Point(x: 0, y: 0))
    detector.track(Point(x: 9, y: 0))
    detector.track(Point(x: 9, y: 300))
    #expect(detector.axis == .horizontal)
  }
}
