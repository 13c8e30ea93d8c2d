import Testing

@testable import TimelineInteraction

@Suite("Popover placement")
struct PopoverPlacementTests {
  private static let window = 0.0..<640.0

  @Test("a popover that fits on one side points to the whole target")
  func popoverThatFitsPointsToTheWholeTarget() {
    let below = PopoverPlacement(beside: 100..<180, in: Self.window, naturalHeight: 300)
    #expect(below.target == 100..<180 && below.height == 460)
    let above = PopoverPlacement(beside: 500..<580, in: Self.window, naturalHeight: 300)
    #expect(above.target == 500..<580 && above.height == 500)
  }

  @Test("a popover without enough space covers the end of the target")
  func popoverCoversTheEndOfATallTarget() {
    let placement = PopoverPlacement(beside: 120..<640, in: Self.window, naturalHeight: 300)
    #expect(placement.target == 120..<340 && placement.height == 300)
  }

  @Test("a popover covers the target if its contents would otherwise be cut off")
  func popoverThatWouldBeCutOffCoversTheTarget() {
    let placement = PopoverPlacement(
      beside: 355..<392, in: Self.window, naturalHeight: 420, minimumHeight: 362)
    #expect(placement.target == 278..<278 && placement.height == 362)
    let tall = PopoverPlacement(beside: 100..<180, in: Self.window, naturalHeight: 600, minimumHeight: 362)
    #expect(tall.target.lowerBound == 100 && tall.height >= 362, "the space below the beginning is not used")
    let tallerThanWindow = PopoverPlacement(
      beside: 100..<180, in: Self.window, naturalHeight: 900, minimumHeight: 700)
    #expect(tallerThanWindow.target == 0..<0)
  }

  @Test("a popover taller than either side gets the largest height that fits")
  func popoverShrinksToTheLargerSide() {
    let below = PopoverPlacement(beside: 120..<640, in: Self.window, naturalHeight: 900)
    #expect(below.target == 120..<144 && below.height == 496)
    let above = PopoverPlacement(beside: 400..<640, in: Self.window, naturalHeight: 900)
    #expect(above.target == 400..<640 && above.height == 400)
  }

  @Test("a popover always fits into the window and points to the beginning of the target")
  func popoverAlwaysFits() {
    for top in stride(from: 0.0, through: 639, by: 7) {
      for length in stride(from: 1.0, through: 640 - top, by: 11) {
        for naturalHeight in stride(from: 50.0, through: 700, by: 50) {
          let extent = top..<(top + length)
          let placement = PopoverPlacement(beside: extent, in: Self.window, naturalHeight: naturalHeight)
          #expect(placement.target.lowerBound == top && placement.target.upperBound <= extent.upperBound)
          #expect(placement.target.upperBound - top >= min(length, PopoverPlacement.uncoveredHeight))
          #expect(placement.height <= max(top, 640 - placement.target.upperBound))
          #expect(placement.height >= min(naturalHeight, 300))
        }
      }
    }
  }
}
