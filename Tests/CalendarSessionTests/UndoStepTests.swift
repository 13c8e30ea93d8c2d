import CalendarModel
import CalendarStore
import Testing

@testable import CalendarSession

@Suite struct UndoStepTests {
  private func part() -> UndoStep.Part {
    let id = EventID(calendar: CalendarID("day.ics"), uid: "walk")
    return UndoStep.Part(
      id: EditID(), edit: EventEdit(target: id, change: .set([.summary("Run")])), before: nil)
  }

  @Test func refusedEditLeavesTheOthersOfItsEditSession() throws {
    let (first, second) = (part(), part())
    let step = UndoStep(first).adding(second)
    let rest = try #require(step.without(second.id, keepsOthers: true))
    #expect(rest.parts.map(\.id) == [first.id])
    #expect(rest.without(first.id, keepsOthers: true) == nil, "nothing is left")
  }

  @Test func stepThatCannotBeUndoneCompletelyIsDropped() {
    let (first, second) = (part(), part())
    #expect(UndoStep(first).adding(second).without(first.id, keepsOthers: false) == nil)
  }

  @Test func editsOfOtherStepsAreIgnored() {
    let step = UndoStep(part())
    #expect(step.without(EditID(), keepsOthers: true)?.parts.count == 1)
    #expect(step.without(EditID(), keepsOthers: false)?.parts.count == 1)
  }
}
