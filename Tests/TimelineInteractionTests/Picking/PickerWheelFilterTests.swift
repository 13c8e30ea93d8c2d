import Testing
import TimelineInteraction

/// Whether the mouse wheel turns the picker under the pointer or scrolls the view around it.
@Suite struct PickerWheelFilterTests {
  @Test func pickerThatScrollsUnderThePointerDoesNotTurn() {
    var filter = PickerWheelFilter()
    let beforeEntering = filter.shouldTurnPicker(time: 0)
    filter.pointerMoved(time: 1)
    let justEntered = [1.05, 1.3, 1.5, 1.75].map { filter.shouldTurnPicker(time: $0) }
    filter.pointerLeft()
    let afterLeaving = filter.shouldTurnPicker(time: 9)
    #expect(!beforeEntering && !afterLeaving)
    #expect(justEntered == [false, false, false, false])
  }

  @Test func wheelTurnsThePickerUnderARestingPointerUntilThePointerLeaves() {
    var filter = PickerWheelFilter()
    filter.pointerMoved(time: 1)
    let atRest = filter.shouldTurnPicker(time: 1.4)
    filter.pointerMoved(time: 1.5)
    let afterASmallMove = filter.shouldTurnPicker(time: 1.55)
    filter.pointerLeft()
    filter.pointerMoved(time: 2)
    let afterReturning = filter.shouldTurnPicker(time: 2.1)
    #expect(atRest && afterASmallMove && !afterReturning)
  }
}
