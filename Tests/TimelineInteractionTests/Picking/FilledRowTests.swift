import InteractionTestSupport
import Testing

@testable import TimelineInteraction

/// A ribbon: a row that leaves no space empty before its first or after its last item. Items of 40 px in a viewport of
/// 200 px.
private struct RibbonRig {
  var picker: PickerMotion
  var clock = ManualClock()

  init(count: Int, at item: Int, isMotionReduced: Bool = false) {
    let track = PickerTrack(count: count, isFilled: true, itemExtent: 40, viewport: 200)
    picker = PickerMotion(track, at: Double(item), isMotionReduced: isMotionReduced)
  }

  func center(of item: Int) -> Double { picker.track.center(of: item, at: picker.position) }

  /// The space in px that is empty before the first item.
  var spaceBefore: Double { center(of: 0) - 20 }
  /// The space in px that is empty after the last item; negative if that item is out of view.
  var spaceAfter: Double { 200 - center(of: picker.track.count - 1) - 20 }
  var isSelectionVisible: Bool { (20...180).contains(center(of: picker.centered)) }

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

  /// Runs to rest, and returns the centers of an item in all frames.
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
        let rig = RibbonRig(count: count, at: item)
        #expect(rig.spaceBefore == 0, "\(count) items, \(item) selected")
        #expect(rig.isSelectionVisible)
        #expect(rig.picker.track.visibleIndices(at: rig.picker.position) == 0..<count)
      }
    }
  }

  @Test func longRowLeavesNoSpaceAtItsEnds() {
    for item in 0..<20 {
      let rig = RibbonRig(count: 20, at: item)
      #expect(rig.spaceBefore <= 0 && rig.spaceAfter <= 0, "item \(item)")
      #expect(rig.isSelectionVisible)
      if (2...17).contains(item) { #expect(rig.center(of: item) == 100, "item \(item) is not in the middle") }
    }
  }

  @Test func tapSelectsTheItemUnderThePointerAndARowThatFitsStaysInPlace() {
    var rig = RibbonRig(count: 3, at: 0)
    rig.tap(at: 95)
    let centers = rig.runToRest()
    #expect(rig.picker.picked == 2)
    #expect(centers.allSatisfy { abs($0 - 20) < 1e-9 }, "the row moved")
  }

  @Test func draggedItemStaysUnderThePointer() {
    for item in [0, 1, 10, 19] {
      var rig = RibbonRig(count: 20, at: item)
      let before = rig.center(of: item)
      let travel = item < 10 ? -60.0 : 60
      rig.drag(from: 100, by: travel)
      let threshold = travel < 0 ? -Feel.dragThreshold : Feel.dragThreshold
      #expect(abs(rig.center(of: item) - (before + travel - threshold)) < 1e-9, "item \(item)")
    }
  }

  @Test func releasedRowFillsTheViewportAgainWithoutAJump() {
    for (count, item, travel) in [
      (3, 0, -50.0), (3, 2, 95), (20, 0, -90), (20, 19, 70), (20, 10, 330), (2, 1, -60),
    ] {
      var rig = RibbonRig(count: count, at: item)
      rig.drag(from: 100, by: travel)
      _ = rig.picker.release(time: rig.clock.now)
      let centers = rig.runToRest(watching: item)
      let largest = zip(centers, centers.dropFirst()).map { abs($1 - $0) }.max() ?? 0
      #expect(largest < 60, "the row jumped by \(largest) px")
      #expect(
        rig.spaceBefore <= 1e-9 && (count <= 5 || rig.spaceAfter <= 1e-9), "\(count) items, \(item) dragged")
      #expect(rig.isSelectionVisible)
    }
  }

  @Test func rowCaughtInMotionStaysUnderThePointer() {
    var rig = RibbonRig(count: 20, at: 0)
    rig.drag(from: 150, by: -120)
    _ = rig.picker.release(time: rig.clock.now)
    for _ in 0..<4 { _ = rig.picker.tick(time: rig.clock.nextFrame()) }
    #expect(rig.picker.isMoving)
    let caught = rig.center(of: 3)
    _ = rig.picker.press(at: 100, time: rig.clock.now)
    #expect(rig.center(of: 3) == caught)
    _ = rig.picker.drag(to: 101, time: rig.clock.nextFrame())
    #expect(rig.center(of: 3) == caught, "the row moved within the threshold")
    _ = rig.picker.release(time: rig.clock.now)
    _ = rig.runToRest()
    #expect(rig.spaceBefore <= 0 && rig.isSelectionVisible)
  }

  @Test func reducedMotionFillsTheViewportAtOnce() {
    var rig = RibbonRig(count: 20, at: 10, isMotionReduced: true)
    rig.drag(from: 100, by: 360)
    _ = rig.picker.release(time: rig.clock.now)
    #expect(!rig.picker.isMoving && rig.spaceBefore <= 0 && rig.isSelectionVisible)
  }

  @Test func newSizeFillsTheViewport() {
    var rig = RibbonRig(count: 20, at: 1)
    rig.picker.resize(itemExtent: 60, viewport: 320)
    #expect(rig.picker.position == 1 && rig.center(of: 0) == 30)
    rig.drag(from: 100, by: -30)
    let held = rig.center(of: 1)
    rig.picker.resize(itemExtent: 60, viewport: 320)
    #expect(rig.center(of: 1) == held, "the same size again moved the row")
  }
}
