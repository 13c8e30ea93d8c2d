import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

private let rates = [30.0, 60, 75, 120, 144, 240]

/// Swiping by finger and touchpad: what is lifted, and where it goes when let go.
@Suite struct PagerSwipeTests {
  @Test func thePagesFollowTheFingerOneToOne() {
    var hand = PagerDriver()
    hand.touch()
    hand.move(by: -9, in: 0.05)
    #expect(abs(hand.pager.position.distance(to: 0) * 900 + 1) < 1e-9, "the slop is not seen as a leap")
    hand.move(by: 1, in: 0.05)
    for x in stride(from: 0.0, through: 700, by: 35) {
      hand.move(by: -35, in: 0.02)
      #expect(abs(hand.pager.position.distance(to: 0) * 900 + x + 35) < 1e-9)
    }
    hand.move(by: 600, in: 0.1)
    #expect(abs(hand.pager.position.distance(to: 0) * 900 + 135) < 1e-9)
  }

  @Test func aTouchpadHasNoSlop() {
    var hand = PagerDriver()
    hand.touch(isTouchpad: true)
    hand.move(by: -3, in: 0.02)
    #expect(abs(hand.pager.position.distance(to: 0) * 900 + 3) < 1e-9)
  }

  @Test func aTapLeavesThePagesAlone() {
    var hand = PagerDriver(7)
    hand.touch()
    #expect(!hand.pager.isMoving)
    hand.run(0.1)
    hand.letGo()
    #expect(hand.pager.position == PagePosition(7) && !hand.pager.isMoving)
  }

  @Test(arguments: rates)
  func tenRapidFlicksAreTenPages(rate: Double) {
    for dx in [-120.0, 120] {
      var hand = PagerDriver(rate: rate)
      for _ in 0..<10 {
        hand.flick(by: dx)
        hand.run(0.04)
      }
      hand.rest()
      #expect(hand.pager.position == PagePosition(dx < 0 ? 10 : -10))
    }
  }

  @Test func flicksWithoutAnyFrameBetweenThemAddUpToo() {
    var hand = PagerDriver()
    for _ in 0..<10 { hand.flick(by: -60, in: 0.017) }
    hand.rest()
    #expect(hand.pager.position == PagePosition(10))
  }

  @Test func aTouchStopsTheMotionAndTurnsBack() {
    var hand = PagerDriver()
    hand.flick()
    hand.run(0.05)
    hand.touch()
    let caught = hand.pager.position
    #expect(caught.fraction > 0.1 && caught.fraction < 0.9)
    hand.run(0.5)
    #expect(hand.pager.position == caught, "it stays under the finger")
    hand.move(by: 250, in: 0.4)
    hand.run(0.2)
    hand.letGo()
    hand.rest()
    #expect(hand.pager.position == PagePosition(0))
  }

  @Test func aTouchWithoutTravelGoesOnToWhereItWasGoing() {
    var hand = PagerDriver()
    hand.flick()
    hand.run(0.05)
    hand.touch()
    hand.run(0.2)
    hand.letGo()
    #expect(hand.pager.isMoving)
    hand.rest()
    #expect(hand.pager.position == PagePosition(1))
  }

  @Test func aDragThatIsTakenAwayGoesBack() {
    var hand = PagerDriver()
    hand.touch()
    hand.move(by: -500, in: 0.1)
    hand.pager.cancel()
    #expect(hand.pager.isMoving && !hand.pager.isHeld)
    hand.rest()
    #expect(hand.pager.position == PagePosition(0))
  }

  @Test func aFlickAgainstTheWayReturns() {
    for sign in [-1.0, 1] {
      var hand = PagerDriver()
      hand.touch()
      hand.move(by: sign * 500, in: 0.5)
      hand.move(by: sign * -100, in: 0.15)
      hand.letGo()
      hand.rest()
      #expect(hand.pager.position == PagePosition(0))
    }
  }

  @Test(arguments: [(900.0, 200.0), (600, 150), (320, 100)])
  func aSlowDragTurnsThePageFromAQuarterOfItsWidthWithinBounds(width: Double, enough: Double) {
    for (travel, turned) in [(enough - 2, 0), (enough + 2, 1)] {
      for sign in [-1.0, 1] {
        var hand = PagerDriver(width: width)
        hand.touch()
        hand.move(by: sign * travel, in: 2)
        hand.letGo()
        hand.rest()
        #expect(hand.pager.position == PagePosition(sign < 0 ? turned : -turned))
      }
    }
  }

  @Test func aFlickIsToldFromADragByItsSpeedAtTheEnd() {
    // 60 px are too few for a slow drag; a touchpad has to be twice as quick.
    for (speed, isTouchpad, page) in [
      (290.0, false, 0), (310, false, 1), (500, true, 0), (590, true, 0), (610, true, 1),
    ] {
      var hand = PagerDriver()
      hand.touch(isTouchpad: isTouchpad)
      hand.move(by: -60, in: 60 / speed)
      hand.letGo()
      hand.rest()
      #expect(hand.pager.position == PagePosition(page), "\(speed) px/s")
    }
  }

  @Test func aPauseBeforeTheReleaseIsNoFlick() {
    var hand = PagerDriver()
    hand.touch()
    hand.move(by: -120, in: 0.06)
    hand.run(0.16)
    hand.letGo()
    hand.rest()
    #expect(hand.pager.position == PagePosition(0))
  }

  @Test func aFlickThatASlowMachineTellsInOneEventTurnsToo() {
    for (travel, late, turned) in [
      (-150.0, 0.0, 1), (-150, 0.004, 1), (150, 0.004, -1), (-60, 0.2, 0), (-40, 0, 0),
    ] {
      var pager = Pager(page: 0, in: -100...100)
      pager.press(atX: 500, time: 1, width: 900)
      pager.drag(toX: 500 + travel, time: 1.19)
      pager.release(time: 1.19 + late)
      #expect(pager.targetPage == turned, "\(travel) px, let go \(late) s later")
    }
  }

  @Test func oneSwipeIsNeverMoreThanOnePage() {
    for dx in [-4_000.0, 4_000] {
      var hand = PagerDriver()
      hand.flick(by: dx)
      hand.rest()
      #expect(hand.pager.position == PagePosition(dx < 0 ? 1 : -1))
      #expect(hand.frames.allSatisfy { abs($0.distance(to: 0)) <= 1 })
    }
  }

  @Test func rightToLeftIsTheSameInAMirror() {
    for seed in 0..<20 {
      var random = SeededRandom(seed: UInt64(seed))
      var (hand, mirrored) = (PagerDriver(), PagerDriver())
      mirrored.pager.isRightToLeft = true
      for _ in 0..<20 {
        let (dx, time, pause) = (
          random.between(-300, 300), random.between(0.02, 0.4), random.between(0, 0.3)
        )
        hand.flick(by: dx, in: time)
        mirrored.flick(by: -dx, in: time)
        hand.run(pause)
        mirrored.run(pause)
      }
      #expect(
        zip(hand.frames, mirrored.frames).allSatisfy { abs($0.distance(to: 0) - $1.distance(to: 0)) < 1e-6 })
      #expect(hand.pager.targetPage == mirrored.pager.targetPage)
    }
  }

  @Test func nothingShowsBeyondTheEnds() {
    var hand = PagerDriver(in: 0...2)
    hand.touch()
    hand.move(by: 500, in: 0.1)
    #expect(hand.pager.position == PagePosition(0))
    hand.letGo()
    hand.rest()
    for _ in 0..<5 { hand.flick(by: -500) }
    hand.rest()
    #expect(hand.pager.position == PagePosition(2))
    #expect(hand.frames.allSatisfy { $0.distance(to: 0) <= 0 && $0.distance(to: 2) >= 0 })
  }

  @Test func aSinglePageStays() {
    var hand = PagerDriver(5, in: 5...5)
    hand.flick()
    hand.pager.turn(by: 1)
    hand.run(0.5)
    #expect(hand.frames.allSatisfy { $0 == PagePosition(5) })
  }
}
