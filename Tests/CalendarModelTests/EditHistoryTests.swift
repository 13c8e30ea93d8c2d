import CalendarModel
import Testing

@Suite struct EditHistoryTests {
  private func history(_ entries: Int...) -> EditHistory<Int> {
    var history = EditHistory<Int>()
    for entry in entries { history.record(entry) }
    return history
  }

  @Test func removedStepsCannotBeUndone() {
    var history = history(1, 2, 3)
    history.remove { $0 == 3 }
    #expect(history.undo() == 2)
    #expect(history.undo() == 1)
    #expect(history.undo() == nil)
  }

  @Test func removedStepsCannotBeRedone() {
    var history = history(1, 2, 3)
    _ = history.undo()
    _ = history.undo()
    history.remove { $0 == 2 }
    #expect(history.redo() == 3)
    #expect(history.redo() == nil)
    #expect(history.nextUndo == 3)
  }

  @Test func stepThatCouldNotBeUndoneOrRedoneIsTheNextOneAgain() {
    var history = history(1, 2, 3)
    #expect(history.undo() == 3)
    history.returnToUndoStack { $0 == 3 }
    #expect(history.nextUndo == 3 && history.nextRedo == nil)
    _ = history.undo()
    _ = history.undo()
    #expect(history.redo() == 2)
    history.returnToRedoStack { $0 == 2 }
    #expect(history.nextUndo == 1 && history.nextRedo == 2)
    // The user has made another step in the meantime.
    #expect(history.redo() == 2)
    history.record(4)
    history.returnToRedoStack { $0 == 2 }
    #expect(history.nextUndo == 4 && history.nextRedo == 2)
    history.returnToRedoStack { $0 == 9 }
    #expect(history.nextUndo == 4 && history.nextRedo == 2)
  }

  @Test func stepThatWasUndoneAndRedoneAgainBeforeTheUndoFailedIsNotMoved() {
    var history = history(1, 2)
    #expect(history.undo() == 2 && history.redo() == 2)
    history.returnToUndoStack { $0 == 2 }
    #expect(history.nextUndo == 2 && history.nextRedo == nil)
    #expect(history.undo() == 2 && history.redo() == 2 && history.undo() == 2)
    history.returnToRedoStack { $0 == 2 }
    #expect(history.nextUndo == 1 && history.nextRedo == 2)
  }

  @Test func removingNothingKeepsTheRedoStack() {
    var history = history(1, 2)
    _ = history.undo()
    history.remove { $0 == 7 }
    #expect(history.nextRedo == 2)
    #expect(history.nextUndo == 1)
  }

  @Test func replacingTheNewestStepDiscardsRedoSteps() {
    var history = history(1, 2, 3)
    _ = history.undo()
    history.replaceNewest(with: 20)
    #expect(history.nextRedo == nil)
    #expect(history.undo() == 20)
    #expect(history.undo() == 1)
  }

  @Test func droppedStepsAreReturned() {
    var history = EditHistory<Int>(limit: 2)
    #expect(history.record(1) == [])
    #expect(history.record(2) == [])
    #expect(history.record(3) == [1], "the step beyond the limit is not returned")
    _ = history.undo()
    #expect(history.record(4) == [3], "the dropped undone step is not returned")
    _ = history.undo()
    #expect(history.replaceNewest(with: 20) == [4])
    #expect(history.update { $0 == 20 ? nil : $0 } == [20])
    #expect(history.record(5) == [])
    #expect(history.remove { $0 == 5 } == [5])
    #expect(history.nextUndo == nil)
  }

  @Test func emptyHistoryHasNothingToReplace() {
    var history = history()
    history.replaceNewest(with: 1)
    #expect(history.undo() == nil)
  }

  @Test func undoAndRedoStepsAreUpdated() {
    var history = history(1, 2, 3, 4)
    _ = history.undo()
    history.update { $0 == 2 ? nil : $0 * 10 }
    #expect(history.nextUndo == 30)
    #expect(history.nextRedo == 40)
    _ = history.undo()
    #expect(history.undo() == 10)
  }
}
