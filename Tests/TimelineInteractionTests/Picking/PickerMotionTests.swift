import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

/// A wheel of minutes that a finger turns; items of 40 px in a viewport of 200 px.
private struct PickerRig {
  var picker: PickerMotion
  var clock = ManualClock()
  var commits: [Int] = []
  var highlights: [Int] = []
  var finger = 100.0

  init(count: Int = 60, isCyclic: Bool = false, at position: Double = 30, isMotionReduced: Bool = false) {
    let track = PickerTrack(count: count, isCyclic: isCyclic, itemExtent: 40, viewport: 200)
    picker = PickerMotion(track, at: position, isMotionReduced: isMotionReduced)
  }

  mutating func apply(_ effects: [PickerEffect]) {
    for effect in effects {
      switch effect {
      case .highlight(let item): highlights.append(item)
      case .commit(let item):
        #expect(!picker.isMoving && !picker.isHeld && picker.position == picker.position.rounded())
        commits.append(item)
      }
    }
  }

  mutating func press(at coordinate: Double = 100) {
    finger = coordinate
    apply(picker.press(at: coordinate, time: clock.now))
  }

  /// Moves the finger by `travel` px over the given number of frames.
  mutating func drag(by travel: Double, frames: Int = 6) {
    for _ in 0..<frames {
      finger += travel / Double(frames)
      apply(picker.drag(to: finger, time: clock.nextFrame()))
    }
  }

  mutating func release() { apply(picker.release(time: clock.now)) }

  mutating func flick(by travel: Double) {
    press()
    drag(by: travel)
    release()
  }

  mutating func frames(_ count: Int) {
    for _ in 0..<count { apply(picker.tick(time: clock.nextFrame())) }
  }

  mutating func runToRest() {
    var count = 0
    while picker.isMoving, count < 3_000 {
      frames(1)
      count += 1
    }
    #expect(!picker.isMoving)
  }
}

@Suite struct PickerMotionTests {
  @Test func flickCommitsOnceAtRest() {
    var rig = PickerRig()
    rig.flick(by: -120)
    #expect(rig.picker.isMoving)
    rig.frames(3)
    #expect(rig.commits.isEmpty)
    #expect(!rig.highlights.isEmpty, "the highlight did not change during the motion")
    rig.runToRest()
    #expect(rig.commits.count == 1)
    #expect(rig.commits.first == rig.picker.picked)
    #expect(rig.commits[0] > 33)
    #expect(rig.highlights == Array(31...rig.commits[0]), "an item was skipped or highlighted twice")
  }

  @Test func slowDragRestsOnTheNearestItem() {
    for (travel, item) in [(-46.0, 31), (-64, 31), (46, 29), (-20, 30), (20, 30), (-86, 32)] {
      var rig = PickerRig()
      rig.press()
      rig.drag(by: travel, frames: 60)
      rig.frames(20)
      rig.release()
      rig.runToRest()
      #expect(rig.picker.picked == item, "\(travel)")
      #expect(rig.commits == (item == 30 ? [] : [item]))
    }
  }

  @Test func touchStopsTheMotionAndStillCommits() {
    for frame in 1...60 {
      var rig = PickerRig()
      rig.flick(by: -150)
      rig.frames(frame)
      guard rig.picker.isMoving else { continue }
      let stopped = rig.picker.position
      rig.press(at: 180)
      rig.frames(5)
      #expect(rig.picker.position == stopped, "the wheel did not stay under the finger")
      rig.release()
      rig.runToRest()
      #expect(rig.commits == [Int(stopped.rounded())], "the tap selected another item")
    }
  }

  @Test func motionCanBeStoppedInAnyFrame() {
    for frame in 0...80 {
      var rig = PickerRig()
      rig.flick(by: -150)
      rig.frames(frame)
      let before = rig.picker.position
      rig.press()
      #expect(abs(rig.picker.position - before) < 1e-9)
      rig.drag(by: 8)
      #expect(rig.picker.position == before, "the wheel moved within the threshold")
      rig.drag(by: 40)
      #expect(
        abs(rig.picker.position - (before - 1)) < 1e-9, "the wheel did not follow the finger one to one")
      rig.frames(20)
      rig.release()
      rig.runToRest()
      #expect(rig.picker.picked == Int(rig.picker.position))
    }
  }

  @Test func tapCentersAnotherItem() {
    var rig = PickerRig()
    rig.press(at: 181)
    rig.release()
    rig.runToRest()
    #expect(rig.commits == [32])
    rig.press(at: 100)
    rig.release()
    #expect(rig.commits == [32], "a tap on the center changed the item")
  }

  @Test func eachDetentTurnsOneItemAndDetentsAddUp() {
    var rig = PickerRig()
    for _ in 0..<5 {
      rig.apply(rig.picker.wheel(1, time: rig.clock.now))
      rig.frames(2)
    }
    rig.runToRest()
    #expect(rig.commits == [35])
    for _ in 0..<8 { rig.apply(rig.picker.wheel(-0.25, time: rig.clock.now)) }
    rig.runToRest()
    #expect(rig.commits == [35, 33])
  }

  @Test func keysStepAndGoToTheEnds() {
    var rig = PickerRig()
    rig.apply(rig.picker.step(by: 5, time: rig.clock.now))
    rig.apply(rig.picker.step(by: -1, time: rig.clock.now))
    rig.runToRest()
    rig.apply(rig.picker.go(to: 59, time: rig.clock.now))
    rig.runToRest()
    rig.apply(rig.picker.step(by: 5, time: rig.clock.now))
    rig.runToRest()
    #expect(rig.commits == [34, 59])
  }

  @Test func cyclicWheelTurnsTheShorterWay() {
    var rig = PickerRig(isCyclic: true, at: 58)
    rig.apply(rig.picker.go(to: 1, time: rig.clock.now))
    rig.runToRest()
    #expect(rig.picker.position == 61)
    rig.apply(rig.picker.step(by: -3, time: rig.clock.now))
    rig.runToRest()
    #expect(rig.commits == [1, 58])
  }

  @Test func valueBetweenItemsStaysUntilTheUserTurnsTheWheel() {
    var rig = PickerRig(count: 12, at: 1.4)
    rig.picker.resize(itemExtent: 50, viewport: 300)
    rig.frames(10)
    #expect(rig.picker.position == 1.4)
    #expect(rig.picker.picked == nil)
    rig.press()
    rig.apply(rig.picker.cancel(time: rig.clock.now))
    rig.runToRest()
    #expect(rig.picker.position == 1.4)
    #expect(rig.commits.isEmpty)
    rig.apply(rig.picker.step(by: 1, time: rig.clock.now))
    rig.runToRest()
    #expect(rig.commits == [2])
  }

  @Test func resizeKeepsThePositionAtRestInMotionAndWhileHeld() {
    var rig = PickerRig()
    rig.picker.resize(itemExtent: 80, viewport: 400)
    #expect(rig.picker.position == 30)
    rig.flick(by: -300)
    rig.frames(4)
    let moving = rig.picker.position
    rig.picker.resize(itemExtent: 40, viewport: 200)
    #expect(rig.picker.position == moving)
    rig.press()
    rig.drag(by: -60)
    let held = rig.picker.position
    rig.picker.resize(itemExtent: 20, viewport: 200)
    rig.apply(rig.picker.drag(to: rig.finger, time: rig.clock.nextFrame()))
    #expect(rig.picker.position == held)
    rig.drag(by: -20)
    #expect(abs(rig.picker.position - held - 1) < 1e-9)
    rig.release()
    rig.runToRest()
    #expect(rig.commits.count == 1)
  }

  @Test func cancelReturnsToTheItemAndCommitsNothing() {
    var rig = PickerRig()
    rig.press()
    rig.drag(by: -150)
    rig.apply(rig.picker.cancel(time: rig.clock.now))
    rig.runToRest()
    #expect(rig.picker.position == 30)
    #expect(rig.commits.isEmpty)
  }

  @Test func dragBeyondAnEndIsResistedAndReturns() {
    var rig = PickerRig(count: 5, at: 0)
    rig.press()
    rig.drag(by: 88)
    #expect(rig.picker.position < -0.5 && rig.picker.position > -1)
    rig.release()
    rig.frames(2)
    let returning = rig.picker.position
    rig.press()
    rig.drag(by: 8.01)
    #expect(abs(rig.picker.position - returning) < 0.01, "the wheel jumped when grabbed beyond its end")
    rig.release()
    rig.runToRest()
    #expect(rig.picker.position == 0)
    #expect(rig.commits.isEmpty)
  }

  @Test func reducedMotionEndsAFlickAtOnce() {
    var rig = PickerRig(isMotionReduced: true)
    rig.flick(by: -120)
    #expect(!rig.picker.isMoving)
    #expect(rig.commits.count == 1)
  }

  @Test func externalChangeIsRejectedWhileHeld() {
    var rig = PickerRig()
    rig.press()
    let isAcceptedWhileHeld = rig.picker.jump(to: 3)
    #expect(!isAcceptedWhileHeld)
    rig.release()
    rig.runToRest()
    let isAcceptedAtRest = rig.picker.jump(to: 3)
    #expect(isAcceptedAtRest)
    #expect(rig.picker.picked == 3)
    #expect(rig.commits.isEmpty)
  }

  @Test func touchpadNeverTaps() {
    var rig = PickerRig()
    rig.apply(rig.picker.press(.touchpad, at: 180, time: rig.clock.now))
    rig.apply(rig.picker.release(time: rig.clock.nextFrame()))
    rig.runToRest()
    #expect(rig.picker.picked == 30)
  }

  @Test func repeatedFlicksAlwaysEndOnAnItem() {
    var random = SeededRandom(seed: 11)
    for isCyclic in [false, true] {
      var rig = PickerRig(isCyclic: isCyclic)
      for _ in 0..<400 {
        rig.press(at: random.between(0, 200))
        rig.drag(by: random.between(-400, 400), frames: 1 + random.below(9))
        if random.below(8) == 0 { rig.apply(rig.picker.cancel(time: rig.clock.now)) } else { rig.release() }
        rig.frames(random.below(50))
        if random.below(5) == 0 { rig.apply(rig.picker.step(by: random.below(7) - 3, time: rig.clock.now)) }
      }
      rig.runToRest()
      #expect(rig.picker.position == rig.picker.position.rounded())
      #expect(rig.picker.picked == rig.picker.centered)
      #expect(rig.commits.last == rig.picker.picked)
    }
  }
}
