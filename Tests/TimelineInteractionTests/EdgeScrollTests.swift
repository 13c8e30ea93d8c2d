import Testing

@testable import TimelineInteraction

/// Scrolls with typical values: a viewport 720 px tall at 64 px/h, with edge zones of 72 px and a speed of 896 px/s
/// at the edge.
private struct ScrollDriver {
  var scroll = EdgeScroll(pointerY: 360)
  var surroundings: EdgeScroll.Surroundings
  /// The distances and durations of the frames of the last `run`, in px and seconds.
  var frames: [(travel: Double, dt: Double)] = []
  var maximumSpeed: Double { surroundings.speeds.upperBound }
  /// The distance scrolled by the last `run`, in px.
  var traveled: Double { frames.reduce(0) { $0 + $1.travel } }

  init(
    pointerY: Double = 720, scroll: Double = 50_000, scrollMax: Double = 100_000, height: Double = 720,
    isTouch: Bool = false, scale: Double = 1
  ) {
    surroundings = EdgeScroll.Surroundings(
      pointerY: pointerY, scroll: scroll, scrollMax: scrollMax, viewportHeight: height,
      speeds: EdgeScroll.speeds(pixelsPerHour: 64),
      isTouch: isTouch, scale: scale)
  }

  /// Lets `seconds` pass at the given frame rate. The factors in `jitter` scale the frame durations in turn.
  mutating func run(_ seconds: Double, hertz: Double = 60, jitter: [Double] = [1]) {
    frames = []
    var elapsed = 0.0
    while elapsed < seconds - 1e-9 {
      let dt = min(jitter[frames.count % jitter.count] / hertz, seconds - elapsed)
      let scrollBefore = surroundings.scroll
      surroundings.scroll = scroll.advance(dt, in: surroundings)
      frames.append((surroundings.scroll - scrollBefore, dt))
      elapsed += dt
    }
  }
}

private let jitter = [1.4, 0.6, 1.1, 0.75, 1.25, 0.9, 0.62, 1.38]

@Suite struct EdgeScrollTests {
  @Test(arguments: [30.0, 60, 75, 120, 144, 240])
  func distancePerSecondDoesNotDependOnTheFrameRate(hertz: Double) {
    for jitter in [[1.0], jitter] {
      var driver = ScrollDriver()
      driver.run(1, hertz: hertz, jitter: jitter)
      // A user would not notice a difference of half a percent; the numerical integration is ten times as accurate.
      #expect(abs(driver.traveled - 645.1) <= 645.1 * 0.0005)
    }
  }

  @Test(arguments: [640.0, 655, 690, 719, 740, 860, 2_000])
  func distanceIsTheSameAtEveryFrameRateForEveryPosition(pointerY: Double) {
    let distances = [30.0, 60, 75, 120, 144, 240].flatMap { hertz in
      [[1.0], jitter].map { jitter in
        var driver = ScrollDriver(pointerY: pointerY)
        driver.run(1, hertz: hertz, jitter: jitter)
        return driver.traveled
      }
    }
    let (minimum, maximum) = (distances.min() ?? 0, distances.max() ?? 0)
    #expect(maximum - minimum <= maximum * 0.001)
    #expect((maximum > 0) == (pointerY > 648))
  }

  @Test func motionlessFingerKeepsScrolling() {
    var driver = ScrollDriver(pointerY: 700)
    driver.run(3)
    #expect(driver.frames.dropFirst().allSatisfy { $0.travel > 0 })
    #expect(driver.traveled > 1_000)
  }

  @Test func scrollingUpMirrorsScrollingDown() {
    var (up, down) = (ScrollDriver(pointerY: 11), ScrollDriver(pointerY: 709))
    up.run(1)
    down.run(1)
    #expect(abs(up.traveled + down.traveled) < 1e-9)
    #expect(up.scroll.direction == .up && down.scroll.direction == .down)
  }

  @Test func speedIncreasesGradually() {
    // The worst case is a pointer that jumps from the zone's border to far outside the viewport.
    for startY in [649.0, 720] {
      var driver = ScrollDriver(pointerY: startY)
      var lastVelocity = 0.0
      for frame in 0..<120 {
        if frame == 60 { driver.surroundings.pointerY = 900 }
        driver.surroundings.scroll = driver.scroll.advance(1.0 / 60, in: driver.surroundings)
        #expect(driver.scroll.velocity - lastVelocity <= 0.2 * driver.maximumSpeed)
        #expect(driver.scroll.velocity >= lastVelocity)
        lastVelocity = driver.scroll.velocity
      }
      #expect(abs(lastVelocity - 1.5 * driver.maximumSpeed) < 1)
    }
  }

  @Test func firstFrameAfterTheLiftDoesNotScroll() {
    var driver = ScrollDriver()
    #expect(driver.scroll.advance(0, in: driver.surroundings) == driver.surroundings.scroll)
    #expect(driver.scroll.velocity == 0)
  }

  @Test func longFrameDoesNotCauseAJump() {
    var (stalled, steady) = (ScrollDriver(), ScrollDriver())
    stalled.run(1)
    steady.run(1)
    let stalledTravel = stalled.scroll.advance(3, in: stalled.surroundings) - stalled.surroundings.scroll
    let steadyTravel = steady.scroll.advance(0.05, in: steady.surroundings) - steady.surroundings.scroll
    #expect(stalledTravel == steadyTravel)
  }

  @Test func distanceOfAFrameIsItsVelocityTimesItsDuration() {
    var driver = ScrollDriver()
    for stretch in jitter + jitter {
      let dt = stretch / 60
      let scrollBefore = driver.surroundings.scroll
      driver.surroundings.scroll = driver.scroll.advance(dt, in: driver.surroundings)
      #expect(abs(driver.surroundings.scroll - scrollBefore - driver.scroll.frameVelocity * dt) < 1e-9)
    }
  }

  @Test func liftingInsideTheZoneDoesNotScroll() {
    var driver = ScrollDriver(pointerY: 712)
    driver.scroll.restart(pointerY: 712)
    driver.run(1)
    #expect(driver.traveled == 0)
    driver.surroundings.pointerY = 719
    driver.run(1)
    #expect(driver.traveled == 0, "a movement of 7 px started the scrolling")
    driver.surroundings.pointerY = 720
    driver.run(1)
    #expect(driver.traveled > 100)
  }

  @Test func approachingTheEdgeAgainBetweenTwoFramesStartsScrolling() {
    var driver = ScrollDriver(pointerY: 712)
    driver.scroll.restart(pointerY: 712)
    driver.scroll.track(pointerY: 690)
    driver.run(1)
    #expect(driver.traveled > 100)
  }

  @Test(arguments: [1, 1.5, 2, 3])
  func scrollingStopsAtTheEndWithoutJitter(scale: Double) {
    var driver = ScrollDriver(pointerY: 750, scroll: 2_800, scrollMax: 3_000, scale: scale)
    driver.run(1)
    #expect(driver.surroundings.scroll == 3_000)
    #expect(driver.scroll.velocity == 0 && driver.scroll.isAtEnd)
    // A GtkAdjustment may round its value to a device pixel.
    driver.surroundings.scroll = 3_000 - 0.4 / scale
    driver.run(1)
    #expect(driver.frames.dropFirst().allSatisfy { $0.travel == 0 })
  }

  @Test func scrollingReachesTheTop() {
    var driver = ScrollDriver(pointerY: 3, scroll: 500.37, scrollMax: 3_000)
    driver.run(2)
    #expect(driver.surroundings.scroll == 0)
  }

  @Test func scrollingResumesWhenTheContentGrows() {
    var driver = ScrollDriver(pointerY: 750, scroll: 2_950, scrollMax: 3_000)
    driver.run(1)
    driver.surroundings.scrollMax = 3_500
    driver.run(0.1)
    #expect(driver.traveled > 0)
    #expect(driver.traveled < 20, "scrolling did not restart from zero speed")
    driver.run(2)
    #expect(driver.surroundings.scroll == 3_500)
  }

  @Test func scrollingResumesAfterAnExternalScroll() {
    var driver = ScrollDriver(pointerY: 750, scroll: 2_950, scrollMax: 3_000)
    driver.run(1)
    driver.surroundings.scroll = 2_000
    driver.run(2)
    #expect(driver.surroundings.scroll == 3_000)
  }

  @Test func contentThatFitsIntoTheViewportDoesNotScroll() {
    var driver = ScrollDriver(pointerY: 750, scroll: 0, scrollMax: 0)
    driver.run(1)
    #expect(driver.surroundings.scroll == 0 && driver.scroll.isAtEnd)
  }

  @Test func changingDirectionRestartsTheRamp() {
    var driver = ScrollDriver(pointerY: 720)
    driver.run(1)
    driver.surroundings.pointerY = 0
    driver.run(0.15)
    #expect(driver.scroll.velocity < 0)
    #expect(driver.scroll.velocity > -0.3 * driver.maximumSpeed)
    driver.run(1)
    #expect(driver.scroll.velocity < -0.98 * driver.maximumSpeed)
  }

  @Test func rampIsKeptForAShortTimeOutsideTheZone() {
    for (pause, isKept) in [(0.1, true), (0.2, false)] {
      var driver = ScrollDriver()
      driver.run(1)
      driver.surroundings.pointerY = 360
      driver.run(pause)
      driver.surroundings.pointerY = 720
      driver.run(0.1)
      #expect((driver.scroll.velocity > 0.5 * driver.maximumSpeed) == isKept)
    }
  }

  @Test func crossingTheViewportsEdgeDoesNotRestartTheRamp() {
    var driver = ScrollDriver(pointerY: 719)
    driver.run(1)
    for y in [721.0, 718, 725, 719] {
      let velocityBefore = driver.scroll.velocity
      driver.surroundings.pointerY = y
      driver.run(0.05)
      #expect(driver.scroll.velocity > 0.9 * velocityBefore)
    }
  }

  @Test(arguments: [655.0, 700, 720, 760, 2_000])
  func leavingTheZoneStopsScrollingWithin16PixelsAnd120Milliseconds(from: Double) {
    for hertz in [60.0, 144, 240] {
      var driver = ScrollDriver(pointerY: from)
      driver.run(2)
      driver.surroundings.pointerY = 600
      driver.run(0.2, hertz: hertz)
      #expect(driver.traveled <= 16)
      #expect(driver.scroll.velocity == 0)
      var elapsed = 0.0
      for frame in driver.frames where frame.travel != 0 { elapsed += frame.dt }
      #expect(elapsed <= 0.12)
    }
  }

  @Test func zonesNeverMeetInASmallViewport() {
    for height in [40.0, 100, 200, 300] {
      #expect(EdgeScroll.zoneHeight(viewportHeight: height, isTouch: true) <= height / 4)
      var driver = ScrollDriver(pointerY: height / 2, height: height)
      driver.scroll.track(pointerY: 0)
      driver.scroll.track(pointerY: height)
      driver.run(1)
      #expect(driver.traveled == 0)
    }
  }

  @Test func zoneIsTallerForTouch() {
    #expect(EdgeScroll.zoneHeight(viewportHeight: 720, isTouch: false) == 72)
    #expect(EdgeScroll.zoneHeight(viewportHeight: 720, isTouch: true) == 88)
    #expect(EdgeScroll.zoneHeight(viewportHeight: 400, isTouch: false) == 44)
    var driver = ScrollDriver(pointerY: 640, isTouch: true)
    driver.run(1)
    #expect(driver.traveled > 10)
  }

  @Test func maximumSpeedDependsOnTheZoomWithinLimits() {
    #expect(EdgeScroll.speeds(pixelsPerHour: 40) == 40...600)
    #expect(EdgeScroll.speeds(pixelsPerHour: 64) == 40...896)
    #expect(EdgeScroll.speeds(pixelsPerHour: 320) == 40...1_200)
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
    #expect(motion.remainingFraction(after: 0) == 1)
    #expect(motion.remainingFraction(after: 0.199) < 0.01)
    #expect(motion.remainingFraction(after: 0.2) == 0)
    let distances = (0...100).map { motion.remainingFraction(after: Double($0) * 0.002) }
    #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 > $1 }, "the event overshot its target")
    #expect(DropMotion(isMotionReduced: true).remainingFraction(after: 0) == 0)
  }
}
