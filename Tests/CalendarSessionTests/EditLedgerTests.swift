import CalendarModel
@testable import CalendarStore
import Testing

@testable import CalendarSession

@Suite struct EditLedgerTests {
  private func change(to uid: String = "a") -> EditLedger.Pending {
    let id = EditID()
    let start = EventTime.date(Day("2026-01-05") ?? .earliest)
    let edit = EventEdit(
      target: EventID(calendar: CalendarID("/tmp/a.ics"), uid: uid),
      change: .move(EventTimes(start: start, end: .implied)))
    return EditLedger.Pending(id: id, edit: edit, subject: id)
  }

  @Test func whatFailedIsUnsavedUntilItIsSaved() {
    var ledger = EditLedger()
    let change = change()
    ledger.submitted(change)
    #expect(!ledger.isSaved)
    #expect(ledger.trouble == nil)
    ledger.failed([change.id], .diskFull(path: "a"))
    #expect(ledger.pending.isEmpty)
    #expect(!ledger.isSaved)
    #expect(ledger.trouble?.error == .diskFull(path: "a"))
    ledger.failed([change.id], .readOnly(path: "a"))
    #expect(ledger.trouble?.error == .readOnly(path: "a"))
    ledger.saved([change.id])
    #expect(ledger.isSaved)
    #expect(ledger.trouble == nil)
  }

  @Test func aCopyIsOfferedOfTheFileThatFailedLast() {
    var ledger = EditLedger()
    let (first, second) = (change(to: "a"), change(to: "b"))
    ledger.submitted(first)
    ledger.submitted(second)
    ledger.failed([first.id], .diskFull(path: "a"))
    ledger.failed([second.id], .diskFull(path: "b"))
    #expect(ledger.trouble?.target.uid == "b")
    ledger.saved([second.id])
    #expect(ledger.trouble?.target.uid == "a")
  }

  @Test func whatWasRefusedIsNoLongerUnsaved() {
    var ledger = EditLedger()
    let change = change()
    ledger.submitted(change)
    ledger.failed([change.id], .diskFull(path: "a"))
    #expect(ledger.refused(change.id)?.subject == change.subject)
    #expect(ledger.isSaved)
  }

  @Test func answersOfWhatWasOpenBeforeChangeNothing() {
    var ledger = EditLedger()
    let change = change()
    ledger.failed([change.id], .diskFull(path: "a"))
    #expect(ledger.isSaved)
    #expect(ledger.refused(change.id)?.subject == nil)
  }
}
