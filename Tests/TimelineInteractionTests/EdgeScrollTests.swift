import Testing

@testable import TimelineInteraction

/// The design's example: a viewport of 720 px at 64 px/h has zones of 72 px and scrolls at 896 px/s at its edge.
private struct ScrollRig {
  var scroll = EdgeScroll(pointerY: 360)
  var surroundings: EdgeScroll.Surroundings
  var frames: [(travel: Double, dt: Double)] = []
  var maximumSpeed: Double { EdgeScroll.maximumSpeed(pixelsPerHour: surroundings.pixelsPerHour) }
  var traveled: Double { frames.reduce(0) { $0 + $1.travel } }

  init(
    pointerY: Double = 720, scroll: Double = 50_000, scrollMax: Double = 100_000, height: Double = 720,
    touch: Bool = false, scale: Double = 1
  ) {
    surroundings = EdgeScroll.Surroundings(
      pointerY: pointerY, scroll: scroll, scrollMax: scrollMax, viewportHeight: height, pixelsPerHour: 64,
      isTouch: touch, scale: scale)
  }

  /// Lets `seconds` pass at the given frame rate; the jitter factors scale the frame durations in turn.
  mutating func run(_ seconds: Double, hertz: Double = 60, jitter: [Double] = [1]) {
    frames = []
    var elapsed = 0.0
    while elapsed < seconds - 1e-9 {
      let dt = min(jitter[frames.count % jitter.count] / hertz, seconds - elapsed)
      let before = surroundings.scroll
      surroundings.scroll = scroll.advance(dt, in: surroundings)
      frames.append((surroundings.scroll - before, dt))
      elapsed += dt
    }
  }
}

private let jitter = [1.4, 0.6, 1.1, 0.75, 1.25, 0.9, 0.62, 1.38]

@Suite struct EdgeScrollTests {
  @Test(arguments: [30.0, 60, 75, 120, 144, 240])
  func distancePerSecondDoesNotDependOnTheFrameRate(hertz: Double) {
    for jitter in [[1.0], jitter] {
      var rig = ScrollRig()
      rig.run(1, hertz: hertz, jitter: jitter)
      // The design allows half a percent; the numerical integration is ten times more accurate.
      #expect(abs(rig.traveled - 645.1) <= 645.1 * 0.0005)
    }
  }

  @Test(arguments: [640.0, 655, 690, 719, 740, 860, 2_000])
  func distanceIsTheSameAtEveryFrameRateForEveryPosition(pointerY: Double) {
    let distances = [30.0, 60, 75, 120, 144, 240].flatMap { hertz in
      [[1.0], jitter].map { jitter in
        var rig = ScrollRig(pointerY: pointerY)
        rig.run(1, hertz: hertz, jitter: jitter)
        return rig.traveled
      }
    }
    let (minimum, maximum) = (distances.min() ?? 0, distances.max() ?? 0)
    #expect(maximum - minimum <= maximum * 0.001)
    #expect((maximum > 0) == (pointerY > 648))
  }

  @Test func motionlessFingerKeepsScrolling() {
    var rig = ScrollRig(pointerY: 700)
    rig.run(3)
    #expect(rig.frames.dropFirst().allSatisfy { $0.travel > 0 })
    #expect(rig.traveled > 1_000)
  }

  @Test func scrollingUpMirrorsScrollingDown() {
    var (up, down) = (ScrollRig(pointerY: 11), ScrollRig(pointerY: 709))
    up.run(1)
    down.run(1)
    #expect(abs(up.traveled + down.traveled) < 1e-9)
    #expect(up.scroll.direction == .up && down.scroll.direction == .down)
  }

  @Test func speedIncreasesGradually() {
    // The worst case is a pointer that jumps from the zone's border to far outside the viewport.
    for first in [649.0, 720] {
      var rig = ScrollRig(pointerY: first)
      var last = 0.0
      for frame in 0..<120 {
        if frame == 60 { rig.surroundings.pointerY = 900 }
        rig.surroundings.scroll = rig.scroll.advance(1.0 / 60, in: rig.surroundings)
        #expect(rig.scroll.velocity - last <= 0.2 * rig.maximumSpeed)
        #expect(rig.scroll.velocity >= last)
        last = rig.scroll.velocity
      }
      #expect(abs(last - 1.5 * rig.maximumSpeed) < 1)
    }
  }

  @Test func firstFrameAfterTheLiftDoesNotScroll() {
    var rig = ScrollRig()
    #expect(rig.scroll.advance(0, in: rig.surroundings) == rig.surroundings.scroll)
    #expect(rig.scroll.velocity == 0)
  }

  @Test func longFrameDoesNotCauseAJump() {
    var (stalled, steady) = (ScrollRig(), ScrollRig())
    stalled.run(1)
    steady.run(1)
    let stalledTravel = stalled.scroll.advance(3, in: stalled.surroundings) - stalled.surroundings.scroll
    let steadyTravel = steady.scroll.advance(0.05, in: steady.surroundings) - steady.surroundings.scroll
    #expect(stalledTravel == steadyTravel)
  }

  @Test func distanceOfAFrameIsItsVelocityTimesItsDuration() {
    var rig = ScrollRig()
    for stretch in jitter + jitter {
      let dt = stretch / 60
      let before = rig.surroundings.scroll
      rig.surroundings.scroll = rig.scroll.advance(dt, in: rig.surroundings)
      #expect(abs(rig.surroundings.scroll - before - rig.scroll.frameVelocity * dt) < 1e-9)
    }
  }

  @Test func liftingInsideTheZoneDoesNotScroll() {
    var rig = ScrollRig(pointerY: 712)
    rig.scroll.restart(pointerY: 712)
    rig.run(1)
    #expect(rig.traveled == 0)
    rig.surroundings.pointerY = 719
    rig.run(1)
    #expect(rig.traveled == 0, "7 px started the scrolling")
    rig.surroundings.pointerY = 720
    rig.run(1)
    #expect(rig.traveled > 100)
  }

  @Test func leavingTheZoneBetweenTwoFramesEnablesScrolling() {
    var rig = ScrollRig(pointerY: 712)
    rig.scroll.restart(pointerY: 712)
    rig.scroll.track(pointerY: 690)
    rig.run(1)
    #expect(rig.traveled > 100)
  }

  @Test(arguments: [1, 1.5, 2, 3])
  func scrollingStopsAtTheEndWithoutJitter(scale: Double) {
    var rig = ScrollRig(pointerY: 750, scroll: 2_800, scrollMax: 3_000, scale: scale)
    rig.run(1)
    #expect(rig.surroundings.scroll == 3_000)
    #expect(rig.scroll.velocity == 0 && rig.scroll.isAtEnd)
    // A GtkAdjustment may round its value to a device pixel.
    rig.surroundings.scroll = 3_000 - 0.4 / scale
    rig.run(1)
    #expect(rig.frames.dropFirst().allSatisfy { $0.travel == 0 })
  }

  @Test func scrollingReachesTheTop() {
    var rig = ScrollRig(pointerY: 3, scroll: 500.37, scrollMax: 3_000)
    rig.run(2)
    #expect(rig.surroundings.scroll == 0)
  }

  @Test func scrollingResumesWhenTheContentGrows() {
    var rig = ScrollRig(pointerY: 750, scroll: 2_950, scrollMax: 3_000)
    rig.run(1)
    rig.surroundings.scrollMax = 3_500
    rig.run(0.1)
    #expect(rig.traveled > 0)
    #expect(rig.traveled < 20, "scrolling did not restart from zero speed")
    rig.run(2)
    #expect(rig.surroundings.scroll == 3_500)
  }

  @Test func scrollingResumesAfterAnExternalScroll() {
    var rig = ScrollRig(pointerY: 750, scroll: 2_950, scrollMax: 3_000)
    rig.run(1)
    rig.surroundings.scroll = 2_000
    rig.run(2)
    #expect(rig.surroundings.scroll == 3_000)
  }

  @Test func sheetThatFitsIntoTheViewportDoesNotScroll() {
    var rig = ScrollRig(pointerY: 750, scroll: 0, scrollMax: 0)
    rig.run(1)
    #expect(rig.surroundings.scroll == 0 && rig.scroll.isAtEnd)
  }

  @Test func changingDirectionRestartsTheRamp() {
    var rig = ScrollRig(pointerY: 720)
    rig.run(1)
    rig.surroundings.pointerY = 0
    rig.run(0.15)
    #expect(rig.scroll.velocity < 0)
    #expect(rig.scroll.velocity > -0.3 * rig.maximumSpeed)
    rig.run(1)
    #expect(rig.scroll.velocity < -0.98 * rig.maximumSpeed)
  }

  @Test func rampIsKeptForAShortTimeOutsideTheZone() {
    for (pause, isKept) in [(0.1, true), (0.2, false)] {
      var rig = ScrollRig()
      rig.run(1)
      rig.surroundings.pointerY = 360
      rig.run(pause)
      rig.surroundings.pointerY = 720
      rig.run(0.1)
      #expect((rig.scroll.velocity > 0.5 * rig.maximumSpeed) == isKept)
    }
  }

  @Test func crossingTheViewportsEdgeDoesNotRestartTheRamp() {
    var rig = ScrollRig(pointerY: 719)
    rig.run(1)
    for y in [721.0, 718, 725, 719] {
      let before = rig.scroll.velocity
      rig.surroundings.pointerY = y
      rig.run(0.05)
      #expect(rig.scroll.velocity > 0.9 * before)
    }
  }

  @Test(arguments: [655.0, 700, 720, 760, 2_000])
  func leavingTheZoneStopsScrollingWithin16PixelsAnd120Milliseconds(from: Double) {
    for hertz in [60.0, 144, 240] {
      var rig = ScrollRig(pointerY: from)
      rig.run(2)
      rig.surroundings.pointerY = 600
      rig.run(0.2, hertz: hertz)
      #expect(rig.traveled <= 16)
      #expect(rig.scroll.velocity == 0)
      var elapsed = 0.0
      for frame in rig.frames where frame.travel != 0 { elapsed += frame.dt }
      #expect(elapsed <= 0.12)
    }
  }

  @Test func zonesNeverMeetInASmallViewport() {
    for height in [40.0, 100, 200, 300] {
      #expect(EdgeScroll.zoneHeight(viewportHeight: height, isTouch: true) <= height / 4)
      var rig = ScrollRig(pointerY: height / 2, height: height)
      rig.scroll.track(pointerY: 0)
      rig.scroll.track(pointerY: height)
      rig.run(1)
      #expect(rig.traveled == 0)
    }
  }

  @Test func zoneIsTallerForTouch() {
    #expect(EdgeScroll.zoneHeight(viewportHeight: 720, isTouch: false) == 72)
    #expect(EdgeScroll.zoneHeight(viewportHeight: 720, isTouch: true) == 88)
    #expect(EdgeScroll.zoneHeight(viewportHeight: 400, isTouch: false) == 44)
    var rig = ScrollRig(pointerY: 640, touch: true)
    rig.run(1)
    #expect(rig.traveled > 10)
  }

  @Test func maximumSpeedDependsOnTheZoomWithinLimits() {
    #expect(EdgeScroll.maximumSpeed(pixelsPerHour: 40) == 600)
    #expect(EdgeScroll.maximumSpeed(pixelsPerHour: 64) == 896)
    #expect(EdgeScroll.maximumSpeed(pixelsPerHour: 320) == 1_200)
  }
}

@Suite struct DecayTests {
  @Test func decayIsAccurateToABillionth() {
    // Reference values.
    let table = [
      (0.0, 1.0), (0.001, 0.999_000_499_833_375), (0.1, 0.904_837_418_035_960), (0.5, 0.606_530_659_712_633),
      (1, 0.367_879_441_171_442), (2, 0.135_335_283_236_613), (5, 0.006_737_946_999_085),
      (10, 0.000_045_399_929_762), (39, 0), (400, 0),
    ]
    for (x, value) in table { #expect(abs(exponentialDecay(x) - value) < 1e-9) }
  }

  @Test func dropAnimationEndsExactlyAtItsTarget() {
    let motion = DropMotion(isMotionReduced: false)
    #expect(motion.remaining(after: 0) == 1)
    #expect(motion.remaining(after: 0.199) < 0.01)
    #expect(motion.remaining(after: 0.2) == 0)
    let distances = (0...100).map { motion.remaining(after: Double($0) * 0.002) }
    #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 > $1 }, "the event overshot its target")
    #expect(DropMotion(isMotionReduced: true).remaining(after: 0) == 0)
  }
}
