import CalendarModel
import Testing

@Suite struct EditHistoryTests {
  private func history(_ entries: Int...) -> EditHistory<Int> {
    var history = EditHistory<Int>()
    for entry in entries { history.record(entry) }
    return history
  }

  @Test func whatWasRemovedIsNotUndone() {
    var history = history(1, 2, 3)
    history.remove { $0 == 3 }
    #expect(history.undo() == 2)
    #expect(history.undo() == 1)
    #expect(history.undo() == nil)
  }

  @Test func whatWasRemovedWhileItWasUndoneIsNotDoneAgain() {
    var history = history(1, 2, 3)
    _ = history.undo()
    _ = history.undo()
    history.remove { $0 == 2 }
    #expect(history.redo() == 3)
    #expect(history.redo() == nil)
    #expect(history.nextUndo == 3)
  }

  @Test func removingNothingLeavesWhatCanBeDoneAgain() {
    var history = history(1, 2)
    _ = history.undo()
    history.remove { $0 == 7 }
    #expect(history.nextRedo == 2)
    #expect(history.nextUndo == 1)
  }
}
