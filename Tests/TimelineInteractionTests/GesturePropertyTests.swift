import CalendarModel
import InteractionTestSupport
import TestExtent
import Testing
import TimelineInteraction

/// Whatever happens in whatever order: the machine never gets stuck, the held edge never leaves the pointer, and a
/// cancel restores exactly. `GestureDriver` watches the invariants in every step.
@Suite struct GesturePropertyTests {
  private static let events = 1_000_000
  private static let parts = 4
  private static let samples = [
    occurrence("9:00", "10:00"), occurrence("9:07", "9:57"), occurrence("14:00", "14:15"),
    occurrence("2:00", "22:00"), occurrence("22:30", "26:00"), occurrence("-2:00", "1:30"),
    occurrence("12:00", "12:00"),
  ]

  /// One walk, with what must hold beyond the driver's own watch.
  private struct Walk {
    var random: SeededRandom
    var hand: GestureDriver
    /// What was shown when the event lifted was lifted.
    var home: TimelineViewport?
    var counts: [String: Int] = [:]
    /// How many events there were so far.
    var events = 0

    init(seed: UInt64) {
      random = SeededRandom(seed: seed)
      let days = seed.isMultiple(of: 2) ? 1 : 7
      hand = GestureDriver(
        hour: [40.0, 80, 192, 320][Int(seed / 2 % 4)], height: [180.0, 720][Int(seed / 8 % 2)],
        width: days == 1 ? 420 : 900, days: days, isRightToLeft: seed.isMultiple(of: 3))
      hand.clock.rate = [60.0, 144][Int(seed % 2)]
    }

    /// Somewhere in the viewport or around it.
    mutating func point() -> Point {
      Point(
        x: random.between(-60, hand.viewport.width + 60), y: random.between(-200, hand.viewport.height + 200)
      )
    }

    mutating func step() {
      let wasLifted = hand.shown != nil
      let before = hand.viewport
      let name = act()
      counts[name, default: 0] += 1
      events += 1
      if !wasLifted, hand.shown != nil { home = before }
      if name == "cancel", wasLifted { expectRestored() }
      if name == "all up" { expectIdle() }
    }

    private mutating func act() -> String {
      switch random.below(100) {
      case 0..<8:
        let sample = GesturePropertyTests.samples[random.below(GesturePropertyTests.samples.count)]
        let part = [EventPart.body, .start, .end][random.below(3)]
        if random.below(16) == 0, hand.gesture.phase == .idle { hand.pickUp(sample, at: point()) }
        let isEmpty = random.below(4) == 0
        hand.press(
          at: point(), on: isEmpty ? nil : sample, part: part,
          by: random.below(2) == 0 ? .mouse : .touch, selected: random.below(4) == 0,
          refusal: random.below(12) == 0 ? .repeating : nil,
          empty: random.below(12) == 0 ? nil : emptyTime(barTop: random.below(6) == 0 ? -28 : nil))
        return "press"
      case 8..<12:
        hand.longPress()
        return "long press"
      case 12..<40:
        hand.isFine = random.below(10) == 0
        if random.below(4) == 0 {
          let to = point()
          hand.move(toY: to.y, x: to.x)
        } else {
          hand.move(by: random.between(-20, 20), dx: random.between(-20, 20))
        }
        return "move"
      case 40..<88:
        // Mostly a frame; now and then the pointer rests for a while, at an edge perhaps.
        let frames = random.below(60) == 0 ? 120 : 1
        for _ in 0..<frames { hand.tick(stretch: random.below(50) == 0 ? 20 : random.between(0.6, 1.4)) }
        events += frames - 1
        return "tick"
      case 88..<92:
        hand.scroll(by: random.between(-90, 90))
        return "wheel"
      case 92:
        resize()
        return "resize"
      case 93..<95:
        hand.secondFinger()
        return "second finger"
      case 95:
        hand.cancel(CancelTests.reasons[random.below(CancelTests.reasons.count)])
        return "cancel"
      default:
        hand.release()
        return "all up"
      }
    }

    /// A window of another height; as a host does, the offset stays within the sheet.
    private mutating func resize() {
      let height = random.between(120, 900)
      home = nil
      hand.change {
        $0.height = height
        $0.scrollMax = $0.axis.scrollMax(viewportHeight: height)
        $0.scroll = min($0.scroll, $0.scrollMax)
      }
    }

    private func expectRestored() {
      #expect(hand.shown == nil && hand.dwell == nil)
      guard let home else { return }
      #expect(hand.viewport == home)
    }

    private func expectIdle() {
      #expect(hand.gesture.phase == .idle && hand.shown == nil)
    }
  }

  @Test(arguments: 0..<parts)
  func aMillionRandomEventsNeverBreakTheInvariants(part: Int) {
    var kinds: Set<String> = []
    var (events, lifts, commits, pages, made) = (0, 0, 0, 0, 0)
    for seed in 0..<16 {
      var walk = Walk(seed: UInt64(part * 16 + seed))
      while walk.events < GesturePropertyTests.events / GesturePropertyTests.parts / 16 {
        let was = walk.hand.shown == nil
        walk.step()
        if was, walk.hand.shown != nil { lifts += 1 }
        if let violation = walk.hand.violation {
          Issue.record("part \(part), seed \(seed): \(violation)")
          return
        }
      }
      events += walk.events
      commits += walk.hand.commits.count
      pages += walk.hand.pages.count
      made += walk.hand.created.count
      kinds.formUnion(walk.counts.keys)
    }
    // The walk must have been somewhere, else it shows nothing.
    #expect(events >= GesturePropertyTests.events / GesturePropertyTests.parts)
    #expect(kinds.count == 9)
    #expect(lifts > 1_000)
    #expect(commits > 200)
    #expect(made > 100)
    #expect(pages > 30)
  }
}
