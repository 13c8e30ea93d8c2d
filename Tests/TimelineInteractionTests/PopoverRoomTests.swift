import Testing

@testable import TimelineInteraction

@Suite("The room of a popover")
struct PopoverRoomTests {
  private static let window = 0.0..<640.0

  @Test("Where it fits on a side, it points to the whole part")
  func fits() {
    let below = PopoverRoom(beside: 100..<180, in: Self.window, wanted: 300)
    #expect(below.pointing == 100..<180 && below.height == 460)
    let above = PopoverRoom(beside: 500..<580, in: Self.window, wanted: 300)
    #expect(above.pointing == 500..<580 && above.height == 500)
  }

  @Test("On a part that leaves no room it covers the end of it")
  func covers() {
    let room = PopoverRoom(beside: 120..<640, in: Self.window, wanted: 300)
    #expect(room.pointing == 120..<340 && room.height == 300)
  }

  @Test("Where nothing gives it all that it wants, it gets what is most")
  func shrinks() {
    let below = PopoverRoom(beside: 120..<640, in: Self.window, wanted: 900)
    #expect(below.pointing == 120..<144 && below.height == 496)
    let above = PopoverRoom(beside: 400..<640, in: Self.window, wanted: 900)
    #expect(above.pointing == 400..<640 && above.height == 400)
  }

  @Test("It is never taller than the window leaves it, and points to a piece of the part")
  func always() {
    for top in stride(from: 0.0, through: 639, by: 7) {
      for length in stride(from: 1.0, through: 640 - top, by: 11) {
        for wanted in stride(from: 50.0, through: 700, by: 50) {
          let part = top..<(top + length)
          let room = PopoverRoom(beside: part, in: Self.window, wanted: wanted)
          #expect(room.pointing.lowerBound == top && room.pointing.upperBound <= part.upperBound)
          #expect(room.pointing.upperBound - top >= min(length, PopoverRoom.uncovered))
          #expect(room.height <= max(top, 640 - room.pointing.upperBound))
          #expect(room.height >= min(wanted, 300))
        }
      }
    }
  }
}
