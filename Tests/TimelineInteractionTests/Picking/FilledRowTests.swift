import InteractionTestSupport
import Testing

@testable import TimelineInteraction

/// A ribbon, with items of 40 px in a viewport of 200 px. At rest, a row that fits begins at the start, and a longer one
/// leaves no empty space at its ends.
private struct RibbonDriver {
  var picker: PickerMotion
  var clock = ManualClock()

  init(count: Int, at item: Int, isMotionReduced: Bool = false) {
    let track = PickerTrack(count: count, isFilled: true, itemExtent: 40, viewportLength: 200)
    picker = PickerMotion(track, at: Double(item), isMotionReduced: isMotionReduced)
  }

  func center(of item: Int) -> Double { picker.track.center(of: item, at: picker.position) }

  /// The empty space before the first item, in px.
  var spaceBefore: Double { center(of: 0) - 20 }
  /// The empty space after the last item, in px; negative if that item is out of view.
  var spaceAfter: Double { 200 - center(of: picker.track.count - 1) - 20 }
  var isSelectionVisible: Bool { (20...180).contains(center(of: picker.centeredItem)) }

  mutating func drag(from start: Double, by travel: Double) {
    _ = picker.press(at: start, time: clock.now)
    for frame in 1...10 {
      _ = picker.drag(to: start + travel * Double(frame) / 10, time: clock.nextFrame())
    }
  }

  mutating func tap(at coordinate: Double) {
    _ = picker.press(at: coordinate, time: clock.now)
    _ = picker.release(time: clock.nextFrame())
  }

  /// Runs until the row is at rest, and returns an item's center in each frame.
  mutating func runToRest(watching item: Int = 0) -> [Double] {
    var centers = [center(of: item)]
    while picker.isMoving, centers.count < 3_000 {
      _ = picker.tick(time: clock.nextFrame())
      centers.append(center(of: item))
    }
    #expect(!picker.isMoving)
    return centers
  }
}

@Suite struct FilledRowTests {
  @Test func rowThatFitsBeginsAtTheStart() {
    for count in 1...5 {
      for item in 0..<count {
        let driver = RibbonDriver(count: count, at: item)
        #expect(driver.spaceBefore == 0, "\(count) items, \(item) selected")
        #expect(driver.isSelectionVisible)
        #expect(driver.picker.track.visibleIndices(at: driver.picker.position) == 0..<count)
      }
    }
  }

  @Test func longRowLeavesNoSpaceAtItsEnds() {
    for item in 0..<20 {
      let driver = RibbonDriver(count: 20, at: item)
      #expect(driver.spaceBefore <= 0 && driver.spaceAfter <= 0, "item \(item)")
      #expect(driver.isSelectionVisible)
      if (2...17).contains(item) {
        #expect(driver.center(of: item) == 100, "item \(item) is not in the middle")
      }
    }
  }

  @Test func tapSelectsTheItemUnderThePointerAndARowThatFitsStaysInPlace() {
    var driver = RibbonDriver(count: 3, at: 0)
    driver.tap(at: 95)
    let centers = driver.runToRest()
    #expect(driver.picker.selectedItem == 2)
    #expect(centers.allSatisfy { abs($0 - 20) < 1e-9 }, "the row moved")
  }

  @Test func draggedItemStaysUnderThePointer() {
    for item in [0, 1, 10, 19] {
      var driver = RibbonDriver(count: 20, at: item)
      let centerBefore = driver.center(of: item)
      let travel = item < 10 ? -60.0 : 60
      driver.drag(from: 100, by: travel)
      let threshold = travel < 0 ? -Feel.dragThreshold : Feel.dragThreshold
      #expect(abs(driver.center(of: item) - (centerBefore + travel - threshold)) < 1e-9, "item \(item)")
    }
  }

  @Test func releasedRowFillsTheViewportAgainWithoutAJump() {
    for (count, item, travel) in [
      (3, 0, -50.0), (3, 2, 95), (20, 0, -90), (20, 19, 70), (20, 10, 330), (2, 1, -60),
    ] {
      var driver = RibbonDriver(count: count, at: item)
      driver.drag(from: 100, by: travel)
      _ = driver.picker.release(time: driver.clock.now)
      let centers = driver.runToRest(watching: item)
      let largestJump = zip(centers, centers.dropFirst()).map { abs($1 - $0) }.max() ?? 0
      #expect(largestJump < 60, "the row jumped by \(largestJump) px")
      #expect(
        driver.spaceBefore <= 1e-9 && (count <= 5 || driver.spaceAfter <= 1e-9),
        "\(count) items, \(item) dragged")
      #expect(driver.isSelectionVisible)
    }
  }

  @Test func rowCaughtInMotionStaysUnderThePointer() {
    var driver = RibbonDriver(count: 20, at: 0)
    driver.drag(from: 150, by: -120)
    _ = driver.picker.release(time: driver.clock.now)
    for _ in 0..<4 { _ = driver.picker.tick(time: driver.clock.nextFrame()) }
    #expect(driver.picker.isMoving)
    let caughtCenter = driver.center(of: 3)
    _ = driver.picker.press(at: 100, time: driver.clock.now)
    #expect(driver.center(of: 3) == caughtCenter)
    _ = driver.picker.drag(to: 101, time: driver.clock.nextFrame())
    #expect(driver.center(of: 3) == caughtCenter, "the row moved within the threshold")
    _ = driver.picker.release(time: driver.clock.now)
    _ = driver.runToRest()
    #expect(driver.spaceBefore <= 0 && driver.isSelectionVisible)
  }

  @Test func reducedMotionFillsTheViewportAtOnce() {
    var driver = RibbonDriver(count: 20, at: 10, isMotionReduced: true)
    driver.drag(from: 100, by: 360)
    _ = driver.picker.release(time: driver.clock.now)
    #expect(!driver.picker.isMoving && driver.spaceBefore <= 0 && driver.isSelectionVisible)
  }

  @Test func newSizeFillsTheViewport() {
    var driver = RibbonDriver(count: 20, at: 1)
    driver.picker.resize(itemExtent: 60, viewportLength: 320)
    #expect(driver.picker.position == 1 && driver.center(of: 0) == 30)
    driver.drag(from: 100, by: -30)
    let heldCenter = driver.center(of: 1)
    driver.picker.resize(itemExtent: 60, viewportLength: 320)
    #expect(driver.center(of: 1) == heldCenter, "the same size again moved the row")
  }
}
