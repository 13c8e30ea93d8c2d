import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

private let minuteTrack = PickerTrack(count: 60, itemExtent: 40, viewportLength: 200)

/// The glide of a picker that is released at a random position and speed.
private func randomGlide(_ random: inout SeededRandom) -> (glide: PickerGlide, velocity: Double) {
  let position = random.between(0, 59)
  let velocity = random.between(-120, 120)
  let end = Double(minuteTrack.restingIndex(from: position, velocity: velocity, origin: position))
  return (
    PickerGlide(from: position, to: end, velocity: velocity, on: minuteTrack, isMotionReduced: false),
    velocity
  )
}

@Suite struct PickerGlideTests {
  @Test func glideEndsExactlyOnTheItem() {
    var random = SeededRandom(seed: 1)
    for _ in 0..<1_000 {
      let (glide, _) = randomGlide(&random)
      #expect(abs(glide.position(after: 0) - glide.start) < 1e-9)
      #expect(glide.position(after: glide.duration) == glide.end)
      #expect(glide.end == glide.end.rounded())
      let lastPosition = glide.position(after: glide.duration * 0.999_999)
      #expect(abs(lastPosition - glide.end) < 0.002, "the glide ended with a jump")
      #expect(glide.duration < 3)
    }
  }

  @Test func glideContinuesAtTheSpeedOfTheFinger() {
    var random = SeededRandom(seed: 2)
    var checkedCount = 0
    for _ in 0..<1_000 {
      let (glide, velocity) = randomGlide(&random)
      guard glide.end != 0, glide.end != 59, abs(velocity) > 5 else { continue }
      checkedCount += 1
      let step = 1e-6
      let speed = (glide.position(after: step) - glide.start) / step
      #expect(abs(speed - velocity) < abs(velocity) * 0.001 + 0.01)
      #expect(abs(glide.velocity(after: 0) - velocity) < 1e-6)
    }
    #expect(checkedCount > 200)
  }

  @Test func glideNeverReversesOrOvershoots() {
    var random = SeededRandom(seed: 3)
    for _ in 0..<500 {
      let (glide, _) = randomGlide(&random)
      guard abs(glide.end - glide.start) > 0.5 else { continue }
      let direction = glide.end > glide.start ? 1.0 : -1
      var previousPosition = glide.start
      for step in 1...400 {
        let position = glide.position(after: glide.duration * Double(step) / 400)
        #expect((position - previousPosition) * direction >= -1e-9)
        #expect((glide.end - position) * direction >= -1e-9)
        previousPosition = position
      }
    }
  }

  @Test func velocityIsTheDerivativeOfThePosition() {
    var random = SeededRandom(seed: 4)
    for _ in 0..<200 {
      let (glide, _) = randomGlide(&random)
      for fraction in [0.1, 0.4, 0.8] {
        let time = glide.duration * fraction
        let slope = (glide.position(after: time + 1e-6) - glide.position(after: time - 1e-6)) / 2e-6
        #expect(abs(slope - glide.velocity(after: time)) < 0.02)
      }
    }
  }

  @Test(arguments: [30.0, 60, 75, 120, 144, 240])
  func flickIsTheSameAtEveryFrameRate(hertz: Double) {
    var clock = ManualClock(rate: hertz)
    var picker = PickerMotion(minuteTrack, at: 30)
    let start = clock.now
    _ = picker.press(at: 100, time: start)
    for step in 1...4 { _ = picker.drag(to: 100 - Double(step) * 20, time: start + Double(step) * 0.02) }
    _ = picker.release(time: start + 0.08)
    let glide = PickerGlide(from: 31.8, to: 44, velocity: 25, on: minuteTrack, isMotionReduced: false)
    var frame = 0
    while picker.isMoving, frame < 2_000 {
      let now = clock.nextFrame(stretch: frame % 2 == 0 ? 1.4 : 0.6)
      guard now > start + 0.08 else { continue }
      _ = picker.tick(time: now)
      #expect(abs(picker.position - glide.position(after: now - start - 0.08)) < 1e-9)
      frame += 1
    }
    #expect(picker.selectedItem == 44)
  }

  @Test func distantTargetIsReachedWithoutAJump() {
    let track = PickerTrack(count: 10_000, itemExtent: 40, viewportLength: 200)
    let glide = PickerGlide(from: 0, to: 9_999, velocity: 0, on: track, isMotionReduced: false)
    #expect(glide.duration < 1)
    #expect(abs(glide.position(after: glide.duration - 1e-9) - 9_999) < 0.002)
  }
}
