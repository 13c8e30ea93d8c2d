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
    return PendingEdits.Change(id: id, edit: edit, subject: id)
  }

  @Test func failedChangeIsUnsavedUntilItIsSaved() {
    var pendingEdits = PendingEdits()
    let change = change()
    pendingEdits.submitted(change)
    #expect(!pendingEdits.isSaved)
    #expect(pendingEdits.saveFailure == nil)
    pendingEdits.failed([change.id], .diskFull(path: "a"))
    #expect(pendingEdits.unanswered.isEmpty)
    #expect(!pendingEdits.isSaved)
    #expect(pendingEdits.saveFailure?.error == .diskFull(path: "a"))
    pendingEdits.failed([change.id], .readOnly(path: "a"))
    #expect(pendingEdits.saveFailure?.error == .readOnly(path: "a"))
    pendingEdits.saved([change.id])
    #expect(pendingEdits.isSaved)
    #expect(pendingEdits.saveFailure == nil)
  }

  @Test func copyIsOfferedOfTheLastFailedFile() {
    var pendingEdits = PendingEdits()
    let (first, second) = (change(to: "a"), change(to: "b"))
    pendingEdits.submitted(first)
    pendingEdits.submitted(second)
    pendingEdits.failed([first.id], .diskFull(path: "a"))
    pendingEdits.failed([second.id], .diskFull(path: "b"))
    #expect(pendingEdits.saveFailure?.target.uid == "b")
    pendingEdits.saved([second.id])
    #expect(pendingEdits.saveFailure?.target.uid == "a")
  }

  @Test func refusedChangeIsNoLongerUnsaved() {
    var pendingEdits = PendingEdits()
    let change = change()
    pendingEdits.submitted(change)
    pendingEdits.failed([change.id], .diskFull(path: "a"))
    #expect(pendingEdits.refused(change.id)?.subject == change.subject)
    #expect(pendingEdits.isSaved)
  }

  @Test func answersForEarlierCalendarsAreIgnored() {
    var pendingEdits = PendingEdits()
    let change = change()
    pendingEdits.failed([change.id], .diskFull(path: "a"))
    #expect(pendingEdits.isSaved)
    #expect(pendingEdits.refused(change.id)?.subject == nil)
  }
}
