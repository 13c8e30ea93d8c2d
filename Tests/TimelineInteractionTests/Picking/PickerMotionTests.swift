import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

/// A wheel of minutes that a finger turns, with items of 40 px in a viewport of 200 px.
private struct PickerDriver {
  var picker: PickerMotion
  var clock = ManualClock()
  var commits: [Int] = []
  var highlights: [Int] = []
  /// The finger's position in px.
  var finger = 100.0

  init(count: Int = 60, isCyclic: Bool = false, at position: Double = 30, isMotionReduced: Bool = false) {
    let track = PickerTrack(count: count, isCyclic: isCyclic, itemExtent: 40, viewportLength: 200)
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

  mutating func runFrames(_ count: Int) {
    for _ in 0..<count { apply(picker.tick(time: clock.nextFrame())) }
  }

  mutating func runToRest() {
    var count = 0
    while picker.isMoving, count < 3_000 {
      runFrames(1)
      count += 1
    }
    #expect(!picker.isMoving)
  }
}

@Suite struct PickerMotionTests {
  @Test func flickCommitsOnceAtRest() {
    var driver = PickerDriver()
    driver.flick(by: -120)
    #expect(driver.picker.isMoving)
    driver.runFrames(3)
    #expect(driver.commits.isEmpty)
    #expect(!driver.highlights.isEmpty, "the highlight did not change during the motion")
    driver.runToRest()
    #expect(driver.commits.count == 1)
    #expect(driver.commits.first == driver.picker.selectedItem)
    #expect(driver.commits[0] > 33)
    #expect(driver.highlights == Array(31...driver.commits[0]), "an item was skipped or highlighted twice")
  }

  @Test func slowDragRestsOnTheNearestItem() {
    for (travel, item) in [(-46.0, 31), (-64, 31), (46, 29), (-20, 30), (20, 30), (-86, 32)] {
      var driver = PickerDriver()
      driver.press()
      driver.drag(by: travel, frames: 60)
      driver.runFrames(20)
      driver.release()
      driver.runToRest()
      #expect(driver.picker.selectedItem == item, "\(travel)")
      #expect(driver.commits == (item == 30 ? [] : [item]))
    }
  }

  @Test func touchStopsTheMotionAndStillCommits() {
    for frame in 1...60 {
      var driver = PickerDriver()
      driver.flick(by: -150)
      driver.runFrames(frame)
      guard driver.picker.isMoving else { continue }
      let stoppedPosition = driver.picker.position
      driver.press(at: 180)
      driver.runFrames(5)
      #expect(driver.picker.position == stoppedPosition, "the wheel did not stay under the finger")
      driver.release()
      driver.runToRest()
      #expect(driver.commits == [Int(stoppedPosition.rounded())], "the tap selected a different item")
    }
  }

  @Test func motionCanBeStoppedInAnyFrame() {
    for frame in 0...80 {
      var driver = PickerDriver()
      driver.flick(by: -150)
      driver.runFrames(frame)
      let positionBefore = driver.picker.position
      driver.press()
      #expect(abs(driver.picker.position - positionBefore) < 1e-9)
      driver.drag(by: 8)
      #expect(driver.picker.position == positionBefore, "the wheel moved within the threshold")
      driver.drag(by: 40)
      #expect(
        abs(driver.picker.position - (positionBefore - 1)) < 1e-9,
        "the wheel did not follow the finger one to one")
      driver.runFrames(20)
      driver.release()
      driver.runToRest()
      #expect(driver.picker.selectedItem == Int(driver.picker.position))
    }
  }

  @Test func tapCentersAnotherItem() {
    var driver = PickerDriver()
    driver.press(at: 181)
    driver.release()
    driver.runToRest()
    #expect(driver.commits == [32])
    driver.press(at: 100)
    driver.release()
    #expect(driver.commits == [32], "a tap on the center changed the item")
  }

  @Test func eachDetentTurnsOneItemAndDetentsAddUp() {
    var driver = PickerDriver()
    for _ in 0..<5 {
      driver.apply(driver.picker.turnWheel(1, time: driver.clock.now))
      driver.runFrames(2)
    }
    driver.runToRest()
    #expect(driver.commits == [35])
    for _ in 0..<8 { driver.apply(driver.picker.turnWheel(-0.25, time: driver.clock.now)) }
    driver.runToRest()
    #expect(driver.commits == [35, 33])
  }

  @Test func keysStepAndGoToTheEnds() {
    var driver = PickerDriver()
    driver.apply(driver.picker.step(by: 5, time: driver.clock.now))
    driver.apply(driver.picker.step(by: -1, time: driver.clock.now))
    driver.runToRest()
    driver.apply(driver.picker.go(to: 59, time: driver.clock.now))
    driver.runToRest()
    driver.apply(driver.picker.step(by: 5, time: driver.clock.now))
    driver.runToRest()
    #expect(driver.commits == [34, 59])
  }

  @Test func cyclicWheelTurnsTheShorterWay() {
    var driver = PickerDriver(isCyclic: true, at: 58)
    driver.apply(driver.picker.go(to: 1, time: driver.clock.now))
    driver.runToRest()
    #expect(driver.picker.position == 61)
    driver.apply(driver.picker.step(by: -3, time: driver.clock.now))
    driver.runToRest()
    #expect(driver.commits == [1, 58])
  }

  @Test func valueBetweenItemsStaysUntilTheUserTurnsTheWheel() {
    var driver = PickerDriver(count: 12, at: 1.4)
    driver.picker.resize(itemExtent: 50, viewportLength: 300)
    driver.runFrames(10)
    #expect(driver.picker.position == 1.4)
    #expect(driver.picker.selectedItem == nil)
    driver.press()
    driver.apply(driver.picker.cancel(time: driver.clock.now))
    driver.runToRest()
    #expect(driver.picker.position == 1.4)
    #expect(driver.commits.isEmpty)
    driver.apply(driver.picker.step(by: 1, time: driver.clock.now))
    driver.runToRest()
    #expect(driver.commits == [2])
  }

  @Test func resizeKeepsThePositionAtRestInMotionAndWhileHeld() {
    var driver = PickerDriver()
    driver.picker.resize(itemExtent: 80, viewportLength: 400)
    #expect(driver.picker.position == 30)
    driver.flick(by: -300)
    driver.runFrames(4)
    let movingPosition = driver.picker.position
    driver.picker.resize(itemExtent: 40, viewportLength: 200)
    #expect(driver.picker.position == movingPosition)
    driver.press()
    driver.drag(by: -60)
    let heldPosition = driver.picker.position
    driver.picker.resize(itemExtent: 20, viewportLength: 200)
    driver.apply(driver.picker.drag(to: driver.finger, time: driver.clock.nextFrame()))
    #expect(driver.picker.position == heldPosition)
    driver.drag(by: -20)
    #expect(abs(driver.picker.position - heldPosition - 1) < 1e-9)
    driver.release()
    driver.runToRest()
    #expect(driver.commits.count == 1)
  }

  @Test func cancelReturnsToTheItemAndCommitsNothing() {
    var driver = PickerDriver()
    driver.press()
    driver.drag(by: -150)
    driver.apply(driver.picker.cancel(time: driver.clock.now))
    driver.runToRest()
    #expect(driver.picker.position == 30)
    #expect(driver.commits.isEmpty)
  }

  @Test func dragBeyondAnEndIsResistedAndReturns() {
    var driver = PickerDriver(count: 5, at: 0)
    driver.press()
    driver.drag(by: 88)
    #expect(driver.picker.position < -0.5 && driver.picker.position > -1)
    driver.release()
    driver.runFrames(2)
    let returningPosition = driver.picker.position
    driver.press()
    driver.drag(by: 8.01)
    #expect(
      abs(driver.picker.position - returningPosition) < 0.01, "the wheel jumped when grabbed beyond its end")
    driver.release()
    driver.runToRest()
    #expect(driver.picker.position == 0)
    #expect(driver.commits.isEmpty)
  }

  @Test func reducedMotionEndsAFlickAtOnce() {
    var driver = PickerDriver(isMotionReduced: true)
    driver.flick(by: -120)
    #expect(!driver.picker.isMoving)
    #expect(driver.commits.count == 1)
  }

  @Test func externalChangeIsRejectedWhileHeld() {
    var driver = PickerDriver()
    driver.press()
    let isAcceptedWhileHeld = driver.picker.jump(to: 3)
    #expect(!isAcceptedWhileHeld)
    driver.release()
    driver.runToRest()
    let isAcceptedAtRest = driver.picker.jump(to: 3)
    #expect(isAcceptedAtRest)
    #expect(driver.picker.selectedItem == 3)
    #expect(driver.commits.isEmpty)
  }

  @Test func touchpadNeverTaps() {
    var driver = PickerDriver()
    driver.apply(driver.picker.press(.touchpad, at: 180, time: driver.clock.now))
    driver.apply(driver.picker.release(time: driver.clock.nextFrame()))
    driver.runToRest()
    #expect(driver.picker.selectedItem == 30)
  }

  @Test func repeatedFlicksAlwaysEndOnAnItem() {
    var random = SeededRandom(seed: 11)
    for isCyclic in [false, true] {
      var driver = PickerDriver(isCyclic: isCyclic)
      for _ in 0..<400 {
        driver.press(at: random.between(0, 200))
        driver.drag(by: random.between(-400, 400), frames: 1 + random.below(9))
        if random.below(8) == 0 {
          driver.apply(driver.picker.cancel(time: driver.clock.now))
        } else {
          driver.release()
        }
        driver.runFrames(random.below(50))
        if random.below(5) == 0 {
          driver.apply(driver.picker.step(by: random.below(7) - 3, time: driver.clock.now))
        }
      }
      driver.runToRest()
      #expect(driver.picker.position == driver.picker.position.rounded())
      #expect(driver.picker.selectedItem == driver.picker.centeredItem)
      #expect(driver.commits.last == driver.picker.selectedItem)
    }
  }
}
