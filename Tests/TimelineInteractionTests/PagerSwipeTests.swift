import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

private let rates = [30.0, 60, 75, 120, 144, 240]

/// Swipes by finger and touchpad: how pages follow, and where they come to rest.
@Suite struct PagerSwipeTests {
  @Test func pagesFollowTheFingerOneToOne() {
    var driver = PagerDriver()
    driver.touch()
    driver.move(by: -9, in: 0.05)
    #expect(
      abs(driver.pager.position.distance(to: 0) * 900 + 1) < 1e-9,
      "the pages jumped when the finger passed the slop")
    driver.move(by: 1, in: 0.05)
    for x in stride(from: 0.0, through: 700, by: 35) {
      driver.move(by: -35, in: 0.02)
      #expect(abs(driver.pager.position.distance(to: 0) * 900 + x + 35) < 1e-9)
    }
    driver.move(by: 600, in: 0.1)
    #expect(abs(driver.pager.position.distance(to: 0) * 900 + 135) < 1e-9)
  }

  @Test func touchpadHasNoSlop() {
    var driver = PagerDriver()
    driver.touch(isTouchpad: true)
    driver.move(by: -3, in: 0.02)
    #expect(abs(driver.pager.position.distance(to: 0) * 900 + 3) < 1e-9)
  }

  @Test func tapDoesNotMoveThePages() {
    var driver = PagerDriver(7)
    driver.touch()
    #expect(!driver.pager.isMoving)
    driver.run(0.1)
    driver.release()
    #expect(driver.pager.position == PagePosition(7) && !driver.pager.isMoving)
  }

  @Test(arguments: rates)
  func tenRapidFlicksTurnTenPages(rate: Double) {
    for dx in [-120.0, 120] {
      var driver = PagerDriver(rate: rate)
      for _ in 0..<10 {
        driver.flick(by: dx)
        driver.run(0.04)
      }
      driver.runToRest()
      #expect(driver.pager.position == PagePosition(dx < 0 ? 10 : -10))
    }
  }

  @Test func flicksWithoutFramesBetweenThemAddUp() {
    var driver = PagerDriver()
    for _ in 0..<10 { driver.flick(by: -60, in: 0.017) }
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(10))
  }

  @Test func touchStopsTheMotionAndADragCanTurnBack() {
    var driver = PagerDriver()
    driver.flick()
    driver.run(0.05)
    driver.touch()
    let stoppedPosition = driver.pager.position
    #expect(stoppedPosition.fraction > 0.1 && stoppedPosition.fraction < 0.9)
    driver.run(0.5)
    #expect(driver.pager.position == stoppedPosition, "the page did not stay under the finger")
    driver.move(by: 250, in: 0.4)
    driver.run(0.2)
    driver.release()
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(0))
  }

  @Test func motionContinuesAfterATouchWithoutTravel() {
    var driver = PagerDriver()
    driver.flick()
    driver.run(0.05)
    driver.touch()
    driver.run(0.2)
    driver.release()
    #expect(driver.pager.isMoving)
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(1))
  }

  @Test func canceledDragReturnsToItsPage() {
    var driver = PagerDriver()
    driver.touch()
    driver.move(by: -500, in: 0.1)
    driver.pager.cancel()
    #expect(driver.pager.isMoving && !driver.pager.isHeld)
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(0))
  }

  @Test func flickAgainstTheDragReturnsToItsPage() {
    for sign in [-1.0, 1] {
      var driver = PagerDriver()
      driver.touch()
      driver.move(by: sign * 500, in: 0.5)
      driver.move(by: sign * -100, in: 0.15)
      driver.release()
      driver.runToRest()
      #expect(driver.pager.position == PagePosition(0))
    }
  }

  @Test(arguments: [(900.0, 200.0), (600, 150), (320, 100)])
  func slowDragTurnsThePageBeyondAboutAQuarterOfItsWidth(width: Double, threshold: Double) {
    for (travel, expectedPage) in [(threshold - 2, 0), (threshold + 2, 1)] {
      for sign in [-1.0, 1] {
        var driver = PagerDriver(width: width)
        driver.touch()
        driver.move(by: sign * travel, in: 2)
        driver.release()
        driver.runToRest()
        #expect(driver.pager.position == PagePosition(sign < 0 ? expectedPage : -expectedPage))
      }
    }
  }

  @Test func flickIsRecognizedByItsFinalSpeed() {
    // A slow drag of 60 px would not turn the page. A flick on a touchpad needs twice the speed of one on a
    // touchscreen.
    for (speed, isTouchpad, page) in [
      (290.0, false, 0), (310, false, 1), (500, true, 0), (590, true, 0), (610, true, 1),
    ] {
      var driver = PagerDriver()
      driver.touch(isTouchpad: isTouchpad)
      driver.move(by: -60, in: 60 / speed)
      driver.release()
      driver.runToRest()
      #expect(driver.pager.position == PagePosition(page), "\(speed) px/s")
    }
  }

  @Test func dragWithAPauseBeforeTheReleaseIsNotAFlick() {
    var driver = PagerDriver()
    driver.touch()
    driver.move(by: -120, in: 0.06)
    driver.run(0.16)
    driver.release()
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(0))
  }

  @Test func flickReportedInASingleEventTurnsThePage() {
    for (travel, delay, expectedPage) in [
      (-150.0, 0.0, 1), (-150, 0.004, 1), (150, 0.004, -1), (-60, 0.2, 0), (-40, 0, 0),
    ] {
      var pager = Pager(page: 0, in: -100...100)
      pager.press(atX: 500, time: 1, width: 900)
      pager.drag(toX: 500 + travel, time: 1.19)
      pager.release(time: 1.19 + delay)
      #expect(pager.targetPage == expectedPage, "\(travel) px, released \(delay) s later")
    }
  }

  @Test func swipeTurnsAtMostOnePage() {
    for dx in [-4_000.0, 4_000] {
      var driver = PagerDriver()
      driver.flick(by: dx)
      driver.runToRest()
      #expect(driver.pager.position == PagePosition(dx < 0 ? 1 : -1))
      #expect(driver.frames.allSatisfy { abs($0.distance(to: 0)) <= 1 })
    }
  }

  @Test func rightToLeftMirrorsLeftToRight() {
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed))
      var (driver, mirrored) = (PagerDriver(), PagerDriver())
      mirrored.pager.isRightToLeft = true
      for _ in 0..<20 {
        let (dx, time, pause) = (
          random.between(-300, 300), random.between(0.02, 0.4), random.between(0, 0.3)
        )
        driver.flick(by: dx, in: time)
        mirrored.flick(by: -dx, in: time)
        driver.run(pause)
        mirrored.run(pause)
      }
      #expect(
        zip(driver.frames, mirrored.frames).allSatisfy { abs($0.distance(to: 0) - $1.distance(to: 0)) < 1e-6 }
      )
      #expect(driver.pager.targetPage == mirrored.pager.targetPage)
    }
  }

  @Test func nothingIsShownBeyondTheEnds() {
    var driver = PagerDriver(in: 0...2)
    driver.touch()
    driver.move(by: 500, in: 0.1)
    #expect(driver.pager.position == PagePosition(0))
    driver.release()
    driver.runToRest()
    for _ in 0..<5 { driver.flick(by: -500) }
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(2))
    #expect(driver.frames.allSatisfy { $0.distance(to: 0) <= 0 && $0.distance(to: 2) >= 0 })
  }

  @Test func singlePageDoesNotMove() {
    var driver = PagerDriver(5, in: 5...5)
    driver.flick()
    driver.pager.turn(by: 1)
    driver.run(0.5)
    #expect(driver.frames.allSatisfy { $0 == PagePosition(5) })
  }
}
