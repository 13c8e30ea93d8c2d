import InteractionTestSupport
import TestExtent
import Testing

@testable import TimelineInteraction

private func track(_ count: Int, extent: Double = 40, isCyclic: Bool = false) -> PickerTrack {
  PickerTrack(count: count, isCyclic: isCyclic, itemExtent: extent, viewportLength: 200)
}

@Suite struct PickerLandingTests {
  /// Tries all combinations of offset, velocity, extent and count.
  @Test(arguments: [1, 2, 12, 13, 60, 10_000], [24.0, 37.3, 96])
  func everyFlickLandsOnAnItemInItsDirection(count: Int, extent: Double) {
    for isCyclic in [false, true] {
      let track = track(count, extent: extent, isCyclic: isCyclic)
      let positionRange = track.positionRange ?? -1_000_000...1_000_000
      for tenth in stride(from: -15, through: count * 10 + 5, by: max(1, count / 30) * 3) {
        let position = track.withResistance(Double(tenth) / 10)
        for pixels in [-9_000.0, -800, -80, -21, 0, 21, 80, 800, 9_000] {
          let velocity = pixels / extent
          let restingIndex = track.restingIndex(from: position, velocity: velocity, origin: 0)
          #expect(positionRange.contains(Double(restingIndex)))
          #expect((0..<count).contains(track.item(at: restingIndex)))
          guard abs(velocity) >= Feel.pickerRestSpeed else { continue }
          let isStoppedByAnEnd =
            Double(restingIndex) == (velocity > 0 ? positionRange.upperBound : positionRange.lowerBound)
          #expect(isStoppedByAnEnd || (Double(restingIndex) - position) * velocity >= 0)
        }
      }
    }
  }

  @Test func releaseWithoutVelocityLandsOnTheNearestItem() {
    let track = track(60)
    for tenth in 0...590 where tenth % 10 != 5 {
      let position = Double(tenth) / 10
      #expect(track.restingIndex(from: position, velocity: 0, origin: 30) == (tenth + 5) / 10)
    }
  }

  @Test func bothDirectionsAreTreatedEqually() {
    var random = SeededRandom(seed: 7)
    let track = track(60)
    var (forward, back) = (0, 0)
    for round in 0..<10_000 {
      // One release in ten is exactly on an item, and one in ten is exactly between two.
      let origin = Double(random.below(60))
      let offset = round % 10 == 0 ? 0.5 : round % 10 == 5 ? 0 : random.between(-0.5, 0.5)
      let position = (Double(random.below(58)) + 0.5 + offset).clamped(to: 0...59)
      let velocity = round % 3 == 0 ? 0 : random.between(-60, 60)
      let restingIndex = track.restingIndex(from: position, velocity: velocity, origin: origin)
      let mirrored = track.restingIndex(from: 59 - position, velocity: -velocity, origin: 59 - origin)
      #expect(restingIndex + mirrored == 59)
      if Double(restingIndex) > position {
        forward += 1
      } else if Double(restingIndex) < position {
        back += 1
      }
    }
    #expect(abs(forward - back) < 300, "\(forward) forward, \(back) back")
  }

  @Test func shortListGlidesAShorterDistanceThanALongOne() {
    #expect(track(13).restingIndex(from: 0, velocity: 20, origin: 0) == 10)
    #expect(track(12).restingIndex(from: 0, velocity: 20, origin: 0) == 2)
  }

  @Test func slowFlickLandsOnTheNextItem() {
    #expect(track(60).restingIndex(from: 10.2, velocity: 0.6, origin: 10) == 11)
    #expect(track(60).restingIndex(from: 10.2, velocity: -0.6, origin: 10) == 10)
    #expect(
      track(60).restingIndex(from: 10.2, velocity: 0.4, origin: 10) == 10,
      "a small movement counted as a flick")
  }

  @Test func flickLandsWithinTheEndsOfAList() {
    #expect(track(24).restingIndex(from: 22, velocity: 100, origin: 22) == 23)
    #expect(track(24).restingIndex(from: 1, velocity: -100, origin: 1) == 0)
    #expect(track(24).restingIndex(from: -0.3, velocity: 0, origin: 0) == 0)
  }

  @Test func cyclicListHasNoEnd() {
    let track = track(24, isCyclic: true)
    let restingIndex = track.restingIndex(from: 22, velocity: 10, origin: 22)
    #expect(restingIndex == 27)
    #expect(track.item(at: restingIndex) == 3)
    #expect(track.item(at: -1) == 23)
    #expect(track.index(of: 23, near: 48.2) == 47)
    #expect(track.index(of: 1, near: 48.2) == 49)
  }

  @Test func onlyVisibleItemsAreRequested() {
    #expect(track(10_000).visibleIndices(at: 5_000) == 4_998..<5_003)
    #expect(track(10_000).visibleIndices(at: 5_000.5) == 4_998..<5_004)
    #expect(track(10_000).visibleIndices(at: 0) == 0..<3)
    #expect(track(3).visibleIndices(at: 2) == 0..<3)
    #expect(track(3, isCyclic: true).visibleIndices(at: 2) == 0..<5)
  }

  @Test func firstAndLastItemCanBeCentered() {
    #expect(track(5).inset == 80)
    #expect(track(5).center(of: 0, at: 0) == 100)
    #expect(track(5).center(of: 4, at: 4) == 100)
    #expect(track(5).center(of: 3, at: 1) == 180)
  }

  @Test func axesConvertCoordinatesAndSteps() {
    let point = Point(x: 30, y: 70)
    #expect(PickerAxis.vertical.coordinate(of: point, width: 200) == 70)
    #expect(PickerAxis.horizontal(isRightToLeft: false).coordinate(of: point, width: 200) == 30)
    #expect(PickerAxis.horizontal(isRightToLeft: true).coordinate(of: point, width: 200) == 170)
    #expect(PickerAxis.vertical.steps(arrowX: 1, arrowY: -1) == -1)
    #expect(PickerAxis.horizontal(isRightToLeft: false).steps(arrowX: 1, arrowY: 0) == 1)
    #expect(PickerAxis.horizontal(isRightToLeft: true).steps(arrowX: 1, arrowY: 0) == -1)
  }
}
