import CalendarModel
import CalendarStore
import Testing

@testable import CalendarSession

@Suite struct UndoStepTests {
  private func part(isOfGroup: Bool = false) -> UndoStep.Part {
    let id = EventID(calendar: CalendarID("day.ics"), uid: "walk")
    return UndoStep.Part(
      id: EditID(), edit: EventEdit(target: id, change: .set([.summary("Run")])), eventBefore: nil,
      isOfGroup: isOfGroup)
  }

  @Test func removingARefusedEditKeepsTheOthersOfItsEditSession() throws {
    let (first, second) = (part(), part())
    let step = UndoStep(first).adding(second)
    let remaining = try #require(step.removing(second.id, keepsOthers: true))
    #expect(remaining.parts.map(\.id) == [first.id])
    #expect(remaining.removing(first.id, keepsOthers: true) == nil, "a step without edits was kept")
  }

  @Test func stepThatCannotBeUndoneCompletelyIsDropped() {
    let (first, second) = (part(), part())
    #expect(UndoStep(first).adding(second).removing(first.id, keepsOthers: false) == nil)
  }

  @Test func groupKeepsTheEditsThatCanStillBeUndone() throws {
    let (first, second) = (part(isOfGroup: true), part(isOfGroup: true))
    let step = UndoStep(first).adding(second)
    let remaining = try #require(step.removing(first.id, keepsOthers: false))
    #expect(remaining.parts.map(\.id) == [second.id])
    #expect(remaining.removing(second.id, keepsOthers: false) == nil)
  }

  @Test func editsOfOtherStepsAreIgnored() {
    let step = UndoStep(part())
    #expect(step.removing(EditID(), keepsOthers: true)?.parts.count == 1)
    #expect(step.removing(EditID(), keepsOthers: false)?.parts.count == 1)
  }
}
