import CalendarModel
@testable import CalendarStore
import Testing

@testable import CalendarSession

@Suite struct PendingEditsTests {
  private func change(to uid: String = "a") -> PendingEdits.Change {
    let id = EditID()
    let start = EventTime.date(Day("2026-01-05") ?? .earliest)
    let edit = EventEdit(
      target: EventID(calendar: CalendarID("/tmp/a.ics"), uid: uid),
      change: .move(EventTimes(start: start, end: .implied)))
    return PendingEdits.Change(id: id, change: .edit(edit), edit: edit, subject: id)
  }

  @Test func failedChangeIsUnsavedUntilItIsSaved() {
    var pendingEdits = PendingEdits()
    let change = change()
    pendingEdits.add(change)
    #expect(!pendingEdits.isSaved)
    #expect(pendingEdits.saveFailure == nil)
    pendingEdits.markUnsaved([change.id], .diskFull(path: "a"))
    #expect(pendingEdits.unansweredChanges.isEmpty)
    #expect(!pendingEdits.isSaved)
    #expect(pendingEdits.saveFailure?.error == .diskFull(path: "a"))
    pendingEdits.markUnsaved([change.id], .readOnly(path: "a"))
    #expect(pendingEdits.saveFailure?.error == .readOnly(path: "a"))
    pendingEdits.removeSaved([change.id])
    #expect(pendingEdits.isSaved)
    #expect(pendingEdits.saveFailure == nil)
  }

  @Test func latestUnresolvedSaveFailureIsReported() {
    var pendingEdits = PendingEdits()
    let (first, second) = (change(to: "a"), change(to: "b"))
    pendingEdits.add(first)
    pendingEdits.add(second)
    pendingEdits.markUnsaved([first.id], .diskFull(path: "a"))
    pendingEdits.markUnsaved([second.id], .diskFull(path: "b"))
    #expect(pendingEdits.saveFailure?.target.uid == "b")
    pendingEdits.removeSaved([second.id])
    #expect(pendingEdits.saveFailure?.target.uid == "a")
  }

  @Test func refusedChangeIsNoLongerUnsaved() {
    var pendingEdits = PendingEdits()
    let change = change()
    pendingEdits.add(change)
    pendingEdits.markUnsaved([change.id], .diskFull(path: "a"))
    #expect(pendingEdits.removeRefused(change.id)?.subject == change.subject)
    #expect(pendingEdits.isSaved)
  }

  @Test func discardedChangesAreNotUnsavedButStayKnown() {
    var pendingEdits = PendingEdits()
    let (unanswered, unsaved, later) = (change(to: "a"), change(to: "b"), change(to: "c"))
    pendingEdits.add(unanswered)
    pendingEdits.add(unsaved)
    pendingEdits.markUnsaved([unsaved.id], .diskFull(path: "b"))
    pendingEdits.discard(in: CalendarID("/tmp/b.ics"))
    #expect(!pendingEdits.isSaved && !pendingEdits.isDiscarded(unsaved.id), "another calendar was closed")
    pendingEdits.discard(in: unsaved.edit.target.calendar)
    #expect(pendingEdits.isSaved && pendingEdits.saveFailure == nil)
    #expect(pendingEdits.isDiscarded(unanswered.id) && pendingEdits.isDiscarded(unsaved.id))
    pendingEdits.add(later)
    pendingEdits.discardAll()
    #expect(pendingEdits.isSaved && pendingEdits.isDiscarded(later.id))
    #expect(pendingEdits.isDiscarded(unsaved.id))
  }

  @Test func resultsForClosedCalendarsAreIgnored() {
    var pendingEdits = PendingEdits()
    let change = change()
    pendingEdits.markUnsaved([change.id], .diskFull(path: "a"))
    #expect(pendingEdits.isSaved)
    #expect(pendingEdits.removeRefused(change.id)?.subject == nil)
  }
}
