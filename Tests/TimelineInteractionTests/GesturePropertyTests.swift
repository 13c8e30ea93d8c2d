import CalendarModel
import InteractionTestSupport
import TestExtent
import Testing
import TimelineInteraction

/// Random input in any order: the state machine never gets stuck, the held edge never leaves the pointer, and
/// canceling restores everything exactly. `GestureDriver` checks the invariants after every step.
@Suite struct GesturePropertyTests {
  private static let eventCount = 1_000_000
  private static let batchCount = 4
  private static let samples = [
    occurrence("9:00", "10:00"), occurrence("9:07", "9:57"), occurrence("14:00", "14:15"),
    occurrence("2:00", "22:00"), occurrence("22:30", "26:00"), occurrence("-2:00", "1:30"),
    occurrence("12:00", "12:00"),
  ]

  /// A random walk that adds its own checks to those of the driver.
  private struct RandomWalk {
    var random: SeededRandom
    var driver: GestureDriver
    /// The viewport when the current event was lifted.
    var viewportAtLift: HoursSurface?
    var actionCounts: [String: Int] = [:]
    /// The number of input events so far.
    var eventCount = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      let days = seed.isMultiple(of: 2) ? 1 : 7
      driver = GestureDriver(
        pixelsPerHour: [40.0, 80, 192, 320][Int(seed / 2 % 4)], height: [180.0, 720][Int(seed / 8 % 2)],
        width: days == 1 ? 420 : 900, days: days, isRightToLeft: seed.isMultiple(of: 3))
      driver.clock.rate = [60.0, 144][Int(seed % 2)]
    }

    /// A random point in or around the viewport.
    mutating func point() -> Point {
      Point(
        x: random.between(-60, driver.viewport.width + 60),
        y: random.between(-200, driver.viewport.height + 200)
      )
    }

    mutating func step() {
      let wasLifted = driver.shownEvent != nil
      let viewportBefore = driver.viewport
      let name = performRandomAction()
      actionCounts[name, default: 0] += 1
      eventCount += 1
      if !wasLifted, driver.shownEvent != nil { viewportAtLift = viewportBefore }
      if name == "cancel", wasLifted { expectRestored() }
      if name == "release" { expectIdle() }
    }

    /// Performs a random action and returns its name.
    private mutating func performRandomAction() -> String {
      switch random.below(100) {
      case 0..<8:
        let sample = GesturePropertyTests.samples[random.below(GesturePropertyTests.samples.count)]
        let part = [EventPart.body, .start, .end][random.below(3)]
        if random.below(16) == 0, driver.gesture.phase == .idle { driver.pickUp(sample, at: point()) }
        let isOnEmptyTime = random.below(4) == 0
        driver.press(
          at: point(), on: isOnEmptyTime ? nil : sample, part: part,
          by: random.below(2) == 0 ? .mouse : .touch, isSelected: random.below(4) == 0,
          refusal: random.below(12) == 0 ? .unreadableRepetition : nil,
          emptyTime: random.below(12) == 0 ? nil : emptyTime(barTop: random.below(6) == 0 ? -28 : nil))
        return "press"
      case 8..<12:
        driver.longPress()
        return "long press"
      case 12..<40:
        driver.isFineSnapping = random.below(10) == 0
        if random.below(4) == 0 {
          let destination = point()
          driver.move(toY: destination.y, x: destination.x)
        } else {
          driver.move(by: random.between(-20, 20), dx: random.between(-20, 20))
        }
        return "move"
      case 40..<88:
        // Usually, one frame passes; sometimes, many do, so the pointer dwells, perhaps at an edge.
        let frames = random.below(60) == 0 ? 120 : 1
        for _ in 0..<frames { driver.tick(stretch: random.below(50) == 0 ? 20 : random.between(0.6, 1.4)) }
        eventCount += frames - 1
        return "tick"
      case 88..<92:
        driver.scroll(by: random.between(-90, 90))
        return "wheel"
      case 92:
        resize()
        return "resize"
      case 95:
        driver.cancel(CancelTests.reasons[random.below(CancelTests.reasons.count)])
        return "cancel"
      default:
        driver.release()
        return "release"
      }
    }

    /// Changes the window's height and, like the timeline view, keeps the scroll offset within its limits.
    private mutating func resize() {
      let height = random.between(120, 900)
      viewportAtLift = nil
      driver.change {
        $0.height = height
        $0.scrollMax = $0.axis.scrollMax(viewportHeight: height)
        $0.scroll = min($0.scroll, $0.scrollMax)
      }
    }

    private func expectRestored() {
      #expect(driver.shownEvent == nil && driver.dwell == nil)
      guard let viewportAtLift else { return }
      #expect(driver.viewport == viewportAtLift)
    }

    private func expectIdle() {
      #expect(driver.gesture.phase == .idle && driver.shownEvent == nil)
    }
  }

  @Test(arguments: 0..<batchCount)
  func randomInputNeverBreaksTheInvariants(batch: Int) {
    var actionNames: Set<String> = []
    var (eventCount, liftCount, commitCount, pageCount, createdCount) = (0, 0, 0, 0, 0)
    for seed in 0..<16 {
      var walk = RandomWalk(seed: UInt64(batch * 16 + seed))
      while walk.eventCount < GesturePropertyTests.eventCount / GesturePropertyTests.batchCount / 16 {
        let wasIdle = walk.driver.shownEvent == nil
        walk.step()
        if wasIdle, walk.driver.shownEvent != nil { liftCount += 1 }
        if let violation = walk.driver.violation {
          Issue.record("batch \(batch), seed \(seed): \(violation)")
          return
        }
      }
      eventCount += walk.eventCount
      commitCount += walk.driver.commits.count
      pageCount += walk.driver.pages.count
      createdCount += walk.driver.createdEvents.count
      actionNames.formUnion(walk.actionCounts.keys)
    }
    // Without enough coverage, the test would prove nothing.
    #expect(eventCount >= GesturePropertyTests.eventCount / GesturePropertyTests.batchCount)
    #expect(actionNames.count == 8)
    #expect(liftCount > 1_000)
    #expect(commitCount > 200)
    #expect(createdCount > 100)
    #expect(pageCount > 30)
  }
}
