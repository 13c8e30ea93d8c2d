import CalendarModel
import Testing

@testable import TimelineInteraction

/// The example: V = 720 px, 64 px/h.
struct Rig {
  var scroll = EdgeScroll(pointerY: 360)
  var place: EdgeScroll.Surroundings

  init(
    pointerY: Double = 720, scroll: Double = 0, scrollMax: Double = 100_000, height: Double = 720,
    hour: Double = 64
  ) {
    place = EdgeScroll.Surroundings(
      pointerY: pointerY, scroll: scroll, scrollMax: scrollMax, viewportHeight: height, pixelsPerHour: hour)
  }

  /// Lets that time pass in frames of that rate.
  mutating func run(_ seconds: Double, hertz: Double = 60, jitter: [Double] = [1]) {
    var elapsed = 0.0
    var frame = 0
    while elapsed < seconds - 1e-9 {
      let dt = min(jitter[frame % jitter.count] / hertz, seconds - elapsed)
      place.scroll = scroll.advance(dt, in: place)
      elapsed += dt
      frame += 1
    }
  }
}

@Suite struct EdgeScrollTests {
  @Test(arguments: [30.0, 60, 75, 120, 144, 240])
  func theDistanceOfASecondDoesNotDependOnTheFrameRate(hertz: Double) {
    var rig = Rig()
    rig.run(1, hertz: hertz)
    #expect(abs(rig.place.scroll - 645.1) < 645.1 * 0.005)
  }
}
