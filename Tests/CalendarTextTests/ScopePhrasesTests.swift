import CalendarModel
import CalendarText
import Testing

/// The wording of the question about which part of a series a change applies to.
@Suite struct ScopePhrasesTests {
  private let phrases = Phrases()
  private let standup = occurrence("Standup", "2026-01-05T09:00", "2026-01-05T09:45")

  private func heading(_ change: EventEdit.Change, _ newOccurrence: Occurrence, isCut: Bool = false) -> String
  {
    phrases.scopeHeading(change, from: standup, to: newOccurrence, isCut: isCut)
  }

  @Test func questionBeginsWithTheChange() {
    let later = occurrence("Standup", "2026-01-05T14:15", "2026-01-05T15:00")
    let tuesday = occurrence("Standup", "2026-01-06T14:15", "2026-01-06T15:00")
    let longer = occurrence("Standup", "2026-01-05T09:00", "2026-01-05T10:00")
    #expect(heading(.move(later.times), later) == "“Standup” moved to 14:15")
    #expect(heading(.move(tuesday.times), tuesday) == "“Standup” moved to Tue 6 Jan, 14:15")
    #expect(heading(.resizeEnd(longer.times), longer) == "“Standup” changed to 09:00 – 10:00 · 1 h")
    #expect(heading(.delete, standup) == "Delete “Standup”?")
    #expect(heading(.delete, standup, isCut: true) == "Cut “Standup”?")
    #expect(
      phrases.scopeQuestion("“Standup” moved to 14:15", isDeletion: false)
        == "“Standup” moved to 14:15. Only this one, this and following, or all events?")
    #expect(
      phrases.scopeQuestion("Delete “Standup”?", isDeletion: true)
        == "Delete “Standup”? Only this one, this and following, or all events?")
  }

  @Test func choiceIsNamedWithItsOutcomeOrTheReasonForItsRefusal() {
    let edit = standup.edit(.delete, scope: .all)
    let outcome = EventReplacement(before: [standup.event], after: [])
    #expect(
      phrases.accessibleName(ScopeChoice(edit: edit, outcome: .success(outcome), text: "Every event"))
        == "All Events, Every event")
    #expect(
      phrases.accessibleName(ScopeChoice(edit: edit, outcome: .success(outcome), text: "")) == "All Events")
    #expect(phrases.outcome(of: edit, replacing: outcome, in: .utc).isEmpty)
    let single = EventReplacement(before: [standup.event], after: [standup.event])
    let move = standup.edit(.move(standup.times), scope: .all)
    #expect(
      phrases.outcome(of: move, replacing: single, in: .utc).isEmpty, "the label already says “All Events”")
    let error = StoreError.refused(.series(SeriesRefusal(.weekdayTaken)))
    #expect(
      phrases.accessibleName(ScopeChoice(edit: edit, outcome: .failure(error), text: "It cannot follow."))
        == "“All Events” is not possible. It cannot follow.")
  }

  /// Handspan sends nothing itself, but a server may. An event that someone else organizes is changed only in
  /// this calendar.
  @Test func remarkSaysWhoIsNotNotified() throws {
    var event = standup.event
    #expect(phrases.usualScopeRemark(event) == nil)
    let person = try #require(EventPerson(commonName: "Ada", address: "mailto:ada@example.org"))
    event.attendees = [person]
    #expect(
      phrases.usualScopeRemark(event)
        == "Handspan does not notify the attendees, but the server may.")
    event.organizer = person
    #expect(phrases.usualScopeRemark(event)?.hasPrefix("Only your copy changes.") == true)
  }

  @Test func noticeSaysWhatWasNotChanged() {
    #expect(phrases.notChangedMessage(standup.event, isDeletion: false) == "“Standup” was not changed")
    #expect(phrases.notChangedMessage(standup.event, isDeletion: true) == "“Standup” was not deleted")
    #expect(
      phrases.notChangedMessage(standup.event, isDeletion: false, reason: "The event does not repeat.")
        == "“Standup” was not changed. The event does not repeat.")
  }
}
