import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

/// Random swipes, keys and wheels, with an interruption at any time.
@Suite struct PagerPropertyTests {
  @Test(arguments: 0..<10)
  func twoHundredRandomSwipesWithInterruptionsRestOnWholePages(seed: UInt64) {
    var random = SeededRandom(seed: TestExtent.seed(seed))
    var hand = PagerDriver(rate: [60.0, 144][Int(seed % 2)])
    hand.pager.isRightToLeft = seed.isMultiple(of: 3)
    for _ in 0..<TestExtent.rounds(200) {
      let origin = hand.pager.targetPage
      hand.touch(x: random.between(0, 900))
      hand.move(by: random.between(-400, 400), in: random.between(0.01, 0.5))
      if random.below(3) == 0 { hand.move(by: random.between(-400, 400), in: random.between(0.01, 0.5)) }
      if random.below(4) == 0 { hand.run(random.between(0, 0.3)) }
      if random.below(6) == 0 { hand.pager.cancel() } else { hand.letGo() }
      #expect(abs(hand.pager.targetPage - origin) <= 1)
      if random.below(2) == 0 {
        hand.run(random.between(0, 0.3))
      } else {
        hand.rest()
        #expect(hand.pager.position == PagePosition(hand.pager.targetPage))
      }
    }
    hand.rest()
    #expect(hand.pager.position == PagePosition(hand.pager.targetPage) && !hand.pager.isMoving)
  }

  @Test(arguments: 0..<10)
  func aHundredThousandRandomEventsNeverBreakTheInvariants(seed: UInt64) {
    var walk = Walk(seed: seed)
    for event in 0..<TestExtent.rounds(10_000, core: 10_000) {
      if let violation = walk.step() {
        Issue.record("seed \(seed), event \(event): \(violation)")
        return
      }
    }
    // The walk must have been somewhere, else it shows nothing.
    #expect(walk.kinds.count == 8 && walk.rests > 20 && walk.visited.count > 30)
  }

  private struct Walk {
    var random: SeededRandom
    var hand: PagerDriver
    var kinds: Set<Int> = []
    var visited: Set<Int> = []
    var rests = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: TestExtent.seed(seed))
      hand = PagerDriver(
        width: [360.0, 900, 2_400][Int(seed % 3)], rate: [30.0, 60, 144, 240][Int(seed % 4)], in: -40...40)
      hand.pager.isRightToLeft = seed.isMultiple(of: 2)
    }

    /// Something happens; returns what is wrong then.
    mutating func step() -> String? {
      let (before, held) = (hand.pager, hand.pager.isHeld)
      let kind = act()
      kinds.insert(kind)
      let (pager, position) = (hand.pager, hand.pager.position)
      if position.distance(to: -40) > 0 || position.distance(to: 40) < 0 { return "beyond the end" }
      if !(0..<1).contains(position.fraction) { return "no fraction: \(position)" }
      if abs(pager.page - pager.targetPage) > Int(Feel.longestPageFlight) { return "far from its target" }
      if !pager.isMoving, !pager.isHeld, position != PagePosition(pager.targetPage) { return "rests between" }
      if held, pager.isHeld, pager.targetPage != before.targetPage { return "another target in the hand" }
      // Only frames and fingers move what is shown, unless a far page is come to from beside it.
      let step = position.distance(to: 0) - before.position.distance(to: 0)
      let isNear = abs(before.position.distance(to: pager.targetPage)) < Feel.longestPageFlight
      if (2...6).contains(kind), isNear, abs(step) > 1e-9 { return "leaps by event \(kind)" }
      visited.insert(pager.page)
      return nil
    }

    private mutating func act() -> Int {
      let now = hand.clock.now
      switch random.below(100) {
      case 0..<50:
        hand.tick(stretch: random.below(50) == 0 ? 30 : random.between(0.6, 1.4))
        return 0
      case 50..<75:
        hand.move(by: random.between(-200, 200), in: random.between(0.005, 0.03))
        return 1
      case 75..<83:
        hand.touch(x: random.between(0, 900), isTouchpad: random.below(4) == 0)
        return 2
      case 83..<90:
        hand.letGo()
        return 3
      case 90..<92:
        hand.pager.cancel()
        return 4
      case 92..<95:
        hand.pager.turn(by: random.below(3) - 1)
        return 5
      case 95..<98:
        hand.pager.wheel(
          random.between(-1.5, 1.5), isSideways: random.below(2) == 0, isTouchpad: random.below(2) == 0,
          time: now)
        return 6
      case 98:
        let page = random.below(100) - 50
        if random.below(2) == 0 { hand.pager.jump(to: page) } else { hand.pager.go(to: page) }
        return 7
      default:
        hand.rest()
        if !hand.pager.isHeld { rests += 1 }
        return 0
      }
    }
  }
}
