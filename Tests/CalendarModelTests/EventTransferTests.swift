import CalendarModel
import Testing

/// A transfer to another calendar: its effect on the event, and its inverse.
@Suite struct EventTransferTests {
  private let blue = EventColor(red: 0, green: 0, blue: 1)
  private let green = EventColor(red: 0, green: 1, blue: 0)
  private let newID = EventID(calendar: CalendarID("home"), file: "new.ics", uid: "walk")

  private var event: CalendarEvent {
    let start = WallTime(Day(ordinal: 20_458), hour: 9, minute: 7)
    var event = CalendarEvent(
      id: EventID(calendar: CalendarID("work.ics"), uid: "walk"),
      times: EventTimes(start: .utc(start), end: .implied), summary: "Walk")
    event.calendarColor = blue
    return event
  }

  private var edit: EventEdit {
    EventEdit(target: event.id, change: .transfer(to: newID, calendarColor: green))
  }

  @Test func transferChangesOnlyIdentifierAndColor() throws {
    let transferredEvent = try #require(edit.result(of: event))
    #expect(transferredEvent.id == newID && edit.resultingID == newID)
    #expect(transferredEvent.calendarColor == green)
    #expect(event.differences(to: transferredEvent).isEmpty)
  }

  @Test func missingEventIsNotTransferred() {
    #expect(edit.result(of: nil) == nil)
  }

  @Test func undoOfATransferIsATransfer() {
    let undo = edit.inverse(eventBefore: event)
    #expect(undo.target == newID)
    #expect(undo.result(of: edit.result(of: event)) == event)
  }
}
