import Testing
import TimelineInteraction

/// Whether the wheel of the mouse turns a picker or scrolls what it stands in.
@Suite struct PointerRestTests {
  @Test func pickerThatScrollsUnderThePointerDoesNotTurn() {
    var rest = PointerRest()
    let elsewhere = rest.turns(time: 0)
    rest.moved(time: 1)
    let scrolling = [1.05, 1.3, 1.5, 1.75].map { rest.turns(time: $0) }
    rest.left()
    let gone = rest.turns(time: 9)
    #expect(!elsewhere && !gone)
    #expect(scrolling == [false, false, false, false])
  }

  @Test func restingPointerTurnsThePickerUntilItLeaves() {
    var rest = PointerRest()
    rest.moved(time: 1)
    let rested = rest.turns(time: 1.4)
    rest.moved(time: 1.5)
    let trembling = rest.turns(time: 1.55)
    rest.left()
    rest.moved(time: 2)
    let back = rest.turns(time: 2.1)
    #expect(rested && trembling && !back)
  }
}
