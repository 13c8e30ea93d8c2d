import CalendarModel
import Testing

@Suite struct EventDraftTests {
  private let event: CalendarEvent = {
    let start = WallTime(Day(ordinal: 20_458), hour: 9, minute: 7)
    return CalendarEvent(
      id: EventID(calendar: CalendarID("day.ics"), uid: "walk"),
      times: EventTimes(start: .utc(start), end: .time(.utc(start.adding(minutes: 45)))), summary: "Walk",
      location: "Park")
  }()

  private var draft: EventDraft { EventDraft(event, in: .utc) }

  private func event(_ properties: EventProperty...) -> CalendarEvent {
    var changedEvent = event
    for property in properties { changedEvent.set(property) }
    return changedEvent
  }

  @Test func openingTheDraftChangesNothing() {
    #expect(draft.changes.isEmpty)
  }

  @Test func revertedFieldIsNotAChange() {
    var draft = draft
    draft.set(.summary("Run"))
    draft.changeTimes { $0.setAllDay(true) }
    #expect(Set(draft.changes.map(\.kind)) == [.summary, .times])
    draft.set(.summary("Walk"))
    draft.changeTimes { $0.setAllDay(false) }
    #expect(draft.changes.isEmpty)
  }

  @Test func submittedChangesAreNotSubmittedAgain() {
    var draft = draft
    draft.set(.summary("Run"))
    #expect(draft.changes == [.summary("Run")])
    draft.didSubmitChanges()
    #expect(draft.changes.isEmpty)
    draft.set(.notes("Shoes"))
    #expect(draft.changes == [.notes("Shoes")])
  }

  @Test func externalChangeIsAdoptedInUntouchedFields() {
    var draft = draft
    draft.set(.summary("Run"))
    #expect(draft.merge(event(.location("Woods"))) == [.location])
    #expect(draft.event.location == "Woods")
    #expect(draft.changes == [.summary("Run")])
    #expect(draft.conflictingKinds.isEmpty)
  }

  @Test func externalChangeToTimesIsShown() {
    var draft = draft
    let later = event.times.moved(toStart: event.times.start.wall.adding(minutes: 60), in: .utc)
    #expect(draft.merge(event(.times(later))) == [.times])
    #expect(draft.times.start.description == "2026-01-05T10:07:00")
    #expect(draft.changes.isEmpty)
  }

  @Test func equalChangesAreNotAConflict() {
    var draft = draft
    draft.set(.summary("Run"))
    #expect(draft.merge(event(.summary("Run"))).isEmpty)
    #expect(draft.conflictingKinds.isEmpty)
    #expect(draft.changes.isEmpty)
  }

  @Test func differentChangesAreAConflictAndNotSubmitted() {
    var draft = draft
    draft.set(.summary("Run"))
    draft.set(.notes("Shoes"))
    #expect(draft.merge(event(.summary("Stroll"))).isEmpty)
    #expect(draft.conflictingKinds == [.summary])
    #expect(draft.event.summary == "Run", "the typed text was replaced")
    #expect(draft.changes == [.notes("Shoes")])
  }

  @Test func conflictCanBeResolvedEitherWay() {
    var ownDraft = draft
    ownDraft.set(.summary("Run"))
    ownDraft.merge(event(.summary("Stroll")))
    var otherDraft = ownDraft
    ownDraft.resolveConflict(.summary, keepingEdit: true)
    #expect(ownDraft.changes == [.summary("Run")])
    otherDraft.resolveConflict(.summary, keepingEdit: false)
    #expect(otherDraft.event.summary == "Stroll")
    #expect(otherDraft.changes.isEmpty)
    #expect(otherDraft.conflictingKinds.isEmpty)
  }

  @Test func conflictEndsWhenBothSidesAgree() {
    var draft = draft
    draft.set(.summary("Run"))
    draft.merge(event(.summary("Stroll")))
    draft.merge(event(.summary("Run")))
    #expect(draft.conflictingKinds.isEmpty)
    #expect(draft.changes.isEmpty)
  }

  @Test func ownEditReadFromDiskIsNotAnExternalChange() {
    var draft = draft
    draft.set(.summary("Run"))
    draft.didSubmitChanges()
    draft.set(.summary("Run far"))
    #expect(draft.merge(event(.summary("Run"))).isEmpty)
    #expect(draft.conflictingKinds.isEmpty)
    #expect(draft.changes == [.summary("Run far")])
  }

  @Test func propertiesWithoutAFieldFollowTheCalendar() {
    var draft = draft
    draft.set(.summary("Run"))
    var newerEvent = event
    newerEvent.calendarColor = EventColor(red: 1, green: 0, blue: 0)
    draft.merge(newerEvent)
    #expect(draft.event.calendarColor == newerEvent.calendarColor)
    #expect(draft.event.summary == "Run")
  }

  private func transferredEvent(to path: String) -> CalendarEvent {
    var transferredEvent = event
    transferredEvent.id = EventID(calendar: CalendarID(path), uid: "walk")
    return transferredEvent
  }

  @Test func chosenCalendarIsKeptUntilTheEventIsTransferred() {
    var draft = draft
    #expect(!draft.isTransfer)
    draft.setCalendar(CalendarID("home.ics"))
    draft.merge(event(.location("Woods")))
    #expect(draft.isTransfer && draft.calendar.key == "home.ics" && draft.changes.isEmpty)
    draft.merge(transferredEvent(to: "home.ics"))
    #expect(!draft.isTransfer && draft.event.id.calendar.key == "home.ics")
  }

  @Test func draftFollowsAnEventThatIsTransferredBack() {
    var draft = draft
    draft.setCalendar(CalendarID("home.ics"))
    draft.merge(transferredEvent(to: "home.ics"))
    draft.merge(event)
    #expect(!draft.isTransfer && draft.calendar == event.id.calendar)
  }
}
