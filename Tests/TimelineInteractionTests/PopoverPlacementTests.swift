import Testing

@testable import TimelineInteraction

@Suite("The room of a popover")
struct PopoverPlacementTests {
  private static let window = 0.0..<640.0

  @Test("If it fits on one side, it points to the whole part")
  func fits() {
    let below = PopoverPlacement(beside: 100..<180, in: Self.window, natural: 300)
    #expect(below.pointing == 100..<180 && below.height == 460)
    let above = PopoverPlacement(beside: 500..<580, in: Self.window, natural: 300)
    #expect(above.pointing == 500..<580 && above.height == 500)
  }

  @Test("Over a part without enough space it covers the end of the part")
  func covers() {
    let room = PopoverPlacement(beside: 120..<640, in: Self.window, natural: 300)
    #expect(room.pointing == 120..<340 && room.height == 300)
  }

  @Test("If no side fits its natural height, it gets the largest height")
  func shrinks() {
    let below = PopoverPlacement(beside: 120..<640, in: Self.window, natural: 900)
    #expect(below.pointing == 120..<144 && below.height == 496)
    let above = PopoverPlacement(beside: 400..<640, in: Self.window, natural: 900)
    #expect(above.pointing == 400..<640 && above.height == 400)
  }

  @Test("It is never taller than the window allows and points to a section of the part")
  func always() {
    for top in stride(from: 0.0, through: 639, by: 7) {
      for length in stride(from: 1.0, through: 640 - top, by: 11) {
        for natural in stride(from: 50.0, through: 700, by: 50) {
          let part = top..<(top + length)
          let room = PopoverPlacement(beside: part, in: Self.window, natural: natural)
          #expect(room.pointing.lowerBound == top && room.pointing.upperBound <= part.upperBound)
          #expect(room.pointing.upperBound - top >= min(length, PopoverPlacement.uncovered))
          #expect(room.height <= max(top, 640 - room.pointing.upperBound))
          #expect(room.height >= min(natural, 300))
        }
      }
    }
  }
}
