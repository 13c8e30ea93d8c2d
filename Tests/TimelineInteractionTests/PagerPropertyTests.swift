import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

/// Random swipes, keys and wheel input, interrupted at any time.
@Suite struct PagerPropertyTests {
  @Test(arguments: 0..<10)
  func randomSwipesWithInterruptionsEndOnWholePages(seed: UInt64) {
    var random = SeededRandom(seed: TestExtent.seed(seed))
    var driver = PagerDriver(rate: [60.0, 144][Int(seed % 2)])
    driver.pager.isRightToLeft = seed.isMultiple(of: 3)
    for _ in 0..<TestExtent.count(200) {
      let startPage = driver.pager.targetPage
      driver.touch(x: random.between(0, 900))
      driver.move(by: random.between(-400, 400), in: random.between(0.01, 0.5))
      if random.below(3) == 0 { driver.move(by: random.between(-400, 400), in: random.between(0.01, 0.5)) }
      if random.below(4) == 0 { driver.run(random.between(0, 0.3)) }
      if random.below(6) == 0 { driver.pager.cancel() } else { driver.release() }
      #expect(abs(driver.pager.targetPage - startPage) <= 1)
      if random.below(2) == 0 {
        driver.run(random.between(0, 0.3))
      } else {
        driver.runToRest()
        #expect(driver.pager.position == PagePosition(driver.pager.targetPage))
      }
    }
    driver.runToRest()
    #expect(driver.pager.position == PagePosition(driver.pager.targetPage) && !driver.pager.isMoving)
  }

  @Test(arguments: 0..<10)
  func randomInputNeverBreaksTheInvariants(seed: UInt64) {
    var walk = RandomWalk(seed: seed)
    for event in 0..<TestExtent.count(10_000, quick: 10_000) {
      if let violation = walk.step() {
        Issue.record("seed \(seed), event \(event): \(violation)")
        return
      }
    }
    // Without enough coverage, the test would prove nothing.
    #expect(walk.inputKinds.count == 8 && walk.restCount > 20 && walk.visitedPages.count > 30)
  }

  private struct RandomWalk {
    var random: SeededRandom
    var driver: PagerDriver
    var inputKinds: Set<Int> = []
    var visitedPages: Set<Int> = []
    var restCount = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: TestExtent.seed(seed))
      driver = PagerDriver(
        width: [360.0, 900, 2_400][Int(seed % 3)], rate: [30.0, 60, 144, 240][Int(seed % 4)], in: -40...40)
      driver.pager.isRightToLeft = seed.isMultiple(of: 2)
    }

    /// Performs a random input and returns the violated invariant, if any.
    mutating func step() -> String? {
      let (pagerBefore, wasHeld) = (driver.pager, driver.pager.isHeld)
      let kind = performRandomInput()
      inputKinds.insert(kind)
      let (pager, position) = (driver.pager, driver.pager.position)
      if position.distance(to: -40) > 0 || position.distance(to: 40) < 0 {
        return "the position is beyond an end"
      }
      if !(0..<1).contains(position.fraction) { return "the position has an invalid fraction: \(position)" }
      if abs(pager.page - pager.targetPage) > Int(Feel.maximumAnimatedPages) {
        return "the page is too far from its target"
      }
      if !pager.isMoving, !pager.isHeld, position != PagePosition(pager.targetPage) {
        return "the pager rests between two pages"
      }
      if wasHeld, pager.isHeld, pager.targetPage != pagerBefore.targetPage {
        return "the target changes while held"
      }
      // Only frames and fingers move the pages, except for the jump to the neighbor of a distant page.
      let step = position.distance(to: 0) - pagerBefore.position.distance(to: 0)
      let isNear = abs(pagerBefore.position.distance(to: pager.targetPage)) < Feel.maximumAnimatedPages
      if (2...6).contains(kind), isNear, abs(step) > 1e-9 {
        return "the position jumps because of input \(kind)"
      }
      visitedPages.insert(pager.page)
      return nil
    }

    /// Performs a random input and returns the number of its kind: 0 for a frame, 1 for a movement, 2 for a touch,
    /// 3 for a release, 4 for a cancellation, 5 for a turn, 6 for the wheel and 7 for a jump.
    private mutating func performRandomInput() -> Int {
      let now = driver.clock.now
      switch random.below(100) {
      case 0..<50:
        driver.tick(stretch: random.below(50) == 0 ? 30 : random.between(0.6, 1.4))
        return 0
      case 50..<75:
        driver.move(by: random.between(-200, 200), in: random.between(0.005, 0.03))
        return 1
      case 75..<83:
        driver.touch(x: random.between(0, 900), isTouchpad: random.below(4) == 0)
        return 2
      case 83..<90:
        driver.release()
        return 3
      case 90..<92:
        driver.pager.cancel()
        return 4
      case 92..<95:
        driver.pager.turn(by: random.below(3) - 1)
        return 5
      case 95..<98:
        driver.pager.turnWheel(
          random.between(-1.5, 1.5), isSideways: random.below(2) == 0, isTouchpad: random.below(2) == 0,
          time: now)
        return 6
      case 98:
        let page = random.below(100) - 50
        if random.below(2) == 0 { driver.pager.jump(to: page) } else { driver.pager.turn(to: page) }
        return 7
      default:
        driver.runToRest()
        if !driver.pager.isHeld { restCount += 1 }
        return 0
      }
    }
  }
}
